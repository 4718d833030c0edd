// The decisions of an index: decisions.sqlite in its directory, one row each. docs/formats/index-format.md
// describes it.
//
// They are the user's input and outlive every scan, so they are in no catalog. A damaged file is an error,
// never treated as no decisions: each row has a checksum, and SQLite's own check runs whenever the file is
// read. A transaction is short, so readers and writers wait for each other for
// milliseconds; after kWaitMilliseconds they give up with Error(kBusy).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kindred/decision_values.h"

namespace kindred::index {

inline constexpr const char* kDecisionsName = "decisions.sqlite";

// Oldest first; none if there is no file.
std::vector<Decision> ReadDecisions(const std::string& index_directory);
// Gives them ids and a new batch, and stores them. The directory is made if it is not there. `check` gets all
// that are stored already, and may throw: then nothing is changed.
void AddDecisions(const std::string& index_directory, std::vector<Decision>* decisions,
                  const std::function<void(std::vector<Decision>)>& check);
// Removes the newest batch, if any, and returns what it held. `check` gets its number (0: no batch) and may
// throw: then nothing is changed.
std::vector<Decision> RemoveNewestBatch(const std::string& index_directory,
                                        const std::function<void(std::uint64_t)>& check);
// Another number whenever the file changed; 0 without a file. SQLite counts the changes in the file's header.
std::uint64_t DecisionsState(const std::string& index_directory);

}  // namespace kindred::index
