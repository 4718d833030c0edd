// See relations.h.
#include "match/groups/relations.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace kindred::match {

namespace {

// What an equal path adds to the mean share of two contents when the best partner is chosen. Estimates err by
// some percent; measured shares are exact, so a name decides only between nearly equal ones.
constexpr float kNameWeight = 0.05f;
constexpr float kNameWeightExact = 0.005f;
// How many copies of one content are compared for the best name.
constexpr std::size_t kCopiesCompared = 1000;
constexpr std::size_t kCopiesScored = 8;

using Numbers = std::vector<std::uint32_t>;

// The last `names` names of a path; the whole path if it has no more.
std::string_view Tail(std::string_view path, std::size_t names) {
  std::size_t start = path.size();
  while (names > 0 && start != std::string_view::npos) {
    start = start == 0 ? std::string_view::npos : path.rfind('/', start - 1);
    --names;
  }
  return start == std::string_view::npos ? path : path.substr(start + 1);
}

std::size_t NamesIn(std::string_view path) {
  return 1 + static_cast<std::size_t>(std::ranges::count(path, '/'));
}

// How many last names two paths have in common.
std::size_t CommonTail(std::string_view a, std::string_view b) {
  std::size_t same = 0;
  const std::size_t most = std::min(NamesIn(a), NamesIn(b));
  while (same < most && Tail(a, same + 1) == Tail(b, same + 1)) ++same;
  return same;
}

// The pairs of each content.
class PairsOfPlace {
 public:
  PairsOfPlace(std::span<const Pair> pairs, std::size_t contents) : first_(contents + 1, 0) {
    for (const Pair& pair : pairs) ++first_[pair.a + 1], ++first_[pair.b + 1];
    for (std::size_t i = 0; i < contents; ++i) first_[i + 1] += first_[i];
    numbers_.resize(first_[contents]);
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t number = 0; number < pairs.size(); ++number) {
      numbers_[next[pairs[number].a]++] = number;
      numbers_[next[pairs[number].b]++] = number;
    }
  }
  std::span<const std::uint32_t> Of(std::uint32_t place) const {
    return std::span(numbers_).subspan(first_[place], first_[place + 1] - first_[place]);
  }

 private:
  std::vector<std::size_t> first_;
  Numbers numbers_;
};

class Relater {
 public:
  Relater(std::span<const PlacedFile> a, std::span<const PlacedFile> b, std::span<const Pair> pairs,
          const Scope& scope)
      : files_{a, b}, pairs_(pairs), scope_(scope), pairs_of_(pairs, scope.size()) {
    for (int side : {0, 1}) {
      files_of_[side].resize(scope.size());
      related_[side].assign(files_[side].size(), false);
      for (std::uint32_t file = 0; file < files_[side].size(); ++file)
        files_of_[side][files_[side][file].place].push_back(file);
    }
  }

  std::vector<RelatedFiles> Relate() {
    for (std::uint32_t place = 0; place < scope_.size(); ++place) RelateEqual(place);
    RelateSimilar();
    RelateRest(0);
    RelateRest(1);
    MarkReplaced();
    std::ranges::sort(lines_, {}, [&](const RelatedFiles& line) {
      return std::tuple(line.relation, line.further, NameOf(0, line.a), NameOf(1, line.b));
    });
    return std::move(lines_);
  }

 private:
  std::string_view NameOf(int side, std::uint32_t file) const {
    return file == kNoFile ? std::string_view() : std::string_view(files_[side][file].path);
  }
  bool OnlyOn(int side, std::uint32_t place) const {
    return !files_of_[side][place].empty() && files_of_[1 - side][place].empty();
  }

  void Tell(const RelatedFiles& line) {
    lines_.push_back(line);
    if (line.a != kNoFile) related_[0][line.a] = true;
    if (line.b != kNoFile) related_[1][line.b] = true;
  }

  Numbers Untold(int side, std::uint32_t place) const {
    Numbers unrelated;
    for (std::uint32_t file : files_of_[side][place]) {
      if (!related_[side][file]) unrelated.push_back(file);
    }
    return unrelated;
  }

  // Joins files of two lists one to one: those whose paths end alike first, the longer the better, down to
  // `names` names. `join` is called with each two; joined files leave the lists.
  template <typename Join>
  void JoinByTails(Numbers* a, Numbers* b, std::size_t names, Join join) {
    std::size_t longest = 0;
    for (std::uint32_t file : *a) longest = std::max(longest, NamesIn(files_[0][file].path));
    for (std::size_t depth = longest; depth >= names && depth > 0 && !a->empty() && !b->empty(); --depth) {
      std::unordered_map<std::string_view, Numbers> ends;  // the first of each last
      for (auto file = b->rbegin(); file != b->rend(); ++file)
        ends[Tail(files_[1][*file].path, depth)].push_back(*file);
      std::erase_if(*a, [&](std::uint32_t file) {
        auto same = ends.find(Tail(files_[0][file].path, depth));
        if (same == ends.end() || same->second.empty()) return false;
        join(file, same->second.back());
        same->second.pop_back();
        return true;
      });
      std::erase_if(*b, [&](std::uint32_t file) { return related_[1][file]; });
    }
  }

  void RelateEqual(std::uint32_t place) {
    Numbers a = files_of_[0][place];
    Numbers b = files_of_[1][place];
    if (a.empty() || b.empty()) return;
    std::unordered_map<std::string_view, std::uint32_t> paths;
    for (std::uint32_t file : b) paths.emplace(files_[1][file].path, file);
    std::erase_if(a, [&](std::uint32_t file) {
      const auto same = paths.find(files_[0][file].path);
      if (same == paths.end()) return false;
      Tell({Relation::kIdentical, file, same->second, 1, 1});
      return true;
    });
    std::erase_if(b, [&](std::uint32_t file) { return related_[1][file]; });
    auto moved = [&](std::uint32_t x, std::uint32_t y) { Tell({Relation::kMoved, x, y, 1, 1}); };
    JoinByTails(&a, &b, 1, moved);
    if (scope_[place].size == 0) return;
    const std::size_t rest = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < rest; ++i) moved(a[i], b[i]);
    for (std::size_t i = rest; i < a.size(); ++i)
      Tell({Relation::kMoved, a[i], BestNamed(1, place, files_[0][a[i]].path), 1, 1, true});
    for (std::size_t i = rest; i < b.size(); ++i)
      Tell({Relation::kMoved, BestNamed(0, place, files_[1][b[i]].path), b[i], 1, 1, true});
  }

  // The file of a content whose path ends most like `path`.
  std::uint32_t BestNamed(int side, std::uint32_t place, std::string_view path) const {
    const Numbers& files = files_of_[side][place];
    std::uint32_t best = files.front();
    std::size_t most = 0;
    for (std::size_t i = 0; i < std::min(files.size(), kCopiesCompared); ++i) {
      const std::size_t same = CommonTail(path, files_[side][files[i]].path);
      if (same > most) most = same, best = files[i];
    }
    return best;
  }

  static Relation KindOf(float of_a, float of_b) {
    if (of_a >= kNearlyAll && of_b < kMostly) return Relation::kContained;
    if (of_b >= kNearlyAll && of_a < kMostly) return Relation::kContains;
    return Relation::kChanged;
  }

  // 1 for the same path, down to 0 if not even the last names agree.
  float NameScore(std::uint32_t place_a, std::uint32_t place_b) const {
    float best = 0;
    const std::span a(files_of_[0][place_a]), b(files_of_[1][place_b]);
    for (std::uint32_t x : a.first(std::min(a.size(), kCopiesScored))) {
      for (std::uint32_t y : b.first(std::min(b.size(), kCopiesScored))) {
        const std::string_view path_a = files_[0][x].path, path_b = files_[1][y].path;
        if (path_a == path_b) return 1;
        const auto same = static_cast<float>(CommonTail(path_a, path_b));
        best = std::max(best, same / static_cast<float>(std::max(NamesIn(path_a), NamesIn(path_b))) / 2);
      }
    }
    return best;
  }

  void RelateSimilar() {
    struct Choice {
      float score;
      std::uint32_t a, b;  // places
      float of_a, of_b;
      bool measured;
    };
    std::vector<Choice> choices;
    for (const Pair& pair : pairs_) {
      const bool forward = OnlyOn(0, pair.a) && OnlyOn(1, pair.b);
      if (!forward && !(OnlyOn(0, pair.b) && OnlyOn(1, pair.a))) continue;
      Choice choice = forward ? Choice{0, pair.a, pair.b, pair.of_a, pair.of_b, pair.measured != 0}
                              : Choice{0, pair.b, pair.a, pair.of_b, pair.of_a, pair.measured != 0};
      if (KindOf(choice.of_a, choice.of_b) != Relation::kChanged) continue;
      choice.score = (choice.of_a + choice.of_b) / 2 +
                     (choice.measured ? kNameWeightExact : kNameWeight) * NameScore(choice.a, choice.b);
      choices.push_back(choice);
    }
    std::ranges::sort(choices, [](const Choice& x, const Choice& y) {
      return std::tuple(-x.score, x.a, x.b) < std::tuple(-y.score, y.a, y.b);
    });
    for (const Choice& choice : choices) {
      Numbers a = Untold(0, choice.a);
      Numbers b = Untold(1, choice.b);
      auto changed = [&](std::uint32_t x, std::uint32_t y) {
        Tell({Relation::kChanged, x, y, choice.of_a, choice.of_b, false, false, choice.measured});
      };
      JoinByTails(&a, &b, 1, changed);
      for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) changed(a[i], b[i]);
    }
  }

  // How likely a file comes from, or became, another that has its own line. What the other holds of it counts
  // most. Of two that hold about as much, the one that has less else is likelier; but a short file that is
  // nearly all licence is not likelier for that, so its share counts no more than the file's own.
  float FurtherScore(int side, std::uint32_t own, std::uint32_t other, float of_own, float of_other,
                     bool measured) const {
    const float name = side == 0 ? NameScore(own, other) : NameScore(other, own);
    return (2 * of_own + std::min(of_own, of_other)) / 3 + (measured ? kNameWeightExact : kNameWeight) * name;
  }

  // Files of `side` without a relation so far, each with the most likely one of the other side.
  void RelateRest(int side) {
    for (std::uint32_t file = 0; file < files_[side].size(); ++file) {
      if (related_[side][file]) continue;
      RelatedFiles line;
      const PlacedFile& own = files_[side][file];
      float best = -1;
      for (std::uint32_t number : pairs_of_.Of(own.place)) {
        const Pair& pair = pairs_[number];
        const bool first = pair.a == own.place;
        const std::uint32_t other = first ? pair.b : pair.a;
        const float of_own = first ? pair.of_a : pair.of_b;
        const float of_other = first ? pair.of_b : pair.of_a;
        if (files_of_[1 - side][other].empty()) continue;
        const float score = FurtherScore(side, own.place, other, of_own, of_other, pair.measured != 0);
        if (score <= best) continue;
        best = score;
        const std::uint32_t partner = BestNamed(1 - side, other, own.path);
        line = side == 0 ? RelatedFiles{KindOf(of_own, of_other), file, partner, of_own, of_other}
                         : RelatedFiles{KindOf(of_other, of_own), partner, file, of_other, of_own};
        line.further = line.relation == Relation::kChanged;
        line.measured = pair.measured != 0;
      }
      if (best < 0) {
        line.relation = side == 0 ? Relation::kOnlyA : Relation::kOnlyB;
        (side == 0 ? line.a : line.b) = file;
      }
      Tell(line);
    }
  }

  void MarkReplaced() {
    std::array<std::unordered_set<std::string_view>, 2> paths;
    for (const RelatedFiles& line : lines_) {
      if (line.relation == Relation::kOnlyA) paths[0].insert(files_[0][line.a].path);
      if (line.relation == Relation::kOnlyB) paths[1].insert(files_[1][line.b].path);
    }
    for (RelatedFiles& line : lines_) {
      if (line.relation == Relation::kOnlyA) line.replaced = paths[1].contains(files_[0][line.a].path);
      if (line.relation == Relation::kOnlyB) line.replaced = paths[0].contains(files_[1][line.b].path);
    }
  }

  std::array<std::span<const PlacedFile>, 2> files_;
  std::span<const Pair> pairs_;
  const Scope& scope_;
  PairsOfPlace pairs_of_;
  std::array<std::vector<Numbers>, 2> files_of_;  // by place
  std::array<std::vector<bool>, 2> related_;
  std::vector<RelatedFiles> lines_;
};

}  // namespace

std::vector<RelatedFiles> RelateFiles(std::span<const PlacedFile> a, std::span<const PlacedFile> b,
                                      std::span<const Pair> pairs, const Scope& scope) {
  return Relater(a, b, pairs, scope).Relate();
}

std::vector<float> BestShares(std::span<const PlacedFile> files, std::span<const PlacedFile> others,
                              std::span<const Pair> pairs, const Scope& scope) {
  std::vector<bool> there(scope.size(), false);
  for (const PlacedFile& other : others) there[other.place] = true;
  std::vector<float> share_of(scope.size(), 0);
  for (std::uint32_t place = 0; place < scope.size(); ++place) share_of[place] = there[place] ? 1.0f : 0.0f;
  for (const Pair& pair : pairs) {
    if (there[pair.b]) share_of[pair.a] = std::max(share_of[pair.a], pair.of_a);
    if (there[pair.a]) share_of[pair.b] = std::max(share_of[pair.b], pair.of_b);
  }
  std::vector<float> shares;
  for (const PlacedFile& file : files) shares.push_back(share_of[file.place]);
  return shares;
}

}  // namespace kindred::match
