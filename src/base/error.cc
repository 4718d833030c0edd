// kindred::Error: one line for people, its parts for programs.
#include "kindred/error.h"

namespace kindred {

namespace {

std::string OneLine(const std::string& what, const std::string& where, const std::string& hint) {
  std::string line = where.empty() ? what : where + ": " + what;
  if (!hint.empty()) line += "; " + hint;
  return line;
}

}  // namespace

Error::Error(ErrorKind kind, const std::string& what, const std::string& where, const std::string& hint)
    : std::runtime_error(OneLine(what, where, hint)), kind_(kind), where_(where), hint_(hint) {}

}  // namespace kindred
