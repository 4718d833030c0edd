// See key_encoder.h. Cost: some 5 ns a posting.
#include "index/segment/key_encoder.h"

#include <limits>
#include <utility>

#include "base/coding.h"
#include "base/hashing.h"
#include "kindred/error.h"

namespace kindred::index {

KeyEncoder::KeyEncoder(const StoredMethod& method, ContentId first_content)
    : in_bytes_(method.weight == Weight::kBytes),
      shift_(64 - method.key_bits),
      first_content_(first_content) {}

void KeyEncoder::Add(const Segment::Key& key) {
  const std::size_t room = (2 + 2 * key.occurrences.size()) * base::kMaxVarintBytes;
  if (bytes_.size() - used_ < room) bytes_.resize(2 * bytes_.size() + room);
  std::uint8_t* at = bytes_.data() + used_;
  const std::uint64_t stored = key.key >> shift_;
  if (current_.items == 0) {
    current_.first = stored;
  } else {
    at = base::WriteVarint(at, stored - last_ - 1);
  }
  last_ = stored;
  if (in_bytes_) at = base::WriteVarint(at, key.length);
  std::uint64_t from = first_content_;
  for (std::size_t i = 0; i < key.occurrences.size(); ++i) {
    const auto& [content, count] = key.occurrences[i];
    const std::uint64_t more = i + 1 < key.occurrences.size() ? 1 : 0;
    at = base::WriteVarint(at, (content - from) << 2 | (count > 1 ? 2 : 0) | more);
    if (count > 1) at = base::WriteVarint(at, count - 2);
    from = std::uint64_t{content} + 1;
    made_.totals.marks += count;
  }
  used_ = static_cast<std::size_t>(at - bytes_.data());
  made_.totals.postings += key.occurrences.size();
  ++made_.totals.keys;
  ++current_.items;
  if (used_ - whole_ >= kKeyBlockBytes) EndBlock();
}

void KeyEncoder::EndBlock() {
  if (current_.items == 0) return;
  const std::size_t length = used_ - whole_;
  if (length > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorKind::kFailed, "one key occurs in more contents than a segment can hold");
  }
  current_.offset = whole_;
  current_.length = static_cast<std::uint32_t>(length);
  current_.checksum = base::Checksum({bytes_.data() + whole_, length});
  made_.blocks.push_back(current_);
  current_ = {};
  whole_ = used_;
}

KeyBlocks KeyEncoder::TakeWhole() {
  made_.bytes.assign(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(whole_));
  bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(whole_));
  used_ -= whole_;
  whole_ = 0;
  return std::exchange(made_, {});
}

KeyBlocks KeyEncoder::TakeAll() {
  EndBlock();
  return TakeWhole();
}

}  // namespace kindred::index
