// See directories.h.
#include "match/directories.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "match/measure.h"

namespace kindred {

namespace {

// Files with more partners than this propose no pairs of directories.
constexpr std::size_t kManyPartners = 64;
constexpr std::uint32_t kNone = ~0u;

struct Node {
  std::string path;
  std::uint32_t parent = kNone;
  std::vector<std::uint32_t> children;
  std::vector<std::uint32_t> places;
  // Files at or below, in the order of the tree; so B lies below A if its files are among A's.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint64_t bytes = 0;
};

struct File {
  std::uint32_t place = 0;
  std::uint32_t node = 0;
};

class DirectoryTree {
 public:
  DirectoryTree(std::span<const DirectoryFiles> directories, std::span<const std::string> roots,
                const Scope& scope)
      : roots_(roots.begin(), roots.end()) {
    for (const DirectoryFiles& directory : directories)
      nodes_[NodeOf(directory.path, IsBelowRoot(directory.path))].places = directory.places;
    std::vector<std::uint32_t> tops;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].parent == kNone) tops.push_back(i);
    }
    SortByPath(&tops);
    for (std::uint32_t top : tops) Number(top, scope);
  }

  const Node& node(std::uint32_t number) const { return nodes_[number]; }
  std::span<const File> files() const { return files_; }
  bool Holds(std::uint32_t above, std::uint32_t below) const {
    for (; below != kNone; below = nodes_[below].parent) {
      if (below == above) return true;
    }
    return false;
  }

 private:
  // A file that is a root lies in a directory that is below no root: that directory is a top of its own.
  bool IsBelowRoot(std::string path) const {
    for (;;) {
      if (roots_.contains(path)) return true;
      const std::size_t slash = path.rfind('/');
      if (slash == std::string::npos || path == "/") return false;
      path.resize(std::max<std::size_t>(slash, 1));
    }
  }

  std::uint32_t NodeOf(const std::string& path, bool below_root) {
    const auto [known, fresh] = numbers_.try_emplace(path, static_cast<std::uint32_t>(nodes_.size()));
    const std::uint32_t number = known->second;
    if (!fresh) return number;
    nodes_.emplace_back();
    nodes_[number].path = path;
    if (below_root && !roots_.contains(path)) {
      const std::uint32_t parent =
          NodeOf(path.substr(0, std::max<std::size_t>(path.rfind('/'), 1)), below_root);
      nodes_[number].parent = parent;
      nodes_[parent].children.push_back(number);
    }
    return number;
  }

  void SortByPath(std::vector<std::uint32_t>* numbers) const {
    std::ranges::sort(*numbers, {},
                      [&](std::uint32_t number) { return std::string_view(nodes_[number].path); });
  }

  // Depth first, without recursion: trees may be deep.
  void Number(std::uint32_t top, const Scope& scope) {
    std::vector<std::pair<std::uint32_t, std::size_t>> way = {{top, 0}};
    Enter(top, scope);
    while (!way.empty()) {
      auto& [number, next] = way.back();
      if (next < nodes_[number].children.size()) {
        const std::uint32_t child = nodes_[number].children[next++];
        Enter(child, scope);
        way.emplace_back(child, 0);
        continue;
      }
      Node& node = nodes_[number];
      node.end = static_cast<std::uint32_t>(files_.size());
      if (node.parent != kNone) nodes_[node.parent].bytes += node.bytes;
      way.pop_back();
    }
  }

  void Enter(std::uint32_t number, const Scope& scope) {
    Node& node = nodes_[number];
    SortByPath(&node.children);
    node.begin = static_cast<std::uint32_t>(files_.size());
    for (std::uint32_t place : node.places) {
      files_.push_back({place, number});
      node.bytes += scope[place].size;
    }
  }

  std::unordered_set<std::string> roots_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<Node> nodes_;
  std::vector<File> files_;
};

// What one directory shares with another.
struct Sum {
  double bytes = 0;
  std::uint32_t identical = 0;
  std::uint32_t similar = 0;
};

using Key = std::uint64_t;  // of two nodes, in order
Key KeyOf(std::uint32_t from, std::uint32_t to) { return Key{from} << 32 | to; }

struct Partner {
  std::uint32_t place;
  float share;  // of the content that has this partner
};

class Summer {
 public:
  Summer(const DirectoryTree& tree, std::span<const Pair> pairs, const Scope& scope)
      : tree_(tree), scope_(scope), partners_(scope.size()), files_of_(scope.size()) {
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

  std::unordered_map<Key, Sum> SumAll() {
    for (std::uint32_t file = 0; file < tree_.files().size(); ++file) {
      if (PartnerFiles(tree_.files()[file].place) > kManyPartners) {
        common_.push_back(file);
      } else {
        Propose(file);
      }
    }
    for (auto& [key, sum] : sums_)
      AddCommon(static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key), &sum);
    return std::move(sums_);
  }

 private:
  std::size_t PartnerFiles(std::uint32_t place) const {
    std::size_t count = 0;
    for (const Partner& partner : partners_[place]) count += files_of_[partner.place].size();
    return count;
  }

  // Adds what a file shares to every pair of a directory above it and one above a partner.
  void Propose(std::uint32_t file) {
    const File& own = tree_.files()[file];
    std::vector<std::pair<std::uint32_t, Partner>> best;  // by directory; partners come best first
    for (const Partner& partner : partners_[own.place]) {
      for (std::uint32_t other : files_of_[partner.place]) {
        if (other == file) continue;
        for (std::uint32_t up = tree_.files()[other].node; up != kNone; up = tree_.node(up).parent) {
          const bool known = std::ranges::any_of(best, [&](const auto& entry) { return entry.first == up; });
          if (known) break;  // and so are all above it
          best.emplace_back(up, partner);
        }
      }
    }
    for (const auto& [to, partner] : best) {
      for (std::uint32_t from = own.node; from != kNone; from = tree_.node(from).parent) {
        if (tree_.Holds(from, to) || tree_.Holds(to, from)) break;  // and so will all above
        Add(own.place, partner, &sums_[KeyOf(from, to)]);
        sums_.try_emplace(KeyOf(to, from));
      }
    }
  }

  void AddCommon(std::uint32_t from, std::uint32_t to, Sum* sum) {
    const Node& own = tree_.node(from);
    const Node& other = tree_.node(to);
    for (auto file = std::ranges::lower_bound(common_, own.begin); file != common_.end() && *file < own.end;
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
  std::vector<std::vector<Partner>> partners_;  // by place, the best first
  std::vector<std::vector<std::uint32_t>> files_of_;
  std::vector<std::uint32_t> common_;  // files with many partners, ascending
  std::unordered_map<Key, Sum> sums_;
};

// A pair of directories, by number, a before b in the tree.
struct Found {
  std::uint32_t a, b;
  SimilarDirectories value;
  double Shared() const { return value.shared_a + value.shared_b; }
};

// Those that no other pair says better; see directories.h.
std::vector<bool> Telling(const std::vector<Found>& found, const DirectoryTree& tree) {
  std::unordered_map<Key, std::size_t> numbers;
  for (std::size_t i = 0; i < found.size(); ++i) numbers.emplace(KeyOf(found[i].a, found[i].b), i);
  std::vector<bool> tells(found.size(), true);
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::uint32_t a = found[i].a; a != kNone; a = tree.node(a).parent) {
      for (std::uint32_t b = found[i].b; b != kNone; b = tree.node(b).parent) {
        if (a == found[i].a && b == found[i].b) continue;
        const auto above = numbers.find(KeyOf(a, b));
        if (above == numbers.end()) continue;
        const Found& other = found[above->second];
        if (other.Shared() > found[i].Shared() + 0.5) {
          if (other.value.similarity >= found[i].value.similarity) tells[i] = false;
        } else {
          tells[above->second] = false;
        }
      }
    }
  }
  return tells;
}

}  // namespace

std::vector<SimilarDirectories> FindSimilarDirectories(std::span<const DirectoryFiles> directories,
                                                       std::span<const std::string> roots,
                                                       std::span<const Pair> pairs, const Scope& scope,
                                                       double minimum, Measure measure) {
  const DirectoryTree tree(directories, roots, scope);
  const std::unordered_map<Key, Sum> sums = Summer(tree, pairs, scope).SumAll();
  std::vector<Found> found;
  for (const auto& [key, sum] : sums) {
    const auto a = static_cast<std::uint32_t>(key >> 32), b = static_cast<std::uint32_t>(key);
    const Node& one = tree.node(a);
    const Node& two = tree.node(b);
    if (one.begin > two.begin || one.bytes == 0 || two.bytes == 0) continue;
    const auto back = sums.find(KeyOf(b, a));
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
  std::ranges::sort(found, [&](const Found& x, const Found& y) {
    return std::tuple(-std::round(x.Shared()), tree.node(x.a).begin, tree.node(x.b).begin, x.value.a,
                      x.value.b) < std::tuple(-std::round(y.Shared()), tree.node(y.a).begin,
                                              tree.node(y.b).begin, y.value.a, y.value.b);
  });
  const std::vector<bool> tells = Telling(found, tree);
  std::vector<SimilarDirectories> telling;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (tells[i]) telling.push_back(std::move(found[i].value));
  }
  return telling;
}

}  // namespace kindred
