// What is to be done with one copy, as a plan has it, and what came of it.
#pragma once

#include <cstdint>
#include <string>

#include "act/files/beneath.h"
#include "act/files/file_facts.h"
#include "kindred/dedupe_values.h"

namespace kindred::act {

// A name of the tree, and what it was when the plan was made.
struct PlannedFile {
  TreePath path;
  FileFacts facts;
  std::string shown;  // as reports name it
};

// What two files may differ in besides their bytes, which never differ.
struct Rules {
  bool across_users = false;        // owner and group
  bool across_permissions = false;  // mode
  bool across_attributes = false;   // extended attributes and ACLs
};

struct Job {
  PlannedFile keep;
  PlannedFile copy;
  ReplaceBy by = ReplaceBy::kHardlink;
  std::string target = {};  // kMove: where it goes, absolute
  std::uint64_t freed = 0;  // bytes, if it is done
};

struct JobResult {
  ActionOutcome outcome = ActionOutcome::kPlanned;
  std::string reason = {};
  std::string saved = {};
  std::string target = {};  // where it went
};

}  // namespace kindred::act
