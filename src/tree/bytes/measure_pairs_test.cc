// Measuring pairs: what is read, what cannot be read, and shares close to 1.
// tests/oracle/verify_oracle_test.cc compares shares with brute force.
#include "tree/bytes/measure_pairs.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "kindred/error.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred::tree {
namespace {

using testing_support::RandomText;
using testing_support::SilentObserver;

// Texts in memory; an empty one cannot be read.
class Texts : public WholeContents {
 public:
  explicit Texts(std::vector<std::string> texts) : texts_(std::move(texts)) {}
  std::optional<span::Source::Piece> Whole(std::uint32_t content) override {
    ++asked;
    const std::string& text = texts_[content];
    if (text.empty()) return std::nullopt;
    return span::Source::Piece{{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, 0, nullptr};
  }
  std::atomic<int> asked = 0;

 private:
  std::vector<std::string> texts_;
};

TEST(MeasurePairs, ResultsAreByPair) {
  const std::string text = RandomText(4000, 1);
  Texts texts({text, text.substr(0, 2000), "", RandomText(4000, 2), text});
  const std::vector<ContentPair> pairs = {{0, 1}, {2, 0}, {0, 3}, {0, 2}, {0, 4}, {1, 0}};
  for (const unsigned threads : {1u, 3u}) {
    SilentObserver observer;
    const auto measured = MeasurePairs(pairs, texts, {.threads = threads, .total = 6}, observer);
    ASSERT_EQ(measured.size(), 6u);
    EXPECT_TRUE(measured[0].read);
    EXPECT_FALSE(measured[0].identical);
    EXPECT_EQ(measured[0].shares.of_a, 0.5f);
    EXPECT_EQ(measured[0].shares.of_b, 1);
    EXPECT_EQ(measured[0].shares.similarity, 1);
    EXPECT_FALSE(measured[1].read) << "A cannot be read";
    EXPECT_TRUE(measured[2].read);
    EXPECT_EQ(measured[2].shares.similarity, 0);
    EXPECT_FALSE(measured[3].read) << "B cannot be read";
    EXPECT_TRUE(measured[4].identical);
    EXPECT_EQ(measured[4].shares.similarity, 1);
    EXPECT_EQ(measured[5].shares.of_a, 1);
    EXPECT_EQ(measured[5].shares.of_b, 0.5f);
  }
}

TEST(MeasurePairs, OneContentAgainstManyIsNotReadEachTime) {
  Texts texts({RandomText(500, 1), RandomText(500, 2)});
  const std::vector<ContentPair> pairs(160, ContentPair{0, 1});
  SilentObserver observer;
  MeasurePairs(pairs, texts, {.threads = 1, .total = 160}, observer);
  EXPECT_EQ(texts.asked, 160 + 10);
}

TEST(MeasurePairs, StopsWhenAsked) {
  class Stopping : public Observer {
   public:
    void OnProgress(const Progress& progress) override { done = progress.files; }
    bool StopRequested() override { return done >= 103; }
    std::uint64_t done = 0;
  };
  Texts texts({RandomText(500, 1), RandomText(500, 2)});
  const std::vector<ContentPair> pairs(50, ContentPair{0, 1});
  Stopping observer;
  EXPECT_THROW(
      MeasurePairs(pairs, texts, {.done_before = 100, .total = 150, .when_stopped = "again"}, observer),
      Error);
  EXPECT_EQ(observer.done, 103u);
}

TEST(MeasureExactly, EqualTextsShareAllIfTheyAreLongEnoughForARun) {
  for (const std::size_t size : {kRunLength - 1, kRunLength, kRunLength + 1}) {
    const std::string text = RandomText(size, 1);
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const MeasuredShares shares = MeasureExactly(bytes, bytes, Measure::kContainment);
    EXPECT_EQ(shares.shared_a, size >= kRunLength ? size : 0);
    EXPECT_EQ(shares.similarity, size >= kRunLength ? 1 : 0);
  }
}

TEST(RoundedShare, OneByteLessThanAllIsNotAll) {
  EXPECT_LT(RoundedShare(1 - 1e-9), 1);
  EXPECT_GT(RoundedShare(1 - 1e-9), 0.9999f);
  EXPECT_EQ(RoundedShare(1), 1);
  EXPECT_EQ(RoundedShare(0.5), 0.5f);
  EXPECT_GT(RoundedShare(1e-9), 0);
  EXPECT_EQ(RoundedShare(0), 0);
}

}  // namespace
}  // namespace kindred::tree
