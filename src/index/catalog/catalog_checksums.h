// A checksum for each block of a catalog file, appended to the database in the same file. SQLite's own pages
// have none, and one-bit flips in them mostly go unnoticed. docs/formats/index-format.md has the bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/file.h"

namespace kindred::index {

inline constexpr std::uint64_t kCatalogBlockBytes = 64 * 1024;

struct CatalogChecksums {
  std::uint64_t database_bytes = 0;
  std::vector<std::uint64_t> blocks;  // of each kCatalogBlockBytes of the database; the last may be shorter

  static std::uint64_t BlocksFor(std::uint64_t database_bytes) {
    return (database_bytes + kCatalogBlockBytes - 1) / kCatalogBlockBytes;
  }
  std::uint64_t BlockLength(std::uint64_t block) const {
    return std::min(kCatalogBlockBytes, database_bytes - block * kCatalogBlockBytes);
  }
};

// A catalog file's entry in the manifest.
struct CatalogFile {
  std::string name;
  std::uint64_t size = 0;      // database and checksums
  std::uint64_t checksum = 0;  // of the checksums, and so of the whole file
  bool operator==(const CatalogFile&) const = default;
};

// The bytes to append behind the database; `*checksum` as in CatalogFile.
std::vector<std::uint8_t> EncodeCatalogChecksums(const CatalogChecksums& checksums, std::uint64_t* checksum);

// Reads the checksums of an open catalog and compares them with the manifest. Throws Error(kDamaged).
CatalogChecksums ReadCatalogChecksums(base::ReadableFile& file, const std::string& path,
                                      const CatalogFile& expected);

}  // namespace kindred::index
