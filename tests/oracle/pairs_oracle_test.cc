// The whole engine against brute force. At rate 1 every window is a mark, so of_a and of_b must be the truth
// itself, for every pair of a seeded random tree, and no pair may be missing or made up.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kindred/kindred.h"
#include "tests/oracle/brute_force.h"
#include "tests/oracle/planted_tree.h"
#include "tests/recording_sink.h"

namespace kindred {
namespace {

using namespace testing_support;

struct Truth {
  double of_a;
  double of_b;
};

// By (a, b) with a < b; of files with equal bytes only the first.
std::map<std::pair<std::string, std::string>, Truth> AllPairs(
    const std::map<std::string, std::string>& files) {
  std::map<std::string, std::string> first_with;  // bytes -> name
  for (const auto& [name, bytes] : files) first_with.emplace(bytes, name);
  std::set<std::string> names;
  for (const auto& [bytes, name] : first_with) names.insert(name);
  std::map<std::pair<std::string, std::string>, Truth> truth;
  for (auto a = names.begin(); a != names.end(); ++a) {
    for (auto b = std::next(a); b != names.end(); ++b) {
      const Truth both{TrueCoverage(files.at(*a), files.at(*b)), TrueCoverage(files.at(*b), files.at(*a))};
      if (both.of_a > 0 || both.of_b > 0) truth[{*a, *b}] = both;
    }
  }
  return truth;
}

class PairsOracle : public testing::TestWithParam<unsigned> {};

TEST_P(PairsOracle, EveryPairAtItsTrueShareAndNoOther) {
  const auto files = PlantTree(GetParam(), 12, 3000);
  const TempTree tree;
  for (const auto& [name, bytes] : files) tree.Write(name, bytes);
  auto truth = AllPairs(files);

  FindOptions options;
  options.scan.walk.roots = {tree.root()};
  options.scan.methods = {"fingerprints:rate=1,overlap=all"};
  options.match.minimum = 0.2;
  options.match.min_shared = 1;
  options.match.types_together = true;
  options.pairs = true;
  options.verify = true;
  RecordingSink sink;
  SilentObserver observer;
  Index(tree.index()).Find(options, sink, observer);

  for (const auto& [names, pair] : sink.pairs) {
    auto name = [&](const std::string& path) { return path.substr(tree.root().size() + 1); };
    auto found = truth.find({name(names.first), name(names.second)});
    ASSERT_NE(found, truth.end()) << names.first << " and " << names.second << " share nothing";
    EXPECT_NEAR(pair.of_a, found->second.of_a, 1e-6);
    EXPECT_NEAR(pair.of_b, found->second.of_b, 1e-6);
    truth.erase(found);
  }
  for (const auto& [names, both] : truth) {
    EXPECT_LT(std::max(both.of_a, both.of_b), 0.2)
        << names.first << " and " << names.second << " are missing";
  }
  std::set<std::string> distinct;
  for (const auto& [name, bytes] : files) distinct.insert(bytes);
  EXPECT_EQ(sink.summary.contents, distinct.size());
  EXPECT_EQ(sink.summary.files, files.size());
}

// Whatever the number of threads, the memory, and the number of segments it leads to.
TEST_P(PairsOracle, ThreadsAndMemoryDoNotMatter) {
  const auto files = PlantTree(GetParam(), 15, 20000);
  const TempTree tree;
  for (const auto& [name, bytes] : files) tree.Write(name, bytes);
  RecordingSink first;
  SilentObserver observer;
  for (unsigned threads : {1u, 2u, 7u}) {
    for (std::uint64_t memory : {std::uint64_t{20000}, std::uint64_t{1} << 30}) {
      FindOptions options;
      options.scan.walk.roots = {tree.root()};
      options.scan.run = {threads, memory};
      options.pairs = true;
      RecordingSink sink;
      Index(tree.index() + std::to_string(threads) + "-" + std::to_string(memory))
          .Find(options, sink, observer);
      if (first.pairs.empty()) first = sink;
      ASSERT_FALSE(sink.pairs.empty());
      ASSERT_EQ(sink.pairs.size(), first.pairs.size());
      for (const auto& [names, pair] : first.pairs) {
        ASSERT_TRUE(sink.pairs.contains(names));
        EXPECT_EQ(sink.pairs[names].of_a, pair.of_a);
        EXPECT_EQ(sink.pairs[names].of_b, pair.of_b);
        EXPECT_EQ(sink.pairs[names].shared_marks, pair.shared_marks);
      }
      ASSERT_EQ(sink.families.size(), first.families.size());
      for (std::size_t i = 0; i < sink.families.size(); ++i)
        EXPECT_EQ(sink.families[i].id, first.families[i].id);
      EXPECT_EQ(sink.groups.size(), first.groups.size());
      EXPECT_EQ(sink.summary.marks, first.summary.marks);
    }
  }
}

// A query must say of each file what find says of the pair.
TEST_P(PairsOracle, QueryAgreesWithFind) {
  const auto files = PlantTree(GetParam(), 10, 3000);
  const TempTree tree;
  for (const auto& [name, bytes] : files) tree.Write(name, bytes);
  for (const char* method : {"fingerprints:rate=1,overlap=all", "chunks:average=64"}) {
    FindOptions find;
    find.scan.walk.roots = {tree.root()};
    find.scan.methods = {method};
    find.match.minimum = 0.1;
    find.match.min_shared = 1;
    find.pairs = true;
    find.verify = true;
    RecordingSink all;
    SilentObserver observer;
    Index index(tree.index());
    index.Find(find, all, observer);
    ASSERT_FALSE(all.pairs.empty());
    for (const auto& [names, pair] : all.pairs) {
      RecordingSink one;
      QueryOptions query;
      query.method = method;
      query.match = find.match;
      query.verify = true;
      index.Query(names.first, query, one, observer);
      auto match = std::ranges::find_if(one.matches, [&](const Match& m) { return m.path == names.second; });
      ASSERT_NE(match, one.matches.end()) << names.first << " does not find " << names.second;
      EXPECT_FLOAT_EQ(static_cast<float>(match->of_query), static_cast<float>(pair.of_a));
      EXPECT_FLOAT_EQ(static_cast<float>(match->of_file), static_cast<float>(pair.of_b));
      auto itself = std::ranges::find_if(one.matches, [&](const Match& m) { return m.path == names.first; });
      ASSERT_NE(itself, one.matches.end());
      EXPECT_TRUE(itself->identical);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PairsOracle, testing::Range(1u, 7u));

}  // namespace
}  // namespace kindred
