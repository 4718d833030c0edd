// A scanned tree as input of a match: each content once, numbered by its first path, and the mapping from a
// content back to paths as typed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "match/scope.h"
#include "tree/entries/change_plan.h"
#include "tree/entries/scanned_tree.h"
#include "tree/entries/shown_paths.h"

namespace kindred::tree {

class TreeScope {
 public:
  // `contents` are all contents of the index.
  TreeScope(const ScannedTree& tree, const std::vector<Content>& contents);

  const match::Scope& scope() const { return scope_; }
  // Templates take their bytes out of what a content counts for (ScopeContent::templated).
  match::Scope* scope_to_reduce() { return &scope_; }
  const Digest& DigestOf(std::uint32_t place) const { return digests_[place]; }
  // Everything that has these bytes: files, in the order of the walk, then parts of files.
  std::span<const FileNumber> FilesOf(std::uint32_t place) const;
  // Of these the files: identical ones. None for a content that is only inside others.
  std::span<const FileNumber> CopiesOf(std::uint32_t place) const {
    return FilesOf(place).first(copies_[place]);
  }
  std::span<const FileNumber> PartsOf(std::uint32_t place) const {
    return FilesOf(place).subspan(copies_[place]);
  }
  bool HasParts() const { return has_parts_; }
  const std::shared_ptr<const inside::LookInside>& look() const { return tree_.look; }
  // Set if `file` is a part.
  const index::StoredEntry* InsideOf(FileNumber file) const {
    const auto& inside = tree_.files[file.directory].inside;
    return inside ? &*inside : nullptr;
  }
  // The place of the file that a part is inside of; nothing if that is left out by its type.
  std::optional<std::uint32_t> ContainerOf(FileNumber part) const {
    const auto found = place_of_.find(tree_.files[part.directory].inside->content);
    return found == place_of_.end() ? std::nullopt : std::optional(found->second);
  }
  // Of parts, and of files that have parts.
  std::uint32_t PlaceOf(ContentId content) const { return place_of_.at(content); }
  std::uint8_t PartKindOf(FileNumber part) const {
    return tree_.files[part.directory].entries[part.entry].part_kind;
  }
  // Whether a part is a container itself, and its parts are there, too.
  bool HoldsMore(FileNumber part) const;
  std::string PathOf(FileNumber file) const;
  // The content's first path, by which reports name it.
  std::string PathOf(std::uint32_t place) const { return PathOf(FilesOf(place).front()); }
  // Absolute.
  std::string DirectoryOf(FileNumber file) const { return tree_.files[file.directory].path; }
  // When a file was modified, or the file that a part is inside of; kNoTime for a file of a pool.
  std::int64_t TimeOf(FileNumber file) const;
  std::int64_t TimeOf(std::uint32_t place) const { return TimeOf(FilesOf(place).front()); }
  const Entry& EntryOf(FileNumber file) const {
    return tree_.files[file.directory].entries[file.entry].entry;
  }

 private:
  const ScannedTree& tree_;
  ShownPaths shown_;
  match::Scope scope_;
  std::vector<Digest> digests_;
  std::vector<std::size_t> first_;   // of each place in files_
  std::vector<std::size_t> copies_;  // of each place: how many of its names are files
  bool has_parts_ = false;
  std::unordered_map<ContentId, std::uint32_t> place_of_;  // as PlaceOf
  std::vector<FileNumber> files_;
  std::vector<ShownPaths::Root> shown_directories_;
};

}  // namespace kindred::tree
