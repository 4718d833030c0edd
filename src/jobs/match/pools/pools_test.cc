// Comparing with a pool gives what comparing with its files gives, with or without names and keys.
#include "jobs/match/pools/pools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <set>

#include "kindred/kindred.h"
#include "model/mark.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred::jobs {
namespace {

using namespace testing_support;

class PoolsTest : public testing::Test {
 protected:
  PoolsTest() {
    // Files that share pieces at random, two trees of them, of sizes with different levels.
    std::mt19937 random(3);
    for (int i = 0; i < 24; ++i) {
      std::string text;
      for (auto pieces = 1 + random() % 6; pieces > 0; --pieces)
        text += RandomText(1500 + 4000 * (random() % 4 == 0), static_cast<unsigned>(1 + random() % 9));
      tree_.Write((i % 2 == 0 ? "ours/f" : "theirs/f") + std::to_string(i), text);
    }
    tree_.Write("ours/same", RandomText(5000, 50));
    tree_.Write("theirs/same", RandomText(5000, 50));
    tree_.Write("../key", "0123456789abcdef0123");
  }

  std::string Export(const std::string& name, const std::string& method, bool anonymous, bool keyed) {
    ScanOptions scan;
    scan.walk.roots = {tree_.Path("theirs")};
    scan.methods = {method};
    RecordingSink sink;
    SilentObserver observer;
    const std::string directory = tree_.index() + "-theirs";
    Index(directory).Scan(scan, sink, observer);
    ExportOptions options;
    options.method = method;
    options.anonymous = anonymous;
    if (keyed) options.key_file = tree_.Path("../key");
    tree_.Write("../" + name, Index(directory).ExportPool(options, sink, observer));
    return tree_.Path("../" + name);
  }

  RecordingSink Find(const std::vector<std::string>& roots, const std::string& method, PoolOptions pools) {
    FindOptions options;
    for (const std::string& root : roots) options.scan.walk.roots.push_back(tree_.Path(root));
    options.scan.methods = {method};
    options.pools = std::move(pools);
    options.pairs = true;
    options.estimate = true;  // files of pools cannot be measured
    RecordingSink sink;
    SilentObserver observer;
    Index(tree_.index()).Find(options, sink, observer);
    return sink;
  }

  // Similarities of the pairs that are not within the pool, sorted.
  std::multiset<float> Similarities(const RecordingSink& sink) {
    std::multiset<float> all;
    for (const auto& [names, pair] : sink.pairs) {
      const bool inside = names.first.find("/theirs/") != std::string::npos &&
                          names.second.find("/theirs/") != std::string::npos;
      if (!inside) all.insert(static_cast<float>(pair.similarity));
    }
    return all;
  }

  TempTree tree_;
};

TEST_F(PoolsTest, APoolIsAsGoodAsItsFiles) {
  for (const std::string method : {"fingerprints", "chunks:average=256"}) {
    // "same" is one content of both sides, in both kinds of comparison.
    const RecordingSink together = Find({"ours", "theirs"}, method, {});
    ASSERT_GT(together.pairs.size(), 20u);
    for (const bool anonymous : {false, true}) {
      for (const bool keyed : {false, true}) {
        const std::string pool = Export("pool.kindred", method, anonymous, keyed);
        PoolOptions options{{pool}, keyed ? tree_.Path("../key") : ""};
        const RecordingSink apart = Find({"ours"}, method, options);
        EXPECT_EQ(Similarities(apart), Similarities(together)) << method << anonymous << keyed;
        EXPECT_EQ(apart.summary.pools, 1u);
        EXPECT_EQ(apart.summary.pool_files, 13u);
        ASSERT_GE(apart.identical.size(), 1u);
        for (const auto& [names, pair] : apart.pairs) {
          const std::string label = anonymous ? "pool.kindred:#" : "pool.kindred:/";
          EXPECT_FALSE(names.first.starts_with("pool.kindred") && names.second.starts_with("pool.kindred"));
          EXPECT_TRUE(names.second.starts_with(label) || names.second.starts_with("/")) << names.second;
        }
      }
    }
  }
}

TEST_F(PoolsTest, AQueryLooksIntoThem) {
  const std::string file = tree_.Path("ours/same");
  RecordingSink scan;
  SilentObserver observer;
  ScanOptions ours;
  ours.walk.roots = {tree_.Path("ours")};
  Index(tree_.index()).Scan(ours, scan, observer);
  for (const bool keyed : {false, true}) {
    QueryOptions options;
    options.pools.files = {Export("pool.kindred", "fingerprints", true, keyed)};
    if (keyed) options.pools.key_file = tree_.Path("../key");
    RecordingSink sink;
    Index(tree_.index()).Query(file, options, sink, observer);
    EXPECT_EQ(std::ranges::count_if(sink.matches, &Match::identical), 2);
    EXPECT_TRUE(std::ranges::any_of(
        sink.matches, [](const Match& match) { return match.path.starts_with("pool.kindred:#"); }));
  }
}

TEST_F(PoolsTest, AKeyKeepsTheLevelAndNothingElse) {
  const PoolKey key = PoolKey::FromFile(tree_.Path("../key"));
  tree_.Write("../key2", "0123456789abcdef0124");
  const PoolKey other = PoolKey::FromFile(tree_.Path("../key2"));
  std::mt19937_64 random(1);
  std::set<std::uint64_t> hashed;
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t mark = (random() >> (random() % 20)) & (~std::uint64_t{0} << 16);
    const std::uint64_t under = key.Mark(mark, 48);
    EXPECT_EQ(KeyLevel(under), KeyLevel(mark));
    EXPECT_EQ(under & 0xffff, 0u) << "dropped bits stay zeros";
    EXPECT_EQ(under, key.Mark(mark | 0x1234, 48)) << "and do not count";
    if (KeyLevel(mark) < 8) {
      EXPECT_NE(under, mark);
      EXPECT_NE(under, other.Mark(mark, 48));
    }
    hashed.insert(under);
  }
  EXPECT_GT(hashed.size(), 2900u);
  EXPECT_NE(key.Of({1, 2}), (Digest{1, 2}));
  EXPECT_NE(key.Check(), other.Check());
}

TEST_F(PoolsTest, AnAnonymousKeyedPoolHoldsNoNameAndNoDigest) {
  auto bytes = [](const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  const RecordingSink found = Find({"theirs", "ours"}, "fingerprints", {});
  const std::string open = bytes(Export("open.kindred", "fingerprints", false, false));
  const std::string secret = bytes(Export("secret.kindred", "fingerprints", true, true));
  EXPECT_NE(open.find("theirs"), std::string::npos);
  EXPECT_EQ(secret.find("theirs"), std::string::npos);
  const index::Pool open_pool =
      index::ParsePool({reinterpret_cast<const std::uint8_t*>(open.data()), open.size()}, "");
  const index::Pool pool =
      index::ParsePool({reinterpret_cast<const std::uint8_t*>(secret.data()), secret.size()}, "");
  std::set<Digest> digests;
  std::set<std::uint64_t> keys;
  for (const index::PoolContent& content : open_pool.contents) digests.insert(content.digest);
  for (const index::CountedPosting& posting : open_pool.postings) keys.insert(posting.key);
  for (const index::PoolContent& content : pool.contents) EXPECT_FALSE(digests.contains(content.digest));
  std::size_t met = 0;
  for (const index::CountedPosting& posting : pool.postings) met += keys.contains(posting.key);
  EXPECT_LT(met, 3u) << "by chance at most";
}

}  // namespace
}  // namespace kindred::jobs
