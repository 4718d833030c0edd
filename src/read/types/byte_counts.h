// How many bytes of a stretch are NUL, and how many are control characters that texts do not contain: what
// TextDetector decides by. For the vector units of the machine (Highway chooses at run time).
#pragma once

#include <cstdint>
#include <span>

namespace kindred::read {

struct ByteCounts {
  std::uint64_t nul = 0;
  std::uint64_t control = 0;  // with the NULs
  bool operator==(const ByteCounts&) const = default;
};

// \b and ESC occur in formatted manual pages and terminal logs, so they count as text.
inline bool IsControl(std::uint8_t byte) {
  const bool in_texts =
      byte == '\b' || byte == '\t' || byte == '\n' || byte == '\f' || byte == '\r' || byte == 0x1b;
  return (byte < 0x20 && !in_texts) || byte == 0x7f;
}

ByteCounts CountBytes(std::span<const std::uint8_t> bytes);

}  // namespace kindred::read
