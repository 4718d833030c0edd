// Pictures, sound and films: picture and sound data ("payload") apart from the text about them ("metadata"),
// so that a photo with a new caption is the same picture. The tables and settings of encoders, which
// thousands of files of one camera share, belong to neither.
//
// Only the outer structure is read, by hand: no pixel is decoded.
#include <algorithm>
#include <string>
#include <vector>

#include "extract/types/look_inside.h"
#include "extract/types/media/byte_cursor.h"
#include "extract/types/media/tiff_strips.h"
#include "extract/worker/budget.h"

namespace kindred::extract {

namespace {

// A stretch of the file.
struct Stretch {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

struct Split {
  std::vector<Stretch> payload;
  std::vector<Stretch> metadata;
};

constexpr std::size_t kMostStretches = 1 << 20;

void AddStretch(std::vector<Stretch>& stretches, std::uint64_t offset, std::uint64_t size) {
  if (size == 0) return;
  if (stretches.size() == kMostStretches) throw LimitReached("has too many pieces");
  if (!stretches.empty() && stretches.back().offset + stretches.back().size == offset) {
    stretches.back().size += size;
  } else {
    stretches.push_back({offset, size});
  }
}

void WriteStretches(const Look& look, const char* name, PartKind kind,
                    const std::vector<Stretch>& stretches) {
  if (stretches.empty()) return;
  look.out.Begin(name, kind);
  std::vector<char> buffer(std::size_t{64} << 10);
  for (Stretch stretch : stretches) {
    while (stretch.size > 0) {
      const auto some = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), stretch.size));
      const std::size_t got = look.source.ReadAt(stretch.offset, std::span(buffer).first(some));
      if (got == 0) break;  // shorter than declared in its header
      look.out.Bytes({buffer.data(), got});
      stretch.offset += got;
      stretch.size -= got;
    }
  }
  look.out.End();
}

// After a start of scan the data goes on until a marker that is neither a restart nor a stuffed zero.
std::uint64_t EndOfScan(ByteCursor& bytes, std::uint64_t at) {
  while (at + 1 < bytes.size()) {
    at = bytes.Find(0xff, at);
    if (at + 1 >= bytes.size()) break;
    const unsigned next = bytes.U8(at + 1);
    if (next != 0 && next != 0xff && (next < 0xd0 || next > 0xd7)) return at;
    at += next == 0xff ? 1 : 2;
  }
  return bytes.size();
}

Split SplitJpeg(ByteCursor& bytes) {
  Split split;
  for (std::uint64_t at = 2; at + 4 <= bytes.size();) {
    if (bytes.U8(at) != 0xff) throw Damaged("a marker is missing");
    const unsigned marker = bytes.U8(at + 1);
    if (marker == 0xff) {  // fill
      ++at;
      continue;
    }
    if (marker == 0xd9) break;
    if (marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {  // without a length
      at += 2;
      continue;
    }
    const std::uint64_t size = bytes.Big16(at + 2);
    if (size < 2) throw Damaged("a segment without a length");
    const bool described = (marker >= 0xe0 && marker <= 0xef) || marker == 0xfe;
    if (described) AddStretch(split.metadata, at + 4, size - 2);
    at += 2 + size;
    if (marker == 0xda) {
      const std::uint64_t end = EndOfScan(bytes, at);
      if (end > at) AddStretch(split.payload, at, end - at);
      at = end;
    }
  }
  return split;
}

Split SplitPng(ByteCursor& bytes) {
  Split split;
  for (std::uint64_t at = 8; at + 12 <= bytes.size();) {
    const std::uint64_t size = bytes.Big32(at);
    const std::string type = bytes.Text(at + 4, 4);
    if (size > bytes.size() - at - 12) throw Damaged("a chunk is longer than the file");
    if (type == "IDAT" || type == "fdAT") AddStretch(split.payload, at + 8, size);
    for (const char* described : {"tEXt", "zTXt", "iTXt", "eXIf", "tIME"}) {
      if (type == described) AddStretch(split.metadata, at + 8, size);
    }
    if (type == "IEND") break;
    at += 12 + size;
  }
  return split;
}

std::uint64_t Id3Size(ByteCursor& bytes, std::uint64_t at) {
  std::uint64_t size = 0;
  for (std::uint64_t i = 6; i < 10; ++i) size = size << 7 | (bytes.U8(at + i) & 0x7f);
  return size + ((bytes.U8(at + 5) & 0x10) != 0 ? 20 : 10);
}

// Tags are at the start (ID3 2) and at the end (ID3 1, APE).
Split SplitMp3(ByteCursor& bytes) {
  Split split;
  std::uint64_t begin = 0;
  std::uint64_t end = bytes.size();
  while (begin + 10 <= end && bytes.Text(begin, 3) == "ID3") {
    const std::uint64_t size = std::min(Id3Size(bytes, begin), end - begin);
    AddStretch(split.metadata, begin, size);
    begin += size;
  }
  if (end - begin >= 128 && bytes.Text(end - 128, 3) == "TAG") {
    AddStretch(split.metadata, end - 128, 128);
    end -= 128;
  }
  if (end - begin >= 32 && bytes.Text(end - 32, 8) == "APETAGEX") {
    const std::uint64_t size = bytes.Little32(end - 20) + ((bytes.U8(end - 9) & 0x80) != 0 ? 32 : 0);
    if (size >= 32 && size <= end - begin) {
      AddStretch(split.metadata, end - size, size);
      end -= size;
    }
  }
  if (end > begin) AddStretch(split.payload, begin, end - begin);
  return split;
}

constexpr int kMostBoxDepth = 8;

// Boxes in boxes: films and sound are in "mdat", titles and authors in "udta" and "meta". The tables of
// "moov" have the place of each frame in this very file.
void SplitBoxes(ByteCursor& bytes, std::uint64_t at, std::uint64_t end, int depth, Split& split) {
  while (at + 8 <= end) {
    std::uint64_t size = bytes.Big32(at);
    const std::string type = bytes.Text(at + 4, 4);
    std::uint64_t header = 8;
    if (size == 1 && at + 16 <= end) {
      size = bytes.Big64(at + 8);
      header = 16;
    } else if (size == 0) {
      size = end - at;
    }
    if (size < header || size > end - at) {
      // The last box of a file that was cut: what is there of it counts.
      if (type == "mdat" && size >= header) AddStretch(split.payload, at + header, end - at - header);
      return;
    }
    if (type == "mdat") AddStretch(split.payload, at + header, size - header);
    if (type == "udta" || type == "meta") AddStretch(split.metadata, at + header, size - header);
    const bool nested = type == "moov" || type == "trak";
    if (nested && depth < kMostBoxDepth) SplitBoxes(bytes, at + header, at + size, depth + 1, split);
    at += size;
  }
}

Split SplitTiff(ByteCursor& bytes) {
  Split split;
  TiffStrips tiff(bytes);
  tiff.Read();
  for (const auto& [offset, size] : tiff.image()) AddStretch(split.payload, offset, size);
  for (const auto& [offset, size] : tiff.described()) AddStretch(split.metadata, offset, size);
  return split;
}

Split SplitMedia(ContainerType type, ByteCursor& bytes) {
  switch (type) {
    case ContainerType::kJpeg:
      return SplitJpeg(bytes);
    case ContainerType::kPng:
      return SplitPng(bytes);
    case ContainerType::kTiff:
      return SplitTiff(bytes);
    case ContainerType::kMp3:
      return SplitMp3(bytes);
    default: {
      Split split;
      SplitBoxes(bytes, 0, bytes.size(), 0, split);
      return split;
    }
  }
}

}  // namespace

void ExtractMedia(const Look& look) {
  ByteCursor bytes(look.source);
  const Split split = SplitMedia(look.type, bytes);
  if (split.payload.empty()) throw Damaged("holds no picture or sound");
  WriteStretches(look, "payload", PartKind::kPayload, split.payload);
  WriteStretches(look, "metadata", PartKind::kMetadata, split.metadata);
}

}  // namespace kindred::extract
