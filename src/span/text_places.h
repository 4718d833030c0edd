// What a report shows of a place beside its offset: line and column, the first words from there on, and what
// is around it. All places of a content are read in one pass, in ascending order; the cost is one reading of
// each content up to its last place.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "span/source.h"

namespace kindred::span {

// Bytes of a content to be described.
struct ByteRange {
  std::uint32_t content = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool words = false;  // the first words are wanted
};

// There may be millions of them, and few have more than a line and a column.
struct TextPlace {
  struct Texts {
    std::string words;
    std::string before;  // raw bytes that end where the range begins
    std::string after;
  };
  std::uint64_t line = 0;    // from 1; 0: the content is not text
  std::uint64_t column = 0;  // in characters, from 1
  std::unique_ptr<Texts> texts;
};

struct PlaceReading {
  std::function<bool(std::uint32_t content)> is_text;
  // Lines before and after the range; of contents that are not text, rows of 16 bytes.
  std::uint64_t context = 0;
  std::function<bool()> stop = [] { return false; };
};

// In the order of the ranges. A content that cannot be read has nothing but defaults. Incomplete if a stop
// was asked for.
std::vector<TextPlace> ReadTextPlaces(Source& source, const std::vector<ByteRange>& ranges,
                                      const PlaceReading& reading);

// The first words of a text on one line, 60 characters at most: UTF-8 without control characters, blanks
// and line ends folded into one blank. A byte that is not UTF-8 becomes U+FFFD.
std::string FirstWords(std::string_view text);

}  // namespace kindred::span
