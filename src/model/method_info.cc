// MethodInfo as people type it.
#include "kindred/values.h"

namespace kindred::inline v0 {

std::string MethodInfo::Text() const {
  std::string text = name;
  char before = ':';
  for (const auto& [parameter, value] : parameters) {
    text += before + parameter + '=' + value;
    before = ',';
  }
  return text;
}

}  // namespace kindred::inline v0
