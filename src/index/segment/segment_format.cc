// Encodes and parses the frame of a segment file. Tested by segment_test.cc, tests/fault and fuzz/.
#include "index/segment/segment_format.h"

#include <fmt/format.h>

#include <limits>

#include "index/damage.h"
#include "index/segment/file_parts.h"

namespace kindred::index {

namespace {

using Bytes = std::span<const std::uint8_t>;

const std::string kHeaderMagic = "kindred\x1aSEG";
const std::string kFooterMagic = "SEG\x1akndr";
constexpr std::size_t kBlockEntryBytes = 32;
constexpr std::size_t kFooterNumbers = 8;
constexpr std::size_t kSegmentFooterBytes = kFooterNumbers * 8 + 8 + 8;  // numbers, checksum, magic

void PutBlock(std::vector<std::uint8_t>* out, const SegmentBlock& block) {
  base::PutFixed64(out, block.first);
  base::PutFixed64(out, block.offset);
  base::PutFixed32(out, block.length);
  base::PutFixed32(out, block.items);
  base::PutFixed64(out, block.checksum);
}

std::uint64_t FrameChecksum(Bytes header, Bytes index_and_footer) {
  base::RunningChecksum sum;
  sum.Add(header);
  sum.Add(index_and_footer);
  return sum.Value();
}

// Header without its magic.
bool ParseHeader(base::ByteReader in, std::uint64_t length, SegmentFrame* frame) {
  if (in.Fixed32() != kSegmentFormatVersion || in.Fixed32() != length) return false;
  if (!TakeMethod(&in, &frame->method)) return false;
  frame->first_content = static_cast<ContentId>(in.VarintUpTo(std::numeric_limits<ContentId>::max()));
  return in.ok() && in.AtEnd();
}

// Blocks must follow each other without a gap, with ascending first items; returns where they end.
std::uint64_t ParseBlocks(base::ByteReader* in, std::uint64_t count, std::uint64_t start, std::uint64_t end,
                          std::uint64_t largest, std::uint64_t* items, std::vector<SegmentBlock>* blocks,
                          const std::string& path) {
  blocks->reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    SegmentBlock block;
    block.first = in->Fixed64();
    block.offset = in->Fixed64();
    block.length = in->Fixed32();
    block.items = in->Fixed32();
    block.checksum = in->Fixed64();
    bool fits = block.offset == start && block.length <= end - start && block.items > 0 &&
                block.items <= block.length && block.first <= largest;
    bool ascends = blocks->empty() || blocks->back().first < block.first;
    if (!in->ok() || !fits || !ascends) throw Damage(path, start, "the block index does not fit the blocks");
    start += block.length;
    *items += block.items;
    blocks->push_back(block);
  }
  return start;
}

}  // namespace

std::vector<std::uint8_t> EncodeSegmentHeader(const StoredMethod& method, ContentId first_content) {
  if (method.key_bits < kLeastKeyBits || method.key_bits > 64) {
    throw Error(ErrorKind::kUsage, fmt::format("keys of {} bits cannot be stored", method.key_bits),
                method.info.name, fmt::format("use {} to 64", kLeastKeyBits));
  }
  std::vector<std::uint8_t> body;
  PutMethod(&body, method);
  base::PutVarint(&body, first_content);

  std::vector<std::uint8_t> header;
  base::PutBytes(&header, base::AsBytes(kHeaderMagic));
  base::PutFixed32(&header, kSegmentFormatVersion);
  base::PutFixed32(&header, static_cast<std::uint32_t>(kHeaderMagic.size() + 8 + body.size()));
  base::PutBytes(&header, body);
  return header;
}

std::vector<std::uint8_t> EncodeSegmentTail(Bytes header, std::uint64_t offset, SegmentFrame* frame) {
  std::vector<std::uint8_t> tail;
  tail.reserve((frame->key_blocks.size() + frame->content_blocks.size()) * kBlockEntryBytes +
               kSegmentFooterBytes);
  for (const SegmentBlock& block : frame->key_blocks) PutBlock(&tail, block);
  for (const SegmentBlock& block : frame->content_blocks) PutBlock(&tail, block);
  for (std::uint64_t number : {std::uint64_t{header.size()}, std::uint64_t{frame->key_blocks.size()},
                               std::uint64_t{frame->content_blocks.size()}, offset, frame->totals.contents,
                               frame->totals.keys, frame->totals.postings, frame->totals.marks}) {
    base::PutFixed64(&tail, number);
  }
  frame->checksum = FrameChecksum(header, tail);
  base::PutFixed64(&tail, frame->checksum);
  base::PutBytes(&tail, base::AsBytes(kFooterMagic));
  frame->file_bytes = offset + tail.size();
  return tail;
}

SegmentFrame ParseSegmentFrame(Bytes file, const std::string& path) {
  const std::uint64_t least = kHeaderMagic.size() + 8 + kSegmentFooterBytes;
  if (file.size() < least) throw Damage(path, file.size(), "the file is too short for a segment");
  if (base::AsString(file.first(kHeaderMagic.size())) != kHeaderMagic) throw Damage(path, 0, "not a segment");
  const std::uint64_t footer_offset = file.size() - kSegmentFooterBytes;
  if (base::AsString(file.last(kFooterMagic.size())) != kFooterMagic) {
    throw Damage(path, file.size() - kFooterMagic.size(), "the file does not end as a segment does");
  }

  base::ByteReader footer(file.subspan(footer_offset));
  SegmentFrame frame;
  frame.file_bytes = file.size();
  const std::uint64_t header_bytes = footer.Fixed64();
  const std::uint64_t key_blocks = footer.Fixed64();
  const std::uint64_t content_blocks = footer.Fixed64();
  const std::uint64_t index_offset = footer.Fixed64();
  frame.totals.contents = footer.Fixed64();
  frame.totals.keys = footer.Fixed64();
  frame.totals.postings = footer.Fixed64();
  frame.totals.marks = footer.Fixed64();
  frame.checksum = footer.Fixed64();

  const std::uint64_t most_blocks = footer_offset / kBlockEntryBytes;
  if (header_bytes < kHeaderMagic.size() + 8 || header_bytes > index_offset || index_offset > footer_offset ||
      key_blocks > most_blocks || content_blocks > most_blocks ||
      index_offset + (key_blocks + content_blocks) * kBlockEntryBytes != footer_offset) {
    throw Damage(path, footer_offset, "the footer does not fit the file");
  }
  Bytes header = file.first(header_bytes);
  Bytes checked_tail = file.subspan(index_offset, footer_offset + kFooterNumbers * 8 - index_offset);
  if (FrameChecksum(header, checked_tail) != frame.checksum) {
    throw Damage(path, index_offset, "the checksum of header, block index and footer differs");
  }

  if (!ParseHeader(base::ByteReader(header.subspan(kHeaderMagic.size())), header_bytes, &frame)) {
    throw Damage(path, 0, "the header is invalid");
  }
  base::ByteReader index(file.subspan(index_offset, footer_offset - index_offset));
  const std::uint64_t largest_key = ~std::uint64_t{0} >> (64 - frame.method.key_bits);
  std::uint64_t keys = 0;
  std::uint64_t contents = 0;
  std::uint64_t end = ParseBlocks(&index, key_blocks, header_bytes, index_offset, largest_key, &keys,
                                  &frame.key_blocks, path);
  end = ParseBlocks(&index, content_blocks, end, index_offset, std::numeric_limits<ContentId>::max(),
                    &contents, &frame.content_blocks, path);
  if (end != index_offset || keys != frame.totals.keys || contents != frame.totals.contents) {
    throw Damage(path, footer_offset, "the block index does not fit the totals");
  }
  return frame;
}

}  // namespace kindred::index
