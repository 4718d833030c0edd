// See open_bytes.h.
#include "act/files/open_bytes.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <vector>

namespace kindred::act {

namespace {

constexpr std::size_t kPiece = 256 * 1024;  // larger ones spill the L2 cache

// Fewer than `size` only at the end of the file; -1 with errno.
ssize_t ReadFully(Steps& steps, int file, std::uint8_t* to, std::size_t size, std::uint64_t offset) {
  std::size_t got = 0;
  while (got < size) {
    const ssize_t more = Take(steps, Step::kRead, [&] {
      return ::pread(file, to + got, size - got, static_cast<off_t>(offset + got));
    });
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return -1;
    if (more == 0) break;
    got += static_cast<std::size_t>(more);
  }
  return static_cast<ssize_t>(got);
}

bool WriteFully(int file, std::span<const std::uint8_t> bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t put = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    offset += static_cast<std::uint64_t>(put);
  }
  return true;
}

// Calls `piece(bytes, offset)` for each piece of a file that should have `size` bytes; its answer ends it.
template <typename Piece>
BytesSeen ForPieces(Steps& steps, int file, std::uint64_t size, const std::function<bool()>& go_on,
                    Piece piece) {
  std::vector<std::uint8_t> buffer(std::min<std::uint64_t>(size + 1, kPiece));
  base::RunningHash128 hash;
  hash.Begin();
  // Reads one byte more than there should be: a file that has grown is another one.
  for (std::uint64_t offset = 0;;) {
    if (go_on && !go_on()) return {.answer = Bytes::kStopped};
    const ssize_t got = ReadFully(steps, file, buffer.data(), buffer.size(), offset);
    if (got < 0) return {.error = errno};
    const std::span<const std::uint8_t> bytes(buffer.data(), static_cast<std::size_t>(got));
    if (offset + bytes.size() > size || (bytes.empty() && offset < size)) return {.answer = Bytes::kDiffer};
    if (bytes.empty()) return {.answer = Bytes::kEqual, .digest = hash.Value()};
    hash.Add(bytes);
    if (const BytesSeen seen = piece(bytes, offset); seen.answer != Bytes::kEqual) return seen;
    offset += bytes.size();
  }
}

}  // namespace

BytesSeen CompareBytes(Steps& steps, int a, int b, std::uint64_t size, const std::function<bool()>& go_on) {
  std::vector<std::uint8_t> along;
  BytesSeen seen = ForPieces(steps, a, size, go_on,
                             [&](std::span<const std::uint8_t> bytes, std::uint64_t offset) -> BytesSeen {
                               along.resize(bytes.size());
                               const ssize_t got = ReadFully(steps, b, along.data(), along.size(), offset);
                               if (got < 0) return {.error = errno};
                               const bool equal = static_cast<std::size_t>(got) == bytes.size() &&
                                                  std::memcmp(along.data(), bytes.data(), bytes.size()) == 0;
                               return {.answer = equal ? Bytes::kEqual : Bytes::kDiffer};
                             });
  if (seen.answer != Bytes::kEqual) return seen;
  std::uint8_t more;
  const ssize_t got = ReadFully(steps, b, &more, 1, size);
  if (got < 0) return {.error = errno};
  if (got > 0) seen.answer = Bytes::kDiffer;
  return seen;
}

BytesSeen ReadBytes(Steps& steps, int file, std::uint64_t size, int copy_to,
                    const std::function<bool()>& go_on) {
  return ForPieces(steps, file, size, go_on,
                   [&](std::span<const std::uint8_t> bytes, std::uint64_t offset) -> BytesSeen {
                     if (copy_to >= 0 && !WriteFully(copy_to, bytes, offset)) return {.error = errno};
                     return {.answer = Bytes::kEqual};
                   });
}

}  // namespace kindred::act
