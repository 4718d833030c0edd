// From argv to a command that is ready to run. CLI11 does the parsing, fed from the command's flag table.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "command/command.h"

namespace kindred::cli {

// Takes the command's name off the front of `words`. Throws Error(kUsage), with the nearest name, for an
// unknown one. `words` is not empty.
const Command& TakeCommand(std::vector<std::string>& words);

// The words after the command's name. Throws Error(kUsage).
std::unique_ptr<Invocation> ParseLine(const Command& command, const std::vector<std::string>& words);

}  // namespace kindred::cli
