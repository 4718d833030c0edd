// The digest of a content, by which equal bytes are recognised.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kindred::inline v0 {

// XXH3-128 of all bytes.
struct Digest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const Digest&) const = default;

  // 32 hexadecimal digits, as in records.
  std::string Hex() const;
  // nullopt if the text is anything else.
  static std::optional<Digest> Parse(std::string_view hex);
};

}  // namespace kindred::inline v0
