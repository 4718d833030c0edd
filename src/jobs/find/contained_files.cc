// See contained_files.h.
#include "jobs/find/contained_files.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace kindred::jobs {

std::vector<ContainedPlace> FindContained(std::span<const Pair> pairs, const match::Scope& scope) {
  std::unordered_map<std::uint32_t, ContainedPlace> best;
  const auto share_of = [&](const ContainedPlace& item) {
    const Pair& pair = pairs[item.pair];
    return pair.a == item.place ? pair.of_a : pair.of_b;
  };
  for (std::uint32_t number = 0; number < pairs.size(); ++number) {
    const Pair& pair = pairs[number];
    const bool a_smaller = scope[pair.a].size <= scope[pair.b].size;
    const ContainedPlace item{a_smaller ? pair.a : pair.b, a_smaller ? pair.b : pair.a, number};
    if (share_of(item) < kContainedShare || scope[item.in].size / kContainedRatio < scope[item.place].size)
      continue;
    const auto [known, is_new] = best.try_emplace(item.place, item);
    if (is_new) continue;
    // The order is total, so it does not matter in which order pairs come.
    const auto rank = [&](const ContainedPlace& one) {
      return std::tuple(-share_of(one), scope[one.in].size, one.in);
    };
    if (rank(item) < rank(known->second)) known->second = item;
  }
  std::vector<ContainedPlace> all;
  all.reserve(best.size());
  for (const auto& [place, item] : best) all.push_back(item);
  std::ranges::sort(all, {}, &ContainedPlace::place);
  return all;
}

ContainedFile ShownContained(const ContainedPlace& contained, std::span<const Pair> pairs,
                             const tree::TreeScope& tree) {
  const Pair& pair = pairs[contained.pair];
  return {.path = tree.PathOf(contained.place),
          .in = tree.PathOf(contained.in),
          .size = tree.scope()[contained.place].size,
          .size_in = tree.scope()[contained.in].size,
          .share = std::min(1.0f, pair.a == contained.place ? pair.of_a : pair.of_b),
          .measured = pair.measured != 0,
          .mtime = tree.TimeOf(contained.place),
          .mtime_in = tree.TimeOf(contained.in),
          .digest = tree.DigestOf(contained.place).Hex(),
          .digest_in = tree.DigestOf(contained.in).Hex()};
}

}  // namespace kindred::jobs
