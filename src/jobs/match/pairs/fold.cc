// See fold.h.
#include "jobs/match/pairs/fold.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "extract/extraction.h"
#include "tree/bytes/measure_pairs.h"

namespace kindred::jobs {

namespace {

using PlacePair = std::pair<std::uint32_t, std::uint32_t>;

PlacePair Ordered(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

// Sections of programs, payloads and descriptions count for their files only: the code that starts every
// program is in hundreds of them.
bool StandsAlone(std::uint8_t kind) {
  using enum extract::PartKind;
  const auto part = static_cast<extract::PartKind>(kind);
  return part == kText || part == kMember || part == kStream;
}

// What a part of one container has in common with another container.
struct Piece {
  std::uint32_t of = 0;  // container
  std::uint32_t with = 0;
  std::uint32_t part = 0;
  double bytes = 0;
  float error = 0;
  bool measured = true;
};

// Which places are parts of which containers.
class Owners {
 public:
  explicit Owners(const tree::TreeScope& tree) : tree_(tree), of_(tree.scope().size()), bytes_(of_.size()) {
    for (std::uint32_t place = 0; place < of_.size(); ++place) {
      bool holds_more = true;
      bool unowned = false;
      bool stands_alone = false;
      for (const tree::FileNumber file : tree.PartsOf(place)) {
        if (tree.HoldsMore(file)) continue;  // its own parts count
        holds_more = false;
        stands_alone = stands_alone || StandsAlone(tree.PartKindOf(file));
        const auto owner = tree.ContainerOf(file);
        if (owner) of_[place].push_back(*owner);
        unowned = unowned || !owner;
      }
      unowned_.push_back(unowned);
      stands_alone_.push_back(stands_alone);
      holds_more_.push_back(holds_more && tree.CopiesOf(place).empty());
      std::ranges::sort(of_[place]);
      of_[place].erase(std::unique(of_[place].begin(), of_[place].end()), of_[place].end());
      for (const std::uint32_t owner : of_[place]) bytes_[owner] += tree.scope()[place].size;
    }
  }

  const std::vector<std::uint32_t>& Of(std::uint32_t part) const { return of_[part]; }
  // Of all parts of a container, equal ones once; 0 if it has none.
  std::uint64_t PartBytes(std::uint32_t container) const { return bytes_[container]; }
  bool IsOnlyPart(std::uint32_t place) const { return tree_.CopiesOf(place).empty(); }
  // Whether a person would look at the part by itself: a member or a text, not a section of a program.
  bool TellsByItself(std::uint32_t place) const { return stands_alone_[place]; }
  // Whether it is a part of a file that is left out by its type.
  bool IsUnowned(std::uint32_t place) const { return unowned_[place]; }
  // A container that is only inside others, and whose own parts are there.
  bool HoldsMore(std::uint32_t place) const { return holds_more_[place]; }

 private:
  const tree::TreeScope& tree_;
  std::vector<std::vector<std::uint32_t>> of_;  // by place, sorted
  std::vector<std::uint64_t> bytes_;            // by place of the container
  std::vector<bool> holds_more_;                // by place
  std::vector<bool> unowned_;                   // by place
  std::vector<bool> stands_alone_;              // by place
};

class Folder {
 public:
  Folder(const tree::TreeScope& tree, const MatchOptions& options, bool settled)
      : tree_(tree), options_(options), settled_(settled), owners_(tree) {}

  FoldedPairs Run(std::vector<Pair> pairs) {
    for (const Pair& pair : pairs) Collect(pair);
    for (std::uint32_t place = 0; place < tree_.scope().size(); ++place) CollectEqual(place);
    FoldedPairs result;
    for (const Pair& pair : FoldedOnes()) folded_.emplace(PlacePair(pair.a, pair.b), pair);
    for (const Pair& pair : pairs) {
      if (Remains(pair)) result.pairs.push_back(pair);
    }
    for (const auto& [places, pair] : folded_) result.pairs.push_back(pair);
    std::ranges::sort(result.pairs, {}, [](const Pair& pair) { return PlacePair(pair.a, pair.b); });
    for (std::uint32_t place = 0; place < tree_.scope().size(); ++place) {
      if (TellsNothing(place)) result.same_inside.push_back(place);
    }
    return result;
  }

 private:
  // A member that very many containers have would join each with each.
  static constexpr std::size_t kMostOwners = 64;

  std::uint64_t SizeOf(std::uint32_t place) const { return tree_.scope()[place].size; }

  void Add(std::uint32_t owner, std::uint32_t other, std::uint32_t part, double share, const Pair* pair) {
    pieces_.push_back({.of = owner,
                       .with = other,
                       .part = part,
                       .bytes = share * static_cast<double>(SizeOf(part)),
                       .error = pair == nullptr ? 0 : pair->error,
                       .measured = pair == nullptr || pair->measured != 0});
  }

  void Collect(const Pair& pair) {
    const auto& of_a = owners_.Of(pair.a);
    const auto& of_b = owners_.Of(pair.b);
    for (std::size_t i = 0; i < of_a.size(); ++i) {
      for (std::size_t k = 0; k < of_b.size(); ++k) {
        if (of_a[i] == of_b[k] || (std::max(i, k) >= kMostOwners && std::min(i, k) > 0)) continue;
        Add(of_a[i], of_b[k], pair.a, pair.of_a, &pair);
        Add(of_b[k], of_a[i], pair.b, pair.of_b, &pair);
      }
    }
    for (const std::uint32_t owner : of_a) with_part_.insert(Ordered(pair.b, owner));
    for (const std::uint32_t owner : of_b) with_part_.insert(Ordered(pair.a, owner));
  }

  void CollectEqual(std::uint32_t place) {
    const auto& owners = owners_.Of(place);
    for (std::size_t i = 0; i < owners.size(); ++i) {
      for (std::size_t k = i + 1; k < owners.size() && (i == 0 || k < kMostOwners); ++k) {
        Add(owners[i], owners[k], place, 1, nullptr);
        Add(owners[k], owners[i], place, 1, nullptr);
      }
      if (!owners_.IsOnlyPart(place)) with_part_.insert(Ordered(place, owners[i]));
    }
  }

  // The pairs of containers that reach the minimum.
  std::vector<Pair> FoldedOnes() {
    struct Sums {
      double of_a = 0;
      double of_b = 0;
      double errors = 0;
      bool measured = true;
    };
    // A part counts by the best that the other container has for it.
    std::ranges::sort(pieces_, [](const Piece& x, const Piece& y) {
      return std::tuple(x.of, x.with, x.part, -x.bytes) < std::tuple(y.of, y.with, y.part, -y.bytes);
    });
    std::map<PlacePair, Sums> sums;
    const Piece* last = nullptr;
    for (const Piece& piece : pieces_) {
      const bool same =
          last != nullptr && last->of == piece.of && last->with == piece.with && last->part == piece.part;
      last = &piece;
      if (same) continue;
      Sums& sum = sums[Ordered(piece.of, piece.with)];
      (piece.of < piece.with ? sum.of_a : sum.of_b) += piece.bytes;
      const double error = piece.error * static_cast<double>(SizeOf(piece.part));
      sum.errors += error * error;
      sum.measured = sum.measured && piece.measured;
    }
    std::vector<Pair> folded;
    for (const auto& [places, sum] : sums) {
      const auto [a, b] = places;
      const std::uint64_t bytes_a = owners_.PartBytes(a);
      const std::uint64_t bytes_b = owners_.PartBytes(b);
      const tree::MeasuredShares shares =
          tree::SharesOf(static_cast<std::uint64_t>(sum.of_a + 0.5), bytes_a,
                         static_cast<std::uint64_t>(sum.of_b + 0.5), bytes_b, options_.measure);
      if (shares.similarity < static_cast<float>(options_.minimum)) continue;
      Pair pair{.a = a, .b = b, .of_a = shares.of_a, .of_b = shares.of_b, .similarity = shares.similarity};
      pair.error =
          sum.measured
              ? 0
              : static_cast<float>(std::sqrt(sum.errors) / static_cast<double>(std::min(bytes_a, bytes_b)));
      pair.measured = sum.measured;
      pair.inside = 1;
      pair.shared_bytes = std::min(shares.shared_a, shares.shared_b);
      folded.push_back(pair);
    }
    return folded;
  }

  bool Remains(const Pair& pair) const {
    if (settled_ && pair.similarity < static_cast<float>(options_.minimum)) return false;
    if (folded_.contains({pair.a, pair.b})) return false;
    if (owners_.HoldsMore(pair.a) || owners_.HoldsMore(pair.b)) return false;
    const bool container_a = owners_.PartBytes(pair.a) > 0;
    const bool container_b = owners_.PartBytes(pair.b) > 0;
    if (container_a && container_b) return false;
    if ((container_a && owners_.IsOnlyPart(pair.b)) || (container_b && owners_.IsOnlyPart(pair.a)))
      return false;
    if ((container_a || container_b) && with_part_.contains({pair.a, pair.b})) return false;
    if (!owners_.IsOnlyPart(pair.a) || !owners_.IsOnlyPart(pair.b)) return true;
    if (!owners_.TellsByItself(pair.a) || !owners_.TellsByItself(pair.b)) return false;
    // Two parts: covered by their containers, if all of these are.
    for (const std::uint32_t a : owners_.Of(pair.a)) {
      for (const std::uint32_t b : owners_.Of(pair.b)) {
        if (a == b || !folded_.contains(Ordered(a, b))) return true;
      }
    }
    return owners_.Of(pair.a).empty() || owners_.Of(pair.b).empty();
  }

  // Whether the place has several names, one of them a part, and no pair covers it.
  bool TellsNothing(std::uint32_t place) const {
    const auto& owners = owners_.Of(place);
    if (SizeOf(place) < options_.run) return false;
    if (owners_.IsUnowned(place)) return tree_.FilesOf(place).size() > 1;
    if (owners.empty()) return false;
    const bool is_file = !owners_.IsOnlyPart(place);
    if (!is_file && !owners_.TellsByItself(place)) return false;
    for (std::size_t i = 0; i < owners.size(); ++i) {
      if (is_file && !folded_.contains(Ordered(place, owners[i]))) return true;
      if (!is_file && i > 0 && !folded_.contains(Ordered(owners[0], owners[i]))) return true;
    }
    return false;
  }

  const tree::TreeScope& tree_;
  const MatchOptions& options_;
  const bool settled_;
  const Owners owners_;
  std::vector<Piece> pieces_;
  std::set<PlacePair> with_part_;  // a place, and a container that has a part like it
  std::map<PlacePair, Pair> folded_;
};

}  // namespace

FoldedPairs FoldPairs(const tree::TreeScope& tree, std::vector<Pair> pairs, const MatchOptions& options,
                      bool settled) {
  return Folder(tree, options, settled).Run(std::move(pairs));
}

}  // namespace kindred::jobs
