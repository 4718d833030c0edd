// Values of flags: what is accepted, and that the rest is refused with the flag's name.
#include "flags/flag_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "kindred/error.h"

namespace kindred::cli {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

template <typename Parse>
void ExpectRefused(Parse parse, const std::string& text) {
  try {
    parse("--flag", text);
    ADD_FAILURE() << "'" << text << "' was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_THAT(error.what(), testing::StartsWith("--flag: cannot use"));
    EXPECT_FALSE(error.hint().empty());
  }
}

TEST(FlagValues, Shares) {
  EXPECT_DOUBLE_EQ(ParseShare("--min", "25%"), 0.25);
  EXPECT_DOUBLE_EQ(ParseShare("--min", "25"), 0.25);
  EXPECT_DOUBLE_EQ(ParseShare("--min", "0.25"), 0.25);
  EXPECT_DOUBLE_EQ(ParseShare("--min", "0"), 0);
  EXPECT_DOUBLE_EQ(ParseShare("--min", "1"), 1);
  EXPECT_DOUBLE_EQ(ParseShare("--min", "1%"), 0.01);
  EXPECT_DOUBLE_EQ(ParseShare("--min", "0.5%"), 0.005);
  EXPECT_DOUBLE_EQ(ParseShare("--min", "100"), 1);
  for (const char* text : {"", "%", "x", "25%%", "101%", "101", "-1", "-0", "nan", "inf", " 25", "25 "}) {
    ExpectRefused(ParseShare, text);
  }
}

TEST(FlagValues, Counts) {
  EXPECT_EQ(ParseCount("--limit", "0"), 0u);
  EXPECT_EQ(ParseCount("--limit", "18446744073709551615"), kMost);
  for (const char* text : {"", "-1", "+1", "1.5", "1k", "18446744073709551616", "0x10"}) {
    ExpectRefused(ParseCount, text);
  }
}

TEST(FlagValues, Sizes) {
  EXPECT_EQ(ParseSize("--memory", "4096"), 4096u);
  EXPECT_EQ(ParseSize("--memory", "1K"), 1024u);
  EXPECT_EQ(ParseSize("--memory", "1k"), 1024u);
  EXPECT_EQ(ParseSize("--memory", "1KiB"), 1024u);
  EXPECT_EQ(ParseSize("--memory", "1.5M"), 3u << 19);
  EXPECT_EQ(ParseSize("--memory", "2GB"), 2ull << 30);
  EXPECT_EQ(ParseSize("--memory", "1T"), 1ull << 40);
  EXPECT_EQ(ParseSize("--memory", "10B"), 10u);
  for (const char* text : {"", "K", "B", "1.5", "1X", "-1K", "99999999T", "1 K", "1KK", "nanG"}) {
    ExpectRefused(ParseSize, text);
  }
}

TEST(FlagValues, SizeRanges) {
  using Range = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(ParseSizeRange("--size", "1K..10M"), Range(1024, 10u << 20));
  EXPECT_EQ(ParseSizeRange("--size", "1K.."), Range(1024, kMost));
  EXPECT_EQ(ParseSizeRange("--size", "..10M"), Range(1, 10u << 20));
  EXPECT_EQ(ParseSizeRange("--size", "0..5"), Range(0, 5));
  EXPECT_EQ(ParseSizeRange("--size", "4096"), Range(4096, 4096));
  EXPECT_EQ(ParseSizeRange("--size", "1.5K..2K"), Range(1536, 2048));
  for (const char* text : {"", "..", "2..1", "1..x", "1...2"}) ExpectRefused(ParseSizeRange, text);
}

TEST(FlagValues, ChoicesNameTheOthers) {
  EXPECT_EQ(ParseWhen("--color", "never"), When::kNever);
  try {
    ParseWhen("--color", "maybe");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--color: cannot use 'maybe'; give one of auto, always, never");
  }
}

}  // namespace
}  // namespace kindred::cli
