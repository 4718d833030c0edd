// See template_keys.h.
#include "match/keys/template_keys.h"

#include <algorithm>
#include <array>

#include "match/places.h"

namespace kindred::match {

bool SortedKeys::Has(std::uint64_t key) {
  // Few keys are skipped in a row; a template of many keys beside a small index is the rare case.
  while (next_ < keys_.size() && keys_[next_] < key) ++next_;
  return next_ < keys_.size() && keys_[next_] == key;
}

void LeaveOutKeys(std::span<const std::shared_ptr<const index::Segment>> segments,
                  std::span<const std::uint64_t> keys, Scope* scope, ScopeWeights* weights) {
  if (keys.empty()) return;
  const Places places(*scope);
  struct Taken {
    std::uint32_t place;
    int level;  // of the key
    std::uint64_t weight;
  };
  std::vector<Taken> taken;
  for (const auto& segment : segments) {
    const bool bytes = segment->method().weight == Weight::kBytes;
    segment->Lookup(keys, [&](const index::Segment::Key& key) {
      for (const index::Segment::Occurrence& occurrence : key.occurrences) {
        const std::uint32_t place = places.Of(occurrence.content);
        if (place == kNotInScope) continue;
        taken.push_back(
            {place, KeyLevel(key.key), std::uint64_t{occurrence.count} * (bytes ? key.length : 1)});
      }
    });
  }
  std::ranges::stable_sort(taken, {}, &Taken::place);
  ScopeWeights left;
  auto next = taken.begin();
  for (std::uint32_t place = 0; place < weights->size(); ++place) {
    index::ContentMarks content = weights->Of(place);
    const std::uint64_t whole = content.weight_at[content.level];
    for (; next != taken.end() && next->place == place; ++next) {
      for (int level = content.level; level <= next->level; ++level)
        content.weight_at[level] -= std::min(next->weight, content.weight_at[level]);
    }
    left.Append(content);
    if (whole == 0) continue;
    const double part =
        static_cast<double>(whole - content.weight_at[content.level]) / static_cast<double>(whole);
    (*scope)[place].templated = static_cast<float>(part);
  }
  left.Finish();
  *weights = std::move(left);
}

std::vector<std::uint64_t> KeysPerContent(std::span<const std::shared_ptr<const index::Segment>> segments,
                                          std::span<const std::uint64_t> keys, const Scope& scope) {
  const Places places(scope);
  std::vector<std::uint64_t> counts(scope.size(), 0);
  for (const auto& segment : segments) {
    segment->Lookup(keys, [&](const index::Segment::Key& key) {
      for (const index::Segment::Occurrence& occurrence : key.occurrences) {
        if (const std::uint32_t place = places.Of(occurrence.content); place != kNotInScope) ++counts[place];
      }
    });
  }
  return counts;
}

namespace {

// The groups that each place belongs to, and how many members of a group can have a key of each level.
class Membership {
 public:
  Membership(std::span<const std::vector<std::uint32_t>> groups, const ScopeWeights& weights)
      : groups_of_(weights.size()), able_(groups.size()) {
    for (std::uint32_t group = 0; group < groups.size(); ++group) {
      able_[group].fill(0);
      for (std::uint32_t place : groups[group]) {
        groups_of_[place].push_back(group);
        for (int level = weights.LevelOf(place); level <= kMaxLevel; ++level) ++able_[group][level];
      }
    }
  }
  const std::vector<std::uint32_t>& GroupsOf(std::uint32_t place) const { return groups_of_[place]; }
  std::uint64_t Able(std::uint32_t group, int level) const { return able_[group][level]; }

 private:
  std::vector<std::vector<std::uint32_t>> groups_of_;
  std::vector<std::array<std::uint64_t, kMaxLevel + 1>> able_;
};

}  // namespace

std::vector<std::vector<std::uint64_t>> CommonKeys(
    std::span<const std::shared_ptr<const index::Segment>> segments, const Scope& scope,
    const ScopeWeights& weights, std::span<const std::vector<std::uint32_t>> groups, const CommonRule& rule,
    std::span<const std::uint64_t> ignored) {
  std::vector<std::vector<std::uint64_t>> common(groups.size());
  if (segments.empty()) return common;
  const Places places(scope);
  const Membership membership(groups, weights);
  std::vector<std::uint64_t> having(groups.size(), 0);
  std::vector<std::uint32_t> touched;
  index::MergedCursor cursor(segments, [&](ContentId id) {
    const std::uint32_t place = places.Of(id);
    return place != kNotInScope && !membership.GroupsOf(place).empty();
  });
  index::Segment::Key key;
  SortedKeys skipped(ignored);
  while (cursor.Next(&key)) {
    if (key.occurrences.size() < rule.least || skipped.Has(key.key)) continue;
    for (const index::Segment::Occurrence& occurrence : key.occurrences) {
      for (std::uint32_t group : membership.GroupsOf(places.Of(occurrence.content))) {
        if (having[group]++ == 0) touched.push_back(group);
      }
    }
    for (std::uint32_t group : touched) {
      const auto able = static_cast<double>(membership.Able(group, KeyLevel(key.key)));
      // A share of 90% of 10 members is 9 of them, whatever the fraction is in binary.
      if (having[group] >= rule.least && static_cast<double>(having[group]) >= rule.share * able - 1e-6)
        common[group].push_back(key.key);
      having[group] = 0;
    }
    touched.clear();
  }
  return common;
}

}  // namespace kindred::match
