// Numbers for people and for programs, at their edges.
#include "report/wording/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kindred/record.h"
#include "kindred/report.h"

namespace kindred::report {
namespace {

TEST(NumberText, Counts) {
  EXPECT_EQ(CountText(0), "0");
  EXPECT_EQ(CountText(999), "999");
  EXPECT_EQ(CountText(1000), "1,000");
  EXPECT_EQ(CountText(1234567), "1,234,567");
  EXPECT_EQ(CountText(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
}

TEST(NumberText, Times) {
  EXPECT_EQ(IsoTime(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(IsoTime(1'700'000'000'000'000'000), "2023-11-14T22:13:20Z");
  EXPECT_EQ(IsoTime(1'700'000'000'120'000'000), "2023-11-14T22:13:20.12Z");
  EXPECT_EQ(IsoTime(-1), "1969-12-31T23:59:59.999999999Z");
  EXPECT_EQ(IsoTime(std::numeric_limits<std::int64_t>::max()), "2262-04-11T23:47:16.854775807Z");
  EXPECT_EQ(TimeText(kNoTime), "-");
  EXPECT_EQ(TimeText(1'700'000'000'000'000'000).size(), 16u);
}

TEST(NumberText, Sizes) {
  EXPECT_EQ(SizeText(0), "0 bytes");
  EXPECT_EQ(SizeText(1), "1 byte");
  EXPECT_EQ(SizeText(999), "999 bytes");
  EXPECT_EQ(SizeText(1000), "1.0 kB");
  EXPECT_EQ(SizeText(999949), "999.9 kB");
  EXPECT_EQ(SizeText(999950), "1.0 MB");
  EXPECT_EQ(SizeText(12345678), "12.3 MB");
  EXPECT_EQ(SizeText(std::numeric_limits<std::uint64_t>::max()), "18.4 EB");
}

TEST(NumberText, SharesAreShortAndHaveFourDecimals) {
  EXPECT_EQ(ShareText(0), "0");
  EXPECT_EQ(ShareText(1), "1");
  EXPECT_EQ(ShareText(0.79), "0.79");
  EXPECT_EQ(ShareText(1.0 / 3), "0.3333");
  EXPECT_EQ(ShareText(-0.00001), "0");
  EXPECT_EQ(ShareText(std::numeric_limits<double>::quiet_NaN()), "0");
  EXPECT_EQ(ShareText(10), "10");
}

TEST(NumberText, SharesAreNotRoundedToAllOrNothing) {
  EXPECT_EQ(ShareText(0.99996), "0.9999");
  EXPECT_EQ(ShareText(std::nextafter(1.0, 0.0)), "0.9999");
  EXPECT_EQ(ShareText(0.00001), "0.0001");
  EXPECT_EQ(ShareText(std::numeric_limits<double>::denorm_min()), "0.0001");
  EXPECT_EQ(ShareText(1.00001), "1");  // --count multiset: no promise is broken
}

TEST(NumberText, PercentagesDoNotPretend) {
  EXPECT_EQ(PercentText(0), "0");
  EXPECT_EQ(PercentText(0.001), "1");
  EXPECT_EQ(PercentText(0.794), "79");
  EXPECT_EQ(PercentText(0.999), "99");
  EXPECT_EQ(PercentText(1), "100");
  EXPECT_EQ(PercentText(1.2), "120");
}

TEST(NumberText, KeysHaveAllTheirDigits) {
  EXPECT_EQ(KeyText(-1), "ffffffffffffffff");
  EXPECT_EQ(KeyText(0x1f), "000000000000001f");
}

}  // namespace
}  // namespace kindred::report
