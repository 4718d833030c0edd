// The catalog: everything relational about an index (entries, contents, skips), in SQLite.
//
// Each generation is a file of its own, written once, never changed after its commit, and guarded by a
// checksum per block, which SQLite's own pages lack. So readers need no locks, work on read-only media, and
// see one state however long they take; a writer works on a private copy, without a journal.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "kindred/values.h"
#include "model/content.h"
#include "model/entry.h"

namespace kindred::index {

struct StoredEntry {
  Entry entry;
  ContentId content = 0;
};

struct StoredDirectory {
  DirectoryPath path;
  std::vector<StoredEntry> entries;  // sorted by name
};

struct ContentPath {
  ContentId content = 0;
  std::string path;
};

struct CatalogCounts {
  std::uint64_t entries = 0;
  std::uint64_t contents = 0;
  std::uint64_t skips = 0;
  std::uint64_t content_bytes = 0;
  std::uint64_t entry_bytes = 0;
};

class CatalogReader {
 public:
  virtual ~CatalogReader() = default;
  // Directories at or below one of `roots` (and a root that is a file: that entry), sorted by path.
  virtual std::vector<StoredDirectory> DirectoriesUnder(const std::vector<std::string>& roots) = 0;
  virtual std::vector<Content> AllContents() = 0;  // by id
  // Those of `wanted` (ascending) that there are, ascending.
  virtual std::vector<Content> FindContents(std::span<const ContentId> wanted) = 0;
  virtual std::optional<Content> FindDigest(const Digest& digest, std::uint64_t size) = 0;
  // Every path of the contents `wanted` (ascending), in no order.
  virtual std::vector<ContentPath> PathsOfAll(std::span<const ContentId> wanted) = 0;
  virtual std::vector<Skip> SkipsUnder(const std::vector<std::string>& roots) = 0;
  virtual CatalogCounts Counts() = 0;

  // The same for one content.
  std::optional<Content> FindContent(ContentId id);
  std::vector<std::string> PathsOf(ContentId id);
};

// Changes to the next generation. Also reads: it sees its own changes.
class CatalogWriter : public CatalogReader {
 public:
  virtual void PutContent(const Content& content) = 0;
  virtual void PutEntry(const std::string& directory, const StoredEntry& entry) = 0;  // new or replaced
  virtual void RemoveEntry(const std::string& directory, const std::string& name) = 0;
  // Removes entries and skips at or below `path`; returns how many entries.
  virtual std::uint64_t RemoveUnder(const std::string& path) = 0;
  // The skips known for these roots are replaced by `skips`.
  virtual void ReplaceSkips(const std::vector<std::string>& roots, const std::vector<Skip>& skips) = 0;
  // Removes contents that no entry has any more; returns how many.
  virtual std::uint64_t DropDeadContents() = 0;
  // Writes the changes collected so far to the tables. A commit does that anyway; this spreads the work.
  virtual void Flush() = 0;
};

}  // namespace kindred::index
