// The bytes of packs; docs/formats/index-format.md lists them.
#include "index/catalog/catalog_pack.h"

#include <algorithm>
#include <limits>

#include "base/coding.h"

namespace kindred::index {

namespace {

constexpr ContentId kRowMask = 127;
constexpr unsigned kContainerKnown = 0x20;  // beside the media type, see MediaType

void PutDifference(PackedBytes* out, std::uint64_t value, std::uint64_t before) {
  base::PutVarint(out, base::ZigZag(value - before));
}

std::uint64_t GetDifference(base::ByteReader* in, std::uint64_t before) {
  return before + base::UnZigZag(in->Varint());
}

bool SameNumbers(std::uint64_t row) { return row <= std::numeric_limits<ContentId>::max() >> 7; }

}  // namespace

PackedBytes PackEntries(std::span<const StoredEntry> entries) {
  PackedBytes out;
  out.reserve(entries.size() * 48);
  StoredEntry before;
  for (const StoredEntry& stored : entries) {
    const Entry& entry = stored.entry;
    const Entry& last = before.entry;
    auto [differs, ignored] = std::ranges::mismatch(entry.name, last.name);
    auto shared = static_cast<std::size_t>(differs - entry.name.begin());
    base::PutVarint(&out, shared);
    base::PutVarint(&out, entry.name.size() - shared);
    base::PutBytes(&out, base::AsBytes(entry.name).subspan(shared));
    PutDifference(&out, entry.device, last.device);
    PutDifference(&out, entry.inode, last.inode);
    base::PutVarint(&out, entry.size);
    PutDifference(&out, static_cast<std::uint64_t>(entry.mtime_ns),
                  static_cast<std::uint64_t>(last.mtime_ns));
    PutDifference(&out, static_cast<std::uint64_t>(entry.ctime_ns),
                  static_cast<std::uint64_t>(last.ctime_ns));
    PutDifference(&out, stored.content, before.content);
    before = stored;
  }
  return out;
}

bool UnpackEntries(std::span<const std::uint8_t> bytes, std::vector<StoredEntry>* entries) {
  base::ByteReader in(bytes);
  std::string name;
  Entry last;
  std::uint64_t content = 0;
  bool first = true;
  while (!in.AtEnd()) {
    std::uint64_t shared = in.VarintUpTo(name.size());
    std::span<const std::uint8_t> rest = in.Bytes(in.Varint());
    bool ascends = first || (!rest.empty() &&
                             (shared == name.size() || rest[0] > static_cast<std::uint8_t>(name[shared])));
    if (!in.ok() || !ascends) return false;
    first = false;
    name.resize(shared);
    name.append(reinterpret_cast<const char*>(rest.data()), rest.size());
    StoredEntry& stored = entries->emplace_back();
    stored.entry.name = name;
    stored.entry.device = last.device = GetDifference(&in, last.device);
    stored.entry.inode = last.inode = GetDifference(&in, last.inode);
    stored.entry.size = in.Varint();
    last.mtime_ns = static_cast<std::int64_t>(GetDifference(&in, static_cast<std::uint64_t>(last.mtime_ns)));
    last.ctime_ns = static_cast<std::int64_t>(GetDifference(&in, static_cast<std::uint64_t>(last.ctime_ns)));
    stored.entry.mtime_ns = last.mtime_ns;
    stored.entry.ctime_ns = last.ctime_ns;
    content = GetDifference(&in, content);
    stored.content = static_cast<ContentId>(content);
    if (!in.ok() || content > std::numeric_limits<ContentId>::max()) return false;
  }
  return true;
}

PackedBytes PackContents(std::span<const Content> contents) {
  PackedBytes out;
  out.reserve(contents.size() * 23);
  for (const Content& content : contents) {
    bool text = content.type == ContentType::kText;
    out.push_back(static_cast<std::uint8_t>((content.id & kRowMask) << 1 | (text ? 1 : 0)));
    base::PutVarint(&out, content.size);
    base::PutFixed64(&out, content.digest.high);
    base::PutFixed64(&out, content.digest.low);
    out.push_back(static_cast<std::uint8_t>(static_cast<unsigned>(content.media) |
                                            (content.container_known ? kContainerKnown : 0)));
  }
  return out;
}

bool UnpackContents(std::span<const std::uint8_t> bytes, std::uint64_t row, std::vector<Content>* contents) {
  base::ByteReader in(bytes);
  int last = -1;
  while (!in.AtEnd()) {
    std::uint8_t low = in.Byte();
    Content& content = contents->emplace_back();
    content.id = static_cast<ContentId>(row << 7) | (low >> 1);
    content.type = (low & 1) != 0 ? ContentType::kText : ContentType::kOther;
    content.size = in.Varint();
    content.digest.high = in.Fixed64();
    content.digest.low = in.Fixed64();
    const unsigned media = in.Byte();
    content.media = static_cast<MediaType>(media & ~kContainerKnown);
    content.container_known = (media & kContainerKnown) != 0;
    if (!in.ok() || (low >> 1) <= last) return false;
    last = low >> 1;
  }
  return SameNumbers(row);
}

PackedBytes PackParts(std::span<const StoredPart> parts) {
  PackedBytes out;
  std::uint64_t content = 0;
  for (const StoredPart& part : parts) {
    base::PutVarint(&out, part.name.size());
    out.insert(out.end(), part.name.begin(), part.name.end());
    out.push_back(part.kind);
    PutDifference(&out, part.content, content);
    content = part.content;
  }
  return out;
}

bool UnpackParts(std::span<const std::uint8_t> bytes, std::vector<StoredPart>* parts) {
  base::ByteReader in(bytes);
  std::uint64_t content = 0;
  while (!in.AtEnd()) {
    StoredPart& part = parts->emplace_back();
    part.name = base::AsString(in.Bytes(in.Varint()));
    part.kind = in.Byte();
    content = GetDifference(&in, content);
    part.content = static_cast<ContentId>(content);
    if (!in.ok() || part.name.empty() || content > std::numeric_limits<ContentId>::max()) return false;
  }
  return true;
}

PackedBytes PackOccurrences(std::span<const Occurrence> occurrences) {
  PackedBytes out;
  std::uint64_t low = 0;
  std::uint64_t pack = 0;
  for (const Occurrence& occurrence : occurrences) {
    base::PutVarint(&out, (occurrence.content & kRowMask) - low);
    PutDifference(&out, occurrence.pack, pack);
    low = occurrence.content & kRowMask;
    pack = occurrence.pack;
  }
  return out;
}

bool UnpackOccurrences(std::span<const std::uint8_t> bytes, std::uint64_t row,
                       std::vector<Occurrence>* occurrences) {
  base::ByteReader in(bytes);
  std::uint64_t low = 0;
  std::uint64_t pack = 0;
  while (!in.AtEnd()) {
    low += in.VarintUpTo(kRowMask);
    pack = GetDifference(&in, pack);
    if (!in.ok() || low > kRowMask) return false;
    occurrences->push_back({static_cast<ContentId>(row << 7 | low), pack});
  }
  return SameNumbers(row);
}

}  // namespace kindred::index
