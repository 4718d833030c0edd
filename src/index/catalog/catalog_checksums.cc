// Encodes and reads the checksums behind a catalog's database.
#include "index/catalog/catalog_checksums.h"

#include "base/coding.h"
#include "base/hashing.h"
#include "index/damage.h"

namespace kindred::index {

namespace {

const std::string kSumsMagic = "SUMS\x1akndr";
constexpr std::uint64_t kSumsFooterBytes = 8 + 8 + 9;  // database bytes, checksum, magic

}  // namespace

std::vector<std::uint8_t> EncodeCatalogChecksums(const CatalogChecksums& checksums, std::uint64_t* checksum) {
  std::vector<std::uint8_t> bytes;
  for (std::uint64_t block : checksums.blocks) base::PutFixed64(&bytes, block);
  base::PutFixed64(&bytes, checksums.database_bytes);
  *checksum = base::Checksum(bytes);
  base::PutFixed64(&bytes, *checksum);
  base::PutBytes(&bytes, base::AsBytes(kSumsMagic));
  return bytes;
}

CatalogChecksums ReadCatalogChecksums(base::ReadableFile& file, const std::string& path,
                                      const CatalogFile& expected) {
  if (file.size() != expected.size || file.size() < kSumsFooterBytes) {
    throw Damage(
        path, std::min(file.size(), expected.size),
        "the file has " + std::to_string(file.size()) + " bytes, not " + std::to_string(expected.size));
  }
  std::vector<std::uint8_t> footer(kSumsFooterBytes);
  const std::uint64_t footer_offset = file.size() - kSumsFooterBytes;
  file.ReadAt(footer_offset, footer);
  base::ByteReader in(footer);
  CatalogChecksums checksums;
  checksums.database_bytes = in.Fixed64();
  const std::uint64_t checksum = in.Fixed64();
  if (base::AsString(in.Bytes(kSumsMagic.size())) != kSumsMagic || checksum != expected.checksum ||
      checksums.database_bytes > footer_offset ||
      CatalogChecksums::BlocksFor(checksums.database_bytes) * 8 != footer_offset - checksums.database_bytes) {
    throw Damage(path, footer_offset, "the end is not that of the catalog the manifest names");
  }
  std::vector<std::uint8_t> bytes(footer_offset - checksums.database_bytes + 8);
  file.ReadAt(checksums.database_bytes, bytes);
  if (base::Checksum(bytes) != checksum) {
    throw Damage(path, checksums.database_bytes, "the checksum of the catalog's checksums differs");
  }
  base::ByteReader blocks(bytes);
  while (blocks.left() > 8) checksums.blocks.push_back(blocks.Fixed64());
  return checksums;
}

}  // namespace kindred::index
