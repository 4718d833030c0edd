// A content: distinct bytes, known by size and digest. Entries with equal bytes share one content.
#pragma once

#include <compare>
#include <cstdint>

namespace kindred {

// Numbers a content within one index. Never used again for other bytes, even after the content is gone.
using ContentId = std::uint32_t;

// XXH3-128 of all bytes.
struct Digest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const Digest&) const = default;
};

// Text and other files are compared apart (Manber 1993, section 4).
enum class ContentType : std::uint8_t { kText = 1, kOther = 2 };

struct Content {
  ContentId id = 0;
  std::uint64_t size = 0;
  Digest digest;
  ContentType type = ContentType::kOther;
};

}  // namespace kindred
