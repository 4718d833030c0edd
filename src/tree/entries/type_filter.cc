// See type_filter.h.
#include "tree/entries/type_filter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kindred/error.h"
#include "model/media_type.h"

namespace kindred::tree {

std::vector<std::string> TypeNames() {
  std::vector<std::string> names = {"text", "other"};
  for (const MediaTypeName& known : kMediaTypes) names.push_back(known.name);
  return names;
}

void CheckTypes(const std::vector<std::string>& types) {
  for (const std::string& type : types) {
    if (!IsTypeName(type)) {
      throw Error(ErrorKind::kUsage, fmt::format("there is no type '{}'", type), OptionName{"types"},
                  fmt::format("choose from: {}", fmt::join(TypeNames(), ", ")));
    }
  }
}

bool IsOneOf(const std::vector<std::string>& types, const Content& content) {
  return types.empty() ||
         std::ranges::any_of(types, [&](const std::string& type) { return IsOfType(TypeOf(content), type); });
}

void KeepTypes(const std::vector<std::string>& types, ScannedTree* tree) {
  CheckTypes(types);
  if (types.empty()) return;
  std::vector<bool> wanted;
  for (const Content& content : tree->snapshot->catalog().AllContents()) {
    if (content.id >= wanted.size()) wanted.resize(content.id + 1);
    wanted[content.id] = IsOneOf(types, content);
  }
  for (index::StoredDirectory& directory : tree->files) {
    std::erase_if(directory.entries, [&](const index::StoredEntry& stored) {
      if (stored.content < wanted.size() && wanted[stored.content]) return false;
      if (directory.inside) return true;  // it was not counted
      --tree->summary.files;
      tree->summary.bytes -= stored.entry.size;
      ++tree->summary.filtered;
      return true;
    });
  }
  std::erase_if(tree->files,
                [](const index::StoredDirectory& directory) { return directory.entries.empty(); });
}

}  // namespace kindred::tree
