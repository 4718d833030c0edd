// Results of replacing copies: plain values, like those of values.h. dedupe.h has the options.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kindred/values.h"

namespace kindred::inline v0 {

// What becomes of a copy. The numbers are stored in journals.
enum class ReplaceBy : std::uint8_t {
  kReflink = 1,   // it stays a separate file that shares its blocks with the kept one
  kHardlink = 2,  // its name becomes another name of the kept file
  kSymlink = 3,   // its name becomes a symbolic link to the kept file
  kTrash = 4,     // it goes to the user's trash
  kMove = 5,      // it goes to another folder
};
inline constexpr ReplaceBy kReplaceBys[] = {ReplaceBy::kReflink, ReplaceBy::kHardlink, ReplaceBy::kSymlink,
                                            ReplaceBy::kTrash, ReplaceBy::kMove};
// "reflink", "hardlink", "symlink", "trash", "move"
std::string_view ReplaceByName(ReplaceBy by);

// What happened to a copy. The numbers are stored in journals.
enum class ActionOutcome : std::uint8_t {
  kPlanned = 1,    // nothing yet
  kDone = 2,       // it was replaced
  kLeft = 3,       // it is as it was; `reason` says why
  kSaved = 4,      // it was changed meanwhile: the changed version has a new name, `saved`
  kRestored = 5,   // by undo: it is a separate file again, as it was
  kNotNeeded = 6,  // by undo: there is nothing to restore
};
// "planned", "done", "left", "saved", "restored", "not needed"
std::string_view ActionOutcomeName(ActionOutcome outcome);

// One copy: what it becomes, or what became of it.
struct DedupeAction {
  std::string path;
  std::string keep;  // the file that stays; empty: nothing was chosen
  ReplaceBy by = ReplaceBy::kReflink;
  ActionOutcome outcome = ActionOutcome::kPlanned;
  std::string reason = {};  // why it is left alone
  bool wished = false;      // it is left alone on request: it is protected
  std::uint64_t size = 0;
  std::uint64_t freed = 0;  // bytes
  std::string target = {};  // where it goes: for kTrash and kMove
  std::string saved = {};   // with kSaved
};

// Identical files: the one that is kept, and what the others become. Files that are left alone and are in no
// such set are pushed as DedupeActions.
struct DedupeSet {
  std::uint64_t size = 0;
  std::string digest = {};  // as IdenticalSet::digest; never sufficient to act: bytes are compared first
  std::string keep;
  std::string why =
      {};  // why it is kept: "protected", "newest", "oldest", "shortest path", pattern, "decided"
  std::vector<DedupeAction> copies = {};
};

struct DedupeSummary : RunFacts {
  std::vector<std::string> roots = {};
  std::string by = {};            // as requested: "reflink", ..., "default"
  std::vector<std::string> keep;  // the rules, as requested
  // The other options, so that a script can repeat the request.
  std::string index = {};  // the directory that has the journal
  bool across_users = false;
  bool across_permissions = false;
  bool across_attributes = false;
  bool applied = false;       // false: a plan, nothing was changed
  std::uint64_t run = 0;      // the number of the run in the journal; 0: none
  std::uint64_t files = 0;    // that were looked at
  std::uint64_t sets = 0;     // that have a copy to replace
  std::uint64_t actions = 0;  // copies to replace
  std::uint64_t proposed =
      0;  // of these: by hard links, because no way was chosen and reflinks do not work here
  std::uint64_t done = 0;
  std::uint64_t left = 0;    // left alone, each reported with its reason
  std::uint64_t wished = 0;  // further ones, left alone on request
  std::uint64_t saved = 0;
  std::uint64_t shared = 0;            // copies that share their blocks already
  std::uint64_t freed = 0;             // bytes; of a plan: that would be
  std::uint64_t interrupted_runs = 0;  // earlier ones, which `Index::Journal` completes. Only in a plan
};

// A run, as recorded in the journal.
struct JournalRun {
  std::uint64_t run = 0;
  std::string kind = {};  // "dedupe", "undo"
  std::uint64_t of = 0;   // of an undo: the run that it undid
  std::int64_t time = kNoTime;
  std::string by = {};
  std::vector<std::string> roots = {};
  // "done", "undone", "partly undone"; "recovered": it was interrupted, and a later run completed it;
  // "in doubt": part of it could not be completed yet; "damaged": its file cannot be read to the end.
  std::string state = {};
  std::uint64_t actions = 0;
  std::uint64_t done = 0;
  std::uint64_t left = 0;
  std::uint64_t freed = 0;
  std::uint64_t undone = 0;  // of its actions, by later runs
};

struct UndoSummary {
  std::uint64_t run = 0;  // of the undo itself
  std::uint64_t of = 0;   // what was undone
  std::uint64_t restored = 0;
  std::uint64_t not_needed = 0;
  std::uint64_t left = 0;
};

}  // namespace kindred::inline v0
