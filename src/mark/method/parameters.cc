// Parsing of method parameters; see parameters.h.
#include "mark/method/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/coding.h"
#include "kindred/error.h"

namespace kindred::mark {

Parameters::Parameters(const std::string& method, const std::string& text) : method_(method) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t comma = std::min(text.find(',', at), text.size());
    std::string part = text.substr(at, comma - at);
    std::size_t equals = part.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Error(ErrorKind::kUsage, fmt::format("'{}' is not of the form parameter=value", part),
                  OptionName{"method " + method},
                  "write for instance chunks:average=1015; a file whose name holds a comma cannot be named "
                  "here: rename it, or link to it");
    }
    if (!values_.emplace(part.substr(0, equals), part.substr(equals + 1)).second) {
      throw Error(ErrorKind::kUsage, fmt::format("parameter '{}' is given twice", part.substr(0, equals)),
                  OptionName{"method " + method});
    }
    at = comma + 1;
  }
}

std::uint64_t Parameters::Number(const std::string& name, std::uint64_t standard, std::uint64_t least,
                                 std::uint64_t most) {
  std::string text = Word(name, "");
  if (!Given(name)) return standard;
  std::uint64_t value = 0;
  if (!base::ParseNumber(text, &value) || value < least || value > most)
    Fail(name, fmt::format("a number from {} to {}", least, most));
  return value;
}

std::string Parameters::Word(const std::string& name, const std::string& standard) {
  known_.push_back(name);
  auto found = values_.find(name);
  return found == values_.end() ? standard : found->second;
}

void Parameters::Done() const {
  for (const auto& [name, value] : values_) {
    if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
      throw Error(ErrorKind::kUsage, fmt::format("method '{}' has no parameter '{}'", method_, name),
                  OptionName{"method"}, fmt::format("it has: {}", fmt::join(known_, ", ")));
    }
  }
}

void Parameters::Fail(const std::string& name, const std::string& wanted) const {
  auto found = values_.find(name);
  throw Error(ErrorKind::kUsage,
              fmt::format("parameter '{}={}' of method '{}' is not valid", name,
                          found == values_.end() ? "" : found->second, method_),
              OptionName{"method"}, "give " + wanted);
}

}  // namespace kindred::mark
