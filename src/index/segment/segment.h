// A segment: the marks of some contents under one method, sorted by key, immutable, checksummed, mapped.
// docs/formats/index-format.md describes the bytes.
//
// A key is stored once with the contents it occurs in. Offsets are not stored, which halves the index: spans
// read the files anyway to verify, and find the offsets again while reading.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "kindred/values.h"
#include "model/content.h"
#include "model/mark.h"

namespace kindred::index {

// Called now and then during long work; ends it by throwing. Empty: never.
using Poll = std::function<void()>;

// What the index stores of a method: enough to match without the method's code.
struct StoredMethod {
  MethodInfo info;
  Weight weight = Weight::kMarks;
  int key_bits = 64;  // lower bits of keys are dropped when written, and ignored when looked up
  bool operator==(const StoredMethod&) const = default;
};

// One mark on its way into a segment. The same key may come several times for one content. Read as one number
// of 128 bits, the key leads and the content follows: that is how postings are sorted.
struct alignas(16) Posting {
  Posting() = default;
  Posting(std::uint64_t of_key, ContentId in, std::uint32_t bytes)
      : length(bytes), content(in), key(of_key) {}

  std::uint32_t length = 0;
  ContentId content = 0;
  std::uint64_t key = 0;
};

// What a content weighs at each selection level: the sum of its marks' weights (1, or their length) with
// KeyLevel(key) >= level. Zero below the content's own level, where it was not marked.
struct ContentMarks {
  ContentId content = 0;
  std::uint8_t level = 0;
  std::array<std::uint64_t, kMaxLevel + 1> weight_at{};
};

// A content that a new segment covers, marks or none, and the level it was marked at.
struct CoveredContent {
  ContentId content = 0;
  std::uint8_t level = 0;
};

// What a content weighs of whose marks these are all.
ContentMarks WeighMarks(const CoveredContent& covered, std::span<const Mark> marks, Weight weight);

struct SegmentTotals {
  std::uint64_t contents = 0;
  std::uint64_t keys = 0;      // distinct in this segment
  std::uint64_t postings = 0;  // distinct (key, content)
  std::uint64_t marks = 0;     // with repeats
};

// Writes and syncs a segment. `covered` are sorted by content.
SegmentTotals WriteSegment(base::FileSystem& files, const std::string& path, const StoredMethod& method,
                           std::span<const CoveredContent> covered, std::span<const Posting> postings);

class Segment {
 public:
  struct Occurrence {
    ContentId content = 0;
    std::uint32_t count = 0;  // how often the key occurs in it
  };
  // A key with all its occurrences, by ascending content.
  struct Key {
    std::uint64_t key = 0;
    std::uint32_t length = 0;  // 0 for methods weighed in marks
    std::span<const Occurrence> occurrences;
  };

  // Reads and verifies header, footer and block index; a block is verified whenever it is read.
  // Throws Error(kDamaged) with file and offset. Thread-safe once open.
  static std::shared_ptr<const Segment> Open(base::FileSystem& files, const std::string& path);
  virtual ~Segment() = default;

  virtual const StoredMethod& method() const = 0;
  virtual const SegmentTotals& totals() const = 0;
  virtual const std::string& path() const = 0;
  virtual std::uint64_t file_size() const = 0;

  // All contents covered, ascending.
  virtual void ForEachContent(const std::function<void(const ContentMarks&)>& visit) const = 0;
  std::vector<ContentMarks> AllContents() const;
  // Calls `found` for those of `wanted` (ascending) that this segment covers, touching only the blocks
  // needed.
  virtual void FindContents(std::span<const ContentId> wanted,
                            const std::function<void(const ContentMarks&)>& found) const = 0;
  // Of one content; false if this segment does not cover it.
  bool FindContent(ContentId content, ContentMarks* marks) const;

  // Streams keys in ascending order. The Key's span is valid until the next call.
  class Cursor {
   public:
    virtual ~Cursor() = default;
    virtual bool Next(Key* key) = 0;
  };
  // Only keys in [first, last], so that a stream can be cut into parts that run in parallel. The cursor keeps
  // the segment open. Keys come with their dropped bits as zeros, and are compared so.
  virtual std::unique_ptr<Cursor> NewCursor(std::uint64_t first = 0,
                                            std::uint64_t last = ~std::uint64_t{0}) const = 0;

  // Calls `found` for each of `keys` (ascending) that this segment has, touching only the blocks needed; once
  // for keys that differ only in dropped bits, which `found` sees as zeros.
  virtual void Lookup(std::span<const std::uint64_t> keys,
                      const std::function<void(const Key&)>& found) const = 0;

  // Reads every block; returns how many, and appends a line for each problem with file and offset.
  virtual std::uint64_t Check(std::vector<std::string>* problems, const Poll& poll) const = 0;
};

// Several segments of one method as one ascending stream: equal keys are joined, contents for which `live`
// is false are left out, and keys without a live content too. A content is in one segment only.
// An empty `live` means all, and is faster. With one segment this costs little more than its own cursor.
class MergedCursor {
 public:
  MergedCursor(std::span<const std::shared_ptr<const Segment>> segments, std::function<bool(ContentId)> live,
               std::uint64_t first = 0, std::uint64_t last = ~std::uint64_t{0});
  ~MergedCursor();
  bool Next(Segment::Key* key);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kindred::index
