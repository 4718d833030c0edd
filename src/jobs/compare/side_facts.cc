// See side_facts.h.
#include "jobs/compare/side_facts.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "base/errno_text.h"
#include "tree/entries/skips.h"
#include "tree/entries/tree_parts.h"

namespace kindred::jobs {

namespace {

using OnSide = std::function<bool(const std::string& path)>;

// What is left out by its nature and holds no bytes that B might lack. Of anything else that was left out (a
// sparse file, one that vanished, a directory that is counted on the other side) nothing is known.
bool HoldsNoBytes(const Skip& skip) {
  static const std::set<std::string> kinds = {base::FileKindText(S_IFLNK),
                                              base::FileKindText(S_IFIFO),
                                              base::FileKindText(S_IFSOCK),
                                              base::FileKindText(S_IFCHR),
                                              base::FileKindText(S_IFBLK),
                                              "dangling link",
                                              "link loop",
                                              "link to a directory reached before"};
  if (skip.stage == tree::kInsideStage) return true;  // its bytes were read
  return !skip.error && kinds.contains(skip.reason);
}

// By reason: what filters left out, links, special files, and regular files that are not errors.
std::vector<SkipCount> LeftOutOf(const tree::ScannedTree& tree, const OnSide& on_this_side) {
  std::uint64_t filtered = 0;
  for (const walk::LeftOut& left_out : tree.left_out) {
    if (on_this_side(left_out.path)) filtered += left_out.files;
  }
  std::vector<Skip> skips;
  std::ranges::copy_if(tree.skips, std::back_inserter(skips), [&](const Skip& skip) {
    return !skip.error && skip.stage != tree::kInsideStage && on_this_side(skip.path);
  });
  std::vector<SkipCount> counts = tree::CountSkips(skips);
  if (filtered > 0) counts.push_back({"filtered", filtered, false});
  return counts;
}

}  // namespace

void Answer(const TreeComparison::Side& other, TreeComparison::Side* side) {
  if (side->files == 0 && !side->left_out.empty()) {
    side->cannot_tell = true;  // nothing was compared
  } else if (side->without_copy == 0) {
    side->cannot_tell = side->unknown > 0 || side->same_names > 0;
  } else {
    side->cannot_tell = other.unknown > 0;  // the copies may be what was not read
  }
  side->all_there = side->without_copy == 0 && !side->cannot_tell;
}

TreeComparison CompareSides(const std::array<Side, 2>& divided, std::span<const match::RelatedFiles> lines,
                            std::span<const Pair> pairs, const match::Scope& scope) {
  TreeComparison comparison;
  comparison.a = Sum(divided[0], divided[1], lines, true, pairs, scope);
  comparison.b = Sum(divided[1], divided[0], lines, false, pairs, scope);
  return comparison;
}

void CountRelations(std::span<const match::RelatedFiles> lines, TreeComparison* comparison) {
  for (const match::RelatedFiles& line : lines)
    ++(line.further ? comparison->further : comparison->relations[static_cast<std::size_t>(line.relation)]);
}

void CountUnread(const tree::ScannedTree& tree, const OnSide& on_this_side, TreeComparison::Side* side) {
  for (const Skip& skip : tree.skips) {
    if (!on_this_side(skip.path)) continue;
    side->errors += skip.error;
    side->unknown += !HoldsNoBytes(skip);
  }
  side->left_out = LeftOutOf(tree, on_this_side);
}

TreeComparison::Side Sum(const Side& own, const Side& other, std::span<const match::RelatedFiles> lines,
                         bool is_a, std::span<const Pair> pairs, const match::Scope& scope) {
  TreeComparison::Side sum;
  // An empty file has a copy only if there is a relation for it; see relations.h.
  std::vector<bool> has_copy(own.files.size(), false);
  for (const match::RelatedFiles& line : lines) {
    if (line.relation <= Relation::kMoved) has_copy[is_a ? line.a : line.b] = true;
  }
  const std::vector<float> shares = match::BestShares(own.files, other.files, pairs, scope);
  double shared = 0;
  for (std::size_t i = 0; i < own.files.size(); ++i) {
    const std::uint64_t size = scope[own.files[i].place].size;
    ++sum.files;
    sum.bytes += size;
    shared += std::min(1.0, static_cast<double>(shares[i])) * static_cast<double>(size);
    if (!has_copy[i]) ++sum.without_copy, sum.bytes_without += size;
  }
  sum.shared = static_cast<std::uint64_t>(shared + 0.5);
  sum.share = sum.bytes == 0 ? 1 : shared / static_cast<double>(sum.bytes);
  return sum;
}

Pair Turned(Pair pair) {
  std::swap(pair.a, pair.b);
  std::swap(pair.of_a, pair.of_b);
  return pair;
}

bool FromAToB(const std::array<Side, 2>& divided, const Pair& pair) {
  return divided[0].Holds(pair.a) && divided[1].Holds(pair.b);
}

FilterItem AcrossItem(const std::array<Side, 2>& divided, const match::Scope& scope, const Pair& found) {
  const Pair pair = FromAToB(divided, found) ? found : Turned(found);
  return {.pair = {.a = divided[0].shown[divided[0].first[pair.a]],
                   .b = divided[1].shown[divided[1].first[pair.b]],
                   .size_a = scope[pair.a].size,
                   .size_b = scope[pair.b].size,
                   .of_a = pair.of_a,
                   .of_b = pair.of_b,
                   .similarity = pair.similarity,
                   .shared_bytes = pair.shared_bytes,
                   .shared_marks = pair.shared_marks,
                   .measured = found.measured != 0,
                   .mtime_a = divided[0].entries[divided[0].first[pair.a]]->mtime_ns,
                   .mtime_b = divided[1].entries[divided[1].first[pair.b]]->mtime_ns},
          .type_a = scope[pair.a].type,
          .type_b = scope[pair.b].type};
}

FileRelation ShownRelation(const std::array<Side, 2>& divided, const match::RelatedFiles& line,
                           const match::Scope& scope) {
  FileRelation relation{.relation = line.relation,
                        .a = line.a == match::kNoFile ? "" : divided[0].shown[line.a],
                        .b = line.b == match::kNoFile ? "" : divided[1].shown[line.b],
                        .of_a = line.of_a,
                        .of_b = line.of_b,
                        .further = line.further,
                        .replaced = line.replaced};
  if (line.a != match::kNoFile) {
    relation.size_a = scope[divided[0].files[line.a].place].size;
    relation.mtime_a = divided[0].entries[line.a]->mtime_ns;
  }
  if (line.b != match::kNoFile) {
    relation.size_b = scope[divided[1].files[line.b].place].size;
    relation.mtime_b = divided[1].entries[line.b]->mtime_ns;
  }
  relation.measured = line.measured;
  return relation;
}

}  // namespace kindred::jobs
