// Bytes that an extractor reads at any place: a file, or a member that was unpacked into memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace kindred::extract {

class Source {
 public:
  virtual ~Source() = default;
  virtual std::uint64_t size() const = 0;
  // Fewer bytes than asked for only at the end, or where the file cannot be read.
  virtual std::size_t ReadAt(std::uint64_t offset, std::span<char> into) const = 0;
};

// Reads at offsets, so that nothing depends on the position that the descriptor shares with the main program.
// The size is the main program's; a file that has shrunk since simply ends earlier.
class FileSource : public Source {
 public:
  FileSource(int fd, std::uint64_t size) : fd_(fd), size_(size) {}
  std::uint64_t size() const override { return size_; }
  std::size_t ReadAt(std::uint64_t offset, std::span<char> into) const override;

 private:
  int fd_;
  std::uint64_t size_;
};

class MemorySource : public Source {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  std::size_t ReadAt(std::uint64_t offset, std::span<char> into) const override;

 private:
  std::string_view bytes_;
};

}  // namespace kindred::extract
