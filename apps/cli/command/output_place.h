// Whether a report may be written where -o says.
#pragma once

#include <string>

#include "command/command_line.h"

namespace kindred::cli {

// Throws Error(kUsage) if the file that -o names is an operand, which the report would overwrite, or lies in
// the directory of the index.
void RefuseHarmfulOutput(const CommandLine& line);

// Where a path leads: links are followed, also one to a name that does not exist yet. Throws Error(kFailed)
// for a link that leads nowhere.
std::string FollowLinks(const std::string& path);

}  // namespace kindred::cli
