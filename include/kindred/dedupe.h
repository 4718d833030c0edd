// Replacing copies: identical files, and only these, become links, share their blocks, or are removed. This
// is planned first, journaled, and can be undone (docs/using/dedupe.md). Files that are only similar, or
// contained in others, are never touched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kindred/dedupe_values.h"
#include "kindred/options.h"

namespace kindred::inline v0 {

struct DedupeOptions {
  ScanOptions scan;    // which files; links are not followed
  bool apply = false;  // false: only plan
  // Not set: reflink where the file system supports it; elsewhere a plan proposes hard links, and `apply`
  // leaves copies alone.
  std::optional<ReplaceBy> by = std::nullopt;
  std::string move_to = {};  // for kMove
  // Which file of a set is kept: "newest", "oldest", "shortest-path", or a glob as in WalkOptions, which
  // prefers the files it matches. The first rule that decides is used; if none does, the oldest is kept.
  std::vector<std::string> keep = {};
  std::vector<std::string> protect = {};  // files at or below these stay, and are preferred as the kept file
  // A file of decisions as a review exports it (docs/formats/http.md), JSON or CSV: only files that it calls
  // copies are replaced; all others stay. Without roots its paths may be anywhere.
  std::string decisions = {};
  // Copies that differ in these are left alone unless the option is set. A copy that is replaced by a link
  // then has those of the kept file.
  bool across_users = false;        // owner or group
  bool across_permissions = false;  // mode
  bool across_attributes = false;   // extended attributes and ACLs
};

}  // namespace kindred::inline v0
