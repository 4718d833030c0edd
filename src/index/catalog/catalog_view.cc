// Answers from the catalog's tables. Reading every entry costs some 100 ns each, finding one thing some 10
// us.
#include "index/catalog/catalog_view.h"

#include <algorithm>
#include <map>

#include "base/coding.h"
#include "index/catalog/catalog_path.h"

namespace kindred::index {

PathRange PathsBelow(const std::string& root) {
  std::string low = root.ends_with('/') ? root : root + '/';
  std::string high = low;
  high.back() = '/' + 1;
  return {std::move(low), std::move(high)};
}

std::optional<Content> CatalogReader::FindContent(ContentId id) {
  const std::vector<Content> found = FindContents({&id, 1});
  return found.empty() ? std::nullopt : std::optional(found.front());
}

std::vector<std::string> CatalogReader::PathsOf(ContentId id) {
  std::vector<std::string> paths;
  for (ContentPath& found : PathsOfAll({&id, 1})) paths.push_back(std::move(found.path));
  std::ranges::sort(paths);
  return paths;
}

std::optional<DirectoryId> CatalogView::FindDirectory(DirectoryId parent, std::string_view name) {
  const std::string bytes(name);
  if (!directory_by_name_.With(parent, bytes).Step()) return std::nullopt;
  return directory_by_name_.Number(0);
}

std::optional<DirectoryId> CatalogView::FindDirectory(std::string_view path) {
  DirectoryId id = 0;
  for (std::string_view name : PathNames(path)) {
    std::optional<DirectoryId> found = FindDirectory(id, name);
    if (!found) return std::nullopt;
    id = *found;
  }
  return id == 0 ? std::nullopt : std::optional(id);
}

const DirectoryPath& CatalogView::PathOfDirectory(DirectoryId id, DirectoryPaths* known) {
  // Up to a directory that is known, or to the topmost, and down again.
  std::vector<std::pair<DirectoryId, std::string>> names;
  auto above = known->find(id);
  while (id != 0 && above == known->end()) {
    if (!directory_by_id_.With(id).Step()) database_.ThrowDamaged("a directory is missing");
    DirectoryId parent = directory_by_id_.Number(0);
    // A directory is made after its parent, so this also ends every loop.
    if (parent >= id) database_.ThrowDamaged("a directory is above itself");
    names.emplace_back(id, directory_by_id_.Text(1));
    id = parent;
    above = known->find(id);
  }
  if (above == known->end()) above = known->try_emplace(0).first;
  for (; !names.empty(); names.pop_back()) {
    const auto& [number, name] = names.back();
    DirectoryPath path = above->first == 0 ? DirectoryPath(name) : above->second.Below(name);
    above = known->try_emplace(number, path.ToShare()).first;
  }
  return above->second;
}

std::vector<CatalogView::FoundDirectory> CatalogView::Subtree(const std::string& path) {
  std::vector<FoundDirectory> found;
  if (std::optional<DirectoryId> top = FindDirectory(path)) found.push_back({*top, path});
  for (std::size_t i = 0; i < found.size(); ++i) {
    directories_in_.With(found[i].id);
    std::optional<DirectoryPath> above;
    while (directories_in_.Step()) {
      DirectoryId id = directories_in_.Number(0);
      if (id <= found[i].id) database_.ThrowDamaged("a directory is above itself");
      if (!above) above = found[i].path.ToShare();
      found.push_back({id, above->Below(directories_in_.Text(1))});
    }
  }
  return found;
}

CatalogView::EntryPack CatalogView::PackIn(Statement& row) {
  EntryPack pack;
  pack.id = row.Number(0);
  pack.first = row.Text(1);
  if (!UnpackEntries(row.Blob(2), &pack.entries) || pack.entries.empty()) {
    database_.ThrowDamaged("the entries of pack " + std::to_string(pack.id) + " are invalid");
  }
  return pack;
}

std::vector<CatalogView::EntryPack> CatalogView::PacksOf(DirectoryId directory) {
  std::vector<EntryPack> packs;
  packs_in_.With(directory);
  while (packs_in_.Step()) packs.push_back(PackIn(packs_in_));
  return packs;
}

std::optional<CatalogView::EntryPack> CatalogView::FindPack(DirectoryId directory, const std::string& name) {
  if (!pack_of_.With(directory, name).Step()) return std::nullopt;
  return PackIn(pack_of_);
}

std::optional<std::string> CatalogView::FirstAfter(DirectoryId directory, const std::string& name) {
  if (!first_after_.With(directory, name).Step()) return std::nullopt;
  return first_after_.Text(0);
}

std::vector<StoredDirectory> CatalogView::DirectoriesUnder(const std::vector<std::string>& roots) {
  std::vector<StoredDirectory> directories;
  std::map<std::string, StoredDirectory> of_files;  // for roots that are files
  std::string parent;  // of the last root, since a list has many of one directory
  std::optional<DirectoryId> parent_id;
  for (const std::string& root : OutermostRoots(roots)) {
    for (FoundDirectory& found : Subtree(root)) {
      StoredDirectory directory;
      packs_in_.With(found.id);
      while (packs_in_.Step()) {
        if (!UnpackEntries(packs_in_.Blob(2), &directory.entries)) {
          database_.ThrowDamaged("the entries of " + found.path.str() + " are invalid");
        }
      }
      if (directory.entries.empty()) continue;
      directory.path = std::move(found.path);
      directories.push_back(std::move(directory));
    }
    const auto [above, below] = SplitPath(root);
    if (above != parent) {
      parent = above;
      parent_id = FindDirectory(parent);
    }
    const std::string name(below);
    std::optional<EntryPack> pack = parent_id ? FindPack(*parent_id, name) : std::nullopt;
    if (!pack) continue;
    for (StoredEntry& stored : pack->entries) {
      if (stored.entry.name == name) of_files[parent].entries.push_back(std::move(stored));
    }
  }
  for (auto& [path, directory] : of_files) {
    if (directory.entries.empty()) continue;
    directory.path = path;
    directories.push_back(std::move(directory));
  }
  std::ranges::sort(directories, {}, &StoredDirectory::path);
  return directories;
}

void CatalogView::AppendContents(Statement& row, std::vector<Content>* contents) {
  if (!UnpackContents(row.Blob(1), row.Number(0), contents) ||
      (!contents->empty() && contents->back().id >= next_content_)) {
    database_.ThrowDamaged("the contents of row " + std::to_string(row.Number(0)) + " are invalid");
  }
}

std::vector<Content> CatalogView::AllContents() {
  std::vector<Content> contents;
  all_contents_.With();
  while (all_contents_.Step()) AppendContents(all_contents_, &contents);
  return contents;
}

std::vector<Content> CatalogView::ContentsInRow(std::uint64_t row) {
  std::vector<Content> contents;
  if (contents_in_.With(row).Step()) AppendContents(contents_in_, &contents);
  return contents;
}

std::vector<Content> CatalogView::FindContents(std::span<const ContentId> wanted) {
  std::vector<Content> found;
  for (auto next = wanted.begin(); next != wanted.end();) {
    const std::uint64_t row = ContentRow(*next);
    for (const Content& content : ContentsInRow(row)) {
      while (next != wanted.end() && *next < content.id) ++next;
      if (next != wanted.end() && *next == content.id) found.push_back(content);
    }
    while (next != wanted.end() && ContentRow(*next) == row) ++next;
  }
  return found;
}

std::optional<Content> CatalogView::FindContent(ContentId id) {
  const std::vector<Content> found = FindContents({&id, 1});
  return found.empty() ? std::nullopt : std::optional(found.front());
}

std::optional<Content> CatalogView::FindDigest(const Digest& digest, std::uint64_t size) {
  digests_.With(DigestPrefix(digest));
  while (digests_.Step()) {
    std::optional<Content> content = FindContent(static_cast<ContentId>(digests_.Number(0)));
    if (!content) database_.ThrowDamaged("a digest names a content that is not there");
    if (content->digest == digest && content->size == size) return content;
  }
  return std::nullopt;
}

std::vector<Occurrence> CatalogView::OccurrencesInRow(std::uint64_t row) {
  std::vector<Occurrence> occurrences;
  if (places_in_.With(row).Step() && !UnpackOccurrences(places_in_.Blob(0), row, &occurrences)) {
    database_.ThrowDamaged("the places of row " + std::to_string(row) + " are invalid");
  }
  return occurrences;
}

std::vector<Occurrence> CatalogView::AllOccurrences() {
  std::vector<Occurrence> occurrences;
  all_places_.With();
  while (all_places_.Step()) {
    if (!UnpackOccurrences(all_places_.Blob(1), all_places_.Number(0), &occurrences)) {
      database_.ThrowDamaged("the places of row " + std::to_string(all_places_.Number(0)) + " are invalid");
    }
  }
  return occurrences;
}

std::vector<ContentPath> CatalogView::PathsOfAll(std::span<const ContentId> wanted) {
  std::vector<ContentPath> paths = PathsOfEntries(wanted);
  AppendPartPaths(wanted, &paths);
  return paths;
}

// Each pack is read once, however many of the contents occur in it.
std::vector<ContentPath> CatalogView::PathsOfEntries(std::span<const ContentId> wanted) {
  auto is_wanted = [&](ContentId id) { return std::ranges::binary_search(wanted, id); };
  std::vector<PackId> packs;
  for (auto next = wanted.begin(); next != wanted.end();) {
    const std::uint64_t row = ContentRow(*next);
    for (const Occurrence& occurrence : OccurrencesInRow(row)) {
      if (is_wanted(occurrence.content)) packs.push_back(occurrence.pack);
    }
    next = std::find_if(next, wanted.end(), [&](ContentId id) { return ContentRow(id) != row; });
  }
  std::ranges::sort(packs);
  packs.erase(std::unique(packs.begin(), packs.end()), packs.end());

  std::vector<ContentPath> paths;
  DirectoryPaths directories;
  for (PackId id : packs) {
    if (!pack_by_id_.With(id).Step()) database_.ThrowDamaged("a pack of entries is missing");
    const EntryPack pack = PackIn(pack_by_id_);
    const DirectoryId directory = pack_by_id_.Number(3);
    const DirectoryPath& path = PathOfDirectory(directory, &directories);
    for (const StoredEntry& stored : pack.entries) {
      if (is_wanted(stored.content))
        paths.push_back({stored.content, JoinPath(path, stored.entry.name), stored.entry.mtime_ns});
    }
  }
  return paths;
}

std::vector<Skip> CatalogView::SkipsUnder(const std::vector<std::string>& roots) {
  std::vector<Skip> skips;
  for (const std::string& root : OutermostRoots(roots)) {
    const auto [low, high] = PathsBelow(root);
    skips_.With(root, low, high);
    while (skips_.Step()) {
      skips.push_back({skips_.Text(0), skips_.Text(1), skips_.Text(2), skips_.Number(3) != 0});
    }
  }
  std::ranges::stable_sort(skips, {}, &Skip::path);
  return skips;
}

void CatalogView::ForEachPack(const std::function<void(DirectoryId, const EntryPack&)>& visit) {
  all_packs_.With();
  while (all_packs_.Step()) {
    DirectoryId directory = all_packs_.Number(3);
    visit(directory, PackIn(all_packs_));
  }
}

std::vector<std::string> WithRoots(std::vector<std::string> known, const std::vector<std::string>& others) {
  known.insert(known.end(), others.begin(), others.end());
  known = OutermostRoots(std::move(known));
  std::ranges::sort(known);
  return known;
}

// A catalog that was last written before roots were kept has no such table.
std::vector<std::string> CatalogView::Roots() {
  std::vector<std::string> roots;
  if (!root_table_.With().Step()) return roots;
  root_table_.Step();  // to its end
  all_roots_.With();
  while (all_roots_.Step()) roots.push_back(all_roots_.Text(0));
  return roots;
}

CatalogCounts CatalogView::Counts() {
  CatalogCounts counts;
  ForEachPack([&](DirectoryId, const EntryPack& pack) {
    counts.entries += pack.entries.size();
    for (const StoredEntry& stored : pack.entries) counts.entry_bytes += stored.entry.size;
  });
  for (const Content& content : AllContents()) {
    ++counts.contents;
    counts.content_bytes += content.size;
  }
  if (skip_count_.With().Step()) counts.skips = skip_count_.Number(0);
  return counts;
}

}  // namespace kindred::index
