// The one table of flags. The parser, --help, the man page and the shell completions all come from it, so
// that they cannot disagree. A new flag is one line in flags.cc.
#pragma once

#include <string>
#include <vector>

#include "arguments.h"

namespace kindred::cli {

// Flags come in sets; a command (commands.cc) names the sets it takes. The order is that of the help.
enum FlagSet : unsigned {
  kWalkFlags = 1u << 0,       // which files
  kMethodFlags = 1u << 1,     // how files are marked
  kMatchFlags = 1u << 2,      // what counts as similar
  kFindFlags = 1u << 3,       // what only find can do
  kReportFlags = 1u << 4,     // where the report goes, and how it looks
  kListFlags = 1u << 5,       // reports that list findings
  kIndexFlags = 1u << 6,      // which index
  kRunFlags = 1u << 7,        // what a run may use
  kMessageFlags = 1u << 8,    // what is said on standard error
  kCommonFlags = 1u << 9,     // every command
  kVerifyFlags = 1u << 10,    // similarity proved by reading
  kRescanFlags = 1u << 11,    // whether the index is brought up to date first
  kRunsFlags = 1u << 12,      // how long shared runs must be
  kSpanFlags = 1u << 13,      // what only spans can do
  kShowFlags = 1u << 14,      // two files side by side
  kTraceFlags = 1u << 15,     // diagnostics of the search
  kNearFlags = 1u << 16,      // tallies, and what is near
  kLearnFlags = 1u << 17,     // how anchors are chosen
  kTypeFlags = 1u << 18,      // which types of files
  kNameFlags = 1u << 19,      // of what a command makes
  kTemplateFlags = 1u << 20,  // where a template comes from
  kShareFlags = 1u << 21,     // how many files must have a key
  kSuggestFlags = 1u << 22,   // which groups of files are looked at
  kApplyFlags = 1u << 23,     // whether templates are applied
  kPoolFlags = 1u << 24,      // repositories elsewhere
  kExportFlags = 1u << 25,    // what a pool holds
  kKeyFlags = 1u << 26,       // who can read a pool
  kMarkFlags = 1u << 27,      // which files are marked
  kCompareFlags = 1u << 28,   // what only compare can do
};

struct FlagSetTitle {
  FlagSet set;
  const char* title;
};
const std::vector<FlagSetTitle>& FlagSetTitles();

enum class Completion { kNone, kFile, kDirectory };

struct Flag {
  FlagSet set;
  const char* name;   // without the dashes
  char letter;        // 0: none
  const char* value;  // the placeholder in the help; nullptr: a switch
  const char* help;
  const char* default_text = "";         // for the help; empty: none to tell
  std::vector<std::string> values = {};  // possible values or good examples, for completion
  Completion completion = Completion::kNone;
  bool repeatable = false;
  // Sets the value (empty for a switch); `flag` is "--name", for errors.
  void (*apply)(Arguments& to, const std::string& flag, const std::string& value);
};

const std::vector<Flag>& Flags();
// Those of the given sets, in the table's order.
std::vector<const Flag*> FlagsOf(unsigned sets);
// "--name" of a flag of the sets that stands on the line; empty if none does.
std::string GivenFlagOf(const Arguments& arguments, unsigned sets);

}  // namespace kindred::cli
