// The marks of one content that has more of them than fit in memory: sorted runs on disk, merged into one
// ascending stream of keys when the content is complete (an external merge sort). The content's number is not
// needed before: it is known only when the last byte has been read.
//
// Runs are kept in tiers. When a tier has kRunsPerTier of them, they are merged into one run of the next
// tier, so a mark is rewritten once per tier, and a merge reads from few runs whatever the size of the file.
// Each tier has its own temporary file, which is overwritten from its start once its runs are merged. Memory:
// kBlockBytes for each run that is merged, some 2 MB. A checksum per block proves that what is read is what
// was written. Tested in mark_spill_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "index/segment/segment.h"

namespace kindred::index {

class MarkSpill {
 public:
  static constexpr std::size_t kRunsPerTier = 128;
  static constexpr std::size_t kBlockBytes = 8 * 1024;

  // Temporary files are made in `directory`. Throws Error with what to do if that cannot be.
  MarkSpill(base::FileSystem& files, std::string directory, int key_bits, Weight weight);
  ~MarkSpill();
  MarkSpill(const MarkSpill&) = delete;
  MarkSpill& operator=(const MarkSpill&) = delete;

  // In any order.
  void Add(std::span<const Mark> marks);
  std::uint64_t size() const { return size_; }

  // A key and how often it was added.
  struct Counted {
    std::uint64_t key = 0;
    std::uint32_t length = 0;  // 0 for methods weighed in marks
    std::uint32_t count = 0;
  };
  // Streams all keys of at least `level`, ascending, each once. Nothing is added meanwhile.
  class Cursor {
   public:
    Cursor(const MarkSpill& spill, int level);
    ~Cursor();
    bool Next(Counted* counted);

   private:
    struct State;
    std::unique_ptr<State> state_;
  };

 private:
  struct Block {
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
    std::uint64_t checksum = 0;
  };
  using Run = std::vector<Block>;
  struct Tier {
    std::unique_ptr<base::TemporaryFile> file;
    std::uint64_t end = 0;
    std::vector<Run> runs;
  };
  class RunWriter;
  class RunReader;
  class Merge;

  Tier& TierAt(std::size_t number);
  void Compact(std::size_t number);

  base::FileSystem& files_;
  std::string directory_;
  int shift_;  // bits of keys that are dropped
  bool with_length_;
  std::uint64_t size_ = 0;
  std::vector<Tier> tiers_;
  std::vector<std::uint64_t> keys_;  // of the marks being added
  std::vector<Posting> postings_;    // the same, with lengths
};

}  // namespace kindred::index
