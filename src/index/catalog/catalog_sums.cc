// Encodes and reads the checksums behind a catalog's database.
#include "index/catalog/catalog_sums.h"

#include "base/coding.h"
#include "base/hashing.h"
#include "index/damage.h"

namespace kindred::index {

namespace {

const std::string kSumsMagic = "SUMS\x1akndr";
constexpr std::uint64_t kSumsFooterBytes = 8 + 8 + 9;  // database bytes, checksum, magic

}  // namespace

std::vector<std::uint8_t> EncodeCatalogSums(const CatalogSums& sums, std::uint64_t* checksum) {
  std::vector<std::uint8_t> bytes;
  for (std::uint64_t block : sums.blocks) base::PutFixed64(&bytes, block);
  base::PutFixed64(&bytes, sums.database_bytes);
  *checksum = base::Checksum(bytes);
  base::PutFixed64(&bytes, *checksum);
  base::PutBytes(&bytes, base::AsBytes(kSumsMagic));
  return bytes;
}

CatalogSums ReadCatalogSums(base::ReadableFile& file, const std::string& path, const CatalogFile& expected) {
  if (file.size() != expected.size || file.size() < kSumsFooterBytes) {
    throw Damage(
        path, std::min(file.size(), expected.size),
        "the file has " + std::to_string(file.size()) + " bytes, not " + std::to_string(expected.size));
  }
  std::vector<std::uint8_t> footer(kSumsFooterBytes);
  const std::uint64_t footer_offset = file.size() - kSumsFooterBytes;
  file.ReadAt(footer_offset, footer);
  base::ByteReader in(footer);
  CatalogSums sums;
  sums.database_bytes = in.Fixed64();
  const std::uint64_t checksum = in.Fixed64();
  if (base::AsString(in.Bytes(kSumsMagic.size())) != kSumsMagic || checksum != expected.checksum ||
      sums.database_bytes > footer_offset ||
      CatalogSums::BlocksFor(sums.database_bytes) * 8 != footer_offset - sums.database_bytes) {
    throw Damage(path, footer_offset, "the end is not that of the catalog the manifest names");
  }
  std::vector<std::uint8_t> bytes(footer_offset - sums.database_bytes + 8);
  file.ReadAt(sums.database_bytes, bytes);
  if (base::Checksum(bytes) != checksum) {
    throw Damage(path, sums.database_bytes, "the checksum of the catalog's checksums differs");
  }
  base::ByteReader blocks(bytes);
  while (blocks.left() > 8) sums.blocks.push_back(blocks.Fixed64());
  return sums;
}

}  // namespace kindred::index
