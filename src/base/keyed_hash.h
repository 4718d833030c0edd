// HMAC-SHA-256: only a holder of the key can compute it, and it reveals neither the key nor the message.
// From OpenSSL's libcrypto; docs/using/compare.md gives the reasons.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace kindred::base {

class KeyedHash {
 public:
  explicit KeyedHash(std::span<const std::uint8_t> key);
  ~KeyedHash();
  KeyedHash(KeyedHash&&) noexcept;
  KeyedHash& operator=(KeyedHash&&) noexcept;

  using Value = std::array<std::uint8_t, 32>;
  // Not thread-safe.
  Value Of(std::span<const std::uint8_t> message) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kindred::base
