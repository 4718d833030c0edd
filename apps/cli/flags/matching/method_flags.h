// Flags for how files are marked, and which ones.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "flags/flag.h"

namespace kindred::cli {

struct MethodFlags {
  std::vector<std::string> methods;  // as typed, and those that --coarse and --fine are short for
  bool coarse = false;
  bool fine = false;
  std::string rate;                  // of the methods; empty: each method's default
  std::vector<std::string> ignored;  // what marking leaves out: case, markup, space
  bool raw = false;                  // texts are compared byte by byte

  static FlagTable<MethodFlags> Table();
};

// The methods as typed, with what --rate, --ignore-* and --raw add to them; empty if none of these was given.
std::vector<std::string> MethodsOf(const MethodFlags& flags);
// The same for a command that matches with the first one. Throws Error(kUsage) for --coarse and --fine
// together: they are separate passes, and only one would be reported.
std::vector<std::string> MethodsToMatch(const MethodFlags& flags);

struct MarkFlags {
  std::uint64_t mark_up_to = std::numeric_limits<std::uint64_t>::max();

  static FlagTable<MarkFlags> Table();
};

}  // namespace kindred::cli
