// Names are bytes; reports are text. Every form here can be decoded back to the bytes.
// QuotePath and OneLineText (kindred/report.h) are the forms for people. Tested in path_text_test.cc, which
// reads each form back.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kindred::report {

// Appends `text` as a JSON string with its quotes. Invalid UTF-8 becomes \udcXX, control characters \u00XX.
void AppendJsonString(std::string_view text, std::string* to);
std::string JsonString(std::string_view text);

// A name as plain text for tables (html, xlsx, dot): \ becomes \\, a byte that is not UTF-8 \udcXX, and a
// character that is not seen, or makes one name look like another, \uXXXX.
std::string EscapedName(std::string_view name);

// A name of more than `most` characters, cut in three at whole characters: without its middle, and with a
// sign in its place, it has `most`. Two thirds of these are its end. A shorter one is all in `begin`.
struct NameParts {
  std::string_view begin = {};
  std::string_view middle = {};
  std::string_view end = {};
};
NameParts PartsOfName(std::string_view name, std::size_t most);

// A name in CSV, with the escapes of kindred/report.h.
std::string CsvEscaped(std::string_view name);
// Any text as a CSV field: with the quotes of RFC 4180 where it needs them.
std::string CsvField(std::string_view text);

}  // namespace kindred::report
