// See listing.h. A name can come twice when the directory changes while it is read (POSIX leaves that open),
// so equal names are made one here: every name has exactly one outcome.
#include "walk/listing.h"

#include <algorithm>
#include <cerrno>

namespace kindred::walk {

namespace {

constexpr std::size_t kBlocksKept = 16;  // 1 MB per thread stays after a huge directory

}  // namespace

int Listing::Read(int directory, const std::function<bool()>& go_on) {
  names_.clear();
  if (blocks_.size() > kBlocksKept) {
    blocks_.resize(kBlocksKept);
    names_.shrink_to_fit();
  }
  int error = 0;
  std::size_t block = 0;
  std::size_t filled = 0;
  while (true) {
    // Half a block is room enough for a useful call; a name needs at most 280 bytes.
    if (block < blocks_.size() && Block::kSize - filled < Block::kSize / 2) {
      ++block;
      filled = 0;
    }
    if (block == blocks_.size()) blocks_.push_back(std::make_unique_for_overwrite<Block>());
    char* const begin = blocks_[block]->bytes + filled;
    const ssize_t got = ::getdents64(directory, begin, Block::kSize - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) error = errno;
    if (got <= 0) break;
    for (const char* at = begin; at < begin + got;) {
      const auto* name = reinterpret_cast<const dirent64*>(at);
      const std::string_view text = name->d_name;
      if (text != "." && text != "..") names_.push_back({text, name->d_type});
      at += name->d_reclen;
    }
    filled += static_cast<std::size_t>(got);
    if (!go_on()) break;
  }
  std::sort(names_.begin(), names_.end(), [](const Name& a, const Name& b) { return a.text < b.text; });
  const auto repeated = std::unique(names_.begin(), names_.end(),
                                    [](const Name& a, const Name& b) { return a.text == b.text; });
  names_.erase(repeated, names_.end());
  return error;
}

}  // namespace kindred::walk
