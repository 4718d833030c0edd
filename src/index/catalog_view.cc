// Answers from the catalog's tables. Reading every entry costs some 100 ns each, finding one thing some 10
// us.
#include "index/catalog_view.h"

#include <algorithm>
#include <map>

#include "base/coding.h"
#include "index/catalog_path.h"

namespace kindred {

PathRange PathsBelow(const std::string& root) {
  std::string low = root.ends_with('/') ? root : root + '/';
  std::string high = low;
  high.back() = '/' + 1;
  return {std::move(low), std::move(high)};
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

std::string CatalogView::DirectoryPath(DirectoryId id) {
  std::vector<std::string> names;
  while (id != 0) {
    if (!directory_by_id_.With(id).Step()) database_.ThrowDamaged("a directory is missing");
    DirectoryId parent = directory_by_id_.Number(0);
    // A directory is made after its parent, so this also ends every loop.
    if (parent >= id) database_.ThrowDamaged("a directory is above itself");
    names.push_back(directory_by_id_.Text(1));
    id = parent;
  }
  if (names.empty()) return "";
  std::string path = names.back();
  for (std::size_t i = names.size() - 1; i-- > 0;) {
    if (!path.ends_with('/')) path += '/';
    path += names[i];
  }
  return path;
}

std::vector<CatalogView::FoundDirectory> CatalogView::Subtree(const std::string& path) {
  std::vector<FoundDirectory> found;
  if (std::optional<DirectoryId> top = FindDirectory(path)) found.push_back({*top, path});
  for (std::size_t i = 0; i < found.size(); ++i) {
    directories_in_.With(found[i].id);
    while (directories_in_.Step()) {
      DirectoryId id = directories_in_.Number(0);
      if (id <= found[i].id) database_.ThrowDamaged("a directory is above itself");
      found.push_back({id, JoinPath(found[i].path, directories_in_.Text(1))});
    }
  }
  return found;
}

CatalogView::EntryPack CatalogView::PackIn(Statement& row) {
  EntryPack pack;
  pack.id = row.Number(0);
  pack.first = row.Text(1);
  if (!UnpackEntries(row.Blob(2), &pack.entries) || pack.entries.empty()) {
    database_.ThrowDamaged("the entries of pack " + std::to_string(pack.id) + " make no sense");
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
          database_.ThrowDamaged("the entries of " + found.path + " make no sense");
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
  if (!UnpackContents(row.Blob(1), row.Number(0), contents)) {
    database_.ThrowDamaged("the contents of row " + std::to_string(row.Number(0)) + " make no sense");
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

std::optional<Content> CatalogView::FindContent(ContentId id) {
  for (const Content& content : ContentsInRow(ContentRow(id))) {
    if (content.id == id) return content;
  }
  return std::nullopt;
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

std::vector<Place> CatalogView::PlacesInRow(std::uint64_t row) {
  std::vector<Place> places;
  if (places_in_.With(row).Step() && !UnpackPlaces(places_in_.Blob(0), row, &places)) {
    database_.ThrowDamaged("the places of row " + std::to_string(row) + " make no sense");
  }
  return places;
}

std::vector<Place> CatalogView::AllPlaces() {
  std::vector<Place> places;
  all_places_.With();
  while (all_places_.Step()) {
    if (!UnpackPlaces(all_places_.Blob(1), all_places_.Number(0), &places)) {
      database_.ThrowDamaged("the places of row " + std::to_string(all_places_.Number(0)) + " make no sense");
    }
  }
  return places;
}

std::vector<std::string> CatalogView::PathsOf(ContentId id) {
  std::vector<std::string> paths;
  for (const Place& place : PlacesInRow(ContentRow(id))) {
    if (place.content != id) continue;
    if (!pack_by_id_.With(place.pack).Step()) database_.ThrowDamaged("a pack of entries is missing");
    EntryPack pack = PackIn(pack_by_id_);
    const std::string directory = DirectoryPath(pack_by_id_.Number(3));
    for (const StoredEntry& stored : pack.entries) {
      if (stored.content == id) paths.push_back(JoinPath(directory, stored.entry.name));
    }
  }
  std::ranges::sort(paths);
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

void CatalogView::ForEachPack(const std::function<void(DirectoryId, const EntryPack&)>& see) {
  all_packs_.With();
  while (all_packs_.Step()) {
    DirectoryId directory = all_packs_.Number(3);
    see(directory, PackIn(all_packs_));
  }
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

}  // namespace kindred
