// Whether bytes are UTF-8, which Arrow's texts must be.
#pragma once

#include <cstddef>
#include <string_view>

namespace kindred::python {

// Well-formed only (Unicode table 3-7): no overlong forms, no surrogates, nothing above 10FFFF.
inline bool IsUtf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead < 0x80) {
      ++at;
      continue;
    }
    if (lead < 0xC2 || lead > 0xF4) return false;
    const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (text.size() - at < length) return false;
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (std::size_t i = 1; i < length; ++i) {
      const auto byte = static_cast<unsigned char>(text[at + i]);
      if (byte < low || byte > high) return false;
      low = 0x80;
      high = 0xBF;
    }
    at += length;
  }
  return true;
}

}  // namespace kindred::python
