// The packs of the catalog: what can be unpacked must come out the same when it is packed and unpacked again.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "index/catalog_pack.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  std::vector<kindred::StoredEntry> entries;
  if (kindred::UnpackEntries(bytes, &entries)) {
    std::vector<kindred::StoredEntry> again;
    if (!kindred::UnpackEntries(kindred::PackEntries(entries), &again)) std::abort();
    if (again.size() != entries.size()) std::abort();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (again[i].entry.name != entries[i].entry.name || again[i].content != entries[i].content)
        std::abort();
    }
  }
  std::vector<kindred::Content> contents;
  if (kindred::UnpackContents(bytes, 3, &contents)) {
    std::vector<kindred::Content> again;
    if (!kindred::UnpackContents(kindred::PackContents(contents), 3, &again)) std::abort();
    if (again.size() != contents.size()) std::abort();
  }
  std::vector<kindred::Place> places;
  if (kindred::UnpackPlaces(bytes, 3, &places)) {
    std::vector<kindred::Place> again;
    if (!kindred::UnpackPlaces(kindred::PackPlaces(places), 3, &again) || again != places) std::abort();
  }
  return 0;
}
