// --help, from the flag and command tables.
#pragma once

#include <string>
#include <vector>

#include "command/command.h"

namespace kindred::cli {

// What `kindred --help` shows: the commands.
std::string GeneralHelp();
// What `kindred COMMAND --help` shows.
std::string CommandHelp(const Command& command);

// Flags under their section's title, in the order of the help.
struct TitledFlags {
  Section section;
  std::vector<Flag> flags;
};
std::vector<TitledFlags> BySection(const std::vector<Flag>& flags);

// "--min SHARE", or "-o, --output FILE".
std::string FlagUsage(const Flag& flag);
// "kindred find [FLAG]... PATH..."
std::string UsageLine(const Command& command);
// The exit codes and what they mean, for help and manual.
struct ExitCode {
  const char* code;
  const char* meaning;
};
const std::vector<ExitCode>& ExitCodes();

}  // namespace kindred::cli
