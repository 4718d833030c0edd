// See directories.h.
#include "match/groups/directories.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "match/groups/directory_choice.h"
#include "match/groups/directory_copies.h"
#include "match/groups/directory_tree.h"
#include "match/measure.h"

namespace kindred::match {

namespace {

// A file with more partners than this proposes only the nearest of them, in the order of the tree.
constexpr std::size_t kManyPartners = 64;
constexpr std::size_t kNearest = 4;
constexpr std::uint32_t kNone = DirectoryTree::kNone;
constexpr std::size_t kStepsPerQuestion = 1024;  // whether to stop

using Node = DirectoryTree::Node;
using File = DirectoryTree::File;

// What one directory shares with another.
struct Sum {
  double bytes = 0;
  std::uint32_t identical = 0;
  std::uint32_t similar = 0;
};

struct Partner {
  std::uint32_t place;
  float share;  // of the content that has this partner
};

class DirectorySummer {
 public:
  DirectorySummer(const DirectoryTree& tree, std::span<const Pair> pairs, const Scope& scope,
                  const std::function<bool()>& stop)
      : tree_(tree),
        scope_(scope),
        stop_(stop),
        partners_(scope.size()),
        files_of_(scope.size()),
        seen_by_(tree.size(), kNone) {
    for (std::uint32_t file = 0; file < tree.files().size(); ++file)
      files_of_[tree.files()[file].place].push_back(file);
    for (std::uint32_t place = 0; place < scope.size(); ++place) {
      if (files_of_[place].size() > 1) partners_[place].push_back({place, 1});
    }
    for (const Pair& pair : pairs) {
      partners_[pair.a].push_back({pair.b, std::min(1.0f, pair.of_a)});
      partners_[pair.b].push_back({pair.a, std::min(1.0f, pair.of_b)});
    }
    for (std::vector<Partner>& partners : partners_)
      std::ranges::stable_sort(partners, std::greater<>(), &Partner::share);
  }

  // After a stop the sums are incomplete and not used.
  std::unordered_map<NodePair, Sum> SumAll() {
    for (std::uint32_t place = 0; place < scope_.size(); ++place) {
      if (Stopped()) return {};
      if (PartnerFiles(place) > kManyPartners) {
        ProposeNearest(place);
      } else {
        for (std::uint32_t file : files_of_[place]) Propose(file);
      }
    }
    for (const auto& [one, two] : ExactCopies(tree_)) ProposeAbove(one, two);
    std::ranges::sort(crowded_);
    for (auto& [nodes, sum] : sums_) {
      if (Stopped()) return {};
      AddCrowded(HighOf(nodes), LowOf(nodes), &sum);
    }
    return std::move(sums_);
  }

  std::uint64_t crowded() const { return crowded_.size(); }

 private:
  bool Stopped() { return ++steps_ % kStepsPerQuestion == 0 && stop_(); }

  std::size_t PartnerFiles(std::uint32_t place) const {
    std::size_t count = 0;
    for (const Partner& partner : partners_[place]) count += files_of_[partner.place].size();
    return count;
  }

  // Adds what a file shares to every pair of a directory above it and one above a partner.
  void Propose(std::uint32_t file) {
    const File& own = tree_.files()[file];
    best_.clear();  // by directory; partners come best first
    for (const Partner& partner : partners_[own.place]) {
      for (std::uint32_t other : files_of_[partner.place]) {
        if (other == file) continue;
        for (std::uint32_t up = tree_.files()[other].node; up != kNone; up = tree_.node(up).parent) {
          if (std::exchange(seen_by_[up], file) == file) break;  // and so are all above it
          best_.emplace_back(up, partner);
        }
      }
    }
    for (const auto& [to, partner] : best_) {
      for (std::uint32_t from = own.node; from != kNone; from = tree_.node(from).parent) {
        if (tree_.Holds(from, to) || tree_.Holds(to, from)) break;  // and so will all above
        Add(own.place, partner, &sums_[NodePairOf(from, to)]);
        sums_.try_emplace(NodePairOf(to, from));
      }
    }
  }

  // Each file of a content with many partners proposes the directories of the next few of them, the first
  // after the last; so files that occur together in many directories propose the same pairs. Their shares are
  // added when all pairs are known. Where many files are similar but few are equal, the equal ones propose
  // all their directories: the copy of one release of a manual may lie anywhere.
  void ProposeNearest(std::uint32_t place) {
    const std::vector<std::uint32_t>& copies = files_of_[place];
    for (std::size_t i = 0; i < copies.size() && copies.size() <= kManyPartners; ++i) {
      for (std::size_t j = 0; j < i; ++j)
        ProposeAbove(tree_.files()[copies[j]].node, tree_.files()[copies[i]].node);
    }
    std::vector<std::uint32_t> others;
    for (const Partner& partner : partners_[place])
      others.insert(others.end(), files_of_[partner.place].begin(), files_of_[partner.place].end());
    std::ranges::sort(others);
    for (std::uint32_t file : files_of_[place]) {
      crowded_.push_back(file);
      const std::uint32_t own = tree_.files()[file].node;
      auto next = std::ranges::upper_bound(others, file);
      std::uint32_t before = own;
      // A directory may hold many of them; without a limit the cost would be quadratic.
      for (std::size_t tried = 0, taken = 0; taken < kNearest && tried < kManyPartners; ++tried, ++next) {
        if (next == others.end()) next = others.begin();
        const std::uint32_t node = tree_.files()[*next].node;
        if (node == before || tree_.Holds(own, node) || tree_.Holds(node, own)) continue;
        before = node;
        ++taken;
        ProposeAbove(own, node);
      }
    }
  }

  void ProposeAbove(std::uint32_t one, std::uint32_t two) {
    for (std::uint32_t from = one; from != kNone; from = tree_.node(from).parent) {
      for (std::uint32_t to = two; to != kNone; to = tree_.node(to).parent) {
        if (tree_.Holds(from, to) || tree_.Holds(to, from)) break;
        if (!sums_.try_emplace(NodePairOf(from, to)).second) break;  // and so are all above it
        sums_.try_emplace(NodePairOf(to, from));
      }
    }
  }

  void AddCrowded(std::uint32_t from, std::uint32_t to, Sum* sum) {
    const Node& own = tree_.node(from);
    const Node& other = tree_.node(to);
    for (auto file = std::ranges::lower_bound(crowded_, own.begin); file != crowded_.end() && *file < own.end;
         ++file) {
      const std::uint32_t place = tree_.files()[*file].place;
      for (const Partner& partner : partners_[place]) {
        const auto& files = files_of_[partner.place];
        const auto there = std::ranges::lower_bound(files, other.begin);
        if (there == files.end() || *there >= other.end) continue;
        Add(place, partner, sum);
        break;
      }
    }
  }

  void Add(std::uint32_t place, const Partner& partner, Sum* sum) {
    sum->bytes += static_cast<double>(partner.share) * static_cast<double>(scope_[place].size);
    ++(partner.place == place ? sum->identical : sum->similar);
  }

  const DirectoryTree& tree_;
  const Scope& scope_;
  const std::function<bool()>& stop_;
  std::vector<std::vector<Partner>> partners_;  // by place, the best first
  std::vector<std::vector<std::uint32_t>> files_of_;
  std::vector<std::uint32_t> seen_by_;  // by node: the last file that met it in Propose
  std::vector<std::pair<std::uint32_t, Partner>> best_;
  std::vector<std::uint32_t> crowded_;  // files with many partners, ascending in the end
  std::unordered_map<NodePair, Sum> sums_;
  std::size_t steps_ = 0;
};

}  // namespace

DirectoriesFound FindSimilarDirectories(std::span<const DirectoryFiles> directories,
                                        std::span<const std::string> roots, std::span<const Pair> pairs,
                                        const Scope& scope, double minimum, Measure measure,
                                        const std::function<bool()>& stop) {
  const DirectoryTree tree(directories, roots, scope);
  DirectorySummer summer(tree, pairs, scope, stop);
  const std::unordered_map<NodePair, Sum> sums = summer.SumAll();
  std::vector<FoundDirectories> found;
  std::vector<NodePair> compared;
  for (const auto& [nodes, sum] : sums) {
    const std::uint32_t a = HighOf(nodes), b = LowOf(nodes);
    const Node& one = tree.node(a);
    const Node& two = tree.node(b);
    if (one.first > two.first || one.bytes == 0 || two.bytes == 0) continue;
    compared.push_back(nodes);
    const auto back = sums.find(NodePairOf(b, a));
    SimilarDirectories value{.a = one.path,
                             .b = two.path,
                             .files_a = one.end - one.begin,
                             .files_b = two.end - two.begin,
                             .size_a = one.bytes,
                             .size_b = two.bytes,
                             .shared_a = sum.bytes,
                             .shared_b = back == sums.end() ? 0 : back->second.bytes,
                             .identical_files = sum.identical,
                             .similar_files = sum.similar};
    value.of_a = value.shared_a / static_cast<double>(one.bytes);
    value.of_b = value.shared_b / static_cast<double>(two.bytes);
    value.similarity =
        Combine(value.of_a, value.of_b, {.total_a = value.size_a, .total_b = value.size_b}, measure);
    if (value.similarity >= minimum) found.push_back({a, b, std::move(value)});
  }
  // From the table's order to one that does not change.
  std::ranges::sort(found, [&](const FoundDirectories& x, const FoundDirectories& y) {
    return std::tuple(-std::round(x.Shared()), tree.node(x.a).begin, tree.node(x.b).begin, x.value.a,
                      x.value.b) < std::tuple(-std::round(y.Shared()), tree.node(y.a).begin,
                                              tree.node(y.b).begin, y.value.a, y.value.b);
  });
  const std::vector<bool> kept = ChooseDirectories(found, std::move(compared), tree);
  DirectoriesFound result{{}, summer.crowded()};
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (kept[i]) result.pairs.push_back(std::move(found[i].value));
  }
  return result;
}

}  // namespace kindred::match
