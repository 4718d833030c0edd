// See charset.h.
#include "read/text/charset.h"

#include <iconv.h>

#include <algorithm>
#include <charconv>

namespace kindred::read {

namespace {

struct Label {
  std::string_view label;  // in small letters
  const char* name;
};

// The legacy sets of the standard of browsers, by their usual labels.
constexpr Label kLabels[] = {
    {"iso-8859-1", "WINDOWS-1252"},
    {"iso8859-1", "WINDOWS-1252"},
    {"latin1", "WINDOWS-1252"},
    {"l1", "WINDOWS-1252"},
    {"windows-1252", "WINDOWS-1252"},
    {"cp1252", "WINDOWS-1252"},
    {"iso-8859-2", "ISO-8859-2"},
    {"latin2", "ISO-8859-2"},
    {"iso-8859-3", "ISO-8859-3"},
    {"iso-8859-4", "ISO-8859-4"},
    {"iso-8859-5", "ISO-8859-5"},
    {"iso-8859-6", "ISO-8859-6"},
    {"iso-8859-7", "ISO-8859-7"},
    {"iso-8859-8", "ISO-8859-8"},
    {"iso-8859-9", "WINDOWS-1254"},
    {"latin5", "WINDOWS-1254"},
    {"iso-8859-10", "ISO-8859-10"},
    {"iso-8859-13", "ISO-8859-13"},
    {"iso-8859-14", "ISO-8859-14"},
    {"iso-8859-15", "ISO-8859-15"},
    {"latin9", "ISO-8859-15"},
    {"iso-8859-16", "ISO-8859-16"},
    {"windows-1250", "WINDOWS-1250"},
    {"windows-1251", "WINDOWS-1251"},
    {"windows-1253", "WINDOWS-1253"},
    {"windows-1254", "WINDOWS-1254"},
    {"windows-1255", "WINDOWS-1255"},
    {"windows-1256", "WINDOWS-1256"},
    {"windows-1257", "WINDOWS-1257"},
    {"windows-1258", "WINDOWS-1258"},
    {"cp1250", "WINDOWS-1250"},
    {"cp1251", "WINDOWS-1251"},
    {"koi8-r", "KOI8-R"},
    {"koi8-u", "KOI8-U"},
    {"ibm866", "IBM866"},
    {"cp866", "IBM866"},
    {"macintosh", "MACINTOSH"},
    {"windows-874", "CP874"},
    {"tis-620", "CP874"},
    {"shift_jis", "CP932"},
    {"sjis", "CP932"},
    {"x-sjis", "CP932"},
    {"windows-31j", "CP932"},
    {"euc-jp", "EUC-JP"},
    {"gb2312", "GBK"},
    {"gbk", "GBK"},
    {"x-gbk", "GBK"},
    {"gb18030", "GBK"},
    {"big5", "BIG5-HKSCS"},
    {"euc-kr", "UHC"},
    {"ks_c_5601-1987", "UHC"},
};

// The code pages that RTF names and iconv has as tables.
constexpr int kCodePages[] = {437,  850,  852,  866,  874,  932,  936,  949,  950,
                              1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258};

std::string_view CharsText(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

char InSmall(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
bool IsWhite(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsLabelByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ':' || c == '.';
}

// What follows `at` as = "value" or = value.
std::string_view AssignedAt(std::string_view text, std::size_t at) {
  const auto skip_blanks = [&] {
    while (at < text.size() && IsWhite(text[at])) ++at;
  };
  skip_blanks();
  if (at == text.size() || text[at] != '=') return {};
  ++at;
  skip_blanks();
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) ++at;
  std::size_t end = at;
  while (end < text.size() && IsLabelByte(text[end])) ++end;
  // A label that the head cuts off is unknown.
  return end == text.size() ? std::string_view() : text.substr(at, end - at);
}

std::string_view LabelOf(std::string_view head) {
  if (head.starts_with("<?xml")) {
    const std::string_view declaration = head.substr(0, head.find("?>"));
    const std::size_t at = declaration.find("encoding");
    if (at != std::string_view::npos) {
      if (const auto label = AssignedAt(head, at + 8); !label.empty()) return label;
    }
  }
  constexpr std::string_view kWord = "charset";
  for (std::size_t at = head.find(kWord); at != std::string_view::npos; at = head.find(kWord, at + 1)) {
    const std::size_t tag = head.rfind('<', at);
    if (tag == std::string_view::npos || !head.substr(tag).starts_with("<meta")) continue;
    if (const auto label = AssignedAt(head, at + kWord.size()); !label.empty()) return label;
  }
  return {};
}

bool IsDecimal(char c) { return c >= '0' && c <= '9'; }

int HexValue(char c) {
  c = InSmall(c);
  if (IsDecimal(c)) return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// One character from the bytes given, all of which it takes.
char32_t Converted(iconv_t converter, const char* bytes, std::size_t size) {
  char in[2] = {bytes[0], size > 1 ? bytes[1] : '\0'};
  char* from = in;
  char32_t character = 0;
  char* to = reinterpret_cast<char*>(&character);
  std::size_t room = sizeof(character);
  ::iconv(converter, nullptr, nullptr, nullptr, nullptr);
  const std::size_t result = ::iconv(converter, &from, &size, &to, &room);
  return result == static_cast<std::size_t>(-1) || size > 0 || room > 0 ? kReplacement : character;
}

}  // namespace

bool MayDeclareCharset(std::span<const std::uint8_t> first) {
  const std::string_view text = CharsText(first);
  const auto begin = std::ranges::find_if(text, [](char c) { return !IsWhite(c); });
  return (begin != text.end() && *begin == '<') || text.starts_with("{\\rtf");
}

std::optional<DeclaredCharset> FindCharset(std::span<const std::uint8_t> head) {
  std::string text(CharsText(head.first(std::min(head.size(), kDeclarationBytes))));
  if (text.starts_with("{\\rtf")) {
    DeclaredCharset rtf{"WINDOWS-1252", true};
    constexpr std::string_view kPage = "\\ansicpg";
    if (const std::size_t at = text.find(kPage); at != std::string::npos) {
      int page = 0;
      std::from_chars(text.data() + at + kPage.size(), text.data() + text.size(), page);
      if (std::ranges::find(kCodePages, page) != std::end(kCodePages)) rtf.name = "CP" + std::to_string(page);
    }
    return rtf;
  }
  std::ranges::transform(text, text.begin(), InSmall);
  const std::string_view label = LabelOf(text);
  const auto known = std::ranges::find(kLabels, label, &Label::label);
  if (known == std::end(kLabels)) return std::nullopt;
  return DeclaredCharset{known->name, false};
}

CharsetTable::CharsetTable(const std::string& name) {
  std::ranges::fill(singles_, kReplacement);
  for (int c = 0; c < 0x80; ++c) singles_[c] = static_cast<char32_t>(c);
  const iconv_t converter = ::iconv_open("UTF-32LE", name.c_str());
  if (converter == reinterpret_cast<iconv_t>(-1)) return;  // a system without its tables: ASCII stays
  for (int c = 0x80; c < 0x100; ++c) {
    const char byte = static_cast<char>(c);
    singles_[c] = Converted(converter, &byte, 1);
  }
  const bool pairs = name == "CP932" || name == "CP936" || name == "CP949" || name == "CP950" ||
                     name == "EUC-JP" || name == "GBK" || name == "BIG5-HKSCS" || name == "UHC";
  if (pairs) pairs_.assign(std::size_t{1} << 16, kReplacement);
  for (int lead = 0x80; pairs && lead < 0x100; ++lead) {
    if (singles_[lead] != kReplacement) continue;
    for (int trail = 0x30; trail < 0x100; ++trail) {
      const char both[2] = {static_cast<char>(lead), static_cast<char>(trail)};
      const char32_t character = Converted(converter, both, 2);
      pairs_[static_cast<std::size_t>(lead << 8 | trail)] = character;
      leads_[lead] = leads_[lead] || character != kReplacement;
    }
  }
  ::iconv_close(converter);
}

const CharsetTable& CharsetTables::Of(const std::string& name) {
  std::unique_ptr<CharsetTable>& table = made_[name];
  if (table == nullptr) table = std::make_unique<CharsetTable>(name);
  return *table;
}

std::size_t CharsetDecoder::Plain(std::span<const std::uint8_t> bytes) const {
  if (!held_.empty()) return 0;
  const auto end =
      std::ranges::find_if(bytes, [&](std::uint8_t c) { return c >= 0x80 || (rtf_ && c == '\\'); });
  return static_cast<std::size_t>(end - bytes.begin());
}

CharsetDecoder::Step CharsetDecoder::Next(bool at_end) {
  const auto first = static_cast<std::uint8_t>(held_[0]);
  if (rtf_ && first == '\\') return NextOfRtf(at_end);
  if (!table_->IsLead(first)) return {1, table_->Single(first)};
  if (held_.size() < 2) return at_end ? Step{1, kReplacement} : Step{};
  const char32_t pair = table_->Pair(first, static_cast<std::uint8_t>(held_[1]));
  // A broken pair takes one byte: the other may be a tag's beginning.
  return pair == kReplacement ? Step{1, kReplacement} : Step{2, pair};
}

// \'e9 is a byte of the set; \u8217? is a character of UTF-16 with a byte, or an escape, for readers without
// support for it. All else stays as it is.
CharsetDecoder::Step CharsetDecoder::NextOfRtf(bool at_end) {
  const Step itself{1, std::nullopt}, more = at_end ? itself : Step{};
  constexpr std::size_t kLongest = 16;
  if (held_.size() < 2) return more;
  if (held_[1] == '\'') {
    if (held_.size() < 4) return more;
    const int high = HexValue(held_[2]), low = HexValue(held_[3]);
    if (high < 0 || low < 0) return itself;
    return {4, table_->Single(static_cast<std::uint8_t>(high << 4 | low))};
  }
  if (held_[1] != 'u') return itself;
  if (held_.size() < 3) return more;
  std::size_t end = held_[2] == '-' ? 3 : 2;
  while (end < held_.size() && end < 9 && IsDecimal(held_[end])) ++end;
  if (end == held_.size() && end < 9) return more;
  int number = 0;
  if (std::from_chars(held_.data() + 2, held_.data() + end, number).ec != std::errc()) return itself;
  if (number < 0) number += 0x10000;
  if (number <= 0 || number > 0xffff || (number >= 0xd800 && number < 0xe000)) return itself;
  // The substitute: a blank ends the number, then one byte or one escape replaces the character.
  if (held_[end] == ' ') ++end;
  if (end >= held_.size()) return held_.size() < kLongest ? more : itself;
  if (held_[end] == '\\') {
    if (held_.size() < end + 4) return more;
    if (held_[end + 1] != '\'') return {end, static_cast<char32_t>(number)};
    end += 4;
  } else if (held_[end] != '{' && held_[end] != '}') {
    ++end;
  }
  return {end, static_cast<char32_t>(number)};
}

}  // namespace kindred::read
