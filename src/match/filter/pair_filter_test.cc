// The filter language: what each field and operator means, and where mistakes are found.
#include "match/filter/pair_filter.h"

#include <gtest/gtest.h>

#include "kindred/error.h"

namespace kindred::match {
namespace {

const FilterPair kPair = {.a = {"/src/x/main.c", 1000, {ContentType::kText, MediaType::kPlain}},
                          .b = {"/old/main.h", 20'000, {ContentType::kOther, MediaType::kPdf}},
                          .of_a = 0.8,
                          .of_b = 0.04,
                          .similarity = 0.8,
                          .shared_bytes = 800,
                          .shared_marks = 9};

bool Passes(const std::string& expression) { return PairFilter::Parse(expression).Passes(kPair); }

TEST(PairFilter, Shares) {
  EXPECT_TRUE(Passes("similarity >= 80%"));
  EXPECT_TRUE(Passes("similarity == 0.8"));
  EXPECT_FALSE(Passes("similarity > 80%"));
  EXPECT_TRUE(Passes("of_a > of_b"));
  EXPECT_TRUE(Passes("shared_bytes < 1K and shared_marks != 8"));
  EXPECT_TRUE(Passes("size_ratio <= 5%"));
}

TEST(PairFilter, Times) {
  constexpr std::int64_t kDay = 86'400'000'000'000;
  FilterPair pair = kPair;
  pair.a.mtime_ns = 19'000 * kDay + 1;  // January 2022
  pair.b.mtime_ns = 19'000 * kDay;
  auto holds = [&](const std::string& expression) { return PairFilter::Parse(expression).Passes(pair); };
  EXPECT_FALSE(holds("newer(a, b)")) << "not known";
  EXPECT_FALSE(holds("mtime > '1980-01-01'"));
  pair.a.has_time = pair.b.has_time = true;
  EXPECT_TRUE(holds("newer(a, b)"));
  EXPECT_FALSE(holds("newer(b,a)"));
  EXPECT_TRUE(holds("a.mtime > b.mtime")) << "a nanosecond counts";
  EXPECT_TRUE(holds("mtime >= '2022-01-01' and mtime < '2022-01-31 18:30'"));
  EXPECT_FALSE(holds("any.mtime < \"2022-01-01 00:00:00\""));
  for (const char* wrong : {"mtime > 5", "mtime > 'today'", "mtime ~ '2022*'", "newer(a)", "newer(a, a)",
                            "newer a, b", "newer(a, b", "newer", "mtime == mtime"})
    EXPECT_THROW(PairFilter::Parse(wrong), FilterError) << wrong;
}

TEST(PairFilter, SharesAreFloatsAtTheBorder) {
  for (int percent = 1; percent < 100; ++percent) {
    FilterPair pair = kPair;
    pair.similarity = static_cast<float>(percent) / 100;
    pair.a.size = static_cast<std::uint64_t>(percent) * 100;
    pair.b.size = 10'000;
    const std::string border = std::to_string(percent) + "%";
    EXPECT_TRUE(PairFilter::Parse("similarity >= " + border).Passes(pair)) << border;
    EXPECT_TRUE(PairFilter::Parse("similarity <= " + border).Passes(pair)) << border;
    EXPECT_FALSE(PairFilter::Parse("similarity > " + border).Passes(pair)) << border;
    EXPECT_TRUE(PairFilter::Parse("size_ratio == " + border).Passes(pair)) << border;
  }
}

TEST(PairFilter, Units) { EXPECT_TRUE(Passes("1KiB == 1024 and 1KB == 1K and 10B == 10 and 2m == 2M")); }

TEST(PairFilter, AFieldWithoutPrefixSpeaksOfBothFiles) {
  EXPECT_TRUE(Passes("size >= 1000"));
  EXPECT_FALSE(Passes("size > 10K"));
  EXPECT_TRUE(Passes("any.size > 10K"));
  EXPECT_FALSE(Passes("a.size > 10K"));
  EXPECT_TRUE(Passes("b.size > 10KiB"));
  EXPECT_TRUE(Passes("not size > 10K")) << "not both";
}

TEST(PairFilter, NamesDirectoriesSuffixesTypes) {
  EXPECT_TRUE(Passes("a.name == 'main.c' and b.suffix == \"h\""));
  EXPECT_TRUE(Passes("a.suffix != b.suffix"));
  EXPECT_TRUE(Passes("name ~ 'main.?'"));
  EXPECT_TRUE(Passes("any.path ~ '/src/*'")) << "a star takes slashes, too";
  EXPECT_TRUE(Passes("path !~ '*.py'"));
  EXPECT_TRUE(Passes("a.dir == '/src/x' and b.dir == '/old'"));
  EXPECT_TRUE(Passes("any.type == 'text' and any.type == 'other' and not type == 'text'"));
  EXPECT_TRUE(Passes("a.type == 'plain' and 'pdf' == b.type and a.type != b.type and b.type ~ 'p*'"));
  EXPECT_FALSE(Passes("b.type == 'text' or a.type == 'html' or a.type != 'text'"));
}

TEST(PairFilter, AndBindsTighterThanOr) {
  EXPECT_TRUE(Passes("1 == 1 or 1 == 1 and 1 == 2"));
  EXPECT_FALSE(Passes("(1 == 1 or 1 == 1) and 1 == 2"));
  EXPECT_TRUE(Passes("not 1 == 2 and 1 == 1"));
}

// The column, from 0.
std::size_t MistakeIn(const std::string& expression) {
  try {
    PairFilter::Parse(expression);
  } catch (const FilterError& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_EQ(error.expression(), expression);
    return error.column();
  }
  ADD_FAILURE() << "accepted: " << expression;
  return 0;
}

TEST(PairFilter, MistakesAreFoundWhereTheyStand) {
  EXPECT_EQ(MistakeIn(""), 0u);
  EXPECT_EQ(MistakeIn("size > 10K and siez < 3"), 15u);
  EXPECT_EQ(MistakeIn("size = 3"), 5u);
  EXPECT_EQ(MistakeIn("size > "), 7u);
  EXPECT_EQ(MistakeIn("size"), 4u);
  EXPECT_EQ(MistakeIn("(size > 3"), 0u);
  EXPECT_EQ(MistakeIn("size > 3)"), 8u);
  EXPECT_EQ(MistakeIn("size > 3 size < 4"), 9u);
  EXPECT_EQ(MistakeIn("size > 3X"), 8u);
  EXPECT_EQ(MistakeIn("name == 'x"), 8u);
  EXPECT_EQ(MistakeIn("name == 3"), 5u);
  EXPECT_EQ(MistakeIn("name < 'x'"), 5u);
  EXPECT_EQ(MistakeIn("name ~ b.name"), 7u);
  EXPECT_EQ(MistakeIn("any.name == name"), 12u);
  EXPECT_EQ(MistakeIn("type == 'binary'"), 8u);
  EXPECT_EQ(MistakeIn("a.similarity > 3"), 0u);
  EXPECT_EQ(MistakeIn("size > 3 && size < 4"), 9u);
  EXPECT_EQ(MistakeIn("size > 1.2.3"), 7u);
  EXPECT_EQ(MistakeIn("   "), 0u);
  EXPECT_EQ(MistakeIn("'htm' == type"), 0u);
  EXPECT_EQ(MistakeIn("size > 10iB"), 9u);
  EXPECT_EQ(MistakeIn("size > 1 and suffix == suffix"), 13u) << "always true";
  EXPECT_EQ(MistakeIn("any.type != any.type"), 0u);
  EXPECT_EQ(MistakeIn("of_a < of_a"), 0u);
}

TEST(PairFilter, DeepNestingIsAMistakeAndNoCrash) {
  MistakeIn(std::string(100'000, '('));
  std::string nots;
  for (int i = 0; i < 100'000; ++i) nots += "not ";
  MistakeIn(nots + "1 == 1");
}

}  // namespace
}  // namespace kindred::match
