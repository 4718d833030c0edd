// Forges an index: changes the database of its catalog, and corrects every checksum that would reveal it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/hashing.h"
#include "index/catalog/catalog_checksums.h"
#include "index/store/manifest.h"
#include "model/entry.h"

namespace kindred {

inline void ForgeCatalog(base::FileSystem& files, const std::string& directory,
                         const std::function<void(std::vector<std::uint8_t>*)>& change) {
  index::Manifest manifest = index::ReadManifest(files, directory).value();
  index::CatalogFile& named = *manifest.catalog;
  const std::string path = JoinPath(directory, named.name);
  std::vector<std::uint8_t> bytes;
  index::CatalogChecksums checksums;
  {
    const auto file = files.OpenForRead(path);
    checksums = index::ReadCatalogChecksums(*file, path, named);
    bytes = base::ReadWhole(*file);
  }
  bytes.resize(checksums.database_bytes);
  change(&bytes);
  checksums.database_bytes = bytes.size();
  checksums.blocks.clear();
  for (std::uint64_t block = 0; block < index::CatalogChecksums::BlocksFor(bytes.size()); ++block) {
    checksums.blocks.push_back(base::Checksum(std::span(bytes).subspan(
        block * index::kCatalogBlockBytes, static_cast<std::size_t>(checksums.BlockLength(block)))));
  }
  const std::vector<std::uint8_t> tail = index::EncodeCatalogChecksums(checksums, &named.checksum);
  bytes.insert(bytes.end(), tail.begin(), tail.end());
  named.size = bytes.size();
  files.Create(path)->Append(bytes);
  index::WriteManifest(files, directory, manifest);
}

// One bit, a few bytes of any value, or bytes moved from elsewhere.
inline void ChangeAnything(std::mt19937& random, std::vector<std::uint8_t>* bytes) {
  // The first page is SQLite's own header and schema: most changes of it only say that there is no database.
  const std::size_t first = random() % 8 == 0 ? 0 : 4096;
  const std::size_t at = first + random() % (bytes->size() - first);
  const std::size_t length = std::min<std::size_t>(1 + random() % 12, bytes->size() - at);
  switch (random() % 3) {
    case 0:
      (*bytes)[at] ^= static_cast<std::uint8_t>(1 << random() % 8);
      break;
    case 1:
      for (std::size_t i = 0; i < length; ++i) (*bytes)[at + i] = static_cast<std::uint8_t>(random());
      break;
    default:
      std::copy_n(bytes->begin() + static_cast<std::ptrdiff_t>(random() % (bytes->size() - length)), length,
                  bytes->begin() + static_cast<std::ptrdiff_t>(at));
  }
}

}  // namespace kindred
