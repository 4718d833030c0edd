// See json_writer.h.
#include "http/json_writer.h"

#include <fmt/format.h>

#include "http/times.h"
#include "kindred/record.h"

namespace kindred::server {

namespace {

// The length of the UTF-8 character at the start of `text`; 0 if it does not start with one.
std::size_t CharacterLength(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  // Overlong forms, surrogates and what is beyond Unicode are excluded by the second byte.
  const unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (byte(1) < least || byte(1) > most) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return length;
}

}  // namespace

void JsonWriter::Separate() {
  if (comma_) text_ += ',';
  comma_ = true;
}

JsonWriter& JsonWriter::Open(char bracket) {
  Separate();
  text_ += bracket;
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::Close(char bracket) {
  text_ += bracket;
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view key) {
  Text(key);
  text_ += ':';
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::Text(std::string_view bytes) {
  Separate();
  text_ += '"';
  while (!bytes.empty()) {
    const char c = bytes.front();
    const std::size_t length = CharacterLength(bytes);
    if (length == 0) {
      text_ += fmt::format("\\udc{:02x}", static_cast<unsigned char>(c));
    } else if (c == '"' || c == '\\') {
      text_ += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      text_ += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      text_ += bytes.substr(0, length);
    }
    bytes.remove_prefix(length == 0 ? 1 : length);
  }
  text_ += '"';
  return *this;
}

JsonWriter& JsonWriter::Number(std::uint64_t number) { return Raw(std::to_string(number)); }

JsonWriter& JsonWriter::Share(double share) { return Raw(fmt::format("{:.6g}", share)); }

JsonWriter& JsonWriter::Flag(bool flag) { return Raw(flag ? "true" : "false"); }

JsonWriter& JsonWriter::Null() { return Raw("null"); }

JsonWriter& JsonWriter::Time(std::int64_t nanoseconds) {
  return nanoseconds == kNoTime ? Null() : Text(TimeText(nanoseconds));
}

JsonWriter& JsonWriter::Raw(std::string_view json) {
  Separate();
  text_ += json;
  return *this;
}

}  // namespace kindred::server
