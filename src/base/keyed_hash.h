// HMAC-SHA-256: a hash that only who has the key can compute, and that tells nothing of the key or the
// message to who has not. From OpenSSL's libcrypto; docs/pools.md argues the choice.
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
