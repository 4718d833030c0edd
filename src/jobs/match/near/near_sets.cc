// See near_sets.h.
#include "jobs/match/near/near_sets.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "base/parallel.h"
#include "model/entry.h"
#include "read/files/same_bytes.h"

namespace kindred::jobs {

namespace {

std::string SmallLetters(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return small;
}

// Sorts the numbers by `before`, and calls act(members) for each group of equal ones.
template <typename Before, typename Act>
void ForEachEqual(std::vector<std::uint32_t> numbers, Before before, Act act) {
  std::ranges::stable_sort(numbers, before);
  for (std::size_t first = 0; first < numbers.size();) {
    std::size_t last = first + 1;
    while (last < numbers.size() && !before(numbers[first], numbers[last])) ++last;
    act(NearMembers(numbers.begin() + static_cast<std::ptrdiff_t>(first),
                    numbers.begin() + static_cast<std::ptrdiff_t>(last)));
    first = last;
  }
}

}  // namespace

NearOptions WithKey(NearOptions options, tally::KeyKind otherwise) {
  if (options.key.empty()) options.key = tally::KeyNames()[static_cast<std::size_t>(otherwise)];
  tally::ParseKeyKind(options.key);
  return options;
}

NearRules::NearRules(const NearOptions& options)
    : kind_(tally::ParseKeyKind(options.key)),
      tolerance_(options.tolerance),
      key_tolerance_(options.key_tolerance),
      per_type_(options.per_type),
      min_hits_(options.min_hits) {
  for (SuffixTolerance& type : per_type_) type.suffix = SmallLetters(type.suffix);
}

tally::NearItem NearRules::ItemOf(const tally::Tally& tally) const {
  const std::string_view name = BaseName(tally.path);
  tally::NearItem item;
  item.counts = tally.counts;
  item.size = tally.size;
  item.key = tally::KeysOf(tally.counts, name)[static_cast<std::size_t>(kind_)];
  item.tolerance = tolerance_;
  const std::string suffix = SmallLetters(SuffixOf(name));
  for (const SuffixTolerance& type : per_type_) {
    if (type.suffix == suffix) item.tolerance = type.tolerance;
  }
  item.key_tolerance = key_tolerance_ < 0 ? tally::KeyTolerance(kind_, item.tolerance) : key_tolerance_;
  return item;
}

bool NearRules::HasEnoughTags(const tally::SumTable& counts) const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) >= min_hits_;
}

NearSets FormNearSets(std::span<const tally::Tally> tallies, const NearRules& rules,
                      const std::vector<bool>& asked) {
  NearSets sets;
  auto any_asked = [&](const NearMembers& members) {
    return asked.empty() || std::ranges::any_of(members, [&](std::uint32_t m) { return asked[m]; });
  };
  std::vector<tally::NearItem> items;
  for (const tally::Tally& tally : tallies) items.push_back(rules.ItemOf(tally));
  for (std::size_t i = 0; i < asked.size(); ++i) items[i].asked = asked[i];
  std::vector<std::uint32_t> all(tallies.size());
  std::iota(all.begin(), all.end(), 0u);

  // Contents, and of each content the names with different keys or tolerances (suffixes).
  auto by_content = [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(tallies[a].size, tallies[a].digest) < std::tie(tallies[b].size, tallies[b].digest);
  };
  auto by_rules = [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(items[a].key, items[a].tolerance) < std::tie(items[b].key, items[b].tolerance);
  };
  std::vector<std::uint32_t> candidates;
  ForEachEqual(all, by_content, [&](const NearMembers& members) {
    ++sets.contents;
    if (members.size() > 1 && any_asked(members)) sets.identical.push_back(members);
    if (!rules.HasEnoughTags(tallies[members[0]].counts)) {
      ++sets.too_small;
      return;
    }
    ForEachEqual(members, by_rules, [&](const NearMembers& same) {
      candidates.push_back(same[0]);
      items[same[0]].content = static_cast<std::uint32_t>(sets.contents);
    });
  });

  // Different contents with equal tallies.
  auto by_tally = [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(items[a].key, items[a].tolerance, items[a].size, items[a].counts) <
           std::tie(items[b].key, items[b].tolerance, items[b].size, items[b].counts);
  };
  std::ranges::sort(candidates);
  ForEachEqual(candidates, by_tally, [&](const NearMembers& members) {
    const bool set = members.size() > 2;
    if (set && any_asked(members)) sets.equal.push_back(members);
    // Two are a pair like any other.
    const std::size_t kept = set ? 1 : members.size();
    if (set) items[members[0]].asked = any_asked(members);
    sets.nodes.insert(sets.nodes.end(), members.begin(), members.begin() + static_cast<std::ptrdiff_t>(kept));
  });
  std::ranges::sort(sets.nodes);
  for (std::uint32_t node : sets.nodes) sets.items.push_back(items[node]);

  auto wasted = [&](const NearMembers& members) { return (members.size() - 1) * tallies[members[0]].size; };
  for (auto* list : {&sets.identical, &sets.equal}) {
    std::ranges::sort(*list, [&](const NearMembers& a, const NearMembers& b) {
      return std::tuple(wasted(b), a[0]) < std::tuple(wasted(a), b[0]);
    });
  }
  return sets;
}

void DropUnequal(std::span<const tally::Tally> tallies, bool follow_links, unsigned threads, NearSets* sets) {
  std::vector<std::vector<Skip>> skips(sets->identical.size());
  base::ParallelFor(threads, sets->identical.size(), [&](std::size_t set, unsigned) {
    NearMembers& members = sets->identical[set];
    const tally::Tally& first = tallies[members[0]];
    std::erase_if(members, [&](std::uint32_t member) {
      const tally::Tally& other = tallies[member];
      if (&other == &first) return false;
      std::optional<Skip> unread;
      const bool same = read::HaveSameBytes(first.path, other.path, follow_links, &unread);
      if (unread) skips[set].push_back(*std::move(unread));
      return !same;
    });
  });
  std::set<std::string> known;  // the first of a set is read once for each other member
  for (std::vector<Skip>& of_set : skips) {
    for (Skip& skip : of_set) {
      if (known.insert(skip.path).second) sets->skips.push_back(std::move(skip));
    }
  }
  std::erase_if(sets->identical, [](const NearMembers& members) { return members.size() < 2; });
}

}  // namespace kindred::jobs
