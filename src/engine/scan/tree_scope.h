// A scanned tree as input of a match: each content once, numbered by its first path, and the mapping from a
// content back to paths as typed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/scan/change_plan.h"
#include "engine/scan/scanned_tree.h"
#include "engine/shown_paths.h"
#include "match/scope.h"

namespace kindred::engine {

class TreeScope {
 public:
  // `contents` are all contents of the index.
  TreeScope(const ScannedTree& tree, const std::vector<Content>& contents);

  const match::Scope& scope() const { return scope_; }
  // Templates take their bytes out of what a content counts for (ScopeContent::templated).
  match::Scope* scope_to_reduce() { return &scope_; }
  const Digest& DigestOf(std::uint32_t place) const { return digests_[place]; }
  // Identical files, in the order of the walk.
  std::span<const FileNumber> FilesOf(std::uint32_t place) const;
  std::string PathOf(FileNumber file) const;
  // The content's first path, by which reports name it.
  std::string PathOf(std::uint32_t place) const { return PathOf(FilesOf(place).front()); }
  // Absolute.
  std::string DirectoryOf(FileNumber file) const { return tree_.files[file.directory].path; }
  const Entry& EntryOf(FileNumber file) const {
    return tree_.files[file.directory].entries[file.entry].entry;
  }

 private:
  const ScannedTree& tree_;
  ShownPaths shown_;
  match::Scope scope_;
  std::vector<Digest> digests_;
  std::vector<std::size_t> first_;  // of each place in files_
  std::vector<FileNumber> files_;
  std::vector<ShownPaths::Root> shown_directories_;
};

}  // namespace kindred::engine
