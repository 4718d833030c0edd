// What a comparison reports of its two sides, directories or a pool: sums, answers, skips, and its lines.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "jobs/compare/sides.h"
#include "jobs/match/pairs/filter_stage.h"
#include "kindred/sink.h"
#include "kindred/values.h"
#include "match/groups/relations.h"
#include "match/scope.h"
#include "model/pair.h"
#include "tree/entries/scanned_tree.h"

namespace kindred::jobs {

// Files, bytes and shares of a side; `is_a`: `own` is side A.
TreeComparison::Side Sum(const Side& own, const Side& other, std::span<const match::RelatedFiles> lines,
                         bool is_a, std::span<const Pair> pairs, const match::Scope& scope);

// Both sides, summed as above.
TreeComparison CompareSides(const std::array<Side, 2>& divided, std::span<const match::RelatedFiles> lines,
                            std::span<const Pair> pairs, const match::Scope& scope);

void CountRelations(std::span<const match::RelatedFiles> lines, TreeComparison* comparison);

// Fills in what could not be read of a side, and what was left out of it.
void CountUnread(const tree::ScannedTree& tree,
                 const std::function<bool(const std::string& path)>& on_this_side,
                 TreeComparison::Side* side);

// Sets the answer to: is all of this side in the other one? After the above, of both sides.
void Answer(const TreeComparison::Side& other, TreeComparison::Side* side);

// The pair with its two contents in the other order.
Pair Turned(Pair pair);
// Whether the first content is in A and the second in B.
bool FromAToB(const std::array<Side, 2>& divided, const Pair& pair);
// A pair as filters see it here: `a` is the file of A. Pairs come in the order of their contents; if both
// contents are on both sides, that order is kept.
FilterItem AcrossItem(const std::array<Side, 2>& divided, const match::Scope& scope, const Pair& found);

// A line as a result.
FileRelation ShownRelation(const std::array<Side, 2>& divided, const match::RelatedFiles& line,
                           const match::Scope& scope);
// At most `limit` of each relation, and the same number of further ones; 0: all.
class RelationLimit {
 public:
  explicit RelationLimit(std::uint64_t limit) : limit_(limit) {}
  bool Take(const match::RelatedFiles& line) {
    return limit_ == 0 || pushed_[static_cast<std::size_t>(line.relation)][line.further]++ < limit_;
  }

 private:
  std::uint64_t limit_;
  std::uint64_t pushed_[kRelations][2] = {};
};

}  // namespace kindred::jobs
