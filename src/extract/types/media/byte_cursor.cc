// See byte_cursor.h.
#include "extract/types/media/byte_cursor.h"

#include <cstring>

namespace kindred::extract {

namespace {

constexpr std::size_t kWindowBytes = std::size_t{64} << 10;

}  // namespace

void ByteCursor::Load(std::uint64_t at) {
  window_.resize(kWindowBytes);
  window_.resize(source_.ReadAt(at, window_));
  begin_ = at;
}

unsigned ByteCursor::U8(std::uint64_t at) {
  if (at >= source_.size()) return 0;
  if (at < begin_ || at - begin_ >= window_.size()) Load(at);
  return window_.empty() ? 0 : static_cast<unsigned char>(window_[static_cast<std::size_t>(at - begin_)]);
}

std::uint32_t ByteCursor::Big16(std::uint64_t at) { return U8(at) << 8 | U8(at + 1); }
std::uint32_t ByteCursor::Big32(std::uint64_t at) { return Big16(at) << 16 | Big16(at + 2); }
std::uint64_t ByteCursor::Big64(std::uint64_t at) { return std::uint64_t{Big32(at)} << 32 | Big32(at + 4); }
std::uint32_t ByteCursor::Little16(std::uint64_t at) { return U8(at) | U8(at + 1) << 8; }
std::uint32_t ByteCursor::Little32(std::uint64_t at) { return Little16(at) | Little16(at + 2) << 16; }

std::string ByteCursor::Text(std::uint64_t at, std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>(U8(at + i));
  return text;
}

std::uint64_t ByteCursor::Find(unsigned char byte, std::uint64_t at) {
  while (at < source_.size()) {
    if (at < begin_ || at - begin_ >= window_.size()) Load(at);
    if (window_.empty()) break;
    const auto from = static_cast<std::size_t>(at - begin_);
    const void* found = std::memchr(window_.data() + from, byte, window_.size() - from);
    if (found != nullptr)
      return begin_ + static_cast<std::size_t>(static_cast<const char*>(found) - window_.data());
    at = begin_ + window_.size();
  }
  return source_.size();
}

}  // namespace kindred::extract
