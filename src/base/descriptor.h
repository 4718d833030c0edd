// Owns an open file descriptor.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace kindred::base {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  // Keeps errno, which may be the reason why the next step failed.
  ~Descriptor() {
    if (value_ < 0) return;
    const int error = errno;
    ::close(value_);
    errno = error;
  }

  int get() const { return value_; }
  bool is_open() const { return value_ >= 0; }
  // The caller closes it.
  int Release() { return std::exchange(value_, -1); }

 private:
  int value_ = -1;
};

}  // namespace kindred::base
