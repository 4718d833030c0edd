// A segment in a mapped file, with what only src/index uses of it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "index/segment/segment.h"
#include "index/segment/segment_block.h"
#include "index/segment/segment_format.h"

namespace kindred::index {

class SegmentFile : public Segment, public std::enable_shared_from_this<SegmentFile> {
 public:
  SegmentFile(base::FileSystem& files, const std::string& path);

  const StoredMethod& method() const override { return frame_.method; }
  const SegmentTotals& totals() const override { return frame_.totals; }
  const std::string& path() const override { return path_; }
  std::uint64_t file_size() const override { return bytes_.size(); }
  void ForEachContent(const std::function<void(const ContentMarks&)>& visit) const override;
  void FindContents(std::span<const ContentId> wanted,
                    const std::function<void(const ContentMarks&)>& found) const override;
  std::unique_ptr<Cursor> NewCursor(std::uint64_t first, std::uint64_t last) const override;
  void Lookup(std::span<const std::uint64_t> keys,
              const std::function<void(const Key&)>& found) const override;
  std::uint64_t Check(std::vector<std::string>* problems, const Poll& poll) const override;

  const SegmentFrame& frame() const { return frame_; }
  int shift() const { return 64 - frame_.method.key_bits; }
  // Bytes that a pass has left behind do not count as memory of this process any more. Only of large
  // segments: small ones are soon read again.
  void LeaveBehind(std::uint64_t offset, std::uint64_t length) const {
    if (bytes_.size() >= kLargeSegment) file_->Forget(offset, length);
  }
  // Appends the contents of one of the frame's content blocks.
  void DecodeContents(std::size_t block, std::vector<ContentMarks>* contents) const;

 private:
  class RangeCursor;
  static constexpr std::size_t kLargeSegment = std::size_t{64} << 20;

  std::span<const std::uint8_t> Verified(const SegmentBlock& block) const;
  void DecodeKeys(std::size_t index, KeyBlock* decoded) const;

  std::string path_;
  std::unique_ptr<base::ReadableFile> file_;
  std::span<const std::uint8_t> bytes_;
  SegmentFrame frame_;
};

}  // namespace kindred::index
