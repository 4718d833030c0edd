// See content_source.h.
#include "tree/bytes/content_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "kindred/report.h"
#include "read/files/file_reader.h"
#include "tree/entries/scanned_tree.h"
#include "tree/entries/tree_scope.h"

namespace kindred::tree {

std::vector<ContentFile> FilesOf(const TreeScope& tree, std::uint32_t place) {
  std::vector<ContentFile> files;
  for (FileNumber file : tree.FilesOf(place))
    files.push_back({tree.DirectoryOf(file), tree.EntryOf(file), tree.PathOf(file),
                     tree.InsideOf(file) == nullptr ? std::nullopt : std::optional(*tree.InsideOf(file))});
  return files;
}

ContentSource::ContentSource(std::vector<std::uint64_t> sizes,
                             std::function<std::vector<ContentFile>(std::uint32_t)> files, bool follow_links,
                             std::uint64_t memory, Observer& observer)
    : sizes_(std::move(sizes)),
      files_(std::move(files)),
      follow_links_(follow_links),
      shelf_size_(memory / kShelves),
      observer_(observer) {
  const std::uint64_t all = std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0});
  if (all <= memory) residents_ = std::vector<Resident>(sizes_.size());
}

ContentSource::Range ContentSource::RangeOf(std::uint32_t content, std::uint64_t offset) const {
  const std::uint64_t size = sizes_[content];
  if (size <= kWhole) return {0, size};
  const std::uint64_t begin = offset / kPiece * kPiece;
  return {begin, std::min(kPiece, size - begin)};
}

span::Source::Piece ContentSource::PieceAt(std::uint32_t content, std::uint64_t offset) {
  if (!residents_.empty()) return ResidentPiece(content);
  const Range range = RangeOf(content, offset);
  auto bytes = Fetch(content, range);
  if (!bytes) return {};
  const std::span<const std::uint8_t> all = std::as_const(*bytes).All();
  return {all, range.begin, std::move(bytes)};
}

span::Source::Piece ContentSource::ResidentPiece(std::uint32_t content) {
  Resident& resident = residents_[content];
  const Bytes* ready = resident.ready.load(std::memory_order_acquire);
  if (ready == nullptr) {
    auto bytes = Load(content, {0, sizes_[content]});
    if (!bytes) return {};
    const std::lock_guard lock(mutex_);
    if (!resident.bytes) resident.bytes = std::move(bytes);  // else another thread was faster
    ready = resident.bytes.get();
    resident.ready.store(ready, std::memory_order_release);
  }
  return {ready->All(), 0, nullptr};
}

span::Source::Piece ContentSource::Whole(std::uint32_t content) {
  if (sizes_[content] <= kWhole || !residents_.empty()) return PieceAt(content, 0);
  auto bytes = Load(content, {0, sizes_[content]});  // too large to be kept beside others
  if (!bytes) return {};
  const std::span<const std::uint8_t> all = std::as_const(*bytes).All();
  return {all, 0, std::move(bytes)};
}

std::shared_ptr<const ContentSource::Bytes> ContentSource::Fetch(std::uint32_t content, const Range& range) {
  Shelf& shelf = shelves_[content % shelves_.size()];
  const std::uint64_t key = std::uint64_t{content} << 32 | range.begin / kPiece;
  {
    const std::lock_guard lock(shelf.mutex);
    if (const auto kept = shelf.by_key.find(key); kept != shelf.by_key.end()) {
      shelf.pieces.splice(shelf.pieces.begin(), shelf.pieces, kept->second);
      return kept->second->bytes;
    }
  }
  auto bytes = Load(content, range);
  if (!bytes) return nullptr;
  const std::lock_guard lock(shelf.mutex);
  if (shelf.by_key.contains(key)) return bytes;  // another thread was faster
  shelf.pieces.push_front({key, bytes});
  shelf.by_key.emplace(key, shelf.pieces.begin());
  shelf.size += bytes->size;
  while (shelf.size > shelf_size_ && shelf.pieces.size() > 1) {
    shelf.size -= shelf.pieces.back().bytes->size;
    shelf.by_key.erase(shelf.pieces.back().key);
    shelf.pieces.pop_back();
  }
  return bytes;
}

read::FileReader::Outcome ContentSource::Read(const ContentFile& file, std::uint64_t offset,
                                              std::span<std::uint8_t> to) {
  if (file.inside && parts_ != nullptr) {
    const std::string container = file.directory.substr(0, file.directory.size() - 2);
    return parts_->ReadAt(container, *file.inside, file.entry.name, offset, to);
  }
  const read::OpenDirectory directory(file.directory, follow_links_);
  if (directory.descriptor() >= 0)
    return read::FileReader::ReadAt(directory.descriptor(), file.entry, follow_links_, offset, to);
  read::FileReader::Outcome outcome;
  outcome.stage = "open";
  outcome.reason = directory.reason();
  outcome.error = directory.error();
  return outcome;
}

// A file that is not as it was scanned is a skip, and so is its content if no copy of it is left.
std::shared_ptr<const ContentSource::Bytes> ContentSource::Load(std::uint32_t content, const Range& range) {
  if (Failed(content)) return nullptr;
  auto bytes = std::make_shared<Bytes>(range.size);
  Skip skip;
  for (const ContentFile& file : files_(content)) {
    if (observer_.Traces(TraceClass::kFiles) && range.begin == 0)
      observer_.OnTrace(TraceClass::kFiles, "file " + QuotePath(file.shown));
    const read::FileReader::Outcome outcome = Read(file, range.begin, bytes->All());
    if (outcome.ok) {
      if (observer_.Traces(TraceClass::kReads)) {
        observer_.OnTrace(TraceClass::kReads, fmt::format("read {}: {} bytes at {}", QuotePath(file.shown),
                                                          range.size, range.begin));
      }
      return bytes;
    }
    if (observer_.Traces(TraceClass::kFaults)) {
      observer_.OnTrace(TraceClass::kFaults,
                        fmt::format("fault {}: {}", QuotePath(file.shown), OneLineText(outcome.reason)));
    }
    if (skip.path.empty()) skip = {file.shown, outcome.stage, outcome.reason, true};
  }
  const std::lock_guard lock(mutex_);
  failed_.try_emplace(content, std::move(skip));
  return nullptr;
}

std::vector<Skip> ContentSource::Skips() const {
  const std::lock_guard lock(mutex_);
  std::vector<Skip> skips;
  for (const auto& [content, skip] : failed_) skips.push_back(skip);
  std::ranges::sort(skips, {}, &Skip::path);
  return skips;
}

bool ContentSource::Failed(std::uint32_t content) const {
  const std::lock_guard lock(mutex_);
  return failed_.contains(content);
}

}  // namespace kindred::tree
