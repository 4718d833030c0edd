// Queries on a catalog's tables, for readers and for the writer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "index/catalog/catalog.h"
#include "index/catalog/catalog_database.h"
#include "index/catalog/catalog_pack.h"

namespace kindred::index {

using DirectoryId = std::uint64_t;  // 0: above the topmost
using PackId = std::uint64_t;

class CatalogView : public CatalogReader {
 public:
  // Contents are numbered below `next_content`; another number is damage, and callers that allocate by
  // numbers would run out of memory.
  explicit CatalogView(Database& database, std::uint64_t next_content = ~std::uint64_t{0})
      : database_(database), next_content_(next_content) {}

  std::vector<StoredDirectory> DirectoriesUnder(const std::vector<std::string>& roots) override;
  std::vector<Content> AllContents() override;
  std::vector<Content> FindContents(std::span<const ContentId> wanted) override;
  std::optional<Content> FindContent(ContentId id);
  std::optional<Content> FindDigest(const Digest& digest, std::uint64_t size) override;
  std::vector<ContentPath> PathsOfAll(std::span<const ContentId> wanted) override;
  std::vector<StoredContainer> AllContainers() override;
  std::optional<StoredContainer> FindContainer(ContentId content);
  std::vector<Skip> SkipsUnder(const std::vector<std::string>& roots) override;
  CatalogCounts Counts() override;
  std::vector<std::string> Roots() override;  // by name

  // For the writer and the check.
  struct FoundDirectory {
    DirectoryId id = 0;
    DirectoryPath path;
  };
  struct EntryPack {
    PackId id = 0;
    std::string first;  // no name in it is smaller; the name of its first entry when it was made
    std::vector<StoredEntry> entries;
  };
  std::optional<DirectoryId> FindDirectory(DirectoryId parent, std::string_view name);
  std::optional<DirectoryId> FindDirectory(std::string_view path);
  // Paths that were looked up, and those of all directories above them.
  using DirectoryPaths = std::unordered_map<DirectoryId, DirectoryPath>;
  const DirectoryPath& PathOfDirectory(DirectoryId id, DirectoryPaths* known);
  // `path` and all directories below it, in no particular order.
  std::vector<FoundDirectory> Subtree(const std::string& path);
  std::vector<EntryPack> PacksOf(DirectoryId directory);
  // The pack where `name` is or belongs, if the directory has one; and where the next begins.
  std::optional<EntryPack> FindPack(DirectoryId directory, const std::string& name);
  std::optional<std::string> FirstAfter(DirectoryId directory, const std::string& name);
  std::vector<Content> ContentsInRow(std::uint64_t row);
  std::vector<Occurrence> OccurrencesInRow(std::uint64_t row);
  // What digests are looked up by.
  static std::uint64_t DigestPrefix(const Digest& digest) { return digest.high >> 33; }
  // Every pack, occurrence and content once, for the check. Throws Error(kDamaged) for invalid ones.
  void ForEachPack(const std::function<void(DirectoryId, const EntryPack&)>& visit);
  std::vector<Occurrence> AllOccurrences();
  // Every part with its container, as `part_of` has them.
  std::vector<std::pair<ContentId, ContentId>> AllPartsOf();

 private:
  EntryPack PackIn(Statement& row);  // of columns id, first, packed
  void AppendContents(Statement& row, std::vector<Content>* contents);
  std::vector<ContentPath> PathsOfEntries(std::span<const ContentId> wanted);
  bool HasContainers();
  StoredContainer ContainerIn(Statement& row);
  // Adds the paths of parts.
  void AppendPartPaths(std::span<const ContentId> wanted, std::vector<ContentPath>* paths);

  Database& database_;
  std::uint64_t next_content_;
  Statement directory_by_name_{database_, "SELECT id FROM directories WHERE parent = ? AND name = ?"};
  Statement directory_by_id_{database_, "SELECT parent, name FROM directories WHERE id = ?"};
  Statement directories_in_{database_, "SELECT id, name FROM directories WHERE parent = ?"};
  Statement packs_in_{database_, "SELECT id, first, packed FROM entries WHERE directory = ? ORDER BY first"};
  Statement pack_of_{database_,
                     "SELECT id, first, packed FROM entries WHERE directory = ? AND first <= ? "
                     "ORDER BY first DESC LIMIT 1"};
  Statement first_after_{
      database_, "SELECT first FROM entries WHERE directory = ? AND first > ? ORDER BY first LIMIT 1"};
  Statement pack_by_id_{database_, "SELECT id, first, packed, directory FROM entries WHERE id = ?"};
  Statement all_packs_{database_, "SELECT id, first, packed, directory FROM entries ORDER BY id"};
  Statement contents_in_{database_, "SELECT id, packed FROM contents WHERE id = ?"};
  Statement all_contents_{database_, "SELECT id, packed FROM contents ORDER BY id"};
  Statement places_in_{database_, "SELECT packed FROM places WHERE id = ?"};
  Statement all_places_{database_, "SELECT id, packed FROM places ORDER BY id"};
  Statement digests_{database_, "SELECT content FROM digests WHERE prefix = ? ORDER BY content"};
  Statement skips_{database_,
                   "SELECT s.path, r.stage, r.reason, r.error FROM skips s JOIN reasons r ON r.id = s.reason "
                   "WHERE s.path >= ?1 AND s.path < ?3 AND (s.path = ?1 OR s.path >= ?2) ORDER BY s.path"};
  // Catalogs of index format 3 and before have no such tables.
  Statement root_table_{database_, "SELECT 1 FROM sqlite_master WHERE name = 'roots'"};
  Statement all_roots_{database_, "SELECT path FROM roots ORDER BY path"};
  std::optional<bool> has_containers_;
  Statement container_tables_{database_, "SELECT 1 FROM sqlite_master WHERE name = 'containers'"};
  Statement all_containers_{
      database_, "SELECT content, type, rules, outcome, reason, packed FROM containers ORDER BY content"};
  Statement container_{
      database_, "SELECT content, type, rules, outcome, reason, packed FROM containers WHERE content = ?"};
  Statement containers_of_{database_, "SELECT container FROM part_of WHERE part = ?"};
  Statement all_parts_of_{database_, "SELECT part, container FROM part_of ORDER BY part, container"};
  Statement skip_count_{database_, "SELECT count(*) FROM skips"};
};

// The paths below `root` are those from `low` up to, but without, `high`.
struct PathRange {
  std::string low;
  std::string high;
};
PathRange PathsBelow(const std::string& root);

}  // namespace kindred::index
