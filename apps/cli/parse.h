// From argv to a command and its ready arguments. CLI11 does the parsing, fed from the flag table.
#pragma once

#include <string>
#include <vector>

#include "arguments.h"
#include "commands.h"

namespace kindred::cli {

// Takes the command's name off the front of `words`. Throws Error(kUsage), with the nearest name, for an
// unknown one. `words` is not empty.
const Command& TakeCommand(std::vector<std::string>& words);

// The words after the command's name. Throws Error(kUsage).
Arguments ParseArguments(const Command& command, const std::vector<std::string>& words);

}  // namespace kindred::cli
