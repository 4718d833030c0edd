// See derived_keys.h.
#include "tree/marks/derived_keys.h"

#include "base/coding.h"
#include "index/store/manifest.h"
#include "tree/marks/marked_bytes.h"
#include "tree/methods/stored_method.h"

namespace kindred::tree {

std::vector<std::uint64_t> KeysFor(const index::StoredTemplate& stored, const mark::Method& method) {
  if (stored.method == index::MethodLine(ToStored(method))) return stored.keys;
  std::vector<std::uint64_t> keys;
  for (const std::string& piece : stored.pieces) {
    const MarkedBytes marked = MarkBytes(base::AsBytes(piece), method, MarkLevel::kFinest);
    for (const Mark& mark : marked.marks) keys.push_back(marked.KeyOf(mark));
  }
  return SortedKeys(std::move(keys));
}

MethodTemplates TemplatesFor(std::span<const index::StoredTemplate> templates, const mark::Method& method) {
  MethodTemplates all;
  for (const index::StoredTemplate& stored : templates) {
    const std::vector<std::uint64_t> keys = KeysFor(stored, method);
    if (!keys.empty()) ++all.templates;
    all.keys.insert(all.keys.end(), keys.begin(), keys.end());
  }
  all.keys = SortedKeys(std::move(all.keys));
  return all;
}

}  // namespace kindred::tree
