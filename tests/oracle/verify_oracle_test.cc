// --verify against brute force over all windows of 50 bytes, on made-up trees and on the compiler's own
// headers.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "kindred/kindred.h"
#include "tests/oracle/brute_force.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred {
namespace {

using namespace testing_support;

std::string Load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

RecordingSink Find(const std::string& root, const std::string& index, FindOptions options) {
  options.scan.walk.roots = {root};
  options.pairs = true;
  RecordingSink sink;
  SilentObserver silent;
  Index(index).Find(options, sink, silent);
  return sink;
}

void ExpectTrue(const RecordingSink& found, std::size_t most, double minimum) {
  ASSERT_FALSE(found.pairs.empty());
  const std::size_t step = std::max<std::size_t>(1, found.pairs.size() / most);
  std::size_t number = 0;
  std::size_t looked_at = 0;
  for (const auto& [names, pair] : found.pairs) {
    if (number++ % step != 0 || looked_at == most) continue;
    ++looked_at;
    const std::string a = Load(pair.a);
    const std::string b = Load(pair.b);
    EXPECT_TRUE(pair.measured);
    EXPECT_NEAR(pair.of_a, TrueCoverage(a, b), 1e-5) << pair.a << " in " << pair.b;
    EXPECT_NEAR(pair.of_b, TrueCoverage(b, a), 1e-5) << pair.b << " in " << pair.a;
    EXPECT_GE(pair.similarity, static_cast<float>(minimum));
  }
  EXPECT_GE(looked_at, std::min(most, found.pairs.size()));
}

// Shares are exact, so nothing but rounding is allowed here.
TEST(VerifyTest, TwoHundredPairsOfRealFilesAreExact) {
  const std::string headers = "/usr/include/c++";
  if (!std::filesystem::is_directory(headers)) GTEST_SKIP() << "the compiler's headers are elsewhere";
  const TempTree tree;
  FindOptions options;
  options.verify = true;
  options.scan.walk.min_size = 2000;
  options.scan.walk.include = {"*.tcc", "ext/*"};
  const RecordingSink found = Find(headers, tree.index(), options);
  EXPECT_GE(found.pairs.size(), 200u);
  ExpectTrue(found, 200, options.match.minimum);
  EXPECT_TRUE(found.summary.verified);
}

TEST(VerifyTest, PairsBelowTheMinimumAreDroppedAndCounted) {
  const TempTree tree;
  for (unsigned i = 0; i < 30; ++i) {
    const std::string shared = RandomText(900 + 10 * i, 1);
    tree.Write("f" + std::to_string(10 + i), shared + RandomText(3'000, 100 + i));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  FindOptions options;
  options.estimate = true;
  const RecordingSink estimated = Find(tree.root(), tree.index(), options);
  options.estimate = false;
  const RecordingSink by_default = Find(tree.root(), tree.index(), options);
  options.verify = true;
  const RecordingSink verified = Find(tree.root(), tree.index(), options);
  EXPECT_GT(verified.summary.dropped, 0u);
  EXPECT_EQ(verified.pairs.size() + verified.summary.dropped, 30u * 29 / 2) << "all of them share something";
  EXPECT_EQ(by_default.pairs.size(), verified.pairs.size()) << "what is open is settled";
  EXPECT_EQ(verified.summary.pairs, verified.pairs.size());
  ExpectTrue(verified, 50, options.match.minimum);
  for (const auto& [names, pair] : estimated.pairs) EXPECT_FALSE(pair.measured);
}

TEST(VerifyTest, AFileThatChangedIsASkipAndItsPairsAreLeftOut) {
  const TempTree tree;
  const std::string text = RandomText(6'000, 1);
  tree.Write("a", text + RandomText(500, 2));
  tree.Write("b", text + RandomText(500, 3));
  tree.Write("c", text + RandomText(500, 4));
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  FindOptions options;
  Find(tree.root(), tree.index(), options);
  tree.Write("c", "other");
  options.verify = true;
  options.rescan = false;
  const RecordingSink found = Find(tree.root(), tree.index(), options);
  ASSERT_EQ(found.pairs.size(), 1u);
  EXPECT_EQ(found.pairs.begin()->second.a, tree.Path("a"));
  ASSERT_EQ(found.skips.size(), 1u);
  EXPECT_EQ(found.skips[0].reason, "changed since it was scanned");
  EXPECT_EQ(found.summary.skips, 1u);
}

TEST(VerifyTest, QueryIsExactToo) {
  const TempTree tree;
  const std::string text = RandomText(6'000, 1);
  tree.Write("a", text + RandomText(2'000, 2));
  tree.Write("b", text.substr(0, 3'000) + RandomText(7'000, 3));
  tree.Write("query", text);
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  SilentObserver silent;
  RecordingSink scan;
  ScanOptions scanning;
  scanning.walk.roots = {tree.root()};
  Index(tree.index()).Scan(scanning, scan, silent);
  QueryOptions options;
  options.verify = true;
  RecordingSink found;
  Index(tree.index()).Query(tree.Path("query"), options, found, silent);
  ASSERT_EQ(found.matches.size(), 3u);
  EXPECT_TRUE(found.matches[0].identical);
  for (const Match& match : found.matches) {
    EXPECT_TRUE(match.measured);
    EXPECT_NEAR(match.of_query, TrueCoverage(text, Load(match.path)), 1e-5) << match.path;
    EXPECT_NEAR(match.of_file, TrueCoverage(Load(match.path), text), 1e-5) << match.path;
  }
  options.match.minimum = 0.6;
  options.match.margin = 50;  // everything may reach it
  RecordingSink fewer;
  Index(tree.index()).Query(tree.Path("query"), options, fewer, silent);
  EXPECT_EQ(fewer.matches.size(), 2u);
  EXPECT_EQ(fewer.query.dropped, 1u);
}

}  // namespace
}  // namespace kindred
