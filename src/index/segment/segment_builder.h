// Writes a segment as a stream: keys ascending, then contents ascending, then the frame around them. Holds
// one block and the block index, so a merge of any size runs in little memory.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "index/segment/key_encoder.h"
#include "index/segment/mark_spill.h"
#include "index/segment/posting_pile.h"
#include "index/segment/segment.h"
#include "index/segment/segment_format.h"

namespace kindred::index {

class SegmentBuilder {
 public:
  // `first_content` is at most the smallest content that will come.
  SegmentBuilder(base::FileSystem& files, const std::string& path, const StoredMethod& method,
                 ContentId first_content);
  SegmentBuilder(const SegmentBuilder&) = delete;
  SegmentBuilder& operator=(const SegmentBuilder&) = delete;

  // Larger than every key before, with at least one occurrence.
  void AddKey(const Segment::Key& key);
  // The same for many keys that were encoded elsewhere with the same method and first content.
  void AddKeyBlocks(const KeyBlocks& keys);
  // Larger than every content before; ends the keys.
  void AddContent(const ContentMarks& marks);
  // Completes and syncs the file; what the frame holds now is what Segment::Open will see.
  const SegmentFrame& Finish();

 private:
  void EndContentBlock();
  void Write(std::span<const std::uint8_t> bytes);
  void Flush();

  std::string path_;
  std::unique_ptr<base::WritableFile> file_;
  SegmentFrame frame_;
  std::vector<std::uint8_t> header_;
  KeyEncoder keys_;
  bool in_contents_ = false;
  std::vector<std::uint8_t> contents_;  // the block being filled
  SegmentBlock current_;
  ContentId last_ = 0;                // content added last
  std::vector<std::uint8_t> buffer_;  // not yet given to the file
  std::uint64_t written_ = 0;         // by and with the buffer
};

// A whole segment of what the piles hold together. `contents` are ascending, and every posting's content is
// among them.
SegmentFrame BuildSegment(base::FileSystem& files, const std::string& path, const StoredMethod& method,
                          std::span<const ContentMarks> contents, std::span<const PostingPile> piles,
                          unsigned threads);

// A segment of one content whose marks do not fit in memory.
SegmentFrame BuildSegment(base::FileSystem& files, const std::string& path, const StoredMethod& method,
                          const CoveredContent& covered, const MarkSpill& spill);

// Postings in an array, in any order, as BuildSegment needs them. `covered` are ascending.
struct PiledPostings {
  std::vector<ContentMarks> contents;
  std::vector<PostingPile> piles;
};
PiledPostings PileUp(const StoredMethod& method, std::span<const CoveredContent> covered,
                     std::span<const Posting> postings);

}  // namespace kindred::index
