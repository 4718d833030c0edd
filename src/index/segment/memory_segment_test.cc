// A segment in memory answers as the same segment in a file does.
#include "index/segment/memory_segment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>

#include "tests/temp_tree.h"

namespace kindred::index {
namespace {

using testing_support::TempTree;
using Rows = std::vector<std::tuple<std::uint64_t, std::uint32_t, ContentId, std::uint32_t>>;

Rows Take(Segment::Cursor& cursor) {
  Rows rows;
  for (Segment::Key key; cursor.Next(&key);) {
    for (const auto& occurrence : key.occurrences)
      rows.emplace_back(key.key, key.length, occurrence.content, occurrence.count);
  }
  return rows;
}

TEST(MemorySegment, AnswersAsAFileDoes) {
  for (const Weight weight : {Weight::kMarks, Weight::kBytes}) {
    const TempTree tree;
    const StoredMethod method{{"m", 1, {}}, weight, 48};
    std::mt19937_64 random(5);
    std::vector<std::uint64_t> pool;
    for (int i = 0; i < 500; ++i) pool.push_back(random() >> (random() % 8));
    std::vector<CoveredContent> covered;
    std::vector<Posting> postings;
    std::vector<CountedPosting> counted;
    for (ContentId id = 3; id < 60; id += 2) {
      covered.push_back({id, static_cast<std::uint8_t>(random() % 3)});
      for (int i = 0; i < 40; ++i) {
        const std::uint64_t key = pool[random() % pool.size()] & (~std::uint64_t{0} << 16);
        if (KeyLevel(key) < covered.back().level) continue;
        const auto length = static_cast<std::uint32_t>(key >> 20 & 1023) + 1;
        postings.push_back({key, id, length});
        counted.push_back({key, id, 1, weight == Weight::kBytes ? length : 0});
      }
    }
    std::ranges::sort(postings, [](const Posting& a, const Posting& b) {
      return std::pair(a.key, a.content) < std::pair(b.key, b.content);
    });
    SortPostings(&counted);
    WriteSegment(base::PosixFileSystem(), tree.Path("s"), method, covered, postings);
    const auto file = Segment::Open(base::PosixFileSystem(), tree.Path("s"));
    const auto memory = MakeMemorySegment(method, covered, counted, "memory");

    EXPECT_EQ(Take(*memory->NewCursor()), Take(*file->NewCursor()));
    const std::uint64_t low = pool[3], high = pool[4];
    EXPECT_EQ(Take(*memory->NewCursor(std::min(low, high), std::max(low, high))),
              Take(*file->NewCursor(std::min(low, high), std::max(low, high))));
    EXPECT_EQ(memory->totals().keys, file->totals().keys);
    EXPECT_EQ(memory->totals().marks, file->totals().marks);
    const auto of_memory = memory->AllContents(), of_file = file->AllContents();
    ASSERT_EQ(of_memory.size(), of_file.size());
    for (std::size_t i = 0; i < of_file.size(); ++i) {
      EXPECT_EQ(of_memory[i].content, of_file[i].content);
      EXPECT_EQ(of_memory[i].weight_at, of_file[i].weight_at);
      ContentMarks found;
      EXPECT_TRUE(memory->FindContent(of_file[i].content, &found));
      EXPECT_EQ(found.level, of_file[i].level);
    }
    ContentMarks none;
    EXPECT_FALSE(memory->FindContent(4, &none));
    std::vector<std::uint64_t> keys = pool;
    keys.push_back(12345);
    std::ranges::sort(keys);
    auto look_up = [&](const Segment& segment) {
      std::vector<std::pair<std::uint64_t, std::size_t>> found;
      segment.Lookup(keys,
                     [&](const Segment::Key& key) { found.emplace_back(key.key, key.occurrences.size()); });
      return found;
    };
    EXPECT_EQ(look_up(*memory), look_up(*file));
  }
}

}  // namespace
}  // namespace kindred::index
