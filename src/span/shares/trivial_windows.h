// Runs without evidence: blanks, rules, zeros, repeated records of a few bytes. Two files that have nothing
// else in common did not come from the same source, so such runs alone do not make a share. But a stretch of
// zeros inside a copied passage was copied with it, and counts.
//
// A window (the shortest run that counts, 50 bytes) is *trivial* if fewer than a quarter of its bytes differ
// from the byte 1, 4 or 8 places before. A shared stretch is counted from its first window that is not
// trivial to its last; where it reaches the begin or the end of the content, up to there. A stretch of
// trivial windows alone is nothing.
//
//   A   int x;        (60 blanks)        y = 1;     in both 60 blanks, all windows trivial: 0 bytes
//   B   #define LEN   (60 blanks)        80
//
//   A   ...the end.\n\0\0\0\0\0\0\0 (2,000) \0\0\0next part...     all in B: counts, zeros and all
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kindred::span {

// Of a content, by offset.
struct Stretch {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

class TrivialWindows {
 public:
  TrivialWindows() = default;  // none
  TrivialWindows(std::span<const std::uint8_t> content, std::uint64_t window);

  // The bytes that count of a shared stretch, which is at least a window long and not part of a longer one.
  std::uint64_t Counted(Stretch shared) const {
    if (windows_.empty()) return shared.end - shared.begin;
    return CountedOf(shared);
  }

 private:
  // Trivial windows that follow each other: where the first begins, and the last.
  struct Row {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };

  void Take(std::uint64_t begin);
  std::uint64_t CountedOf(Stretch shared) const;

  std::uint64_t length_ = 0;  // of a window
  std::uint64_t size_ = 0;    // of the content
  std::vector<Row> windows_;  // ascending, not next to each other
};

}  // namespace kindred::span
