// Bytes with their marks, in order of offset: they show where the keys of a template occur. The index stores
// no offsets, so files are marked again for that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mark/method/method.h"
#include "model/mark.h"

namespace kindred::tree {

// A part of the bytes.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t size() const { return end - begin; }
};

struct MarkedBytes {
  std::vector<Mark> marks;
  Unit unit = Unit::kByte;
  Weight weight = Weight::kMarks;
  int key_bits = 64;

  ByteRange RangeOf(const Mark& mark) const {
    const std::uint64_t scale = unit == Unit::kBit ? 8 : 1;
    return {mark.offset / scale, (mark.offset + mark.length + scale - 1) / scale};
  }
  // As an index stores it.
  std::uint64_t KeyOf(const Mark& mark) const { return mark.key & (~std::uint64_t{0} << (64 - key_bits)); }
};

// kFinest: every window, so that readers of any size are covered. kAsScanned: what a scan takes of a file of
// this size.
enum class MarkLevel { kFinest, kAsScanned };

MarkedBytes MarkBytes(std::span<const std::uint8_t> bytes, const mark::Method& method, MarkLevel level);

// Ascending, each once.
std::vector<std::uint64_t> SortedKeys(std::vector<std::uint64_t> keys);

// The runs of marks that all have one of the keys (ascending): from the first byte of the first mark to the
// last byte of the last one.
struct KeyRun {
  ByteRange range;
  std::vector<std::uint64_t> keys;
};
std::vector<KeyRun> RunsOfKeys(const MarkedBytes& marked, std::span<const std::uint64_t> keys);

}  // namespace kindred::tree
