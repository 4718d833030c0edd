// A match in any budget and with any number of threads is the match in memory; and the pieces it is made of.
#include "match/pairs/binned_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/parallel.h"
#include "index/segment/memory_segment.h"
#include "kindred/error.h"
#include "match/pairs/pairs.h"
#include "match/union_find.h"
#include "tests/temp_tree.h"

namespace kindred::match {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::TempTree;
using Segments = std::vector<std::shared_ptr<const index::Segment>>;

// Families of contents that share most of their keys; with `joined`, each also shares one with the next, so
// that all are one component. A few keys occur nearly everywhere.
struct Families {
  Families(unsigned seed, std::uint32_t contents, bool joined, Weight weight) {
    std::mt19937_64 random(seed);
    std::vector<std::vector<index::CountedPosting>> postings(2);  // of two segments
    std::vector<std::vector<index::CoveredContent>> covered(2);
    std::vector<std::uint64_t> family, link = {random() << 16};
    for (ContentId id = 0; id < contents; ++id) {
      if (random() % 5 == 0 || family.empty()) {
        family.clear();
        for (int i = 0; i < 60; ++i) family.push_back(random() << 16);
      }
      std::vector<std::uint64_t> keys;
      for (std::uint64_t key : family) {
        if (random() % 4 != 0) keys.push_back(key);
      }
      for (std::uint64_t everywhere = 1; everywhere <= 5; ++everywhere) {
        if (random() % 10 != 0) keys.push_back(everywhere << 50);
      }
      if (joined) keys.push_back(link.back()), link.push_back(random() << 16), keys.push_back(link.back());
      const auto segment = random() % 2;
      for (std::uint64_t key : keys) {
        const auto length = weight == Weight::kBytes ? static_cast<std::uint32_t>(key >> 16 & 255) + 1 : 0;
        const auto count = static_cast<std::uint32_t>(random() % 8 == 0 ? 3 : 1);
        postings[segment].push_back({key, id, count, length});
      }
      covered[segment].push_back({id, 0});
      const auto type = random() % 8 == 0 ? ContentType::kOther : ContentType::kText;
      scope.push_back({id, {type, {}}, 10'000, 0});
    }
    std::ranges::shuffle(scope, random);  // places are not in the order of numbers
    const index::StoredMethod method{{"m", 1, {}}, weight, 64};
    for (int i : {0, 1}) {
      index::SortPostings(&postings[i]);
      segments.push_back(index::MakeMemorySegment(method, covered[i], std::move(postings[i]), "test"));
    }
    weights = WeighScope(segments, scope);
  }

  Segments segments;
  Scope scope;
  ScopeWeights weights;
};

struct BudgetCase {
  bool joined;
  Weight weight;
  bool types_together;
  std::uint64_t max_degree;
};

class Budget : public testing::TestWithParam<BudgetCase> {};

TEST_P(Budget, DoesNotMatter) {
  const BudgetCase& test = GetParam();
  const Families tree(test.joined ? 1 : 2, 3000, test.joined, test.weight);
  const KeySource source{tree.segments, tree.scope, tree.weights, test.types_together};
  const TempTree directory;
  MatchOptions options;
  options.minimum = 0.3;
  auto match = [&](std::uint64_t memory, unsigned threads, bool* in_bins) {
    const Collated collated =
        CollateKeys(source, test.max_degree, {memory, &base::PosixFileSystem(), directory.root()}, threads);
    *in_bins = collated.bins != nullptr;
    if (*in_bins && test.joined && memory == 2 << 20) {
      // One component that does not fit: it is worked in slices.
      EXPECT_TRUE(std::ranges::any_of(collated.bins->bins(), [&](const KeyBins::Bin& bin) {
        return BinBytes(bin.contents, bin.members) > memory;
      }));
    }
    ProposedPairs pairs = ProposePairs(collated, tree.weights, {.info = {}, .weight = test.weight}, options,
                                       Judgement::kByEstimate, threads);
    return std::pair(std::move(pairs), collated.marks);
  };
  bool in_bins = false;
  const auto [wanted, marks] = match(std::uint64_t{1} << 30, 1, &in_bins);
  EXPECT_FALSE(in_bins);
  EXPECT_GT(wanted.pairs.size(), 1000u);
  EXPECT_GT(wanted.capped_keys, 0u) << "those that occur everywhere";
  for (const auto& [megabytes, threads] :
       std::vector<std::pair<std::uint64_t, unsigned>>{{2, 1}, {3, 1}, {4, 2}, {8, 1}, {8, 2}, {8, 5}}) {
    const auto [found, found_marks] = match(megabytes << 20, threads, &in_bins);
    EXPECT_TRUE(in_bins);
    EXPECT_EQ(found.pairs, wanted.pairs) << megabytes << " MB, " << threads << " threads";
    EXPECT_EQ(found.degree_cap, wanted.degree_cap);
    EXPECT_EQ(found.large_families, wanted.large_families);
    EXPECT_EQ(found.boilerplate, wanted.boilerplate);
    EXPECT_EQ(found.capped_keys, wanted.capped_keys);
    EXPECT_EQ(found_marks, marks);
  }
  EXPECT_THAT(base::PosixFileSystem().List(directory.root()), ElementsAre()) << "nothing is left behind";
}

INSTANTIATE_TEST_SUITE_P(Shapes, Budget,
                         testing::Values(BudgetCase{false, Weight::kMarks, true, 1000},
                                         BudgetCase{false, Weight::kBytes, false, 1000},
                                         BudgetCase{false, Weight::kMarks, true, 0},
                                         BudgetCase{true, Weight::kMarks, true, 1000},
                                         BudgetCase{true, Weight::kBytes, true, 50}));

TEST(KeyBins, ComponentsStayTogetherAndSingleContentsAreDiscarded) {
  Families tree(3, 500, false, Weight::kMarks);
  // A content that has only the keys that occur everywhere.
  tree.scope.push_back({500, {ContentType::kText, {}}, 10, 0});
  const index::StoredMethod method = tree.segments[0]->method();
  const index::CoveredContent covered{500, 0};
  tree.segments.push_back(
      index::MakeMemorySegment(method, {&covered, 1}, {{std::uint64_t{1} << 50, 500, 1, 0}}, "x"));
  tree.weights = WeighScope(tree.segments, tree.scope);
  const TempTree directory;
  const KeyStream stream({tree.segments, tree.scope, tree.weights, true}, 2);
  const KeyCensus census = TakeCensus(stream, base::PosixFileSystem(), directory.root(), 2);
  const KeyBins bins(*census.spilled, tree.weights, 100, 20'000, 10'000, base::PosixFileSystem(),
                     directory.root(), 2);
  EXPECT_THAT(bins.crowded(), testing::Contains(CrowdedContent{500, Crowding::kNearlyAll}))
      << "it has nothing else";
  ASSERT_GT(bins.bins().size(), 10u);
  EXPECT_EQ(bins.capped_keys(), 5u);
  std::vector<int> seen(tree.scope.size(), 0);
  for (std::size_t bin = 0; bin < bins.bins().size(); ++bin) {
    std::uint64_t members = 0;
    bins.ReadRare(bin, [&](KeySet set) { members += set.members.size(); });
    EXPECT_EQ(members, bins.bins()[bin].members);
    for (std::uint32_t place : bins.PlacesOf(bin)) ++seen[place];
  }
  EXPECT_EQ(seen[500], 0) << "a component of one";
  for (int times : seen) EXPECT_LE(times, 1);
  std::uint64_t in_bins = 0, in_stream = 0;
  for (const KeyBins::Bin& bin : bins.bins()) in_bins += bin.members;
  for (std::size_t part = 0; part < stream.parts(); ++part) {
    stream.Read(part, [&](KeySet set) {
      if (set.members.size() <= 100) in_stream += set.members.size();
    });
  }
  EXPECT_EQ(in_bins, in_stream) << "no key was cut in two";
}

TEST(Budget, TooLittleSaysTheLeastAndTheLeastWorks) {
  const Families tree(4, 3000, true, Weight::kMarks);
  const KeySource source{tree.segments, tree.scope, tree.weights, true};
  const TempTree directory;
  const unsigned threads = 16;
  auto match = [&](std::uint64_t memory) {
    const Collated collated =
        CollateKeys(source, 50, {memory, &base::PosixFileSystem(), directory.root()}, threads);
    return ProposePairs(collated, tree.weights, {}, {}, Judgement::kByEstimate, threads).pairs.size();
  };
  std::uint64_t least = 1 << 20;
  std::string said;
  for (int tries = 0; tries < 3; ++tries) {
    try {
      EXPECT_GT(match(least), 0u);
      break;
    } catch (const Error& error) {
      said = error.what();
      EXPECT_EQ(error.kind(), ErrorKind::kFailed);
      EXPECT_THAT(said, HasSubstr("M is the least"));
      EXPECT_LT(tries, 2) << said;
      least = std::stoull(said.substr(said.find("; ") + 2)) << 20;
    }
  }
  EXPECT_THAT(said, HasSubstr("memory: is too little to match these files; "));
}

TEST(Spill, SaysWhatToDoWhenThereIsNoPlace) {
  const TempTree directory;
  try {
    Spill(base::PosixFileSystem(), directory.Path("missing"), 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFailed);
    EXPECT_THAT(error.what(), HasSubstr("cannot spill to disk what does not fit in memory"));
    EXPECT_THAT(error.what(), HasSubstr("set TMPDIR to a directory with more space"));
  }
}

TEST(Spill, GivesBackWhatItTook) {
  const TempTree directory;
  Spill spill(base::PosixFileSystem(), directory.root(), 3);
  const std::vector<std::uint32_t> members = {0, 7, 4'000'000'000};
  const std::vector<std::uint64_t> same = {9, 9, 9}, different = {1, ~std::uint64_t{0}, 300};
  std::vector<std::uint8_t> bytes;
  Spill::Encode({members, same}, &bytes);
  Spill::Encode({members, different}, &bytes);
  spill.Append(2, bytes);
  std::vector<std::vector<std::uint64_t>> weights;
  spill.Read(2, [&](KeySet set) {
    EXPECT_TRUE(std::ranges::equal(set.members, members));
    weights.emplace_back(set.weights.begin(), set.weights.end());
  });
  EXPECT_THAT(weights, ElementsAre(same, different));
  spill.Read(0, [&](KeySet) { FAIL() << "bin 0 is empty"; });
}

TEST(UnionFind, FromSeveralThreadsAtOnce) {
  const std::uint32_t size = 20'000;
  UnionFind joined(size);
  // Two chains, even and odd, joined from all sides.
  base::ParallelFor(4, 40, [&](std::size_t i, unsigned) {
    for (std::uint32_t x = static_cast<std::uint32_t>(i); x + 2 < size; x += 40) {
      joined.Join(x + 2, x);
      joined.Join(x, size - 2 + x % 2);
    }
  });
  for (std::uint32_t x = 0; x < size; ++x) EXPECT_EQ(joined.Find(x), x % 2);
}

// A request to stop throws, from whichever thread is at work.
TEST(BinnedPairs, CanBeStopped) {
  const TempTree directory;
  const Families tree(1, 3000, true, Weight::kMarks);
  struct Stopped {};
  auto stop = [] { throw Stopped(); };
  const KeySource source{tree.segments, tree.scope, tree.weights};
  KeySource stopped = source;
  stopped.poll = stop;
  for (const std::uint64_t memory : {std::uint64_t{2} << 20, std::uint64_t{1} << 30}) {
    const MatchMemory limits{memory, &base::PosixFileSystem(), directory.root()};
    EXPECT_THROW(CollateKeys(stopped, 0, limits, 2), Stopped) << memory;
    const Collated collated = CollateKeys(source, 0, limits, 2);
    EXPECT_THROW(ProposePairs(collated, tree.weights, {}, {}, Judgement::kByEstimate, 2, stop), Stopped)
        << memory;
  }
}

}  // namespace
}  // namespace kindred::match
