// Segments against a plain model of what they should hold: every key, occurrence, weight and lookup, for
// both weights, several key widths, and any cut of the key range. Damage is in tests/fault.
#include "index/segment/segment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "index/store/index_test_directory.h"
#include "kindred/error.h"

namespace kindred::index {
namespace {

using Counts = std::map<ContentId, std::uint32_t>;

// The expected contents of a segment.
struct Model {
  StoredMethod method;
  std::vector<CoveredContent> covered;
  std::vector<Posting> postings;
  std::map<std::uint64_t, Counts> keys;
  std::map<std::uint64_t, std::uint32_t> lengths;
};

StoredMethod MethodOf(Weight weight, int key_bits) {
  return {{"sample", 3, {{"rate", "auto"}, {"window", "50"}}}, weight, key_bits};
}

// Some keys are shared by many contents, some occur several times in one, some contents have no marks.
Model MakeModel(const StoredMethod& method, std::size_t contents, std::size_t marks, ContentId first,
                unsigned seed) {
  Model model;
  model.method = method;
  std::mt19937_64 random(seed);
  ContentId id = first;
  for (std::size_t i = 0; i < contents; ++i) {
    model.covered.push_back({id, static_cast<std::uint8_t>(random() % 7)});
    id += static_cast<ContentId>(1 + (random() % 10 == 0 ? random() % 50 : 0));
  }
  std::vector<std::uint64_t> pool(marks / 4 + 1);
  for (auto& key : pool) key = random();
  for (std::size_t i = 0; i < marks; ++i) {
    const CoveredContent& owner = model.covered[random() % (contents * 9 / 10 + 1)];
    std::uint64_t key = random() % 3 == 0 ? pool[random() % pool.size()] : random();
    if (random() % 50 == 0) key = pool[0];
    key >>= owner.level;
    std::uint32_t length = static_cast<std::uint32_t>(100 + (key >> (64 - method.key_bits)) % 1000);
    model.postings.push_back({key, owner.content, length});
  }
  std::ranges::sort(model.postings, [](const Posting& a, const Posting& b) {
    return std::tie(a.key, a.content) < std::tie(b.key, b.content);
  });
  const int shift = 64 - method.key_bits;
  for (const Posting& posting : model.postings) {
    std::uint64_t key = posting.key >> shift << shift;
    ++model.keys[key][posting.content];
    model.lengths.emplace(key, method.weight == Weight::kBytes ? posting.length : 0);
  }
  return model;
}

Counts CountsOf(const Segment::Key& key) {
  Counts counts;
  for (const auto& [content, count] : key.occurrences) counts[content] = count;
  EXPECT_EQ(counts.size(), key.occurrences.size());
  EXPECT_TRUE(std::ranges::is_sorted(key.occurrences, {}, &Segment::Occurrence::content));
  return counts;
}

template <typename AnyCursor>
std::map<std::uint64_t, Counts> Drain(AnyCursor& cursor) {
  std::map<std::uint64_t, Counts> keys;
  Segment::Key key;
  while (cursor.Next(&key)) {
    EXPECT_TRUE(keys.empty() || keys.rbegin()->first < key.key);
    keys[key.key] = CountsOf(key);
  }
  return keys;
}

class SegmentTest : public IndexTestDirectory {
 protected:
  std::shared_ptr<const Segment> Write(const Model& model, const std::string& name = "marks-1.segment") {
    SegmentTotals totals = WriteSegment(files(), Path(name), model.method, model.covered, model.postings);
    auto segment = Segment::Open(files(), Path(name));
    EXPECT_EQ(segment->totals().marks, totals.marks);
    EXPECT_EQ(segment->totals().keys, totals.keys);
    return segment;
  }
};

TEST_F(SegmentTest, HoldsWhatWasWritten) {
  for (Weight weight : {Weight::kMarks, Weight::kBytes}) {
    for (int key_bits : {17, 24, 48, 64}) {
      SCOPED_TRACE(key_bits);
      Model model = MakeModel(MethodOf(weight, key_bits), 300, 20000, 1000, 1);
      auto segment = Write(model);
      EXPECT_EQ(segment->method(), model.method);
      EXPECT_EQ(segment->totals().contents, model.covered.size());
      EXPECT_EQ(segment->totals().marks, model.postings.size());
      EXPECT_EQ(segment->totals().keys, model.keys.size());
      auto cursor = segment->NewCursor();
      EXPECT_EQ(Drain(*cursor), model.keys);
      std::vector<std::string> problems;
      EXPECT_GT(segment->Check(&problems, {}), 0u);
      EXPECT_THAT(problems, testing::IsEmpty());

      cursor = segment->NewCursor();
      Segment::Key key;
      while (cursor->Next(&key)) EXPECT_EQ(key.length, model.lengths.at(key.key));
    }
  }
}

TEST_F(SegmentTest, WeighsEachContentPerLevel) {
  for (Weight weight : {Weight::kMarks, Weight::kBytes}) {
    Model model = MakeModel(MethodOf(weight, 64), 200, 30000, 7, 2);
    auto segment = Write(model);
    std::vector<ContentMarks> all = segment->AllContents();
    ASSERT_EQ(all.size(), model.covered.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(all[i].content, model.covered[i].content);
      EXPECT_EQ(all[i].level, model.covered[i].level);
      for (int level = 0; level <= kMaxLevel; ++level) {
        std::uint64_t expected = 0;
        for (const Posting& posting : model.postings) {
          if (posting.content != all[i].content || KeyLevel(posting.key) < level) continue;
          expected += weight == Weight::kBytes ? posting.length : 1;
        }
        EXPECT_EQ(all[i].weight_at[level], level < all[i].level ? 0 : expected);
      }
      ContentMarks found;
      ASSERT_TRUE(segment->FindContent(all[i].content, &found));
      EXPECT_EQ(found.weight_at, all[i].weight_at);
    }
    ContentMarks none;
    EXPECT_FALSE(segment->FindContent(0, &none));
    EXPECT_FALSE(segment->FindContent(all.back().content + 1, &none));
    EXPECT_FALSE(segment->FindContent(~ContentId{0}, &none));
  }
}

TEST_F(SegmentTest, RangesCutTheStreamWithoutLossOrRepeat) {
  for (int key_bits : {20, 64}) {
    Model model = MakeModel(MethodOf(Weight::kMarks, key_bits), 100, 20000, 0, 3);
    auto segment = Write(model);
    std::mt19937_64 random(5);
    for (int parts : {1, 2, 7, 100}) {
      std::vector<std::uint64_t> cuts;
      for (int i = 1; i < parts; ++i) cuts.push_back(random() >> random() % 8);
      cuts.push_back(~std::uint64_t{0});
      std::ranges::sort(cuts);
      std::map<std::uint64_t, Counts> joined;
      std::uint64_t first = 0;
      for (std::uint64_t last : cuts) {
        auto cursor = segment->NewCursor(first, last);
        for (auto& [key, counts] : Drain(*cursor)) {
          EXPECT_GE(key, first);
          EXPECT_LE(key, last);
          EXPECT_TRUE(joined.emplace(key, counts).second);
        }
        first = last + 1;
      }
      EXPECT_EQ(joined, model.keys);
    }
    auto cursor = segment->NewCursor(~std::uint64_t{0}, ~std::uint64_t{0});
    EXPECT_TRUE(Drain(*cursor).empty());
  }
}

TEST_F(SegmentTest, LookupFindsExactlyTheKeysItHas) {
  for (int key_bits : {24, 64}) {
    Model model = MakeModel(MethodOf(Weight::kBytes, key_bits), 100, 20000, 0, 4);
    auto segment = Write(model);
    const int shift = 64 - key_bits;
    const std::uint64_t dropped = ~(~std::uint64_t{0} << shift);
    std::vector<std::uint64_t> wanted = {0, ~std::uint64_t{0}};
    std::map<std::uint64_t, Counts> expected;
    std::mt19937_64 random(6);
    for (const auto& [key, counts] : model.keys) {
      if (random() % 3 == 0) wanted.push_back(key | (random() & dropped));
      if (random() % 9 == 0) wanted.push_back(random());
    }
    std::ranges::sort(wanted);
    for (std::uint64_t key : wanted) {
      auto found = model.keys.find(key >> shift << shift);
      if (found != model.keys.end()) expected.insert(*found);
    }
    std::map<std::uint64_t, Counts> seen;
    segment->Lookup(wanted, [&](const Segment::Key& key) {
      EXPECT_EQ(key.length, model.lengths.at(key.key));
      EXPECT_TRUE(seen.emplace(key.key, CountsOf(key)).second);
    });
    EXPECT_EQ(seen, expected);
    EXPECT_GT(seen.size(), 1000u);
  }
}

TEST_F(SegmentTest, NothingIsAlsoASegment) {
  auto segment = Write(Model{MethodOf(Weight::kMarks, 64), {}, {}, {}, {}});
  Segment::Key key;
  EXPECT_FALSE(segment->NewCursor()->Next(&key));
  EXPECT_TRUE(segment->AllContents().empty());
  std::uint64_t wanted = 5;
  segment->Lookup({&wanted, 1}, [](const Segment::Key&) { FAIL(); });

  auto unmarked = Write(Model{MethodOf(Weight::kMarks, 64), {{7, 2}, {9, 0}}, {}, {}, {}});
  EXPECT_EQ(unmarked->AllContents().size(), 2u);
  ContentMarks marks;
  EXPECT_TRUE(unmarked->FindContent(9, &marks));
}

TEST_F(SegmentTest, AKeyOfEveryContentIsOneKey) {
  Model model;
  model.method = MethodOf(Weight::kMarks, 64);
  for (ContentId id = 0; id < 50000; ++id) {
    model.covered.push_back({id * 3, 0});
    model.postings.push_back({42, id * 3, 0});
  }
  auto segment = Write(model);
  auto cursor = segment->NewCursor();
  Segment::Key key;
  ASSERT_TRUE(cursor->Next(&key));
  EXPECT_EQ(key.occurrences.size(), 50000u);
  EXPECT_EQ(key.occurrences.back().content, 49999u * 3);
  EXPECT_FALSE(cursor->Next(&key));
}

TEST_F(SegmentTest, MergedCursorJoinsSegmentsAndLeavesTheDeadOut) {
  Model one = MakeModel(MethodOf(Weight::kMarks, 40), 100, 5000, 0, 7);
  Model two = MakeModel(MethodOf(Weight::kMarks, 40), 100, 5000, 1, 7);  // same keys, other contents
  Model three = MakeModel(MethodOf(Weight::kMarks, 40), 50, 3000, 100000, 8);
  for (Model* model : {&one, &two}) {  // interleave, without a content in common
    std::uint32_t odd = model == &two ? 1 : 0;
    for (CoveredContent& covered : model->covered) covered.content = (covered.content - odd) * 2 + odd;
    for (Posting& posting : model->postings) posting.content = (posting.content - odd) * 2 + odd;
  }
  auto live = [](ContentId content) { return content % 5 != 0 && content != 100000; };
  std::map<std::uint64_t, Counts> all, alive;
  std::vector<std::shared_ptr<const Segment>> segments;
  int number = 0;
  for (const Model* model : {&one, &two, &three}) {
    segments.push_back(Write(*model, "marks-" + std::to_string(++number) + ".segment"));
    for (const Posting& posting : model->postings) {
      ++all[posting.key >> 24 << 24][posting.content];
      if (live(posting.content)) ++alive[posting.key >> 24 << 24][posting.content];
    }
  }
  MergedCursor everything(segments, nullptr);
  EXPECT_EQ(Drain(everything), all);
  MergedCursor living(segments, live);
  EXPECT_EQ(Drain(living), alive);
  std::uint64_t middle = std::uint64_t{1} << 60;
  MergedCursor low(segments, live, 0, middle - 1);
  MergedCursor high(segments, live, middle);
  auto joined = Drain(low);
  joined.merge(Drain(high));
  EXPECT_EQ(joined, alive);
  MergedCursor nothing({}, live);
  EXPECT_TRUE(Drain(nothing).empty());
}

TEST_F(SegmentTest, RefusesKeysTooNarrowForTheirLevels) {
  EXPECT_THROW(WriteSegment(files(), Path("x"), MethodOf(Weight::kMarks, 16), {}, {}), Error);
}

}  // namespace
}  // namespace kindred::index
