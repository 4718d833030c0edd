// Scanned contents for measuring: only as they were scanned; a file that has changed since is a skip.
#pragma once

#include "tree/bytes/content_source.h"
#include "tree/bytes/measure_pairs.h"

namespace kindred::tree {

class ScannedContents : public WholeContents {
 public:
  explicit ScannedContents(ContentSource& source) : source_(source) {}
  std::optional<span::Source::Piece> Whole(std::uint32_t content) override {
    span::Source::Piece piece = source_.Whole(content);
    if (piece.bytes.empty() && source_.Failed(content)) return std::nullopt;
    return piece;
  }

 private:
  ContentSource& source_;
};

}  // namespace kindred::tree
