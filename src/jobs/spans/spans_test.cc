// Spans of trees on disk: copies, memory, changes during the search, interruption, and the guarantee.
#include "jobs/spans/spans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <mutex>
#include <thread>

#include "kindred/kindred.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred::jobs {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;

class SpansTest : public testing::Test {
 protected:
  void Settle() { std::this_thread::sleep_for(std::chrono::milliseconds(40)); }

  RecordingSink Spans(SpanOptions options, Observer& observer) {
    options.scan.walk.roots = {tree_.root()};
    RecordingSink sink;
    Index(tree_.index()).Spans(options, sink, observer);
    return sink;
  }
  RecordingSink Spans(const SpanOptions& options = {}) {
    SilentObserver silent;
    return Spans(options, silent);
  }

  // "name:offset" of each place.
  std::vector<std::string> Places(const Span& span) const {
    std::vector<std::string> places;
    for (const Span::Place& place : span.places)
      places.push_back(place.path.substr(tree_.root().size() + 1) + ":" + std::to_string(place.offset));
    return places;
  }

  // All fields of a span, to compare runs of the program.
  static std::vector<std::string> Texts(const RecordingSink& sink) {
    std::vector<std::string> texts;
    for (const Span& span : sink.spans) {
      std::string text = std::to_string(span.length);
      for (const Span::Place& place : span.places)
        text += " " + place.path + ":" + std::to_string(place.offset);
      texts.push_back(text);
    }
    return texts;
  }

  void WriteVersions() {
    std::string text = RandomText(20'000, 1);
    for (unsigned i = 0; i < 12; ++i) {
      tree_.Write("v" + std::to_string(10 + i), text);
      text.replace(1000 * i + 500, 20, RandomText(30, 50 + i));
      if (i == 6) text += text.substr(2000, 3000);
    }
    Settle();
  }

  TempTree tree_;
};

TEST_F(SpansTest, EachRunOnceWithItsPlacesLongestFirst) {
  const std::string passage = RandomText(2000, 1);
  const std::string other = RandomText(700, 2);
  tree_.Write("a", RandomText(500, 3) + passage + RandomText(400, 4) + other);
  tree_.Write("b", passage + RandomText(300, 5));
  tree_.Write("c", RandomText(100, 6) + other + RandomText(50, 7) + other);
  const RecordingSink found = Spans();
  ASSERT_EQ(found.spans.size(), 2u);
  EXPECT_EQ(found.spans[0].length, 2000u);
  EXPECT_THAT(Places(found.spans[0]), ElementsAre("a:500", "b:0"));
  EXPECT_GE(found.spans[1].length, 700u);
  EXPECT_THAT(Places(found.spans[1]), ElementsAre("a:2900", "c:100", "c:850"));
  EXPECT_EQ(found.span_summary.spans, 2u);
  EXPECT_EQ(found.span_summary.shared_bytes, 2 * 2000u + 3 * 700u);
  EXPECT_THAT(found.span_summary.guarantee, HasSubstr("every run of 256 bytes or more"));
}

TEST_F(SpansTest, CopiesAreOneRunHoweverMany) {
  const std::string text = RandomText(5000, 1);
  for (int i = 0; i < 2000; ++i) tree_.Write(std::to_string(1000 + i), text);
  tree_.Write("with", RandomText(300, 2) + text.substr(1000, 2000));
  const RecordingSink found = Spans();
  ASSERT_EQ(found.spans.size(), 2u);
  EXPECT_EQ(found.spans[0].length, 5000u);
  EXPECT_EQ(found.spans[0].total_places, 2000u);
  EXPECT_EQ(found.spans[0].places.size(), 2000u);
  EXPECT_EQ(found.spans[1].length, 2000u);
  ASSERT_EQ(found.spans[1].places.size(), 2u);
  EXPECT_EQ(found.spans[1].places[0].copies, 2000u);
  SpanOptions few;
  few.limit = 1;
  const RecordingSink cut = Spans(few);
  ASSERT_EQ(cut.spans.size(), 1u);
  EXPECT_EQ(cut.spans[0].places.size(), 2u);  // a run has two places at least
  EXPECT_EQ(cut.spans[0].total_places, 2000u);
  EXPECT_EQ(cut.span_summary.spans, 2u);
}

TEST_F(SpansTest, AFileInsideAnotherAndItsCopiesAreOneRun) {
  const std::string text = RandomText(3000, 1);
  tree_.Write("a", text);
  tree_.Write("b", text);
  tree_.Write("c", RandomText(900, 2) + text + RandomText(900, 3));
  const RecordingSink found = Spans();
  ASSERT_EQ(found.spans.size(), 1u);
  EXPECT_THAT(Places(found.spans[0]), ElementsAre("a:0", "b:0", "c:900"));
}

TEST_F(SpansTest, ThreadsAndMemoryDoNotMatter) {
  WriteVersions();
  SpanOptions options;
  options.search.min_length = 64;
  options.scan.run = {.threads = 1, .memory = std::uint64_t{1} << 30};
  const auto expected = Texts(Spans(options));
  EXPECT_GT(expected.size(), 12u);
  options.scan.run.threads = 3;
  EXPECT_EQ(Texts(Spans(options)), expected);
  options.scan.run.memory = 100'000;  // pieces are read again and again
  EXPECT_EQ(Texts(Spans(options)), expected);
}

TEST_F(SpansTest, FilesThatShareNoMarkAreSearched) {
  const std::string passage = RandomText(60, 1);
  for (unsigned i = 0; i < 40; ++i) {
    tree_.Write(std::to_string(10 + i), RandomText(2000, 10 + i) + passage + RandomText(2000, 100 + i));
  }
  SpanOptions options;
  options.search.min_length = 55;
  options.search.every_run = true;
  const RecordingSink found = Spans(options);
  const auto whole = std::ranges::find_if(
      found.spans, [](const Span& span) { return span.length == 60 && span.total_places == 40; });
  EXPECT_NE(whole, found.spans.end());
  EXPECT_EQ(found.span_summary.read_bytes, found.span_summary.bytes);
}

TEST_F(SpansTest, AFileThatChangedSinceTheScanIsASkip) {
  const std::string text = RandomText(5000, 1);
  tree_.Write("a", text);
  tree_.Write("b", text + "x");
  tree_.Write("c", text + "y");
  Spans();
  Settle();
  tree_.Write("b", RandomText(6000, 2));
  SpanOptions options;
  options.rescan = false;
  const RecordingSink found = Spans(options);
  ASSERT_EQ(found.skips.size(), 1u);
  EXPECT_EQ(found.skips[0].path, tree_.Path("b"));
  EXPECT_EQ(found.skips[0].reason, "changed since it was scanned");
  EXPECT_EQ(found.span_summary.skips, 1u);
  ASSERT_EQ(found.spans.size(), 1u);
  EXPECT_THAT(Places(found.spans[0]), ElementsAre("a:0", "c:0"));
}

// A changed or removed copy is not used; the other copies of the set still are.
TEST_F(SpansTest, AChangedCopyIsASkip) {
  const std::string text = RandomText(5000, 1);
  for (const char* name : {"a", "b", "d", "e"}) tree_.Write(name, text);
  tree_.Write("c", text + "x");
  Settle();
  Spans();
  std::filesystem::remove(tree_.Path("a"));
  tree_.Write("b", RandomText(5000, 2));
  SpanOptions options;
  options.rescan = false;
  const RecordingSink found = Spans(options);
  ASSERT_EQ(found.skips.size(), 2u);
  EXPECT_EQ(found.skips[0].path, tree_.Path("a"));
  EXPECT_EQ(found.skips[1].reason, "changed since it was scanned");
  ASSERT_EQ(found.spans.size(), 1u);
  EXPECT_THAT(Places(found.spans[0]), ElementsAre("c:0", "d:0", "e:0"));
}

TEST_F(SpansTest, TheIndexesOwnMethodServes) {
  WriteVersions();
  SilentObserver silent;
  RecordingSink sink;
  ScanOptions scan;
  scan.walk.roots = {tree_.root()};
  scan.methods = {"landmarks:run=8"};
  Index(tree_.index()).Scan(scan, sink, silent);
  SpanOptions options;
  options.rescan = false;  // with another method this would be an error
  EXPECT_FALSE(Spans(options).spans.empty());
}

TEST_F(SpansTest, BitsAreFoundAtAnyOffset) {
  const std::string text = RandomText(3000, 1);
  std::string shifted(1, '\x05');
  for (unsigned char byte : text) {  // three bits later, least significant first
    shifted.back() = static_cast<char>(static_cast<unsigned char>(shifted.back()) | byte << 3);
    shifted.push_back(static_cast<char>(byte >> 5));
  }
  tree_.Write("a", text);
  tree_.Write("b", shifted);
  SpanOptions options;
  options.search.bits = true;
  const RecordingSink found = Spans(options);
  ASSERT_EQ(found.spans.size(), 1u);
  EXPECT_TRUE(found.spans[0].bits);
  EXPECT_EQ(found.spans[0].length, 24'000u);
  EXPECT_THAT(Places(found.spans[0]), ElementsAre("a:0", "b:3"));
  options.search.bits = false;
  EXPECT_TRUE(Spans(options).spans.empty());
}

class Stopping : public Observer {
 public:
  bool StopRequested() override { return stage_ == "mark"; }
  void OnProgress(const Progress& progress) override { stage_ = progress.stage; }

 private:
  std::string stage_;
};

TEST_F(SpansTest, StopsWhenAsked) {
  WriteVersions();
  Stopping observer;
  SpanOptions options;
  options.scan.run.threads = 1;
  try {
    Spans(options, observer);
    FAIL() << "not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kCancelled);
  }
}

class Tracing : public Observer {
 public:
  bool Traces(TraceClass) const override { return true; }
  void OnTrace(TraceClass trace, const std::string& line) override {
    const std::lock_guard lock(mutex_);
    lines[trace].push_back(line);
  }
  std::map<TraceClass, std::vector<std::string>> lines;

 private:
  std::mutex mutex_;
};

TEST_F(SpansTest, TracesTellWhatIsDone) {
  const std::string text = RandomText(5000, 1);
  tree_.Write("a", text);
  tree_.Write("b", text + "x");
  Tracing observer;
  Spans({}, observer);
  EXPECT_EQ(observer.lines[TraceClass::kFiles].size(), 2u);
  EXPECT_THAT(observer.lines[TraceClass::kReads], testing::Contains(HasSubstr("5001 bytes")));
  EXPECT_THAT(observer.lines[TraceClass::kMatches],
              ElementsAre("match 5000 at " + tree_.Path("a") + ":0 and " + tree_.Path("b") + ":0"));
  EXPECT_TRUE(observer.lines[TraceClass::kFaults].empty());
}

TEST_F(SpansTest, TooShortRunsAreAUsageError) {
  tree_.Write("a", "text");
  for (bool bits : {false, true}) {
    SpanOptions options;
    options.search.bits = bits;
    options.search.min_length = 15;
    EXPECT_THROW(Spans(options), Error);
  }
}

TEST_F(SpansTest, NothingToFind) {
  tree_.Write("empty", "");
  tree_.Write("one", "x");
  tree_.Write("two", "x");
  const RecordingSink found = Spans();
  EXPECT_TRUE(found.spans.empty());
  EXPECT_EQ(found.span_summary.files, 2u);
}

class CompareTest : public SpansTest {
 protected:
  RecordingSink Compare(const std::string& a, const std::string& b, std::uint64_t min_length = 256) {
    FileCompareOptions options;
    options.search.min_length = min_length;
    RecordingSink sink;
    SilentObserver silent;
    CompareFiles(tree_.Path(a), tree_.Path(b), options, sink, silent);
    return sink;
  }
};

TEST_F(CompareTest, CoverageIsExact) {
  const std::string passage = RandomText(1000, 1);
  tree_.Write("a", RandomText(500, 2) + passage);
  tree_.Write("b", passage + RandomText(100, 3) + passage + RandomText(900, 4));
  const RecordingSink found = Compare("a", "b");
  EXPECT_EQ(found.comparison.shared_a, 1000u);
  EXPECT_EQ(found.comparison.shared_b, 2000u);
  EXPECT_NEAR(found.comparison.of_a, 1000.0 / 1500, 1e-9);
  EXPECT_NEAR(found.comparison.of_b, 2000.0 / 3000, 1e-9);
  ASSERT_EQ(found.spans.size(), 1u);
  EXPECT_THAT(Places(found.spans[0]), ElementsAre("a:500", "b:0", "b:1100"));
}

TEST_F(CompareTest, IdenticalFilesAreOneRunWhateverTheirSize) {
  tree_.Write("a", "tiny");
  tree_.Write("b", "tiny");
  tree_.Write("empty", "");
  const RecordingSink found = Compare("a", "b");
  EXPECT_TRUE(found.comparison.identical);
  EXPECT_EQ(found.comparison.of_a, 1);
  ASSERT_EQ(found.spans.size(), 1u);
  EXPECT_EQ(found.spans[0].length, 4u);
  EXPECT_TRUE(Compare("empty", "empty").spans.empty());
  EXPECT_EQ(Compare("a", "empty").comparison.shared_a, 0u);
}

TEST_F(CompareTest, AFileThatCannotBeReadIsAnError) {
  tree_.Write("a", "text");
  EXPECT_THROW(Compare("a", "missing"), Error);
  EXPECT_THROW(Compare("a", "."), Error);
}

}  // namespace
}  // namespace kindred::jobs
