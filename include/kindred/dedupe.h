// Replacing copies: identical files, and only these, become links, share their blocks, or go away; planned
// first, journaled, and undoable (docs/dedupe.md). Files that are similar or contained in others are never
// touched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kindred/dedupe_values.h"
#include "kindred/options.h"

namespace kindred::inline v0 {

struct DedupeOptions {
  ScanOptions scan;                            // which files; links are not followed
  bool apply = false;                          // false: only plan
  // Nothing: reflink where the file system can; elsewhere a plan proposes hard links, and `apply` leaves copies
  // alone.
  std::optional<ReplaceBy> by = std::nullopt;
  std::string move_to = {};                    // of kMove
  // Which file of a set stays: "newest", "oldest", "shortest-path", or a glob as in WalkOptions, which
  // prefers what it matches. The first that decides counts; the oldest is kept if none does.
  std::vector<std::string> keep = {};
  std::vector<std::string> protect = {};  // files at or below these stay, and are kept before others
  // A file of decisions as a review exports it (docs/http.md), JSON or CSV: only copies that are decided
  // there are replaced, and what it calls anything else stays. Without roots its paths may be anywhere.
  std::string decisions = {};
  // Copies that differ in these are left alone unless asked for. What is replaced by a link then has those of
  // the file that is kept.
  bool across_users = false;        // owner or group
  bool across_permissions = false;  // mode
  bool across_attributes = false;   // extended attributes and ACLs
};

}  // namespace kindred::inline v0
