// Packs: several entries, contents or occurrences in one row of the catalog, as varints and differences.
//
// A row per file costs SQLite three times the bytes (the name is in the table and again in the index by
// content) and half a microsecond each to read or write; a rescan reads every entry, and its goal is half the
// time of a bare walk. Packed, an entry takes some 30 bytes and 50 ns. Packs are small, so that one entry can
// be found or changed without touching much.
//
// Example. Two entries of one directory, without times: report.tex (device 1, inode 100, 50 bytes, content 7)
// and report.txt (device 1, inode 101, 60 bytes, content 6). Signed differences are zigzag coded: 0, -1, 1
// are 0, 1, 2.
//     00 0a "report.tex" 02 c8 01 32 00 00 0e     0 bytes of the name before, 10 more; 100 is c8 01
//     08 02 "xt"         00 02    3c 00 00 01     8 bytes of "report.tex", 2 more; inode + 1, content - 1
// Occurrences of contents 384 to 511 share row 3, since 384 = 3 x 128. That content 385 occurs in the packs 7
// and 9 and content 390 in pack 2 is
//     01 0e   00 04   05 0d                       (1, +7) (+0, +2) (+5, -7)
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
// Appends; false if the bytes are truncated or the names not sorted.
bool UnpackEntries(std::span<const std::uint8_t> bytes, std::vector<StoredEntry>* entries);

// Contents whose ids differ in the last seven bits only: the row is the id without them.
inline std::uint64_t ContentRow(ContentId content) { return content >> 7; }
PackedBytes PackContents(std::span<const Content> contents);  // sorted by id
bool UnpackContents(std::span<const std::uint8_t> bytes, std::uint64_t row, std::vector<Content>* contents);

// The parts of a container, in the order of the file.
PackedBytes PackParts(std::span<const StoredPart> parts);
bool UnpackParts(std::span<const std::uint8_t> bytes, std::vector<StoredPart>* parts);

// A content and a pack of entries that it occurs in (table `places`); rows as for contents.
struct Occurrence {
  ContentId content = 0;
  std::uint64_t pack = 0;
  auto operator<=>(const Occurrence&) const = default;
};
PackedBytes PackOccurrences(std::span<const Occurrence> occurrences);  // sorted
bool UnpackOccurrences(std::span<const std::uint8_t> bytes, std::uint64_t row,
                       std::vector<Occurrence>* occurrences);

}  // namespace kindred::index
