// See marked_bytes.h.
#include "tree/marks/marked_bytes.h"

#include <algorithm>

#include "tree/bytes/content_reader.h"

namespace kindred::tree {

MarkedBytes MarkBytes(std::span<const std::uint8_t> bytes, const mark::Method& method, MarkLevel level) {
  ContentReader reader(method);
  if (level == MarkLevel::kFinest) {
    reader.Begin({method.FinestLevel()});
  } else {
    reader.BeginSized(bytes.size());
  }
  reader.Feed(bytes);
  return {reader.Finish().marks[0], method.unit(), method.weight(), method.key_bits()};
}

std::vector<std::uint64_t> SortedKeys(std::vector<std::uint64_t> keys) {
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return keys;
}

std::vector<KeyRun> RunsOfKeys(const MarkedBytes& marked, std::span<const std::uint64_t> keys) {
  std::vector<KeyRun> runs;
  bool open = false;
  for (const Mark& mark : marked.marks) {
    const std::uint64_t key = marked.KeyOf(mark);
    if (!std::ranges::binary_search(keys, key)) {
      open = false;
      continue;
    }
    const ByteRange at = marked.RangeOf(mark);
    if (!open) runs.push_back({at, {}});
    open = true;
    runs.back().range.end = std::max(runs.back().range.end, at.end);
    runs.back().keys.push_back(key);
  }
  return runs;
}

}  // namespace kindred::tree
