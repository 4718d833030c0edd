// Contents in memory, handed out in small pieces so that runs cross their borders.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "span/source.h"

namespace kindred::testing_support {

class MemorySource : public span::Source {
 public:
  explicit MemorySource(std::vector<std::string> contents, std::size_t piece = 100)
      : contents_(std::move(contents)), piece_(piece) {}

  const std::string& operator[](std::size_t content) const { return contents_[content]; }
  std::uint32_t Count() const override { return static_cast<std::uint32_t>(contents_.size()); }
  std::uint64_t SizeOf(std::uint32_t content) const override { return contents_[content].size(); }
  Piece PieceAt(std::uint32_t content, std::uint64_t offset) override {
    const std::string& bytes = contents_[content];
    const std::size_t begin = offset / piece_ * piece_;
    return {
        {reinterpret_cast<const std::uint8_t*>(bytes.data()) + begin, std::min(piece_, bytes.size() - begin)},
        begin,
        nullptr};
  }

 private:
  std::vector<std::string> contents_;
  std::size_t piece_;
};

}  // namespace kindred::testing_support
