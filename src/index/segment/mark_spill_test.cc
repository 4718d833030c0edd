// Marks that are put aside come back sorted and counted, whatever the number of runs and tiers.
#include "index/segment/mark_spill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "index/segment/segment_builder.h"
#include "kindred/error.h"
#include "tests/temp_tree.h"

namespace kindred::index {
namespace {

struct Expected {
  std::uint32_t count = 0;
  std::uint32_t length = 0;
};

TEST(MarkSpill, GivesBackWhatWasAdded) {
  for (const int key_bits : {44, 64}) {
    for (const Weight weight : {Weight::kMarks, Weight::kBytes}) {
      for (const int level : {0, 3}) {
        const testing_support::TempTree tree;
        MarkSpill spill(base::PosixFileSystem(), tree.root(), key_bits, weight);
        std::mt19937_64 random(7);
        std::map<std::uint64_t, Expected> expected;
        std::uint64_t marks = 0;
        // Two runs more than make a run of the third tier, with keys that occur in many of them.
        for (std::size_t run = 0; run < MarkSpill::kRunsPerTier * MarkSpill::kRunsPerTier + 2; ++run) {
          std::vector<Mark> added;
          for (std::size_t i = 0; i < 1 + run % 5; ++i) {
            std::uint64_t key = random() % 2 == 0 ? random() : random() % 1000 << 54;
            key = key >> (64 - key_bits) << (64 - key_bits);
            const auto length =
                static_cast<std::uint32_t>(weight == Weight::kBytes ? key % 999983 % 5000 : 0);
            added.push_back({key | random() % 2 * (key_bits < 64), i, length});
            if (KeyLevel(key) < level) continue;
            ++expected[key].count;
            expected[key].length = length;
          }
          marks += added.size();
          spill.Add(added);
        }
        EXPECT_EQ(spill.size(), marks);
        MarkSpill::Cursor cursor(spill, level);
        MarkSpill::Counted found;
        for (const auto& [key, wanted] : expected) {
          ASSERT_TRUE(cursor.Next(&found));
          ASSERT_EQ(found.key, key);
          ASSERT_EQ(found.count, wanted.count);
          ASSERT_EQ(found.length, wanted.length);
        }
        EXPECT_FALSE(cursor.Next(&found));
      }
    }
  }
}

// The segment is the same, byte for byte, as one that is built in memory.
TEST(MarkSpill, MakesTheSameSegment) {
  for (const Weight weight : {Weight::kMarks, Weight::kBytes}) {
    const testing_support::TempTree tree;
    base::FileSystem& files = base::PosixFileSystem();
    const StoredMethod method{{"test", 1, {}}, weight, weight == Weight::kBytes ? 64 : 44};
    const CoveredContent covered{17, 2};
    std::mt19937_64 random(3);
    std::vector<Mark> marks;
    for (int i = 0; i < 20'000; ++i) {
      const std::uint64_t key = (random() % 3 == 0 ? random() % 500 << 40 : random()) >> 2;
      marks.push_back({key, 0, static_cast<std::uint32_t>(1 + key % 777)});
    }
    MarkSpill spill(files, tree.root(), method.key_bits, weight);
    for (std::size_t at = 0; at < marks.size(); at += 3000)
      spill.Add(std::span(marks).subspan(at, std::min<std::size_t>(3000, marks.size() - at)));
    BuildSegment(files, tree.Path("spilled"), method, covered, spill);

    PostingPile pile(method.key_bits, weight);
    for (const Mark& mark : marks) pile.Add(mark.key, covered.content, mark.length);
    const ContentMarks weights = WeighMarks(covered, marks, weight);
    BuildSegment(files, tree.Path("whole"), method, {&weights, 1}, {&pile, 1}, 1);
    const auto whole = Segment::Open(files, tree.Path("whole"));
    const auto spilled = Segment::Open(files, tree.Path("spilled"));
    EXPECT_EQ(whole->totals().marks, 20'000u);
    EXPECT_EQ(spilled->totals().marks, whole->totals().marks);
    EXPECT_EQ(spilled->totals().keys, whole->totals().keys);
    EXPECT_EQ(spilled->AllContents().front().weight_at, whole->AllContents().front().weight_at);
    auto one = whole->NewCursor();
    auto other = spilled->NewCursor();
    Segment::Key a, b;
    while (one->Next(&a)) {
      ASSERT_TRUE(other->Next(&b));
      ASSERT_EQ(a.key, b.key);
      ASSERT_EQ(a.length, b.length);
      ASSERT_EQ(a.occurrences[0].count, b.occurrences[0].count);
      ASSERT_EQ(b.occurrences[0].content, covered.content);
    }
    EXPECT_FALSE(other->Next(&b));
  }
}

TEST(MarkSpill, SaysWhatToDoWhenThereIsNoPlace) {
  const testing_support::TempTree tree;
  try {
    MarkSpill(base::PosixFileSystem(), tree.Path("missing"), 44, Weight::kMarks);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("set TMPDIR"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace kindred::index
