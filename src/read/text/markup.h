// Takes the markup out of a text, byte by byte: what comes in is passed on, dropped, or replaced.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "model/content.h"

namespace kindred::read {

class Markup {
 public:
  virtual ~Markup() = default;
  // Calls `out(byte, offset)` for each byte that is text; a block of HTML gives a blank. `c` is -1 at the
  // end.
  using Out = std::function<void(std::uint8_t byte, std::uint64_t offset)>;
  virtual void Byte(int c, std::uint64_t offset, const Out& out) = 0;
};

// nullptr for types without markup.
std::unique_ptr<Markup> MarkupOf(MediaType type);

}  // namespace kindred::read
