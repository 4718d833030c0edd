// Packs: several entries, contents or places in one row of the catalog, as varints and differences.
//
// A row per file costs SQLite three times the bytes (the name stands in the table and again in the index by
// content) and half a microsecond each to read or write; a rescan reads every entry, and its goal is half the
// time of a bare walk. Packed, an entry takes some 30 bytes and 50 ns. Packs are small, so that one entry can
// be found or changed without touching much.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/catalog/catalog.h"
#include "model/content.h"

namespace kindred::index {

using PackedBytes = std::vector<std::uint8_t>;

// Entries of one directory, sorted by name.
inline constexpr std::size_t kEntriesPerPack = 64;
PackedBytes PackEntries(std::span<const StoredEntry> entries);
// Appends; false if the bytes are not whole, or the names not sorted.
bool UnpackEntries(std::span<const std::uint8_t> bytes, std::vector<StoredEntry>* entries);

// Contents whose numbers agree but for the last seven bits: the row is the number without them.
inline std::uint64_t ContentRow(ContentId content) { return content >> 7; }
PackedBytes PackContents(std::span<const Content> contents);  // sorted by id
bool UnpackContents(std::span<const std::uint8_t> bytes, std::uint64_t row, std::vector<Content>* contents);

// In which packs of entries a content stands; rows as for contents.
struct Occurrence {
  ContentId content = 0;
  std::uint64_t pack = 0;
  auto operator<=>(const Occurrence&) const = default;
};
PackedBytes PackOccurrences(std::span<const Occurrence> occurrences);  // sorted
bool UnpackOccurrences(std::span<const std::uint8_t> bytes, std::uint64_t row,
                       std::vector<Occurrence>* occurrences);

}  // namespace kindred::index
