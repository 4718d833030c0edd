// What is inside the files of a tree, from the catalog: the parts of each container form a directory,
// "/x/a.zip//". Equal containers have equal parts, so only the first file of a content has its parts listed.
#pragma once

#include "tree/entries/scanned_tree.h"

namespace kindred::tree {

// Fills ScannedTree::parts for the types that the run looks into, and adds what could not be seen to the
// skips (stage "inside"; the file's bytes are compared all the same).
void FindParts(ScannedTree* tree);

// Puts the parts among the files, so that they are compared like them. Files keep their order; the counts of
// the summary stay those of files.
void AddParts(ScannedTree* tree);

// The stage of skips that concern the inside of a file only.
inline constexpr char kInsideStage[] = "inside";

}  // namespace kindred::tree
