// Whole runs of `near` through the public API, against a plain rule over all pairs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "jobs/match/near/near_sets.h"
#include "jobs/match/near/tally_scan.h"
#include "kindred/kindred.h"
#include "tests/temp_tree.h"

namespace kindred::jobs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::RandomText;
using testing_support::TempTree;

class NearSink : public ResultSink {
 public:
  bool On(const Record& record) override {
    return Receive([this](const NearSummary& value) { summary = value; },
                   [this](const NearSet& value) { sets.push_back(value); },
                   [this](const NearPair& value) { pairs.push_back(value); },
                   [this](const Skip& value) { skips.push_back(value); })
        .On(record);
  }

  std::set<std::pair<std::string, std::string>> Names(const std::string& root) const {
    std::set<std::pair<std::string, std::string>> names;
    for (const NearPair& pair : pairs)
      names.emplace(pair.a.substr(root.size() + 1), pair.b.substr(root.size() + 1));
    return names;
  }

  NearSummary summary;
  std::vector<NearSet> sets;
  std::vector<NearPair> pairs;
  std::vector<Skip> skips;
};

class Near : public testing::Test {
 protected:
  Near() { options_.walk.roots = {tree_.root()}; }

  NearSink Run() {
    NearSink sink;
    Observer observer;
    Index(tree_.index()).Near(options_, sink, observer);
    return sink;
  }
  NearSink Query(const std::string& name) {
    NearSink sink;
    Observer observer;
    Index(tree_.index()).NearFile(tree_.Path(name), options_, sink, observer);
    return sink;
  }

  TempTree tree_;
  NearOptions options_;
};

// Text with `count` bytes changed, here and there.
std::string Edited(std::string text, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) text[i * text.size() / count] = 'X';
  return text;
}

TEST_F(Near, FindsSmallChangesAndNotOtherText) {
  const std::string text = RandomText(8000, 1);
  tree_.Write("a.txt", text);
  tree_.Write("b.txt", Edited(text, 5));
  tree_.Write("other.txt", RandomText(8000, 2));
  const NearSink found = Run();
  EXPECT_EQ(found.summary.files, 3u);
  EXPECT_EQ(found.summary.read_files, 3u);
  EXPECT_THAT(found.Names(tree_.root()), ElementsAre(std::pair("a.txt", "b.txt")));
  EXPECT_GT(found.pairs[0].distance, 0u);
  EXPECT_FALSE(found.pairs[0].identical);
  EXPECT_EQ(found.pairs[0].size_a, 8000u);
}

TEST_F(Near, EqualsTheRuleOverAllPairs) {
  for (unsigned family = 0; family < 8; ++family) {
    const std::string text = RandomText(3000 + 100 * family, family);
    for (unsigned i = 0; i < 12; ++i) {
      const char* suffix = i % 4 == 0 ? ".c" : ".txt";
      tree_.Write("f" + std::to_string(family) + "/" + std::to_string(i) + suffix, Edited(text, 1 + i * 3));
    }
  }
  options_.per_type = {{"c", 0.003}};
  for (const char* key : {"uniform", "uniform+suffix", "skew", "skew+suffix"}) {
    options_.key = key;
    const NearSink found = Run();
    const NearRules rules(options_);
    tally::TallyStore store(tally::ParseDatabaseUrl("sqlite:" + tree_.index() + "/tallies.sqlite"),
                            tally::DefaultTagSet(), "");
    const std::vector<tally::Tally> tallies = store.Below({tree_.root()});
    ASSERT_EQ(tallies.size(), 96u);
    std::set<std::pair<std::string, std::string>> expected;
    for (std::size_t a = 0; a < tallies.size(); ++a) {
      for (std::size_t b = a + 1; b < tallies.size(); ++b) {
        if (tally::IsNear(rules.ItemOf(tallies[a]), rules.ItemOf(tallies[b])))
          expected.emplace(tallies[a].path.substr(tree_.root().size() + 1),
                           tallies[b].path.substr(tree_.root().size() + 1));
      }
    }
    EXPECT_GT(expected.size(), 20u);
    EXPECT_EQ(found.Names(tree_.root()), expected) << key;
    EXPECT_EQ(found.summary.pairs, expected.size());
  }
}

TEST_F(Near, ReadsOnlyWhatChanged) {
  const std::string text = RandomText(5000, 1);
  tree_.Write("a", text);
  tree_.Write("b", Edited(text, 3));
  tree_.Write("c", RandomText(5000, 5));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  Run();
  NearSink again = Run();
  EXPECT_EQ(again.summary.read_files, 0u);
  EXPECT_EQ(again.pairs.size(), 1u);
  tree_.Write("c", Edited(text, 4));
  tree_.Remove("b");
  again = Run();
  EXPECT_EQ(again.summary.read_files, 1u);
  EXPECT_THAT(again.Names(tree_.root()), ElementsAre(std::pair("a", "c")));
  EXPECT_EQ(again.summary.files, 2u);
  // Removed files are removed from the store, too.
  EXPECT_EQ(Query("a").pairs.size(), 1u);
}

TEST_F(Near, FiltersForgetNothing) {
  tree_.Write("a.c", RandomText(3000, 1));
  tree_.Write("b.txt", RandomText(3000, 2));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  Run();
  options_.walk.include = {"*.c"};
  EXPECT_EQ(Run().summary.files, 1u);
  options_.walk.include = {};
  EXPECT_EQ(Run().summary.read_files, 0u);
}

TEST_F(Near, EqualFilesAreOneLine) {
  const std::string text = RandomText(4000, 1);
  for (int i = 0; i < 50; ++i) tree_.Write("copies/" + std::to_string(i), text);
  tree_.Write("copies/49.bak", text);
  tree_.Write("two/1", RandomText(4000, 2));
  tree_.Write("two/2", RandomText(4000, 2));
  tree_.Write("near", Edited(text, 2));
  const NearSink found = Run();
  ASSERT_EQ(found.sets.size(), 1u);
  EXPECT_TRUE(found.sets[0].identical);
  EXPECT_EQ(found.sets[0].files.size(), 51u);  // whatever the suffix
  EXPECT_EQ(found.summary.contents, 3u);
  EXPECT_THAT(found.Names(tree_.root()),
              ElementsAre(std::pair("copies/0", "near"), std::pair("two/1", "two/2")));
  EXPECT_TRUE(found.pairs.back().identical);
  EXPECT_EQ(found.pairs.back().distance, 0u);
}

// Tallies do not depend on order beyond a byte: pieces with equal seams may change places.
TEST_F(Near, EqualTalliesOfDifferentBytesAreOneLine) {
  std::vector<std::string> pieces;
  for (unsigned i = 0; i < 4; ++i) pieces.push_back("====" + RandomText(1000, i) + "====");
  std::sort(pieces.begin(), pieces.end());
  int number = 0;
  do {
    tree_.Write(std::to_string(number++), pieces[0] + pieces[1] + pieces[2] + pieces[3]);
  } while (std::next_permutation(pieces.begin(), pieces.end()));
  const NearSink found = Run();
  ASSERT_EQ(found.sets.size(), 1u);
  EXPECT_FALSE(found.sets[0].identical);
  EXPECT_EQ(found.sets[0].files.size(), 24u);
  EXPECT_THAT(found.pairs, IsEmpty());
}

TEST_F(Near, TheDigestIsNotTrustedUnlessAsked) {
  tree_.Write("a", RandomText(3000, 1));
  tree_.Write("b", RandomText(3000, 1));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_TRUE(Run().pairs.at(0).identical);
  // Other bytes with the same size and times, so that the store does not notice.
  {
    tally::TallyStore store(tally::ParseDatabaseUrl("sqlite:" + tree_.index() + "/tallies.sqlite"),
                            tally::DefaultTagSet(), "");
    std::vector<tally::Tally> rows = store.Of({tree_.Path("a")});
    tree_.Write("a", RandomText(3000, 7));
    Observer observer;
    const tally::Tally now = TallyInput(tree_.Path("a"), tally::DefaultTagSet(), observer);
    rows[0].mtime_ns = now.mtime_ns;
    rows[0].ctime_ns = now.ctime_ns;
    rows[0].inode = now.inode;
    store.Update(rows, {});
  }
  EXPECT_THAT(Run().pairs, IsEmpty());
  options_.trust_digest = true;
  EXPECT_EQ(Run().pairs.size(), 1u);
}

TEST_F(Near, AQueryAsksTheStore) {
  const std::string text = RandomText(6000, 1);
  tree_.Write("a.txt", text);
  tree_.Write("copy.txt", text);
  tree_.Write("b.txt", Edited(text, 5));
  tree_.Write("other.txt", RandomText(6000, 2));
  EXPECT_THROW(Query("a.txt"), Error);  // nothing is stored yet
  Run();
  const NearSink found = Query("a.txt");
  EXPECT_EQ(found.summary.query, tree_.Path("a.txt"));
  ASSERT_EQ(found.pairs.size(), 2u);
  EXPECT_TRUE(found.pairs[0].identical);
  EXPECT_EQ(found.pairs[0].b, tree_.Path("copy.txt"));
  EXPECT_EQ(found.pairs[1].b, tree_.Path("b.txt"));
  EXPECT_GT(found.pairs[1].distance, 0u);
}

TEST_F(Near, AQueryAndAllPairsAgree) {
  for (unsigned i = 0; i < 40; ++i)
    tree_.Write(std::to_string(i) + (i % 3 == 0 ? ".ps" : ".txt"),
                Edited(RandomText(4000 + i % 3 * 20, i % 4), 1 + i));
  options_.tolerance = 0.004;
  for (const char* key : {"uniform", "skew", "skew+suffix"}) {
    options_.key = key;
    std::map<std::string, std::set<std::string>> near;
    for (const NearPair& pair : Run().pairs) {
      near[pair.a].insert(pair.b);
      near[pair.b].insert(pair.a);
    }
    EXPECT_FALSE(near.empty());
    for (unsigned i = 0; i < 40; ++i) {
      const std::string name = std::to_string(i) + (i % 3 == 0 ? ".ps" : ".txt");
      std::set<std::string> answers;
      for (const NearPair& pair : Query(name).pairs) answers.insert(pair.b);
      EXPECT_EQ(answers, near[tree_.Path(name)]) << key << " " << name;
    }
  }
}

TEST_F(Near, VerifyingDropsFalsePositives) {
  std::string shuffled;
  const std::string text = RandomText(6000, 1);
  for (std::size_t i = 0; i < 300; ++i) shuffled += text.substr((i * 77 % 300) * 20, 20);
  tree_.Write("a", text);
  tree_.Write("shuffled", shuffled);
  tree_.Write("near", Edited(text, 3));
  options_.tolerance = 0.05;
  EXPECT_EQ(Run().pairs.size(), 3u);
  options_.verify = true;
  const NearSink found = Run();
  EXPECT_THAT(found.Names(tree_.root()), ElementsAre(std::pair("a", "near")));
  EXPECT_EQ(found.summary.dropped, 2u);
  EXPECT_TRUE(found.pairs[0].verified);
  EXPECT_GT(found.pairs[0].of_a, 0.9);
}

// Where the nearest pairs do not pass, the next ones are looked for, and no more of them than are wanted.
TEST_F(Near, VerifyingGoesOnUntilEnoughHavePassed) {
  std::string shuffled;
  const std::string text = RandomText(6000, 1);
  for (std::size_t i = 0; i < 300; ++i) shuffled += text.substr((i * 77 % 300) * 20, 20);
  tree_.Write("a", text);
  tree_.Write("shuffled", shuffled);
  tree_.Write("near", Edited(text, 3));
  options_.tolerance = 0.05;
  options_.verify = true;
  options_.limit = 1;
  const NearSink found = Run();
  EXPECT_THAT(found.Names(tree_.root()), ElementsAre(std::pair("a", "near")));
  EXPECT_EQ(found.summary.pairs + found.summary.dropped, 3u);
  EXPECT_EQ(found.summary.pairs, 1 + found.summary.unverified);
}

// Counts how many pairs were read, and can ask to stop.
class VerifyObserver : public Observer {
 public:
  void OnProgress(const Progress& progress) override {
    if (std::string_view(progress.stage) == "verify") ++verified;
  }
  bool StopRequested() override { return verified >= stop_after; }
  std::atomic<std::uint64_t> verified = 0;  // counted by every thread
  std::uint64_t stop_after = ~std::uint64_t{0};
};

TEST_F(Near, VerifyingReadsOnlyWhatIsShown) {
  const std::string text = RandomText(6000, 1);
  for (unsigned i = 0; i < 40; ++i) tree_.Write(std::to_string(i), Edited(text, 1 + i));
  options_.tolerance = 0.05;
  options_.run.threads = 2;
  const std::uint64_t all = Run().summary.pairs;
  EXPECT_GT(all, 700u);
  options_.verify = true;
  for (const std::uint64_t limit : {std::uint64_t{1}, std::uint64_t{20}}) {
    options_.limit = limit;
    NearSink found;
    VerifyObserver observer;
    Index(tree_.index()).Near(options_, found, observer);
    EXPECT_EQ(found.pairs.size(), limit);
    for (const NearPair& pair : found.pairs) EXPECT_TRUE(pair.verified);
    EXPECT_EQ(found.summary.pairs, all);
    EXPECT_EQ(found.summary.unverified, all - limit);
    EXPECT_LE(observer.verified, limit + 4);
  }
  options_.limit = 0;
  NearSink found;
  VerifyObserver observer;
  Index(tree_.index()).Near(options_, found, observer);
  EXPECT_EQ(found.pairs.size(), all);
  EXPECT_EQ(observer.verified, all);
  EXPECT_EQ(found.summary.unverified, 0u);
  observer.stop_after = all + 10;
  EXPECT_THROW(Index(tree_.index()).Near(options_, found, observer), Error);
  EXPECT_LE(observer.verified, all + 20);
}

TEST_F(Near, ThreadsDoNotMatter) {
  for (unsigned i = 0; i < 60; ++i) tree_.Write(std::to_string(i), Edited(RandomText(4000, i % 5), 1 + i));
  auto lines = [&](unsigned threads) {
    options_.run.threads = threads;
    std::vector<std::string> all;
    for (const NearPair& pair : Run().pairs)
      all.push_back(pair.a + " " + pair.b + " " + std::to_string(pair.distance));
    return all;
  };
  const auto one = lines(1);
  EXPECT_FALSE(one.empty());
  EXPECT_EQ(lines(4), one);
  std::filesystem::remove_all(tree_.index());
  EXPECT_EQ(lines(3), one);
}

TEST_F(Near, TinyFilesAreNearNone) {
  tree_.Write("a", "x");
  tree_.Write("b", "y");
  tree_.Write("c", "x");
  const NearSink found = Run();
  EXPECT_EQ(found.summary.too_small, 2u);
  ASSERT_EQ(found.pairs.size(), 1u);
  EXPECT_TRUE(found.pairs[0].identical);
}

TEST_F(Near, ForeignDirectoriesAreNotAnIndex) {
  tree_.Write("x", "y");
  NearSink sink;
  Observer observer;
  EXPECT_THROW(Index(tree_.root()).Near(options_, sink, observer), Error);
}

TEST_F(Near, TheIndexAndTheStoreBearEachOther) {
  tree_.Write("a", RandomText(3000, 1));
  Run();
  NearSink sink;
  Observer observer;
  ScanOptions scan;
  scan.walk.roots = {tree_.root()};
  Index index(tree_.index());
  index.Scan(scan, sink, observer);
  Run();
  EXPECT_THAT(index.Check(observer).problems, IsEmpty());
  EXPECT_EQ(index.Stats().files, 1u);
}

}  // namespace
}  // namespace kindred::jobs
