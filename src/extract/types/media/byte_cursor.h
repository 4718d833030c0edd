// Numbers and short texts at any place of a source, through a window of it in memory. Bytes beyond the end
// read as zeros, so that a parser only has to check the lengths it reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extract/worker/source.h"

namespace kindred::extract {

class ByteCursor {
 public:
  explicit ByteCursor(const Source& source) : source_(source) {}

  std::uint64_t size() const { return source_.size(); }
  unsigned U8(std::uint64_t at);
  std::uint32_t Big16(std::uint64_t at);
  std::uint32_t Big32(std::uint64_t at);
  std::uint64_t Big64(std::uint64_t at);
  std::uint32_t Little16(std::uint64_t at);
  std::uint32_t Little32(std::uint64_t at);
  std::string Text(std::uint64_t at, std::size_t size);
  // The next place of the byte from here on, or size().
  std::uint64_t Find(unsigned char byte, std::uint64_t at);

 private:
  void Load(std::uint64_t at);

  const Source& source_;
  std::uint64_t begin_ = 0;
  std::vector<char> window_;
};

}  // namespace kindred::extract
