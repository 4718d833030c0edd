// See tiff_strips.h.
#include "extract/types/media/tiff_strips.h"

#include <set>

#include "extract/worker/budget.h"

namespace kindred::extract {

namespace {

constexpr std::size_t kMostDirectories = 10000;  // a page each
constexpr std::size_t kMostStrips = 1 << 20;

constexpr unsigned kStripOffsets = 273;
constexpr unsigned kStripSizes = 279;
constexpr unsigned kTileOffsets = 324;
constexpr unsigned kTileSizes = 325;
constexpr unsigned kXmp = 700;

constexpr unsigned kAscii = 2;
constexpr unsigned kShort = 3;

std::uint64_t BytesOf(unsigned type) {
  switch (type) {
    case kShort:
    case 8:
      return 2;
    case 4:
    case 9:
    case 11:
      return 4;
    case 5:
    case 10:
    case 12:
      return 8;
    default:
      return 1;
  }
}

}  // namespace

std::uint64_t TiffStrips::Value(const Field& field, std::uint64_t index) {
  return field.type == kShort ? Number16(field.at + 2 * index) : Number32(field.at + 4 * index);
}

std::uint64_t TiffStrips::ReadDirectory(std::uint64_t at) {
  const std::uint64_t fields = Number16(at);
  Field offsets;
  Field sizes;
  for (std::uint64_t i = 0; i < fields; ++i) {
    const std::uint64_t row = at + 2 + 12 * i;
    if (row + 12 > bytes_.size()) throw Damaged("a directory is longer than the file");
    const unsigned tag = Number16(row);
    Field field = {.type = Number16(row + 2), .count = Number32(row + 4), .at = row + 8};
    const std::uint64_t size = field.count * BytesOf(field.type);
    if (size > 4) field.at = Number32(row + 8);
    const bool inside = field.at <= bytes_.size() && size <= bytes_.size() - field.at;
    if (!inside) continue;
    if (tag == kStripOffsets || tag == kTileOffsets) offsets = field;
    if (tag == kStripSizes || tag == kTileSizes) sizes = field;
    if ((field.type == kAscii || tag == kXmp) && described_.size() < kMostStrips && size > 0)
      described_.emplace_back(field.at, size);
  }
  for (std::uint64_t i = 0; i < offsets.count && i < sizes.count; ++i) {
    if (image_.size() == kMostStrips) throw LimitReached("has too many strips");
    const std::uint64_t offset = Value(offsets, i);
    const std::uint64_t size = Value(sizes, i);
    if (offset <= bytes_.size() && size <= bytes_.size() - offset && size > 0)
      image_.emplace_back(offset, size);
  }
  return Number32(at + 2 + 12 * fields);
}

void TiffStrips::Read() {
  little_ = bytes_.U8(0) == 'I';
  std::set<std::uint64_t> seen;  // directories may lead in a circle
  for (std::uint64_t at = Number32(4); at != 0 && at + 2 <= bytes_.size() && seen.insert(at).second;) {
    if (seen.size() > kMostDirectories) throw LimitReached("has too many pages");
    at = ReadDirectory(at);
  }
}

}  // namespace kindred::extract
