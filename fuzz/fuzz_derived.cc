// Files beside the index that may be removed: pairs and shares. Bytes as they are, and with a valid checksum,
// are accepted or ignored; nothing else happens. The key at the front is made to fit, or nothing after it
// would be read.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "base/coding.h"
#include "base/hashing.h"
#include "index/store/kept_pairs.h"
#include "index/store/kept_shares.h"
#include "tests/fault/memory_file_system.h"

namespace {

constexpr kindred::Digest kKey{0x0706050403020100, 0x0f0e0d0c0b0a0908};
constexpr std::uint32_t kPlaces = 1000;
constexpr std::size_t kBeforeKey = 8;  // the file's first bytes, which say what it is

void Write(kindred::MemoryFileSystem& files, const char* name, std::span<const std::uint8_t> bytes) {
  auto file = files.Create(std::string("/index/") + name);
  file->Append(bytes);
  file->Close();
}

void Parse(std::span<const std::uint8_t> bytes) {
  kindred::MemoryFileSystem files;
  files.MakeDirectories("/index");
  Write(files, kindred::index::kKeptPairsName, bytes);
  Write(files, kindred::index::kKeptSharesName, bytes);
  const auto kept = kindred::index::LoadKeptPairs(files, "/index", kKey, kPlaces);
  if (kept) {
    for (const kindred::PairSums& pair : kept->pairs) {
      if (pair.a >= kPlaces || pair.b >= kPlaces) std::abort();
    }
    for (const kindred::LargeFamilyMember& member : kept->large_families) {
      if (member.place >= kPlaces || member.centre >= kPlaces) std::abort();
    }
    for (const std::uint32_t place : kept->boilerplate) {
      if (place >= kPlaces) std::abort();
    }
  }
  kindred::index::KeptShares shares(files, "/index", kKey);
  if (const kindred::index::KeptShare* share = shares.Find(1)) {
    if (share->shared_a > share->size_a || share->shared_b > share->size_b) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Parse({data, size});
  std::vector<std::uint8_t> signed_anew(data, data + (size < 8 ? 0 : size - 8));
  if (signed_anew.size() >= kBeforeKey + 16) {
    std::vector<std::uint8_t> key;
    kindred::base::PutFixed64(&key, kKey.high);
    kindred::base::PutFixed64(&key, kKey.low);
    std::copy(key.begin(), key.end(), signed_anew.begin() + kBeforeKey);
  }
  kindred::base::PutFixed64(&signed_anew, kindred::base::Checksum(signed_anew));
  Parse(signed_anew);
  return 0;
}
