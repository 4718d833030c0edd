// The parser of anchor sets: any text is a set or an Error. A set means the same when it is written and read
// again, and keeps the limits that the search relies on.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "kindred/error.h"
#include "mark/anchors/anchor_set.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  kindred::mark::AnchorSet set;
  try {
    set = kindred::mark::ParseAnchorSet(text, "set");
  } catch (const kindred::Error&) {
    return 0;
  }
  const kindred::mark::AnchorSet again =
      kindred::mark::ParseAnchorSet(kindred::mark::AnchorSetText(set), "set");
  if (again != set || kindred::mark::AnchorSetDigest(again) != kindred::mark::AnchorSetDigest(set))
    std::abort();
  if (!kindred::mark::IsAnchorSetName(set.name) || set.every == 0 || set.anchors.empty()) std::abort();
  if (!std::ranges::is_sorted(set.anchors)) std::abort();
  for (const std::string& anchor : set.anchors) {
    if (anchor.size() < kindred::mark::kShortestAnchor || anchor.size() > kindred::mark::kLongestAnchor)
      std::abort();
  }
  return 0;
}
