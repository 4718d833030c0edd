// Filters files by type. Types are stored with each content, so this is not part of the walk.
#pragma once

#include <string>
#include <vector>

#include "tree/entries/scanned_tree.h"

namespace kindred::tree {

// text, other, html and the like: docs/using/types.md.
std::vector<std::string> TypeNames();
// Throws Error(kUsage) for a type that does not exist.
void CheckTypes(const std::vector<std::string>& types);
// No types: any.
bool IsOneOf(const std::vector<std::string>& types, const Content& content);
// Files of other types leave the tree and count as filtered.
void KeepTypes(const std::vector<std::string>& types, ScannedTree* tree);

}  // namespace kindred::tree
