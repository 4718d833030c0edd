// Changes to contents and their digests. New digests wait in memory and are inserted sorted, which is twice
// as fast as one by one in the order of their random values.
#include <algorithm>

#include "index/catalog/catalog_writer.h"

namespace kindred::index {

namespace {

constexpr std::size_t kMostNewDigests = 500'000;  // some 20 MB

auto IdPosition(std::vector<Content>* contents, ContentId id) {
  return std::ranges::lower_bound(*contents, id, {}, &Content::id);
}

}  // namespace

void ContentChanges::OpenRow(std::uint64_t row) {
  if (open_ && open_->row == row) return;
  StoreRow();
  open_ = Open{row, view_.ContentsInRow(row), false};
}

void ContentChanges::StoreRow() {
  if (!open_ || !open_->changed) return;
  put_.With(open_->row, PackContents(open_->contents)).Run();
  open_->changed = false;
}

void ContentChanges::Put(const Content& content) {
  OpenRow(ContentRow(content.id));
  auto position = IdPosition(&open_->contents, content.id);
  if (position != open_->contents.end() && position->id == content.id) {
    if (position->digest == content.digest && position->size == content.size &&
        position->type == content.type && position->media == content.media &&
        position->container_known == content.container_known)
      return;
    Flush();
    remove_digest_.With(CatalogView::DigestPrefix(position->digest), content.id).Run();
    *position = content;
  } else {
    open_->contents.insert(position, content);
  }
  open_->changed = true;
  new_digests_.emplace(CatalogView::DigestPrefix(content.digest), content.id);
  if (new_digests_.size() >= kMostNewDigests) Flush();
}

std::optional<Content> ContentChanges::Find(ContentId id) {
  if (!open_ || open_->row != ContentRow(id)) return view_.FindContent(id);
  auto position = IdPosition(&open_->contents, id);
  if (position == open_->contents.end() || position->id != id) return std::nullopt;
  return *position;
}

std::optional<Content> ContentChanges::FindDigest(const Digest& digest, std::uint64_t size) {
  auto [begin, end] = new_digests_.equal_range(CatalogView::DigestPrefix(digest));
  for (auto found = begin; found != end; ++found) {
    std::optional<Content> content = Find(found->second);
    if (content && content->digest == digest && content->size == size) return content;
  }
  StoreRow();  // a stored digest's content may have been changed in memory
  return view_.FindDigest(digest, size);
}

void ContentChanges::Flush() {
  StoreRow();
  std::vector<std::pair<std::uint64_t, ContentId>> digests(new_digests_.begin(), new_digests_.end());
  std::ranges::sort(digests);
  for (const auto& [prefix, content] : digests) put_digest_.With(prefix, content).Run();
  new_digests_.clear();
}

std::uint64_t ContentChanges::DropDead(std::span<const ContentId> parts) {
  Flush();
  open_.reset();
  struct Row {
    std::uint64_t id = 0;
    std::vector<Content> alive;
  };
  std::vector<Row> rows;  // with dead contents; applied when the reading is over
  std::vector<Content> dead;
  with_places_.With();
  while (with_places_.Step()) {
    Row row{with_places_.Number(0), {}};
    std::vector<Content> contents;
    std::vector<Occurrence> occurrences;
    if (!UnpackContents(with_places_.Blob(1), row.id, &contents) ||
        !UnpackOccurrences(with_places_.Blob(2), row.id, &occurrences)) {
      database_.ThrowDamaged("row " + std::to_string(row.id) + " of contents or places is invalid");
    }
    for (const Content& content : contents) {
      const bool alive = std::ranges::binary_search(occurrences, content.id, {}, &Occurrence::content) ||
                         std::ranges::binary_search(parts, content.id);
      (alive ? row.alive : dead).push_back(content);
    }
    if (row.alive.size() != contents.size()) rows.push_back(std::move(row));
  }
  for (const Row& row : rows) {
    if (row.alive.empty()) {
      remove_.With(row.id).Run();
    } else {
      put_.With(row.id, PackContents(row.alive)).Run();
    }
  }
  for (const Content& content : dead) {
    remove_digest_.With(CatalogView::DigestPrefix(content.digest), content.id).Run();
  }
  return dead.size();
}

}  // namespace kindred::index
