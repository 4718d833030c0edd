// See file_link.h.
#include "report/html/file_link.h"

#include <fmt/format.h>

#include "report/html/html_text.h"
#include "report/wording/path_text.h"

namespace kindred::report {

namespace {

constexpr std::size_t kLongName = 160;  // characters

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("/-._~").find(c) != std::string_view::npos;
}

}  // namespace

std::string FileUrl(std::string_view path, std::string_view directory) {
  if (path.empty() || path == "-") return "";
  const bool absolute = path.starts_with('/');
  if (!absolute && directory.empty()) return "";
  path = path.substr(0, path.find("//", 1));
  if (!absolute && path.starts_with("./")) path.remove_prefix(2);
  std::string url = "file://";
  const auto add = [&](std::string_view bytes) {
    for (const char c : bytes) {
      if (IsPlain(c)) {
        url += c;
      } else {
        url += fmt::format("%{:02X}", static_cast<unsigned char>(c));
      }
    }
  };
  if (!absolute) {
    add(directory);
    if (!directory.ends_with('/')) url += '/';
  }
  add(path);
  return url;
}

std::string LinkedName(std::string_view path, std::string_view directory) {
  const std::string url = FileUrl(path, directory);
  const NameParts parts = PartsOfName(path, kLongName);
  std::string name = HtmlName(parts.begin);
  if (!parts.middle.empty()) {
    // The style sheet writes a sign over the middle; a search or a copy has all of it.
    name = fmt::format("<span title=\"{}\">{}<span class=\"cut\">{}</span>{}</span>", HtmlName(path), name,
                       HtmlName(parts.middle), HtmlName(parts.end));
  }
  return url.empty() ? name : fmt::format("<a href=\"{}\">{}</a>", url, name);
}

}  // namespace kindred::report
