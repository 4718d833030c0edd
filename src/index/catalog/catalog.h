// The catalog: everything relational about an index (entries, contents, skips), in SQLite.
//
// Each generation is a separate file, written once, never changed after its commit, and guarded by a checksum
// per block, which SQLite's own pages lack. So readers need no locks, work on read-only media, and see one
// state however long they take; a writer works on a private copy, without a journal.
#pragma once

#include <cstdint>
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
  std::uint8_t part_kind = 0;  // as StoredPart::kind if it is a part; not stored with entries
};

struct StoredDirectory {
  DirectoryPath path;
  std::vector<StoredEntry> entries;  // sorted by name
  // Set if the entries are the parts of a file, which the path names with "//" behind. The catalog has none
  // such among its directories.
  std::optional<StoredEntry> inside = {};  // that file
};

struct ContentPath {
  ContentId content = 0;
  std::string path;
  std::int64_t mtime_ns = 0;  // of the file, or of the one that holds the part
};

// What was found inside a content, or that nothing could be: see docs/using/types.md. `type`, `outcome` and
// the kinds of parts are numbers that mean nothing here.
struct StoredPart {
  std::string name;  // "docs/a.txt", "text"; unique in its container
  std::uint8_t kind = 0;
  ContentId content = 0;
  bool operator==(const StoredPart&) const = default;
};

struct StoredContainer {
  ContentId content = 0;  // of the file
  std::uint8_t type = 0;
  std::uint64_t rules = 0;  // of what made the parts; others may make others. 0: not tried
  std::uint8_t outcome = 0;
  std::string reason = {};  // what is missing, in plain words
  std::vector<StoredPart> parts = {};
  bool operator==(const StoredContainer&) const = default;
};

struct CatalogCounts {
  std::uint64_t entries = 0;
  std::uint64_t contents = 0;
  std::uint64_t skips = 0;
  std::uint64_t content_bytes = 0;
  std::uint64_t entry_bytes = 0;
};

// Roots that are known and others, outermost only, by name.
std::vector<std::string> WithRoots(std::vector<std::string> known, const std::vector<std::string>& others);

class CatalogReader {
 public:
  virtual ~CatalogReader() = default;
  // Directories at or below one of `roots` (and a root that is a file: that entry), sorted by path.
  virtual std::vector<StoredDirectory> DirectoriesUnder(const std::vector<std::string>& roots) = 0;
  virtual std::vector<Content> AllContents() = 0;  // by id
  // Those of `wanted` (ascending) that there are, ascending.
  virtual std::vector<Content> FindContents(std::span<const ContentId> wanted) = 0;
  virtual std::optional<Content> FindDigest(const Digest& digest, std::uint64_t size) = 0;
  // Every path of the contents `wanted` (ascending), in no order; of a part those of its containers with
  // "//" and its name behind.
  virtual std::vector<ContentPath> PathsOfAll(std::span<const ContentId> wanted) = 0;
  virtual std::vector<StoredContainer> AllContainers() = 0;  // by content
  virtual std::vector<Skip> SkipsUnder(const std::vector<std::string>& roots) = 0;
  virtual CatalogCounts Counts() = 0;
  // What was scanned, outermost only, by name. None in catalogs that were written before it was kept.
  virtual std::vector<std::string> Roots() = 0;

  // The same for one content.
  std::optional<Content> FindContent(ContentId id);
  std::vector<std::string> PathsOf(ContentId id);
};

// Changes to the next generation. Also reads: it sees its own changes.
class CatalogWriter : public CatalogReader {
 public:
  virtual void PutContent(const Content& content) = 0;
  virtual void PutContainer(const StoredContainer& container) = 0;                    // new or replaced
  virtual void PutEntry(const std::string& directory, const StoredEntry& entry) = 0;  // new or replaced
  virtual void RemoveEntry(const std::string& directory, const std::string& name) = 0;
  // Removes entries and skips at or below `path`; returns how many entries.
  virtual std::uint64_t RemoveUnder(const std::string& path) = 0;
  // The skips known for these roots are replaced by `skips`.
  virtual void ReplaceSkips(const std::vector<std::string>& roots, const std::vector<Skip>& skips) = 0;
  // Remembers what was scanned; a root below another one adds nothing.
  virtual void PutRoots(const std::vector<std::string>& roots) = 0;
  // Removes contents that no entry has any more, nor a part of one that an entry has; returns how many.
  virtual std::uint64_t DropDeadContents() = 0;
  // Writes the changes collected so far to the tables. A commit does that anyway; this spreads the work.
  virtual void Flush() = 0;
};

}  // namespace kindred::index
