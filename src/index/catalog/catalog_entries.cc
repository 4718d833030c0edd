// Changes to entries and to the occurrences of contents. Entries that come sorted by directory and name are
// packed once each, at some 300 ns; others cost finding and repacking a pack of kEntriesPerPack.
#include <algorithm>

#include "index/catalog/catalog_path.h"
#include "index/catalog/catalog_writer.h"

namespace kindred::index {

namespace {

constexpr std::size_t kMostOccurrenceChanges = 1'000'000;  // 24 MB

std::vector<ContentId> ContentsOf(const std::vector<StoredEntry>& entries) {
  std::vector<ContentId> contents;
  contents.reserve(entries.size());
  for (const StoredEntry& stored : entries) contents.push_back(stored.content);
  std::ranges::sort(contents);
  contents.erase(std::unique(contents.begin(), contents.end()), contents.end());
  return contents;
}

auto NamePosition(std::vector<StoredEntry>* entries, const std::string& name) {
  return std::ranges::lower_bound(
      *entries, name, {}, [](const StoredEntry& stored) -> const std::string& { return stored.entry.name; });
}

bool SameEntry(const StoredEntry& a, const StoredEntry& b) {
  return a.content == b.content && a.entry.device == b.entry.device && a.entry.inode == b.entry.inode &&
         a.entry.size == b.entry.size && a.entry.mtime_ns == b.entry.mtime_ns &&
         a.entry.ctime_ns == b.entry.ctime_ns;
}

}  // namespace

void OccurrenceChanges::Change(ContentId content, PackId pack, bool add) {
  changes_.push_back({{content, pack}, add});
  if (changes_.size() >= kMostOccurrenceChanges) Flush();
}

void OccurrenceChanges::Flush() {
  // Stable: of several changes to one occurrence the last one counts.
  std::ranges::stable_sort(changes_, {}, &OneChange::occurrence);
  for (std::size_t i = 0; i < changes_.size();) {
    const std::uint64_t row = ContentRow(changes_[i].occurrence.content);
    const std::vector<Occurrence> before = view_.OccurrencesInRow(row);
    std::vector<Occurrence> after;
    auto old = before.begin();
    for (; i < changes_.size() && ContentRow(changes_[i].occurrence.content) == row; ++i) {
      const auto& [occurrence, add] = changes_[i];
      if (i + 1 < changes_.size() && changes_[i + 1].occurrence == occurrence) continue;
      while (old != before.end() && *old < occurrence) after.push_back(*old++);
      if (old != before.end() && *old == occurrence) ++old;
      if (add) after.push_back(occurrence);
    }
    after.insert(after.end(), old, before.end());
    if (after == before) continue;
    if (after.empty()) {
      remove_.With(row).Run();
    } else {
      put_.With(row, PackOccurrences(after)).Run();
    }
  }
  changes_.clear();
}

DirectoryId EntryChanges::Directory(const std::string& path, bool make) {
  if (path.empty()) return 0;
  if (path == last_path_) return last_names_.back().second;
  // Only the names behind those that it shares with the last path are looked up.
  std::size_t same = last_path_.size();
  if (!path.starts_with(last_path_))  // most often it does: directories come in the order of their paths
    same = static_cast<std::size_t>(std::ranges::mismatch(path, last_path_).in1 - path.begin());
  while (!last_names_.empty()) {
    const std::size_t end = last_names_.back().first;
    if (end <= same && (end == path.size() || path[end - 1] == '/' || path[end] == '/')) break;
    last_names_.pop_back();
  }
  std::size_t at = last_names_.empty() ? 0 : last_names_.back().first;
  DirectoryId id = last_names_.empty() ? 0 : last_names_.back().second;
  last_path_.resize(same);
  last_path_.append(path, same);
  const bool at_name = at == 0 || path[at - 1] == '/';  // only the name of "/" ends so
  for (std::string_view name :
       PathNames(std::string_view(path).substr(std::min(path.size(), at_name ? at : at + 1)))) {
    std::optional<DirectoryId> found = view_.FindDirectory(id, name);
    if (!found && !make) {
      last_path_.resize(at);
      return 0;
    }
    if (!found) {
      make_directory_.With(id, std::string(name)).Run();
      found = static_cast<DirectoryId>(database_.LastRow());
    }
    id = *found;
    at = static_cast<std::size_t>(name.data() + name.size() - path.data());
    last_names_.emplace_back(at, id);
  }
  return id;
}

void EntryChanges::OpenPack(DirectoryId directory, const std::string& name) {
  if (open_ && open_->directory == directory && open_->first <= name &&
      (!open_->next || name < *open_->next)) {
    return;
  }
  Flush();
  Open open;
  open.directory = directory;
  if (std::optional<CatalogView::EntryPack> found = view_.FindPack(directory, name)) {
    open.id = found->id;
    open.first = std::move(found->first);
    open.entries = std::move(found->entries);
    open.stored_contents = ContentsOf(open.entries);
  }
  open.next = view_.FirstAfter(directory, name);
  open_ = std::move(open);
}

void EntryChanges::Put(const std::string& directory, const StoredEntry& entry) {
  OpenPack(Directory(directory, true), entry.entry.name);
  auto position = NamePosition(&open_->entries, entry.entry.name);
  if (position != open_->entries.end() && position->entry.name == entry.entry.name) {
    if (SameEntry(*position, entry)) return;
    *position = entry;
  } else {
    open_->entries.insert(position, entry);
  }
  open_->changed = true;
  if (open_->entries.size() > kEntriesPerPack) Split();
}

// The upper half becomes a new pack. If names come in order, only the newest entry moves, so that
// packs are full.
void EntryChanges::Split() {
  Open& low = *open_;
  const bool in_order = !low.next && low.id == 0;
  const auto kept = static_cast<std::ptrdiff_t>(in_order ? kEntriesPerPack : kEntriesPerPack / 2);
  Open high;
  high.directory = low.directory;
  high.entries.assign(std::make_move_iterator(low.entries.begin() + kept),
                      std::make_move_iterator(low.entries.end()));
  high.first = high.entries.front().entry.name;
  high.next = low.next;
  high.changed = true;
  low.entries.resize(static_cast<std::size_t>(kept));
  low.next = high.first;
  Store(&low);
  open_ = std::move(high);
}

bool EntryChanges::Remove(const std::string& directory, const std::string& name) {
  DirectoryId id = Directory(directory, false);
  if (id == 0) return false;
  OpenPack(id, name);
  auto position = NamePosition(&open_->entries, name);
  if (position == open_->entries.end() || position->entry.name != name) return false;
  open_->entries.erase(position);
  open_->changed = true;
  return true;
}

void EntryChanges::Flush() {
  if (open_) Store(&*open_);
  open_.reset();
}

void EntryChanges::Store(Open* pack) {
  if (!pack->changed) return;
  const PackedBytes packed = PackEntries(pack->entries);
  if (pack->entries.empty()) {
    if (pack->id != 0) remove_.With(pack->id).Run();
  } else if (pack->id == 0) {
    insert_.With(pack->directory, pack->first, packed).Run();
    pack->id = static_cast<PackId>(database_.LastRow());
  } else {
    update_.With(packed, pack->id).Run();
  }
  std::vector<ContentId> contents = ContentsOf(pack->entries);
  std::vector<ContentId> difference;
  std::ranges::set_difference(pack->stored_contents, contents, std::back_inserter(difference));
  for (ContentId content : difference) occurrences_.Remove(content, pack->id);
  difference.clear();
  std::ranges::set_difference(contents, pack->stored_contents, std::back_inserter(difference));
  for (ContentId content : difference) occurrences_.Add(content, pack->id);
}

std::uint64_t EntryChanges::RemoveTree(const std::string& path) {
  Flush();
  last_names_.clear();
  last_path_.clear();
  std::uint64_t removed = 0;
  for (const CatalogView::FoundDirectory& found : view_.Subtree(path)) {
    for (const CatalogView::EntryPack& pack : view_.PacksOf(found.id)) {
      removed += pack.entries.size();
      for (ContentId content : ContentsOf(pack.entries)) occurrences_.Remove(content, pack.id);
      remove_.With(pack.id).Run();
    }
    remove_directory_.With(found.id).Run();
  }
  return removed;
}

void EntryChanges::DropEmptyDirectories() {
  Flush();
  last_names_.clear();
  last_path_.clear();
  drop_directories_.With().Run();
}

}  // namespace kindred::index
