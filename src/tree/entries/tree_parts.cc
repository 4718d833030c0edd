// See tree_parts.h.
#include "tree/entries/tree_parts.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

#include "inside/look_inside.h"
#include "tree/entries/skips.h"

namespace kindred::tree {

namespace {

// The parts of one file, as a directory. `sizes` by content.
index::StoredDirectory PartsOf(const index::StoredContainer& container, const std::string& path,
                               const index::StoredEntry& file,
                               const std::unordered_map<ContentId, std::uint64_t>& sizes) {
  index::StoredDirectory parts;
  parts.path = path + "//";
  parts.inside = file;
  for (const index::StoredPart& part : container.parts) {
    Entry entry = file.entry;
    entry.name = part.name;
    const auto size = sizes.find(part.content);
    entry.size = size == sizes.end() ? 0 : size->second;
    parts.entries.push_back({std::move(entry), part.content, part.kind});
  }
  std::ranges::sort(parts.entries, {},
                    [](const index::StoredEntry& part) -> const std::string& { return part.entry.name; });
  return parts;
}

}  // namespace

void FindParts(ScannedTree* tree) {
  index::CatalogReader& catalog = tree->snapshot->catalog();
  std::unordered_map<ContentId, index::StoredContainer> containers;
  std::vector<ContentId> parts;
  for (index::StoredContainer& container : catalog.AllContainers()) {
    const auto type = extract::ContainerTypeOf(container.type);
    if (!type || !tree->look->Asks(*type)) continue;
    for (const index::StoredPart& part : container.parts) parts.push_back(part.content);
    const ContentId content = container.content;
    containers.emplace(content, std::move(container));
  }
  if (containers.empty()) return;
  std::ranges::sort(parts);
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  std::unordered_map<ContentId, std::uint64_t> sizes;
  for (const Content& content : catalog.FindContents(parts)) sizes.emplace(content.id, content.size);

  std::unordered_set<ContentId> seen;
  for (const index::StoredDirectory& directory : tree->files) {
    for (const index::StoredEntry& file : directory.entries) {
      const auto found = containers.find(file.content);
      if (found == containers.end()) continue;
      const index::StoredContainer& container = found->second;
      const std::string path = JoinPath(directory.path, file.entry.name);
      const auto type = *extract::ContainerTypeOf(container.type);
      std::string reason = container.reason;
      if (container.rules == 0) reason = tree->look->pool().WhyNot(type);
      if (container.rules == 0 && reason.empty()) reason = "not looked into yet";
      if (!reason.empty()) tree->skips.push_back({path, kInsideStage, reason, false});
      if (!container.parts.empty() && seen.insert(container.content).second)
        tree->parts.push_back(PartsOf(container, path, file, sizes));
    }
  }
  SortSkips(&tree->skips);
  std::ranges::sort(tree->parts, {}, &index::StoredDirectory::path);
}

void AddParts(ScannedTree* tree) {
  if (tree->parts.empty()) return;
  const auto middle = static_cast<std::ptrdiff_t>(tree->files.size());
  std::ranges::move(tree->parts, std::back_inserter(tree->files));
  tree->parts.clear();
  std::ranges::inplace_merge(tree->files, tree->files.begin() + middle, {}, &index::StoredDirectory::path);
}

}  // namespace kindred::tree
