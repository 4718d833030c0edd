// The list of commands, and what all of them take together. A new command is a cmd_*.cc and its entry in
// commands.cc.
#pragma once

#include <string>
#include <vector>

#include "command/command.h"

namespace kindred::cli {

// A first word shared by several commands.
struct CommandGroup {
  const char* name;
  const char* summary;
};

const std::vector<Command>& Commands();
const std::vector<CommandGroup>& CommandGroups();
const Command* CommandNamed(const std::string& name);  // nullptr: none
// The flags of all commands, each name once, in the order of completions. A name means the same to every
// command that takes it.
std::vector<Flag> AllFlags();

}  // namespace kindred::cli
