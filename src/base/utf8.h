// Text that may not be UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kindred::base {

struct Character {
  char32_t code = 0;
  std::string_view bytes;
  bool valid = true;  // false: one byte that is not part of valid UTF-8
};

// Well-formed UTF-8 only (Unicode table 3-7): no overlong forms, no surrogates, nothing above 10FFFF.
inline Character FirstCharacter(std::string_view text) {
  auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, text.substr(0, 1), true};
  std::size_t length = lead >= 0xC2 && lead <= 0xDF ? 2 : lead >= 0xE0 && lead <= 0xEF ? 3 : 4;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {0, text.substr(0, 1), false};
  std::uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  std::uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  char32_t code = lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) < low || byte(i) > high) return {0, text.substr(0, 1), false};
    code = code << 6 | (byte(i) & 0x3Fu);
    low = 0x80;
    high = 0xBF;
  }
  return {code, text.substr(0, length), true};
}

}  // namespace kindred::base
