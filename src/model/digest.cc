// See kindred/digest.h.
#include "kindred/digest.h"

#include <fmt/format.h>

#include <charconv>

namespace kindred::inline v0 {

std::string Digest::Hex() const { return fmt::format("{:016x}{:016x}", high, low); }

std::optional<Digest> Digest::Parse(std::string_view hex) {
  constexpr std::size_t kHalf = 16;
  if (hex.size() != 2 * kHalf) return std::nullopt;
  Digest digest;
  const auto half = [](std::string_view text, std::uint64_t* to) {
    const auto end = std::from_chars(text.data(), text.data() + text.size(), *to, 16).ptr;
    return end == text.data() + text.size();
  };
  if (!half(hex.substr(0, kHalf), &digest.high) || !half(hex.substr(kHalf), &digest.low)) return std::nullopt;
  return digest;
}

}  // namespace kindred::inline v0
