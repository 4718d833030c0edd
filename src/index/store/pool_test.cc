// A pool comes back as it was, or is refused: any bit, any cut.
#include "index/store/pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/coding.h"
#include "kindred/error.h"

namespace kindred::index {
namespace {

Pool Example(bool anonymous, bool keyed, Weight weight) {
  Pool pool;
  pool.method = {{"fingerprints", 1, {{"window", "50"}, {"rate", "auto"}}}, weight, 48};
  pool.anonymous = anonymous;
  if (keyed) pool.key_check = Digest{7, 8};
  pool.contents = {{100, {1, 2}, ContentType::kText, MediaType::kHtml, 2, 1},
                   {70000, {1, 3}, ContentType::kOther, MediaType::kData, 0, 3},
                   {5, {4, 0}, ContentType::kText, MediaType::kPlain, 0, 1}};
  if (!anonymous) {
    pool.directories = {{"/", {{"a", 0}}},
                        {"/srv/docs", {{"x.html", 1}, {"x2.html", 1}, {"\xff\n", 2}}},
                        {"/srv/docs2", {{"x", 1}}}};
  }
  const std::uint32_t length = weight == Weight::kBytes ? 1000 : 0;
  pool.postings = {{std::uint64_t{1} << 40, 0, 1, length},
                   {std::uint64_t{1} << 40, 1, 3, length},
                   {std::uint64_t{5} << 50, 1, 1, length},
                   {std::uint64_t{0xffff} << 48, 2, 70000, length}};
  return pool;
}

bool Refused(std::span<const std::uint8_t> bytes) {
  try {
    ParsePool(bytes, "p");
    return false;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kDamaged);
    return true;
  }
}

TEST(Pool, ComesBack) {
  for (const bool anonymous : {false, true}) {
    for (const bool keyed : {false, true}) {
      for (const Weight weight : {Weight::kMarks, Weight::kBytes}) {
        const Pool pool = Example(anonymous, keyed, weight);
        EXPECT_EQ(ParsePool(EncodePool(pool), "p"), pool);
        EXPECT_EQ(pool.Files(), 5u);
        EXPECT_EQ(pool.Bytes(), 100u + 3 * 70000 + 5);
      }
    }
  }
  Pool empty;
  empty.method = {{"m", 1, {}}, Weight::kMarks, 64};
  EXPECT_EQ(ParsePool(EncodePool(empty), "p"), empty);
}

TEST(Pool, EveryBitAndEveryCutIsNoticed) {
  const std::vector<std::uint8_t> whole = EncodePool(Example(false, true, Weight::kBytes));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::vector<std::uint8_t> flipped = whole;
      flipped[at] = static_cast<std::uint8_t>(flipped[at] ^ (1 << bit));
      EXPECT_TRUE(Refused(flipped)) << at;
    }
    EXPECT_TRUE(Refused(std::span(whole).first(at))) << at;
  }
  std::vector<std::uint8_t> longer = whole;
  longer.push_back(0);
  EXPECT_TRUE(Refused(longer));
}

// What a forger could sign: places beyond the contents, marks that a content cannot have, odd names.
TEST(Pool, NonsenseWithAGoodChecksumIsRefused) {
  auto refused = [](auto change) {
    Pool pool = Example(false, false, Weight::kMarks);
    change(pool);
    return Refused(EncodePool(pool));
  };
  EXPECT_FALSE(refused([](Pool&) {}));
  EXPECT_TRUE(refused([](Pool& pool) { pool.postings[3].content = 3; }));
  EXPECT_TRUE(refused([](Pool& pool) { pool.postings[3].content = 0; })) << "level 2 has no such key";
  EXPECT_TRUE(refused([](Pool& pool) { pool.directories[0].files[0].content = 3; }));
  EXPECT_TRUE(refused([](Pool& pool) { pool.directories[0].files[0].name = "../../etc"; }));
  EXPECT_TRUE(refused([](Pool& pool) { pool.directories[0].path = "relative"; }));
  EXPECT_TRUE(refused([](Pool& pool) { pool.contents[0].copies = 0; }));
  EXPECT_TRUE(refused([](Pool& pool) { pool.contents[0].level = 17; }));
  EXPECT_TRUE(refused([](Pool& pool) { std::swap(pool.contents[0], pool.contents[1]); }));
}

TEST(Pool, TellsHowMethodsDiffer) {
  const StoredMethod ours{{"fingerprints", 1, {{"window", "50"}, {"rate", "auto"}}}, Weight::kMarks, 48};
  StoredMethod other = ours;
  EXPECT_EQ(MethodDifference(other, ours), "");
  other.info.parameters[0].second = "40";
  EXPECT_EQ(MethodDifference(other, ours), "window is 40 there and 50 here");
  other.info.parameters.emplace_back("ignore", "case");
  EXPECT_THAT(MethodDifference(other, ours), testing::HasSubstr("ignore is case there and nothing here"));
  other = ours;
  other.info.version = 2;
  EXPECT_THAT(MethodDifference(other, ours), testing::HasSubstr("version 2"));
  other.info.name = "chunks";
  EXPECT_THAT(MethodDifference(other, ours), testing::HasSubstr("it has chunks, this run fingerprints"));
}

}  // namespace
}  // namespace kindred::index
