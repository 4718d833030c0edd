// The packs of the catalog: what can be unpacked must come out the same when it is packed and unpacked again.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "index/catalog/catalog_pack.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  std::vector<kindred::index::StoredEntry> entries;
  if (kindred::index::UnpackEntries(bytes, &entries)) {
    std::vector<kindred::index::StoredEntry> again;
    if (!kindred::index::UnpackEntries(kindred::index::PackEntries(entries), &again)) std::abort();
    if (again.size() != entries.size()) std::abort();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (again[i].entry.name != entries[i].entry.name || again[i].content != entries[i].content)
        std::abort();
    }
  }
  std::vector<kindred::Content> contents;
  if (kindred::index::UnpackContents(bytes, 3, &contents)) {
    std::vector<kindred::Content> again;
    if (!kindred::index::UnpackContents(kindred::index::PackContents(contents), 3, &again)) std::abort();
    if (again.size() != contents.size()) std::abort();
  }
  std::vector<kindred::index::StoredPart> parts;
  if (kindred::index::UnpackParts(bytes, &parts)) {
    std::vector<kindred::index::StoredPart> again;
    if (!kindred::index::UnpackParts(kindred::index::PackParts(parts), &again) || again != parts)
      std::abort();
  }
  std::vector<kindred::index::Occurrence> occurrences;
  if (kindred::index::UnpackOccurrences(bytes, 3, &occurrences)) {
    std::vector<kindred::index::Occurrence> again;
    if (!kindred::index::UnpackOccurrences(kindred::index::PackOccurrences(occurrences), 3, &again) ||
        again != occurrences)
      std::abort();
  }
  return 0;
}
