// From pairs of parts to pairs of files. Two archives of a thousand members each, or two documents, are one
// pair for a person, not a thousand: pairs of parts are folded into pairs of their containers, whose shares
// count all parts together.
//
// Example. old.zip holds a.txt (6 KB) and b.txt (2 KB), new.zip the same a.txt and c.txt (4 KB), and 1 KB of
// b.txt is in c.txt. The pair old.zip, new.zip shares 7 of 8 KB and 7 of 10 KB.
#pragma once

#include <cstdint>
#include <vector>

#include "kindred/options.h"
#include "model/pair.h"
#include "tree/entries/tree_scope.h"

namespace kindred::jobs {

// Equal bytes inside files that no pair covers: a file that is also a member of an archive, a member of two
// archives that have little else in common.
struct FoldedPairs {
  std::vector<Pair> pairs;                 // sorted by (a, b)
  std::vector<std::uint32_t> same_inside;  // places
};

// `pairs` are sorted by (a, b) and measured or estimated. What remains:
// - a pair of containers that both have parts is that of what is inside them (Pair::inside), or none: their
//   raw bytes, compressed or with tables that every encoder writes, are weaker evidence;
// - a pair of parts of two containers is there only if the pair of these does not reach the minimum, and if
// they are
//   members or texts: sections of programs count for their files only;
// - the bytes of a container that has parts are never paired with parts of others; with a file they are,
// unless
//   there is a pair with one of its parts.
// `settled`: pairs below the minimum are there only for the sums of their files; else they may still reach
// it.
FoldedPairs FoldPairs(const tree::TreeScope& tree, std::vector<Pair> pairs, const MatchOptions& options,
                      bool settled = true);

}  // namespace kindred::jobs
