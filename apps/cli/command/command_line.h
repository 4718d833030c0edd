// What a command line holds besides the values of flags, which are in the command's own struct.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "flags/flag.h"

namespace kindred::cli {

// A flag as typed.
struct GivenFlag {
  std::string name;                  // without dashes
  std::optional<std::string> value;  // of a switch: none
};

struct CommandLine {
  std::vector<std::string> operands;  // the words that are neither flags nor their values
  std::vector<GivenFlag> given;       // in the order of the command's table
  std::string text;                   // the command and its arguments, quoted for the report's header
};

// Whether one of the groups has the flag.
template <typename... Groups>
bool IsOfGroups(const GivenFlag& given) {
  auto has = [&given](const std::vector<Flag>& flags) {
    return std::ranges::any_of(flags, [&given](const Flag& flag) { return given.name == flag.name; });
  };
  return (has(Groups::Table().flags) || ...);
}

// "--name" of the first flag on the line that belongs to one of the groups; empty if no flag does.
template <typename... Groups>
std::string FirstGivenOf(const CommandLine& line) {
  for (const GivenFlag& given : line.given) {
    if (IsOfGroups<Groups...>(given)) return "--" + given.name;
  }
  return "";
}

}  // namespace kindred::cli
