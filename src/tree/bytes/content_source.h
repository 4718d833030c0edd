// The bytes of scanned contents for spans: read when asked for, kept while memory allows.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "inside/part_spool.h"
#include "kindred/sink.h"
#include "model/entry.h"
#include "span/source.h"

namespace kindred::tree {

// One of the files that hold a content.
struct ContentFile {
  std::string directory;  // absolute
  Entry entry;            // as it was scanned
  std::string shown;      // its path as typed
  // Of a part: the directory ends with "//", `entry` has its name and size, and this is its container.
  std::optional<index::StoredEntry> inside = {};
};

class TreeScope;

// All files of a tree that hold the content at `place`.
std::vector<ContentFile> FilesOf(const TreeScope& tree, std::uint32_t place);

class ContentSource : public span::Source {
 public:
  // `files(content)` are all files that hold the content; if one cannot be read, the next is tried.
  ContentSource(std::vector<std::uint64_t> sizes,
                std::function<std::vector<ContentFile>(std::uint32_t)> files, bool follow_links,
                std::uint64_t memory, Observer& observer);
  // Needed before parts are read.
  void ReadPartsFrom(inside::PartSpool* spool) { parts_ = spool; }

  std::uint32_t Count() const override { return static_cast<std::uint32_t>(sizes_.size()); }
  std::uint64_t SizeOf(std::uint32_t content) const override { return sizes_[content]; }
  Piece PieceAt(std::uint32_t content, std::uint64_t offset) override;
  // All bytes in one piece.
  Piece Whole(std::uint32_t content);

  // Contents that could not be read (any more), each once.
  std::vector<Skip> Skips() const;
  bool Failed(std::uint32_t content) const;

 private:
  // Contents up to this size are one piece; larger ones are cut into pieces of kPiece.
  static constexpr std::uint64_t kWhole = std::uint64_t{8} << 20;
  static constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
  // Not a vector: that would fill them with zeros first.
  struct Bytes {
    explicit Bytes(std::uint64_t count)
        : array(std::make_unique_for_overwrite<std::uint8_t[]>(count)), size(count) {}
    std::span<std::uint8_t> All() { return {array.get(), static_cast<std::size_t>(size)}; }
    std::span<const std::uint8_t> All() const { return {array.get(), static_cast<std::size_t>(size)}; }
    std::unique_ptr<std::uint8_t[]> array;
    std::uint64_t size;
  };

  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
  };
  // The least recently used piece goes first.
  struct Shelf {
    struct Kept {
      std::uint64_t key;
      std::shared_ptr<const Bytes> bytes;
    };
    std::mutex mutex;
    std::list<Kept> pieces;  // newest first
    std::unordered_map<std::uint64_t, std::list<Kept>::iterator> by_key;
    std::uint64_t size = 0;
  };

  Range RangeOf(std::uint32_t content, std::uint64_t offset) const;
  std::shared_ptr<const Bytes> Fetch(std::uint32_t content, const Range& range);
  Piece ResidentPiece(std::uint32_t content);
  read::FileReader::Outcome Read(const ContentFile& file, std::uint64_t offset, std::span<std::uint8_t> to);
  std::shared_ptr<const Bytes> Load(std::uint32_t content, const Range& range);

  // If all contents fit into the memory, none is ever dropped, and they are found without a lock.
  struct Resident {
    std::atomic<const Bytes*> ready = nullptr;
    std::shared_ptr<const Bytes> bytes;
  };

  std::vector<std::uint64_t> sizes_;
  std::vector<Resident> residents_;  // empty if they do not fit
  std::function<std::vector<ContentFile>(std::uint32_t)> files_;
  bool follow_links_;
  inside::PartSpool* parts_ = nullptr;
  std::uint64_t shelf_size_;
  Observer& observer_;
  static constexpr std::size_t kShelves = 16;
  std::array<Shelf, kShelves> shelves_;
  mutable std::mutex mutex_;  // of what follows
  std::unordered_map<std::uint32_t, Skip> failed_;
};

}  // namespace kindred::tree
