// See likeness_order.h. Trees may be as deep as a tree of files is large, so nothing here calls itself.
#include "match/groups/likeness_order.h"

#include <algorithm>
#include <tuple>

#include "match/union_find.h"

namespace kindred::match {

namespace {

double Resemblance(const Pair& pair, const Scope& scope) {
  const auto shared = static_cast<double>(pair.shared_bytes);
  const double both = static_cast<double>(scope[pair.a].size) + static_cast<double>(scope[pair.b].size);
  return both <= shared ? 1 : shared / (both - shared);
}

// Numbers of the pairs that span every tree, at most one fewer than contents.
std::vector<std::uint32_t> SpanningPairs(std::span<const Pair> pairs, const Scope& scope) {
  struct Weighed {
    float weight;
    std::uint32_t number;
  };
  std::vector<Weighed> weighed(pairs.size());
  for (std::uint32_t i = 0; i < pairs.size(); ++i)
    weighed[i] = {static_cast<float>(Resemblance(pairs[i], scope)), i};
  // Pairs come by (a, b), so their numbers decide between equals.
  std::ranges::sort(weighed, [&](const Weighed& x, const Weighed& y) {
    return std::tuple(-x.weight, pairs[y.number].shared_bytes, x.number) <
           std::tuple(-y.weight, pairs[x.number].shared_bytes, y.number);
  });
  UnionFind trees(scope.size());
  std::vector<std::uint32_t> spanning;
  for (const Weighed& next : weighed) {
    const Pair& pair = pairs[next.number];
    if (trees.Find(pair.a) == trees.Find(pair.b)) continue;
    trees.Join(pair.a, pair.b);
    spanning.push_back(next.number);
  }
  return spanning;
}

class Forest {
 public:
  Forest(std::span<const Pair> pairs, const Scope& scope, std::span<const std::uint64_t> bytes,
         std::span<const std::uint32_t> rank)
      : pairs_(pairs),
        scope_(scope),
        rank_(rank),
        first_link_(scope.size() + 1, 0),
        like_(scope.size(), kNoLike),
        link_(scope.size(), 0),
        branch_bytes_(bytes.begin(), bytes.end()) {
    const std::vector<std::uint32_t> spanning = SpanningPairs(pairs, scope);
    for (const std::uint32_t number : spanning)
      ++first_link_[pairs[number].a + 1], ++first_link_[pairs[number].b + 1];
    for (std::size_t i = 0; i < scope.size(); ++i) first_link_[i + 1] += first_link_[i];
    links_.resize(first_link_.back());
    std::vector<std::size_t> next(first_link_.begin(), first_link_.end() - 1);
    for (const std::uint32_t number : spanning) {
      links_[next[pairs[number].a]++] = number;
      links_[next[pairs[number].b]++] = number;
    }
  }

  std::vector<OrderedPlace> Order() {
    std::vector<std::uint32_t> by_rank(scope_.size());
    for (std::uint32_t place = 0; place < by_rank.size(); ++place) by_rank[rank_[place]] = place;
    std::vector<OrderedPlace> order;
    order.reserve(scope_.size());
    std::vector<bool> seen(scope_.size(), false);
    std::uint32_t tree = 0;
    for (const std::uint32_t first : by_rank) {
      if (seen[first]) continue;
      const std::vector<std::uint32_t> members = MembersFrom(first);
      for (const std::uint32_t member : members) seen[member] = true;
      Walk(CentreOf(members), tree++, &order);
    }
    return order;
  }

 private:
  std::span<const std::uint32_t> LinksOf(std::uint32_t place) const {
    return std::span(links_).subspan(first_link_[place], first_link_[place + 1] - first_link_[place]);
  }
  std::uint32_t Other(std::uint32_t link, std::uint32_t place) const {
    return pairs_[link].a == place ? pairs_[link].b : pairs_[link].a;
  }
  float ShareOf(std::uint32_t place) const {
    const Pair& pair = pairs_[link_[place]];
    return std::min(1.0f, pair.a == place ? pair.of_a : pair.of_b);
  }

  // The tree of a place: each place before those that it leads to. Sets like_ and link_ accordingly.
  std::vector<std::uint32_t> MembersFrom(std::uint32_t root) {
    std::vector<std::uint32_t> members = {root};
    like_[root] = kNoLike;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::uint32_t place = members[i];
      for (const std::uint32_t link : LinksOf(place)) {
        const std::uint32_t other = Other(link, place);
        if (other == like_[place]) continue;
        like_[other] = place;
        link_[other] = link;
        members.push_back(other);
      }
    }
    return members;
  }

  std::uint32_t CentreOf(std::span<const std::uint32_t> members) const {
    auto shared = [&](std::uint32_t place) {
      std::uint64_t bytes = 0;
      for (const std::uint32_t link : LinksOf(place)) bytes += pairs_[link].shared_bytes;
      return bytes;
    };
    std::uint32_t centre = members.front();
    std::uint64_t most = shared(centre);
    for (const std::uint32_t member : members) {
      const std::uint64_t bytes = shared(member);
      if (bytes > most || (bytes == most && rank_[member] < rank_[centre])) most = bytes, centre = member;
    }
    return centre;
  }

  void Walk(std::uint32_t centre, std::uint32_t tree, std::vector<OrderedPlace>* order) {
    const std::vector<std::uint32_t> members = MembersFrom(centre);
    for (auto place = members.rbegin(); place != members.rend(); ++place) {
      if (like_[*place] != kNoLike) branch_bytes_[like_[*place]] += branch_bytes_[*place];
    }
    auto gain = [&](std::uint32_t place) {
      return static_cast<double>(ShareOf(place)) * static_cast<double>(scope_[place].size) /
             static_cast<double>(std::max<std::uint64_t>(1, branch_bytes_[place]));
    };
    std::vector<std::uint32_t> waiting = {centre};
    std::vector<std::pair<double, std::uint32_t>> branches;
    while (!waiting.empty()) {
      const std::uint32_t place = waiting.back();
      waiting.pop_back();
      const bool root = like_[place] == kNoLike;
      order->push_back({place, like_[place], tree, root ? 0 : ShareOf(place)});
      branches.clear();
      for (const std::uint32_t link : LinksOf(place)) {
        const std::uint32_t other = Other(link, place);
        if (other != like_[place]) branches.emplace_back(gain(other), other);
      }
      // The last is taken first.
      std::ranges::sort(branches, [&](const auto& x, const auto& y) {
        return std::tuple(x.first, rank_[y.second]) < std::tuple(y.first, rank_[x.second]);
      });
      for (const auto& branch : branches) waiting.push_back(branch.second);
    }
  }

  std::span<const Pair> pairs_;
  const Scope& scope_;
  std::span<const std::uint32_t> rank_;
  std::vector<std::size_t> first_link_;      // of each place in links_
  std::vector<std::uint32_t> links_;         // numbers of pairs
  std::vector<std::uint32_t> like_;          // by place
  std::vector<std::uint32_t> link_;          // by place: the pair that joins it to like_
  std::vector<std::uint64_t> branch_bytes_;  // by place: its own and those of all that it leads to
};

}  // namespace

std::vector<OrderedPlace> OrderByLikeness(std::span<const Pair> pairs, const Scope& scope,
                                          std::span<const std::uint64_t> bytes,
                                          std::span<const std::uint32_t> rank) {
  return Forest(pairs, scope, bytes, rank).Order();
}

}  // namespace kindred::match
