// See order.h.
#include "jobs/find/order.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <ranges>
#include <tuple>

#include "jobs/match/shown/content_names.h"
#include "jobs/match/shown/family_value.h"

namespace kindred::jobs {

namespace {

// By which a list is sorted, the largest first. If it does not separate two items, the value decides.
struct Rank {
  double first = 0;
  double value = 0;
  bool operator<(const Rank& other) const {
    return std::tie(first, value) < std::tie(other.first, other.value);
  }
};

struct Facts {
  std::uint64_t value = 0;
  std::uint64_t size = 0;
  std::int64_t newest = kNoTime;
  std::uint64_t files = 0;
  double similarity = 0;
};

Rank RankOf(FindOrder order, const Facts& facts) {
  const auto value = static_cast<double>(facts.value);
  switch (order) {
    case FindOrder::kValue:
      return {value, static_cast<double>(facts.size)};
    case FindOrder::kSize:
      return {static_cast<double>(facts.size), value};
    case FindOrder::kNewest:
      return {static_cast<double>(facts.newest), value};
    case FindOrder::kFiles:
      return {static_cast<double>(facts.files), value};
    case FindOrder::kSimilarity:
      break;
  }
  return {facts.similarity, value};
}

std::vector<std::uint32_t> Sorted(std::size_t count, FindOrder order,
                                  const std::function<Facts(std::size_t)>& facts) {
  std::vector<Rank> ranks;
  ranks.reserve(count);
  for (std::size_t i = 0; i < count; ++i) ranks.push_back(RankOf(order, facts(i)));
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0u);
  std::ranges::stable_sort(numbers, [&](std::uint32_t x, std::uint32_t y) { return ranks[y] < ranks[x]; });
  return numbers;
}

template <typename T>
void Arrange(FindOrder order, std::vector<T>* list, const std::function<Facts(std::size_t)>& facts) {
  std::vector<T> arranged;
  arranged.reserve(list->size());
  for (std::uint32_t number : Sorted(list->size(), order, facts)) arranged.push_back((*list)[number]);
  *list = std::move(arranged);
}

}  // namespace

ListOrder OrderLists(FindOrder order, const tree::TreeScope& tree, Findings* found) {
  const match::Scope& scope = tree.scope();
  const std::span<const Pair> links = found->Links();
  const auto newest_of = [&](std::span<const tree::FileNumber> files) {
    std::int64_t newest = kNoTime;
    for (const tree::FileNumber file : files) newest = std::max(newest, tree.TimeOf(file));
    return newest;
  };
  Arrange(order, &found->identical, [&](std::size_t i) -> Facts {
    const IdenticalPlaces& set = found->identical[i];
    const auto files = tree.CopiesOf(set.place);
    const std::uint64_t size = scope[set.place].size;
    // Copies elsewhere free nothing, but are worth knowing.
    return {set.wasted, order == FindOrder::kValue ? set.elsewhere * size : size, newest_of(files),
            files.size(), 1};
  });
  Arrange(order, &found->matched.same_inside, [&](std::size_t i) -> Facts {
    const std::uint32_t place = found->matched.same_inside[i];
    const auto files = tree.FilesOf(place);
    return {scope[place].size, scope[place].size, newest_of(files), files.size(), 1};
  });
  Arrange(order, &found->contained, [&](std::size_t i) -> Facts {
    const ContainedPlace& item = found->contained[i];
    const Pair& pair = links[item.pair];
    return {scope[item.place].size, scope[item.place].size, tree.TimeOf(item.place), 1,
            pair.a == item.place ? pair.of_a : pair.of_b};
  });
  ListOrder lists;
  const TreeNames names(tree, {});
  lists.families = Sorted(found->families.size(), order, [&](std::size_t i) -> Facts {
    const match::FamilyOfPlaces& family = found->families[i];
    Facts facts{.value = RedundantBytes(family, links, names), .files = family.members.size()};
    for (const std::uint32_t place : family.members) {
      facts.size = std::max(facts.size, scope[place].size);
      facts.newest = std::max(facts.newest, tree.TimeOf(place));
    }
    for (const std::uint32_t number : family.pairs) facts.similarity += links[number].similarity;
    facts.similarity /= static_cast<double>(std::max<std::size_t>(1, family.pairs.size()));
    return facts;
  });
  // As identical sets that folders cover: a list that is cut shows the others.
  std::ranges::stable_partition(
      lists.families, [&](std::uint32_t number) { return !found->OnlyContained(found->families[number]); });
  // sif's groups come by their number of files, as its paper shows them (figure 3), unless asked otherwise.
  const FindOrder of_groups = order == FindOrder::kValue ? FindOrder::kFiles : order;
  lists.groups = Sorted(found->groups.size(), of_groups, [&](std::size_t i) -> Facts {
    const match::GroupOfPlaces group = found->groups[i];
    Facts facts{.size = scope[group.reference].size,
                .newest = tree.TimeOf(group.reference),
                .files = group.pairs.size()};
    for (const std::uint32_t number : group.pairs)
      facts.similarity = std::max<double>(facts.similarity, links[number].similarity);
    return facts;
  });
  return lists;
}

std::vector<CopiedFolders> FoldersInOrder(FindOrder order, std::vector<CopiedFolders> sets) {
  if (order == FindOrder::kValue || order == FindOrder::kSimilarity) return sets;  // as they come
  Arrange(order, &sets, [&](std::size_t i) -> Facts {
    const CopiedFolders& set = sets[i];
    Facts facts{.value = set.spare, .size = set.size, .files = set.files};
    for (const NamedFile& folder : set.folders) facts.newest = std::max(facts.newest, folder.mtime);
    return facts;
  });
  return sets;
}

std::vector<std::size_t> FirstPairs(FindOrder order, std::span<const Pair> pairs, const tree::TreeScope& tree,
                                    std::uint64_t limit) {
  const auto rank = [&](std::size_t i) {
    const Pair& pair = pairs[i];
    return RankOf(order, {.value = pair.shared_bytes,
                          .size = std::max(tree.scope()[pair.a].size, tree.scope()[pair.b].size),
                          .newest = std::max(tree.TimeOf(pair.a), tree.TimeOf(pair.b)),
                          .files = tree.FilesOf(pair.a).size() + tree.FilesOf(pair.b).size(),
                          .similarity = pair.similarity});
  };
  std::vector<std::size_t> first(limit == 0 ? pairs.size() : std::min<std::uint64_t>(limit, pairs.size()));
  std::ranges::partial_sort_copy(std::views::iota(std::size_t{0}, pairs.size()), first,
                                 [&](std::size_t x, std::size_t y) {
                                   const Rank of_x = rank(x), of_y = rank(y);
                                   if (of_y < of_x || of_x < of_y) return of_y < of_x;
                                   return x < y;
                                 });
  return first;
}

}  // namespace kindred::jobs
