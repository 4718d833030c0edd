// The bar fits the terminal, whatever its width; the table adds up.
#include "terminal/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kindred::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Progress kHalf = {"read", 500, 1000, 5'000'000'000, 10'000'000'000};

TEST(ProgressLine, TellsFilesBytesRateAndTimeLeft) {
  std::string line = ProgressLine(kHalf, 10, 120);
  EXPECT_THAT(line, HasSubstr("read"));
  EXPECT_THAT(line, HasSubstr("50%"));
  EXPECT_THAT(line, HasSubstr("500/1,000 files"));
  EXPECT_THAT(line, HasSubstr("5.0 GB"));
  EXPECT_THAT(line, HasSubstr("500.0 MB/s"));
  EXPECT_THAT(line, HasSubstr("0:10 left"));
  EXPECT_THAT(line, HasSubstr("[####"));
}

TEST(ProgressLine, FitsAnyWidth) {
  for (std::size_t width = 1; width < 200; ++width) {
    EXPECT_LT(ProgressLine(kHalf, 3723, width).size(), width) << width;
  }
  EXPECT_EQ(ProgressLine(kHalf, 3, 0), "");
}

TEST(ProgressLine, PromisesNothingWhileTotalsAreUnknown) {
  std::string line = ProgressLine({"walk", 1234, 0, 0, 0}, 5, 80);
  EXPECT_THAT(line, HasSubstr("1,234 files"));
  EXPECT_THAT(line, Not(HasSubstr("left")));
  EXPECT_THAT(line, Not(HasSubstr("%")));
}

TEST(TimingsTable, TellsSharesAndRates) {
  std::string table =
      TimingsTable({{"walk", 1, 1000, "files", 0}, {"read", 3, 1000, "files", 6'000'000'000}});
  EXPECT_THAT(table, HasSubstr("25%"));
  EXPECT_THAT(table, HasSubstr("75%"));
  EXPECT_THAT(table, HasSubstr("1,000 files"));
  EXPECT_THAT(table, HasSubstr("2.00"));
  EXPECT_THAT(table, HasSubstr("4.000"));
  EXPECT_THAT(TimingsTable({}), HasSubstr("total"));
}

}  // namespace
}  // namespace kindred::cli
