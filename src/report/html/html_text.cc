// See html_text.h.
#include "report/html/html_text.h"

#include "base/utf8.h"
#include "report/wording/path_text.h"

namespace kindred::report {

std::string HtmlText(std::string_view text) {
  std::string safe;
  for (char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string HtmlName(std::string_view name) { return HtmlText(EscapedName(name)); }

std::string ShortName(std::string_view path, std::size_t most) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  const std::string name = EscapedName(slash == path.size() - 1 ? path : path.substr(slash + 1));
  std::size_t bytes = 0;
  std::size_t characters = 0;
  for (; bytes < name.size() && characters < most; ++characters) {
    bytes += base::FirstCharacter(std::string_view(name).substr(bytes)).bytes.size();
  }
  return name.substr(0, bytes) + (bytes < name.size() ? "\u2026" : "");
}

}  // namespace kindred::report
