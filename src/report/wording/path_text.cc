// One decoder cuts a name into characters; each form decides what to do with a character. Cost: one pass.
#include "report/wording/path_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "kindred/report.h"
#include "report/wording/characters.h"

namespace kindred::inline v0 {

namespace {

void AppendOctal(std::string_view bytes, std::string* to) {
  for (char c : bytes) fmt::format_to(std::back_inserter(*to), "\\{:03o}", static_cast<std::uint8_t>(c));
}

}  // namespace

std::string QuotePath(std::string_view path) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-+,:@%=^";
  bool plain = !path.empty();
  bool dollar = !path.empty() && (path.front() == ' ' || path.back() == ' ');
  for (std::string_view rest = path; !rest.empty();) {
    base::Character c = base::FirstCharacter(rest);
    rest.remove_prefix(c.bytes.size());
    if (report::IsUnprintable(c) || c.code == '\'') dollar = true;
    if (c.valid && c.code < 0x80 && kPlain.find(static_cast<char>(c.code)) == std::string_view::npos) {
      plain = false;
    }
  }
  if (plain && !dollar) return std::string(path);
  if (!dollar) return "'" + std::string(path) + "'";
  std::string quoted = "$'";
  for (std::string_view rest = path; !rest.empty();) {
    base::Character c = base::FirstCharacter(rest);
    rest.remove_prefix(c.bytes.size());
    if (c.valid && c.code == '\n') {
      quoted += "\\n";
    } else if (c.valid && c.code == '\t') {
      quoted += "\\t";
    } else if (c.valid && (c.code == '\'' || c.code == '\\')) {
      quoted += '\\';
      quoted += c.bytes;
    } else if (report::IsUnprintable(c)) {
      AppendOctal(c.bytes, &quoted);
    } else {
      quoted += c.bytes;
    }
  }
  return quoted + "'";
}

std::string BriefName(std::string_view name, std::size_t most) {
  const report::NameParts parts = report::PartsOfName(name, most);
  return parts.middle.empty() ? std::string(name)
                              : std::string(parts.begin) + "\u2026" + std::string(parts.end);
}

std::string OneLineText(std::string_view text) {
  std::string line;
  for (std::string_view rest = text; !rest.empty();) {
    base::Character c = base::FirstCharacter(rest);
    rest.remove_prefix(c.bytes.size());
    if (report::IsUnprintable(c)) {
      AppendOctal(c.bytes, &line);
    } else {
      line += c.bytes;
    }
  }
  return line;
}

}  // namespace kindred::inline v0

namespace kindred::report {

NameParts PartsOfName(std::string_view name, std::size_t most) {
  std::vector<std::size_t> begins;  // of the characters
  for (std::string_view rest = name; !rest.empty();) {
    begins.push_back(name.size() - rest.size());
    rest.remove_prefix(base::FirstCharacter(rest).bytes.size());
  }
  if (begins.size() <= most || most == 0) return {.begin = name};
  const std::size_t first = begins[(most - 1) / 3];
  const std::size_t tail = most - 1 - (most - 1) / 3;
  const std::size_t last = tail == 0 ? name.size() : begins[begins.size() - tail];
  return {name.substr(0, first), name.substr(first, last - first), name.substr(last)};
}

void AppendJsonString(std::string_view text, std::string* to) {
  auto out = std::back_inserter(*to);
  *to += '"';
  // Most of a name is plain, and reports have hundreds of thousands of names.
  auto plain = [](char byte) { return byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\'; };
  for (std::string_view rest = text; !rest.empty();) {
    const auto odd = static_cast<std::size_t>(std::ranges::find_if_not(rest, plain) - rest.begin());
    *to += rest.substr(0, odd);
    rest.remove_prefix(odd);
    if (rest.empty()) break;
    base::Character c = base::FirstCharacter(rest);
    rest.remove_prefix(c.bytes.size());
    if (!c.valid) {
      fmt::format_to(out, "\\udc{:02x}", static_cast<std::uint8_t>(c.bytes[0]));
    } else if (c.code == '"' || c.code == '\\') {
      *to += '\\';
      *to += c.bytes;
    } else if (c.code == '\n') {
      *to += "\\n";
    } else if (c.code == '\t') {
      *to += "\\t";
    } else if (IsControl(c.code)) {
      fmt::format_to(out, "\\u{:04x}", static_cast<std::uint32_t>(c.code));
    } else {
      *to += c.bytes;
    }
  }
  *to += '"';
}

std::string JsonString(std::string_view text) {
  std::string quoted;
  AppendJsonString(text, &quoted);
  return quoted;
}

std::string EscapedName(std::string_view name) {
  std::string escaped;
  for (std::string_view rest = name; !rest.empty();) {
    base::Character c = base::FirstCharacter(rest);
    rest.remove_prefix(c.bytes.size());
    // XML has no U+FFFE and U+FFFF at all.
    const bool hidden = IsUnprintable(c) || (c.code >= 0xFFFE && c.code <= 0xFFFF);
    if (!c.valid) {
      fmt::format_to(std::back_inserter(escaped), "\\udc{:02x}", static_cast<std::uint8_t>(c.bytes[0]));
    } else if (hidden) {
      fmt::format_to(std::back_inserter(escaped), "\\u{:04x}", static_cast<std::uint32_t>(c.code));
    } else {
      if (c.code == '\\') escaped += '\\';
      escaped += c.bytes;
    }
  }
  return escaped;
}

std::string CsvField(std::string_view text) {
  bool blank_end = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (!blank_end && text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string field = "\"";
  for (char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field + "\"";
}

std::string CsvEscaped(std::string_view name) {
  std::string escaped;
  for (std::string_view rest = name; !rest.empty();) {
    base::Character c = base::FirstCharacter(rest);
    rest.remove_prefix(c.bytes.size());
    if (!c.valid) {
      fmt::format_to(std::back_inserter(escaped), "\\udc{:02x}", static_cast<std::uint8_t>(c.bytes[0]));
    } else if (c.code == '\\') {
      escaped += "\\\\";
    } else if (IsControl(c.code)) {
      fmt::format_to(std::back_inserter(escaped), "\\u{:04x}", static_cast<std::uint32_t>(c.code));
    } else {
      escaped += c.bytes;
    }
  }
  return escaped;
}

}  // namespace kindred::report
