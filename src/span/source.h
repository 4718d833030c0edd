// The bytes of the contents that are searched for shared runs, numbered from 0. Implementations read files
// (the engine) or memory (tests).
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace kindred::span {

class Source {
 public:
  // Some bytes of a content, in one piece.
  struct Piece {
    std::span<const std::uint8_t> bytes;
    std::uint64_t begin = 0;           // their offset in the content
    std::shared_ptr<const void> hold;  // keeps them there; empty: they stay as long as the source
  };

  virtual ~Source() = default;
  virtual std::uint32_t Count() const = 0;
  virtual std::uint64_t SizeOf(std::uint32_t content) const = 0;
  // The piece that holds the byte at `offset`, which is below the size. Empty if the content cannot be read
  // any more; then nothing of it is found equal to anything. Thread-safe.
  virtual Piece PieceAt(std::uint32_t content, std::uint64_t offset) = 0;
};

}  // namespace kindred::span
