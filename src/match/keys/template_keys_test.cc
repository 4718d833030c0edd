// Ignored keys against brute force: a match without them is the match of contents that never had them.
#include "match/keys/template_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "match/keys/sharing_sets.h"
#include "tests/temp_tree.h"

namespace kindred::match {
namespace {

using testing_support::TempTree;
using Segments = std::vector<std::shared_ptr<const index::Segment>>;

const index::StoredMethod kMarksMethod{{"m", 1, {}}, Weight::kMarks, 48};
const index::StoredMethod kBytesMethod{{"c", 1, {}}, Weight::kBytes, 64};

// A few contents with random marks of few distinct keys, so that many are shared, at levels 0 to 3.
struct RandomMarks {
  explicit RandomMarks(unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> pool;
    for (int i = 0; i < 60; ++i) pool.push_back((random() >> (random() % 5)) & ~std::uint64_t{0xffff});
    for (ContentId id = 1; id <= 12; ++id) {
      const auto level = static_cast<std::uint8_t>(random() % 4);
      covered.push_back({id, level});
      for (auto count = random() % 40; count > 0; --count) {
        const std::uint64_t key = pool[random() % pool.size()];
        if (KeyLevel(key) >= level)
          postings.push_back({key, id, static_cast<std::uint32_t>(key >> 16 & 7) + 1});
      }
      scope.push_back({id, {ContentType::kText, {}}, 1000, 0});
    }
    std::ranges::sort(postings, [](const index::Posting& a, const index::Posting& b) {
      return std::pair(a.key, a.content) < std::pair(b.key, b.content);
    });
    for (const index::Posting& posting : postings) {
      if (keys.empty() || keys.back() != posting.key) keys.push_back(posting.key);
    }
    for (std::uint64_t key : keys) {
      if (random() % 3 == 0) ignored.push_back(key);
    }
    ignored.push_back(keys.back() + (1 << 16));  // one that no content has
  }

  Segments Write(const TempTree& tree, const index::StoredMethod& method,
                 std::span<const index::Posting> all) const {
    const std::string path = tree.Path("s" + std::to_string(number++));
    index::WriteSegment(base::PosixFileSystem(), path, method, covered, all);
    return {index::Segment::Open(base::PosixFileSystem(), path)};
  }

  std::vector<index::Posting> Rest() const {
    std::vector<index::Posting> rest = postings;
    std::erase_if(rest, [&](const index::Posting& p) { return std::ranges::binary_search(ignored, p.key); });
    return rest;
  }

  std::vector<index::CoveredContent> covered;
  std::vector<index::Posting> postings;
  std::vector<std::uint64_t> keys;
  std::vector<std::uint64_t> ignored;
  Scope scope;
  mutable int number = 0;
};

std::map<std::vector<std::uint32_t>, std::pair<std::uint64_t, std::vector<std::uint64_t>>> AsMap(
    const SharingSets& sets) {
  std::map<std::vector<std::uint32_t>, std::pair<std::uint64_t, std::vector<std::uint64_t>>> map;
  for (const auto& set : sets.sets()) {
    const auto members = sets.Members(set);
    const auto weights = sets.Weights(set);
    map[{members.begin(), members.end()}] = {set.keys, {weights.begin(), weights.end()}};
  }
  return map;
}

TEST(TemplateKeys, AMatchWithoutThemIsAMatchOfWhatIsLeft) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    for (const index::StoredMethod& method : {kMarksMethod, kBytesMethod}) {
      const TempTree tree;
      const RandomMarks random(seed);
      const Segments whole = random.Write(tree, method, random.postings);
      const Segments rest = random.Write(tree, method, random.Rest());
      Scope scope = random.scope;
      ScopeWeights marks = WeighScope(whole, scope);
      const ScopeWeights before = marks;
      LeaveOutKeys(whole, random.ignored, &scope, &marks);
      const ScopeWeights wanted = WeighScope(rest, scope);
      for (std::uint32_t place = 0; place < marks.size(); ++place) {
        EXPECT_EQ(marks.Of(place).weight_at, wanted.Of(place).weight_at) << seed << " " << place;
        const int level = before.LevelOf(place);
        const auto total = static_cast<double>(before.At(place, level));
        const auto left = static_cast<double>(wanted.At(place, level));
        const double payload = total == 0 ? 1000 : 1000 * left / total;
        EXPECT_NEAR(static_cast<double>(scope[place].Payload()), payload, 0.51);
      }
      for (unsigned threads : {1u, 3u}) {
        EXPECT_EQ(AsMap(CollectSharingSets(KeyStream({whole, scope, marks, true, random.ignored}, threads),
                                           threads)),
                  AsMap(CollectSharingSets(KeyStream({rest, scope, wanted, true}, threads), threads)));
      }
    }
  }
}

TEST(TemplateKeys, CommonKeysAreThoseOfMembersThatCanHaveThem) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const TempTree tree;
    const RandomMarks random(seed);
    const Segments segments = random.Write(tree, kMarksMethod, random.postings);
    const ScopeWeights marks = WeighScope(segments, random.scope);
    const std::vector<std::vector<std::uint32_t>> groups = {{0, 1, 2, 3, 4}, {3, 4, 5}, {}, {0, 11}};
    for (const double share : {0.3, 0.5, 1.0}) {
      const auto common =
          CommonKeys(segments, random.scope, marks, groups, {.share = share, .least = 2}, random.ignored);
      for (std::size_t group = 0; group < groups.size(); ++group) {
        std::vector<std::uint64_t> wanted;
        for (std::uint64_t key : random.keys) {
          std::uint64_t able = 0, having = 0;
          for (std::uint32_t place : groups[group]) {
            able += random.covered[place].level <= KeyLevel(key);
            having += std::ranges::any_of(random.postings, [&](const index::Posting& posting) {
              return posting.key == key && posting.content == place + 1;
            });
          }
          const bool enough = static_cast<double>(having) >= share * static_cast<double>(able) - 1e-9;
          if (having >= 2 && enough && !std::ranges::binary_search(random.ignored, key))
            wanted.push_back(key);
        }
        EXPECT_EQ(common[group], wanted) << seed << " " << group;
      }
    }
  }
}

TEST(TemplateKeys, AreCountedByContent) {
  const TempTree tree;
  const RandomMarks random(7);
  const Segments segments = random.Write(tree, kMarksMethod, random.postings);
  const auto counts = KeysPerContent(segments, random.ignored, random.scope);
  for (std::uint32_t place = 0; place < counts.size(); ++place) {
    std::set<std::uint64_t> having;
    for (const index::Posting& posting : random.postings) {
      if (posting.content == place + 1 && std::ranges::binary_search(random.ignored, posting.key))
        having.insert(posting.key);
    }
    EXPECT_EQ(counts[place], having.size());
  }
}

}  // namespace
}  // namespace kindred::match
