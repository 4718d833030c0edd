// The next generation's catalog while it is being made.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "index/catalog/catalog.h"
#include "index/catalog/catalog_checksums.h"
#include "index/catalog/catalog_database.h"
#include "index/catalog/catalog_vfs.h"
#include "index/catalog/catalog_view.h"

namespace kindred::index {

// Occurrences of contents: collects changes and applies them row by row, since they come in no useful order.
class OccurrenceChanges {
 public:
  OccurrenceChanges(Database& database, CatalogView& view) : database_(database), view_(view) {}
  void Add(ContentId content, PackId pack) { Change(content, pack, true); }
  void Remove(ContentId content, PackId pack) { Change(content, pack, false); }
  void Flush();

 private:
  struct OneChange {
    Occurrence occurrence;
    bool add = false;
  };
  void Change(ContentId content, PackId pack, bool add);

  Database& database_;
  CatalogView& view_;
  std::vector<OneChange> changes_;
  Statement put_{database_, "INSERT OR REPLACE INTO places(id, packed) VALUES(?, ?)"};
  Statement remove_{database_, "DELETE FROM places WHERE id = ?"};
};

// Entries by directory. Holds one pack in memory, so that entries that come in order are packed once.
class EntryChanges {
 public:
  EntryChanges(Database& database, CatalogView& view, OccurrenceChanges& occurrences)
      : database_(database), view_(view), occurrences_(occurrences) {}

  void Put(const std::string& directory, const StoredEntry& entry);
  bool Remove(const std::string& directory, const std::string& name);
  // Removes all entries in and the directories at and below `path`; returns how many entries.
  std::uint64_t RemoveTree(const std::string& path);
  void Flush();
  // Removes directories without an entry in them or below them.
  void DropEmptyDirectories();

 private:
  // A pack that is being changed: names in [first, next).
  struct Open {
    DirectoryId directory = 0;
    PackId id = 0;  // 0: not stored yet
    std::string first;
    std::optional<std::string> next;
    std::vector<StoredEntry> entries;
    std::vector<ContentId> stored_contents;  // sorted; the entries of `places` for this pack
    bool changed = false;
  };

  DirectoryId Directory(const std::string& path, bool make);
  // Makes the pack for `name` the open one.
  void OpenPack(DirectoryId directory, const std::string& name);
  void Split();
  void Store(Open* pack);

  Database& database_;
  CatalogView& view_;
  OccurrenceChanges& occurrences_;
  std::optional<Open> open_;
  // The last path and its directories, from the topmost on: the next path mostly shares all but the last.
  std::string last_path_;
  // The directories on the way to last_path_: where the name of each ends, and its number.
  std::vector<std::pair<std::size_t, DirectoryId>> last_names_;
  Statement make_directory_{database_, "INSERT INTO directories(parent, name) VALUES(?, ?)"};
  Statement remove_directory_{database_, "DELETE FROM directories WHERE id = ?"};
  Statement drop_directories_{database_,
                              "WITH RECURSIVE used(id) AS (SELECT directory FROM entries UNION "
                              "SELECT d.parent FROM used u JOIN directories d ON d.id = u.id) "
                              "DELETE FROM directories WHERE id NOT IN used"};
  Statement insert_{database_, "INSERT INTO entries(directory, first, packed) VALUES(?, ?, ?)"};
  Statement update_{database_, "UPDATE entries SET packed = ? WHERE id = ?"};
  Statement remove_{database_, "DELETE FROM entries WHERE id = ?"};
};

// Contents and the way to them from their digest. Holds one row in memory, and the new digests.
class ContentChanges {
 public:
  ContentChanges(Database& database, CatalogView& view) : database_(database), view_(view) {}

  void Put(const Content& content);
  std::optional<Content> Find(ContentId id);
  std::optional<Content> FindDigest(const Digest& digest, std::uint64_t size);
  void Flush();
  // Removes contents without an occurrence but for those of `parts` (ascending).
  std::uint64_t DropDead(std::span<const ContentId> parts);

 private:
  struct Open {
    std::uint64_t row = 0;
    std::vector<Content> contents;
    bool changed = false;
  };
  void OpenRow(std::uint64_t row);
  void StoreRow();

  Database& database_;
  CatalogView& view_;
  std::optional<Open> open_;
  std::unordered_multimap<std::uint64_t, ContentId> new_digests_;  // by prefix
  Statement put_{database_, "INSERT OR REPLACE INTO contents(id, packed) VALUES(?, ?)"};
  Statement remove_{database_, "DELETE FROM contents WHERE id = ?"};
  Statement put_digest_{database_, "INSERT OR IGNORE INTO digests(prefix, content) VALUES(?, ?)"};
  Statement remove_digest_{database_, "DELETE FROM digests WHERE prefix = ? AND content = ?"};
  Statement with_places_{database_,
                         "SELECT c.id, c.packed, p.packed FROM contents c LEFT JOIN places p ON p.id = c.id"};
};

// What is inside contents.
class ContainerChanges {
 public:
  ContainerChanges(Database& database, CatalogView& view) : database_(database), view_(view) {}
  void Put(const StoredContainer& container);
  // Removes containers without an occurrence; returns the parts of the others, ascending.
  std::vector<ContentId> DropDead();

 private:
  void Remove(const StoredContainer& container);

  Database& database_;
  CatalogView& view_;
  Statement put_{database_,
                 "INSERT OR REPLACE INTO containers(content, type, rules, outcome, reason, packed) "
                 "VALUES(?, ?, ?, ?, ?, ?)"};
  Statement remove_{database_, "DELETE FROM containers WHERE content = ?"};
  Statement put_part_{database_, "INSERT OR IGNORE INTO part_of(part, container) VALUES(?, ?)"};
  Statement remove_part_{database_, "DELETE FROM part_of WHERE part = ? AND container = ?"};
};

class GrowingCatalog : public CatalogWriter {
 public:
  // `from` is the last generation's; without it, an empty catalog.
  GrowingCatalog(base::FileSystem& files, const std::string& directory, const std::string& name,
                 const std::optional<CatalogFile>& from);
  ~GrowingCatalog() override;

  std::vector<StoredDirectory> DirectoriesUnder(const std::vector<std::string>& roots) override;
  std::vector<Content> AllContents() override;
  std::vector<Content> FindContents(std::span<const ContentId> wanted) override;
  std::optional<Content> FindDigest(const Digest& digest, std::uint64_t size) override;
  std::vector<ContentPath> PathsOfAll(std::span<const ContentId> wanted) override;
  std::vector<StoredContainer> AllContainers() override;
  std::vector<Skip> SkipsUnder(const std::vector<std::string>& roots) override;
  CatalogCounts Counts() override;
  std::vector<std::string> Roots() override;

  void PutContent(const Content& content) override;
  void PutContainer(const StoredContainer& container) override;
  void PutEntry(const std::string& directory, const StoredEntry& entry) override;
  void RemoveEntry(const std::string& directory, const std::string& name) override;
  std::uint64_t RemoveUnder(const std::string& path) override;
  void ReplaceSkips(const std::vector<std::string>& roots, const std::vector<Skip>& skips) override;
  void PutRoots(const std::vector<std::string>& roots) override;
  std::uint64_t DropDeadContents() override;
  void Flush() override;

  // Whether anything differs from the last generation.
  bool Changed();
  // Completes and syncs the file. Nothing may follow.
  CatalogFile Finish();
  bool made() const { return file_.made(); }

 private:
  // Everything that depends on the connection, to be gone before it closes.
  struct Tables {
    explicit Tables(Database& database)
        : view(database),
          occurrences(database, view),
          entries(database, view, occurrences),
          contents(database, view),
          containers(database, view) {}
    CatalogView view;
    OccurrenceChanges occurrences;
    EntryChanges entries;
    ContentChanges contents;
    ContainerChanges containers;
  };

  void RemoveSkips(const std::string& root);
  CatalogView& Flushed();

  std::string name_;
  GrowingCatalogFile file_;
  Database database_;
  std::uint64_t changes_at_start_ = 0;
  bool removed_ = false;
  std::unique_ptr<Tables> tables_;
};

}  // namespace kindred::index
