// A member in memory, while it grows. By realloc, which moves pages instead of copying bytes, so that a
// member takes its own size and not twice as much on its way.
#pragma once

#include <cstddef>
#include <string_view>

namespace kindred::extract {

class Spool {
 public:
  // A larger member is a part, but not looked into: depth times this must fit a worker's memory.
  static constexpr std::size_t kMost = std::size_t{256} << 20;

  Spool() = default;
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  // False if it is too large now: then it is empty and stays so.
  bool Append(std::string_view bytes);
  std::string_view bytes() const { return {bytes_, size_}; }

 private:
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
  bool overflown_ = false;
};

}  // namespace kindred::extract
