// The guarantee of --every-run, on data that is made to break it; see span_promise.h.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/oracle/span_cases.h"
#include "tests/oracle/span_promise.h"

namespace kindred {
namespace {

using testing_support::MemorySource;
using testing_support::SearchBytes;
using testing_support::SharesThatDiffer;
using testing_support::SpanCases;
using testing_support::SpanPromise;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kGenerated = 200;
constexpr std::uint64_t kReal = 20;
#else
constexpr std::uint64_t kGenerated = 2'000;
constexpr std::uint64_t kReal = 100;  // of each kind
#endif

constexpr std::size_t kShareWindow = 50;

void Hold(const std::vector<std::string>& contents, std::size_t length, std::size_t piece,
          const std::string& what) {
  MemorySource source(contents, piece);
  const span::FoundRuns found = SearchBytes(source, length);
  ASSERT_TRUE(found.crowds.empty()) << what;
  ASSERT_EQ(SpanPromise(contents, length, found).broken(), "") << what << ", length " << length;
  if (contents.size() != 2) return;
  ASSERT_EQ(SharesThatDiffer(contents, length, found), "") << what << ", length " << length;
  const span::FoundRuns shares = SearchBytes(source, kShareWindow);
  if (shares.crowds.empty()) {
    ASSERT_EQ(SharesThatDiffer(contents, kShareWindow, shares), "") << what;
  }
}

TEST(SpanPromiseTest, HoldsOnGeneratedData) {
  for (std::uint64_t seed = 0; seed < kGenerated; ++seed) {
    SpanCases cases(seed);
    const std::size_t length = cases.Length();
    ASSERT_NO_FATAL_FAILURE(
        Hold(cases.Generated(length), length, seed % 2 == 0 ? 100 : 1 << 20, "seed " + std::to_string(seed)));
  }
}

std::string Contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void HoldOn(const std::string& file, const std::string& what) {
  ASSERT_GT(file.size(), 100) << what;
  for (std::uint64_t seed = 0; seed < kReal; ++seed) {
    SpanCases cases(seed);
    const std::size_t length = cases.Length();
    ASSERT_NO_FATAL_FAILURE(
        Hold(cases.FromFile(file, length), length, 1 << 20, what + ", seed " + std::to_string(seed)));
  }
}

TEST(SpanPromiseTest, HoldsOnHeaders) {
  std::string all;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(KINDRED_SOURCE) + "/include/kindred"))
    all += Contents(entry.path());
  HoldOn(all, "headers");
}

TEST(SpanPromiseTest, HoldsOnHtml) {
  std::string all;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(KINDRED_SOURCE) + "/tests/golden")) {
    if (entry.path().extension() == ".html") all += Contents(entry.path());
  }
  HoldOn(all, "HTML");
}

TEST(SpanPromiseTest, HoldsOnLogs) { HoldOn(SpanCases(1).Log(100'000), "a log"); }

// A program has tables, code, and text.
TEST(SpanPromiseTest, HoldsOnAProgram) { HoldOn(Contents("/proc/self/exe"), "this program"); }

// Parts of a program with pages of zeros between them, whole and broken, as in images and core files.
TEST(SpanPromiseTest, HoldsOnPagesOfZeros) {
  const std::string program = Contents("/proc/self/exe");
  ASSERT_GT(program.size(), 100'000u);
  std::string image;
  for (std::size_t page = 0; page < 12; ++page) {
    image += program.substr(page * 7'000, 200 + 150 * page);
    image += std::string(page % 3 == 2 ? 700 : 4'096 - image.size() % 4'096, '\0');
  }
  HoldOn(image, "pages of zeros");
}

// A run with a stretch of one byte in its middle.
TEST(SpanPromiseTest, ARunWithAStretchInside) {
  std::string run;
  for (char byte = 65; byte < 95; ++byte) run += byte;
  run += std::string(60, '-');
  for (char byte = 40; byte < 70; ++byte) run += byte;
  MemorySource source({"abcdefghijk" + run + "rest of a", "ABC1234" + run + "different"});
  const span::FoundRuns found = SearchBytes(source, 100);
  ASSERT_EQ(found.runs.size(), 1);
  EXPECT_EQ(found.runs[0].length, 120);
  EXPECT_EQ(found.runs[0].places, (std::vector<span::Place>{{0, 11}, {1, 7}}));
}

// The stretch of A is longer than that of B, and all of it is shared.
TEST(SpanPromiseTest, AStretchThatIsLongerThanTheOther) {
  const std::vector<std::string> contents = {"start of a\n" + std::string(200, ' ') + "END OF FILE\n",
                                             "another beginning:" + std::string(92, ' ') + "END OF FILE\n"};
  MemorySource source(contents);
  EXPECT_EQ(SharesThatDiffer(contents, kShareWindow, SearchBytes(source, kShareWindow)), "");
}

}  // namespace
}  // namespace kindred
