// At its defaults the engine estimates. Against brute force on planted trees: nothing clearly similar is
// missed, nothing unrelated reported, and the estimates are near the truth on average. Chunks never claim
// more than the truth.
#include <gtest/gtest.h>

#include <cmath>

#include "kindred/kindred.h"
#include "tests/oracle/brute_force.h"
#include "tests/oracle/planted_tree.h"
#include "tests/recording_sink.h"
#include "tests/rounds.h"

namespace kindred {
namespace {

using namespace testing_support;

RecordingSink FindIn(const TempTree& tree, const std::string& method, double minimum) {
  FindOptions options;
  options.scan.walk.roots = {tree.root()};
  options.scan.methods = {method};
  options.match.minimum = minimum;
  options.pairs = true;
  RecordingSink sink;
  SilentObserver observer;
  Index(tree.index()).Find(options, sink, observer);
  return sink;
}

TEST(EstimateOracle, DefaultsFindWhatIsSimilarAndEstimateItWell) {
  double error = 0;
  int measured = 0, wanted = 0, found = 0;
  for (unsigned seed = 1; seed <= Rounds(8); ++seed) {
    const auto files = PlantTree(seed, 20, 12000);
    const TempTree tree;
    for (const auto& [name, bytes] : files) tree.Write(name, bytes);
    const RecordingSink sink = FindIn(tree, "fingerprints", 0.25);
    std::map<std::string, std::unordered_set<std::string_view>> windows;
    for (const auto& [name, bytes] : files) windows[tree.Path(name)] = WindowsOf(bytes);
    auto bytes_of = [&](const std::string& path) { return files.at(path.substr(tree.root().size() + 1)); };
    for (auto a = windows.begin(); a != windows.end(); ++a) {
      for (auto b = std::next(a); b != windows.end(); ++b) {
        if (bytes_of(a->first) == bytes_of(b->first)) continue;
        const double of_a = TrueContainment(bytes_of(a->first), b->second);
        const double of_b = TrueContainment(bytes_of(b->first), a->second);
        auto pair = sink.pairs.find({a->first, b->first});
        if (of_a == 0 && of_b == 0) {
          EXPECT_EQ(pair, sink.pairs.end()) << "unrelated: " << a->first << " and " << b->first;
        }
        // A small file inside a much larger one has too few marks at the larger one's rate
        // (docs/inside/methods.md).
        const bool promised = std::min(bytes_of(a->first).size(), bytes_of(b->first).size()) >= 2000;
        if (promised && std::max(of_a, of_b) >= 0.5) {
          ++wanted;
          found += pair != sink.pairs.end();
        }
        if (pair != sink.pairs.end()) {
          error += std::abs(pair->second.of_a - of_a) + std::abs(pair->second.of_b - of_b);
          measured += 2;
        }
      }
    }
  }
  EXPECT_GT(wanted, static_cast<int>(10 * Rounds(8)));
  EXPECT_EQ(found, wanted);
  EXPECT_LT(error / measured, 0.06);
  RecordProperty("mean_error", std::to_string(error / measured));
}

TEST(EstimateOracle, ChunksAreALowerBound) {
  const auto files = PlantTree(3, 20, 12000);
  const TempTree tree;
  for (const auto& [name, bytes] : files) tree.Write(name, bytes);
  const RecordingSink sink = FindIn(tree, "chunks:average=128", 0.05);
  ASSERT_GT(sink.pairs.size(), 5u);
  for (const auto& [names, pair] : sink.pairs) {
    const std::string a = files.at(names.first.substr(tree.root().size() + 1));
    const std::string b = files.at(names.second.substr(tree.root().size() + 1));
    // A chunk's bytes may begin and end less than a window from the rest that is shared, or be shorter than
    // one.
    const double slack = 2.0 * kWindow / static_cast<double>(std::min(a.size(), b.size())) + 0.02;
    EXPECT_LE(pair.of_a, TrueContainment(a, WindowsOf(b)) + slack) << names.first;
    EXPECT_LE(pair.of_b, TrueContainment(b, WindowsOf(a)) + slack) << names.second;
  }
}

TEST(EstimateOracle, ASmallFileInsideALargeOneIsFoundAtAFineRate) {
  const TempTree tree;
  const std::string small = RandomText(700, 1);
  tree.Write("small", small);
  tree.Write("large", RandomText(200000, 2) + small + RandomText(100000, 3));
  const RecordingSink sink = FindIn(tree, "fingerprints:rate=fine", 0.25);
  ASSERT_EQ(sink.pairs.size(), 1u);
  EXPECT_GT(sink.pairs.begin()->second.of_b, 0.9) << "all of small occurs in large";
  EXPECT_LT(sink.pairs.begin()->second.of_a, 0.02);
}

}  // namespace
}  // namespace kindred
