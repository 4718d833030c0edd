// Where a TIFF has its pictures (strips or tiles of every directory) and where the texts about them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "extract/types/media/byte_cursor.h"

namespace kindred::extract {

class TiffStrips {
 public:
  explicit TiffStrips(ByteCursor& bytes) : bytes_(bytes) {}

  // Throws Damaged or LimitReached.
  void Read();

  // Offset and size, all within the file.
  const std::vector<std::pair<std::uint64_t, std::uint64_t>>& image() const { return image_; }
  const std::vector<std::pair<std::uint64_t, std::uint64_t>>& described() const { return described_; }

 private:
  struct Field {
    unsigned type = 0;
    std::uint64_t count = 0;
    std::uint64_t at = 0;  // of its values
  };
  std::uint32_t Number16(std::uint64_t at) { return little_ ? bytes_.Little16(at) : bytes_.Big16(at); }
  std::uint32_t Number32(std::uint64_t at) { return little_ ? bytes_.Little32(at) : bytes_.Big32(at); }
  std::uint64_t Value(const Field& field, std::uint64_t index);
  // Returns the place of the next directory.
  std::uint64_t ReadDirectory(std::uint64_t at);

  ByteCursor& bytes_;
  bool little_ = true;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> image_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> described_;
};

}  // namespace kindred::extract
