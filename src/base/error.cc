// kindred::Error: one line for people, its parts for programs.
#include "kindred/error.h"

#include <utility>

namespace kindred::inline v0 {

namespace {

std::string OneLine(const std::string& what, const std::string& where, const std::string& hint) {
  std::string line = where.empty() ? what : where + ": " + what;
  if (!hint.empty()) line += "; " + hint;
  return line;
}

}  // namespace

Error::Error(ErrorKind kind, const std::string& what, const std::string& where, const std::string& hint)
    : std::runtime_error(OneLine(what, where, hint)),
      kind_(kind),
      message_(what),
      where_(where),
      hint_(hint) {}

Error::Error(ErrorKind kind, const std::string& what, const OptionName& option, const std::string& hint)
    : Error(kind, what, option.name, hint) {
  where_is_option_ = true;
}

std::string Error::WithoutHint() const { return OneLine(message_, where_, ""); }

FilterError::FilterError(const std::string& what, std::string expression, std::size_t column,
                         const std::string& hint)
    : Error(ErrorKind::kUsage, what + " (column " + std::to_string(column + 1) + ")", "filter", hint),
      expression_(std::move(expression)),
      column_(column) {}

}  // namespace kindred::inline v0
