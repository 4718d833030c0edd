// The writer's catalog: passes changes to the classes of the tables, and reads only what they have flushed.
#include "index/catalog/catalog_writer.h"

#include <algorithm>
#include <tuple>

#include "index/catalog/catalog_path.h"

namespace kindred::index {

GrowingCatalog::GrowingCatalog(base::FileSystem& files, const std::string& directory, const std::string& name,
                               const std::optional<CatalogFile>& from)
    : name_(name),
      file_(files, JoinPath(directory, name), from ? JoinPath(directory, from->name) : "",
            from ? *from : CatalogFile{}),
      database_(file_, JoinPath(directory, name), true),
      changes_at_start_(database_.Changes()),
      tables_(std::make_unique<Tables>(database_)) {}

GrowingCatalog::~GrowingCatalog() = default;

void GrowingCatalog::Flush() {
  tables_->entries.Flush();
  tables_->occurrences.Flush();
  tables_->contents.Flush();
}

CatalogView& GrowingCatalog::Flushed() {
  Flush();
  return tables_->view;
}

std::vector<StoredDirectory> GrowingCatalog::DirectoriesUnder(const std::vector<std::string>& roots) {
  return Flushed().DirectoriesUnder(roots);
}
std::vector<Content> GrowingCatalog::AllContents() { return Flushed().AllContents(); }
std::vector<Content> GrowingCatalog::FindContents(std::span<const ContentId> wanted) {
  std::vector<Content> found;
  for (ContentId id : wanted) {
    if (auto content = tables_->contents.Find(id)) found.push_back(*content);
  }
  return found;
}
std::optional<Content> GrowingCatalog::FindDigest(const Digest& digest, std::uint64_t size) {
  return tables_->contents.FindDigest(digest, size);
}
std::vector<ContentPath> GrowingCatalog::PathsOfAll(std::span<const ContentId> wanted) {
  return Flushed().PathsOfAll(wanted);
}
std::vector<StoredContainer> GrowingCatalog::AllContainers() { return tables_->view.AllContainers(); }
std::vector<Skip> GrowingCatalog::SkipsUnder(const std::vector<std::string>& roots) {
  return tables_->view.SkipsUnder(roots);
}
CatalogCounts GrowingCatalog::Counts() { return Flushed().Counts(); }
std::vector<std::string> GrowingCatalog::Roots() { return tables_->view.Roots(); }

void GrowingCatalog::PutContent(const Content& content) { tables_->contents.Put(content); }

void GrowingCatalog::PutContainer(const StoredContainer& container) { tables_->containers.Put(container); }

void GrowingCatalog::PutEntry(const std::string& directory, const StoredEntry& entry) {
  tables_->entries.Put(directory, entry);
}

void GrowingCatalog::RemoveEntry(const std::string& directory, const std::string& name) {
  if (tables_->entries.Remove(directory, name)) removed_ = true;
}

std::uint64_t GrowingCatalog::RemoveUnder(const std::string& path) {
  std::uint64_t removed = tables_->entries.RemoveTree(path);
  const auto [parent, name] = SplitPath(path);
  if (tables_->entries.Remove(std::string(parent), std::string(name))) ++removed;
  RemoveSkips(path);
  const auto [low, high] = PathsBelow(path);
  Statement(database_, "DELETE FROM roots WHERE path >= ?1 AND path < ?3 AND (path = ?1 OR path >= ?2)")
      .With(path, low, high)
      .Run();
  removed_ = true;
  return removed;
}

void GrowingCatalog::RemoveSkips(const std::string& root) {
  const auto [low, high] = PathsBelow(root);
  Statement(database_, "DELETE FROM skips WHERE path >= ?1 AND path < ?3 AND (path = ?1 OR path >= ?2)")
      .With(root, low, high)
      .Run();
}

void GrowingCatalog::ReplaceSkips(const std::vector<std::string>& roots, const std::vector<Skip>& skips) {
  auto key = [](const Skip& skip) { return std::tie(skip.path, skip.stage, skip.reason, skip.error); };
  auto before = SkipsUnder(roots);
  auto after = skips;
  std::ranges::sort(before, {}, key);
  std::ranges::sort(after, {}, key);
  auto twice = std::ranges::unique(after, {}, key);
  after.erase(twice.begin(), twice.end());
  if (std::ranges::equal(before, after, {}, key, key)) return;  // an unchanged tree changes nothing

  for (const std::string& root : OutermostRoots(roots)) RemoveSkips(root);
  Statement reason(database_,
                   "INSERT INTO reasons(stage, reason, error) VALUES(?, ?, ?) "
                   "ON CONFLICT DO UPDATE SET error = excluded.error RETURNING id");
  Statement put(database_, "INSERT OR REPLACE INTO skips(path, reason) VALUES(?, ?)");
  for (const Skip& skip : after) {
    reason.With(skip.stage, skip.reason, std::uint64_t{skip.error}).Step();
    put.With(skip.path, reason.Number(0)).Run();
  }
}

void GrowingCatalog::PutRoots(const std::vector<std::string>& roots) {
  const std::vector<std::string> all = WithRoots(Roots(), roots);
  Statement(database_, "DELETE FROM roots").With().Run();
  Statement put(database_, "INSERT INTO roots(path) VALUES(?)");
  for (const std::string& root : all) put.With(root).Run();
}

std::uint64_t GrowingCatalog::DropDeadContents() {
  Flush();
  return tables_->contents.DropDead(tables_->containers.DropDead());
}

bool GrowingCatalog::Changed() {
  Flush();
  return database_.Changes() != changes_at_start_;
}

CatalogFile GrowingCatalog::Finish() {
  Flush();
  if (removed_) tables_->entries.DropEmptyDirectories();
  tables_.reset();
  database_.CommitAndClose();
  return file_.Finish(name_);
}

}  // namespace kindred::index
