// The combined journals of an index: which actions of its runs are done, undone or in doubt.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "act/journal/journal.h"

namespace kindred::act {

struct PastRun {
  JournalFile file;
  std::map<std::uint64_t, ActionEnd> ends;    // by action; with what later runs found out
  std::map<std::uint64_t, ActionEnd> undone;  // by action: what an undo did with it
  bool recovered = false;                     // by a later run
  std::string damage = {};                    // it cannot be read; `file.begin.run` is its number

  // Whether something of it may be half done.
  bool InDoubt() const;
  // The intents that came true, and are not undone.
  std::vector<Intent> Standing() const;
};

// Dedupes and undos, by number. Recoveries are folded into the runs that they recovered.
using ReadRun = std::function<JournalFile(std::uint64_t run)>;
std::vector<PastRun> PastRuns(const std::vector<std::uint64_t>& numbers, const ReadRun& read);

JournalRun Describe(const PastRun& run);

}  // namespace kindred::act
