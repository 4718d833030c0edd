// Printable ASCII takes a fast path; everything else is looked up in utf8proc's tables.
#include "report/wording/glyph.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <cstdint>

#include "report/wording/characters.h"

namespace kindred::report {

namespace {

constexpr std::size_t kTab = 8;

Glyph Escape(const base::Character& c) {
  std::string text = !c.valid || c.code < 0x100
                         ? fmt::format("\\x{:02x}", c.valid ? static_cast<std::uint32_t>(c.code)
                                                            : static_cast<std::uint8_t>(c.bytes[0]))
                         : fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(c.code));
  std::size_t width = text.size();
  return {c.bytes.size(), std::move(text), width, true};
}

// Formats, separators of lines, private and unassigned characters: terminals disagree on their width.
bool HasCertainWidth(utf8proc_category_t category) {
  return category != UTF8PROC_CATEGORY_CF && category != UTF8PROC_CATEGORY_CN &&
         category != UTF8PROC_CATEGORY_CS && category != UTF8PROC_CATEGORY_CO &&
         category != UTF8PROC_CATEGORY_ZL && category != UTF8PROC_CATEGORY_ZP;
}

// They choose between two pictures of a character, one of them wider in some terminals.
bool IsVariationSelector(char32_t code) { return code >= 0xFE00 && code <= 0xFE0F; }

}  // namespace

Glyph GlyphReader::Next() {
  Glyph glyph = Read();
  rest_.remove_prefix(glyph.bytes);
  column_ += glyph.width;
  if (glyph.width > 0) {
    has_base_ = !glyph.escaped;
    marks_ = 0;
  } else if (!glyph.text.empty()) {
    ++marks_;
  }
  return glyph;
}

Glyph GlyphReader::Read() {
  const char first = rest_[0];
  if (first >= ' ' && first <= '~') return {1, std::string(1, first), 1, false};
  if (first == '\t') {
    std::size_t width = kTab - column_ % kTab;
    return {1, std::string(width, ' '), width, false};
  }
  base::Character c = base::FirstCharacter(rest_);
  if (IsUnprintable(c)) return Escape(c);
  const auto code = static_cast<utf8proc_int32_t>(c.code);
  if (!HasCertainWidth(utf8proc_category(code))) return Escape(c);
  if (IsVariationSelector(c.code)) return {c.bytes.size(), "", 0, false};
  const int width = utf8proc_charwidth(code);
  if (width <= 0 && !MarkFits()) return Escape(c);
  return {c.bytes.size(), std::string(c.bytes), static_cast<std::size_t>(width < 0 ? 0 : width), false};
}

std::size_t DisplayWidth(std::string_view text) {
  std::size_t width = 0;
  for (GlyphReader reader(text, 0); !reader.AtEnd();) width += reader.Next().width;
  return width;
}

std::vector<std::string> WrapText(std::string_view text, std::size_t width) {
  std::vector<std::string> rows(1);
  std::size_t used = 0;
  auto new_row = [&] {
    rows.emplace_back();
    used = 0;
  };
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (used > 0 && used + 1 + DisplayWidth(word) > width) {
      new_row();
    } else if (used > 0) {
      rows.back() += ' ';
      ++used;
    }
    for (GlyphReader reader(word, 0); !reader.AtEnd();) {
      Glyph glyph = reader.Next();
      if (used > 0 && used + glyph.width > width) new_row();
      rows.back() += glyph.text;
      used += glyph.width;
    }
  }
  return rows;
}

}  // namespace kindred::report
