// See document_title.h. No parser: a title that is written in an unusual way is not found, and nothing
// depends on it.
#include "read/types/document_title.h"

#include <algorithm>
#include <cstdint>

#include "base/coding.h"
#include "base/utf8.h"
#include "model/entry.h"
#include "read/types/wide_text.h"

namespace kindred::read {

namespace {

constexpr std::size_t kLongest = 150;

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), Lower);
  return lower;
}

bool IsHtml(std::string_view name) {
  const std::string suffix = LowerCase(SuffixOf(name));
  return suffix == "html" || suffix == "htm" || suffix == "xhtml";
}
bool IsMarkdown(std::string_view name) {
  const std::string suffix = LowerCase(SuffixOf(name));
  return suffix == "md" || suffix == "markdown" || suffix == "rst";
}

// "amp", "#65", "#x41" to a character; 0: not known.
std::uint32_t Referred(std::string_view name) {
  if (name == "amp") return '&';
  if (name == "lt") return '<';
  if (name == "gt") return '>';
  if (name == "quot") return '"';
  if (name == "apos") return '\'';
  if (name == "nbsp") return ' ';
  if (!name.starts_with('#')) return 0;
  name.remove_prefix(1);
  const bool hex = name.starts_with('x') || name.starts_with('X');
  if (hex) name.remove_prefix(1);
  std::uint32_t code = 0;
  const bool good = base::ParseNumber(name, &code, hex ? 16 : 10);
  return good && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) ? code : 0;
}

std::string WithoutMarkup(std::string_view html) {
  std::string text;
  for (std::size_t at = 0; at < html.size();) {
    if (html[at] == '<') {
      const std::size_t end = html.find('>', at);
      if (end == std::string_view::npos) break;
      at = end + 1;
      continue;
    }
    const std::size_t end = html[at] == '&' ? html.substr(at, 12).find(';') : std::string_view::npos;
    const std::uint32_t code = end == std::string_view::npos ? 0 : Referred(html.substr(at + 1, end - 1));
    if (code != 0) {
      const Utf8 utf8 = ToUtf8(code);
      text.append(utf8.bytes, utf8.bytes + utf8.size);
      at += end + 1;
    } else {
      text += html[at++];
    }
  }
  return text;
}

// One line, no blanks at its ends, cut at a character.
std::string Tidy(std::string_view text) {
  std::string tidy;
  while (!text.empty() && tidy.size() < kLongest) {
    const std::string_view bytes = base::FirstCharacter(text).bytes;
    text.remove_prefix(bytes.size());
    if (!IsBlank(bytes[0])) {
      tidy += bytes;
    } else if (!tidy.empty() && tidy.back() != ' ') {
      tidy += ' ';
    }
  }
  while (!tidy.empty() && tidy.back() == ' ') tidy.pop_back();
  return tidy;
}

// What is inside the first element of this name; `lower` is the head in small letters.
std::string Inside(std::string_view head, std::string_view lower, std::string_view element) {
  const std::string open = "<" + std::string(element);
  for (std::size_t at = lower.find(open); at != std::string_view::npos; at = lower.find(open, at + 1)) {
    const std::size_t after = at + open.size();
    if (after >= lower.size() || (lower[after] != '>' && !IsBlank(lower[after]))) continue;  // <titles>
    const std::size_t begin = lower.find('>', after);
    if (begin == std::string_view::npos) return "";
    const std::size_t end = lower.find("</" + std::string(element), begin);
    if (end == std::string_view::npos) return "";
    return Tidy(WithoutMarkup(head.substr(begin + 1, end - begin - 1)));
  }
  return "";
}

std::string FirstHeading(std::string_view head) {
  std::string_view last;
  while (!head.empty()) {
    const std::size_t newline = head.find('\n');
    std::string_view line = head.substr(0, newline);
    head = newline == std::string_view::npos ? std::string_view() : head.substr(newline + 1);
    while (!line.empty() && IsBlank(line.back())) line.remove_suffix(1);
    if (line.starts_with("# ")) {
      line.remove_prefix(2);
      while (line.ends_with('#')) line.remove_suffix(1);
      return Tidy(line);
    }
    // A line of = under a line of text.
    const bool rule = line.size() >= 3 && line.find_first_not_of('=') == std::string_view::npos;
    if (rule && !last.empty()) return Tidy(last);
    last = rule ? std::string_view() : line;
  }
  return "";
}

}  // namespace

std::string TidyTitle(std::string_view title) { return Tidy(title); }

bool MayHaveTitle(std::string_view name) { return IsHtml(name) || IsMarkdown(name); }

std::string TitleIn(std::string_view head, std::string_view name) {
  head = head.substr(0, kTitleHead);
  if (IsMarkdown(name)) return FirstHeading(head);
  if (!IsHtml(name)) return "";
  const std::string lower = LowerCase(head);
  const std::string title = Inside(head, lower, "title");
  return title.empty() ? Inside(head, lower, "h1") : title;
}

}  // namespace kindred::read
