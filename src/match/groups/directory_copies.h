// Directories with the same contents below them, whatever their names: exact copies of each other. Files that
// occur in many directories propose only some of them (directories.h), so a copied directory full of such
// files could be missed; what it holds as a whole is rarely found twice by chance.
//
// Example: p, q and r hold the same three licences, as a hundred other directories do, but nothing else. The
// copies are (p,q), (p,r) and (q,r). Copies within copies are left out: if p and q have equal directories
// p/s and q/s, the pair (p,q) covers them.
//
// Cost: one pass over files and nodes, and a sort of the nodes.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "match/groups/directory_tree.h"

namespace kindred::match {

// By nodes, the first before the second in the tree. Of many copies, each is paired with the next few, the
// last with the first.
std::vector<std::pair<std::uint32_t, std::uint32_t>> ExactCopies(const DirectoryTree& tree);

}  // namespace kindred::match
