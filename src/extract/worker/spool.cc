// See spool.h.
#include "extract/worker/spool.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace kindred::extract {

Spool::~Spool() { std::free(bytes_); }

bool Spool::Append(std::string_view bytes) {
  if (overflown_ || bytes.size() > kMost - size_) {
    overflown_ = true;
    std::free(bytes_);
    bytes_ = nullptr;
    size_ = room_ = 0;
    return false;
  }
  if (bytes.empty()) return true;
  if (room_ - size_ < bytes.size()) {
    const std::size_t room = std::max({size_ + bytes.size(), room_ + room_ / 2, std::size_t{64} << 10});
    void* more = std::realloc(bytes_, room);
    if (more == nullptr) throw std::bad_alloc();
    bytes_ = static_cast<char*>(more);
    room_ = room;
  }
  std::memcpy(bytes_ + size_, bytes.data(), bytes.size());
  size_ += bytes.size();
  return true;
}

}  // namespace kindred::extract
