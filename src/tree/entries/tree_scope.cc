// See tree_scope.h.
#include "tree/entries/tree_scope.h"

#include <algorithm>
#include <unordered_map>

#include "kindred/error.h"

namespace kindred::tree {

namespace {

// Files first, then their parts, then parts of parts: a content is named by the first.
template <typename Act>
void ForEachFile(const ScannedTree& tree, Act act) {
  for (const int depth : {0, 1, 2}) {
    for (std::uint32_t d = 0; d < tree.files.size(); ++d) {
      const index::StoredDirectory& directory = tree.files[d];
      if (directory.inside.has_value() != (depth > 0)) continue;
      for (std::uint32_t e = 0; e < directory.entries.size(); ++e) {
        const std::string& name = directory.entries[e].entry.name;
        if (depth > 0 && (name.find("//") != std::string::npos) != (depth == 2)) continue;
        act(directory.entries[e], FileNumber{d, e});
      }
    }
  }
}

}  // namespace

TreeScope::TreeScope(const ScannedTree& tree, const std::vector<Content>& contents)
    : tree_(tree), shown_(tree.roots) {
  constexpr std::uint32_t kUnseen = ~0u;
  const ContentId ids = contents.empty() ? 0 : contents.back().id + 1;
  std::vector<const Content*> known(ids, nullptr);
  for (const Content& content : contents) known[content.id] = &content;
  std::vector<std::uint32_t> place_of(ids, kUnseen);
  std::unordered_map<std::string_view, std::uint32_t> suffixes;
  std::vector<std::uint32_t> copies;
  ForEachFile(tree, [&](const index::StoredEntry& stored, FileNumber file) {
    if (stored.content >= ids || known[stored.content] == nullptr) {
      throw Error(ErrorKind::kDamaged, "an entry of the catalog has no content", stored.entry.name,
                  "run `Index::Check`");
    }
    std::uint32_t& place = place_of[stored.content];
    if (place == kUnseen) {
      place = static_cast<std::uint32_t>(scope_.size());
      const Content& content = *known[stored.content];
      const auto next = static_cast<std::uint32_t>(suffixes.size());
      const std::uint32_t suffix = suffixes.try_emplace(SuffixOf(stored.entry.name), next).first->second;
      scope_.push_back({content.id, TypeOf(content), content.size, suffix});
      digests_.push_back(content.digest);
      copies.push_back(0);
      copies_.push_back(0);
    }
    ++copies[place];
    if (InsideOf(file) == nullptr) {
      ++copies_[place];
    } else {
      has_parts_ = true;
    }
  });
  for (const index::StoredDirectory& directory : tree.files) {
    if (!directory.inside) continue;
    // The file itself may have been left out, by its type.
    if (directory.inside->content < ids && place_of[directory.inside->content] != kUnseen)
      place_of_.emplace(directory.inside->content, place_of[directory.inside->content]);
    for (const index::StoredEntry& part : directory.entries)
      place_of_.emplace(part.content, place_of[part.content]);
  }
  first_.assign(scope_.size() + 1, 0);
  for (std::size_t i = 0; i < copies.size(); ++i) first_[i + 1] = first_[i] + copies[i];
  files_.resize(first_.back());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  ForEachFile(tree, [&](const index::StoredEntry& stored, FileNumber file) {
    files_[next[place_of[stored.content]]++] = file;
  });
  shown_directories_.reserve(tree.files.size());
  for (const index::StoredDirectory& directory : tree.files)
    shown_directories_.push_back(shown_.RootOf(directory.path));
}

std::span<const FileNumber> TreeScope::FilesOf(std::uint32_t place) const {
  return std::span(files_).subspan(first_[place], first_[place + 1] - first_[place]);
}

std::int64_t TreeScope::TimeOf(FileNumber file) const {
  const index::StoredEntry* inside = InsideOf(file);
  return inside == nullptr ? EntryOf(file).mtime_ns : inside->entry.mtime_ns;
}

bool TreeScope::HoldsMore(FileNumber part) const {
  // Entries are sorted; "a.zip//b" is behind "a.zip", with names such as "a.zip.txt" between them at most.
  const auto& entries = tree_.files[part.directory].entries;
  const std::string begin = PartPath(entries[part.entry].entry.name, "");
  const auto next = std::ranges::lower_bound(
      entries, begin, {},
      [](const index::StoredEntry& stored) -> const std::string& { return stored.entry.name; });
  return next != entries.end() && next->entry.name.starts_with(begin);
}

std::string TreeScope::PathOf(FileNumber file) const {
  const std::string& name = EntryOf(file).name;
  const DirectoryPath& path = tree_.files[file.directory].path;
  const ShownPaths::Root& root = shown_directories_[file.directory];
  if (root.typed != nullptr && !root.as_typed) {
    if (root.below >= path.size()) return JoinPath(*root.typed, name);
    return JoinPath(JoinPath(*root.typed, path.From(root.below)), name);
  }
  const std::string directory = path;
  // A pool without names numbers its files: "ours.kindred:#17".
  if (directory.ends_with(':') && !directory.starts_with('/')) return directory + name;
  // A root that is a file lies in a directory that is below no root.
  return shown_.Of(JoinPath(directory, name));
}

}  // namespace kindred::tree
