// See same_bytes.h. One file comes in pieces from a FileReader; the other is read along.
#include "read/files/same_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "base/errno_text.h"
#include "model/entry.h"
#include "read/files/file_reader.h"

namespace kindred::read {

namespace {

// A regular file, opened as FileReader opens it.
class OpenFile {
 public:
  OpenFile(const std::string& path, bool follow_links) {
    const OpenDirectory directory(ParentPath(path), follow_links);
    if (directory.descriptor() < 0) {
      failure_ = Skip{path, "open", directory.reason(), directory.error()};
      return;
    }
    descriptor_ = ::openat(directory.descriptor(), std::string(BaseName(path)).c_str(),
                           O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (follow_links ? 0 : O_NOFOLLOW));
    struct stat status;
    if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) {
      failure_ = Skip{path, "open", base::ErrnoText(errno), !base::IsVanished(errno)};
    } else if (!S_ISREG(status.st_mode)) {
      failure_ = Skip{path, "open", base::FileKindText(status.st_mode), false};
    }
    path_ = path;
  }
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  const std::optional<Skip>& failure() const { return failure_; }
  // Fewer than `size` only at the end of the file, or when it cannot be read.
  std::size_t Read(std::uint8_t* to, std::size_t size) {
    std::size_t got = 0;
    while (got < size) {
      const ssize_t more = ::read(descriptor_, to + got, size - got);
      if (more < 0 && errno == EINTR) continue;
      if (more < 0) failure_ = Skip{path_, "read", base::ErrnoText(errno), true};
      if (more <= 0) break;
      got += static_cast<std::size_t>(more);
    }
    return got;
  }

 private:
  int descriptor_ = -1;
  std::string path_;
  std::optional<Skip> failure_;
};

}  // namespace

bool HaveSameBytes(const std::string& a, const std::string& b, bool follow_links,
                   std::optional<Skip>* unread) {
  OpenFile other(b, follow_links);
  *unread = other.failure();
  if (*unread) return false;
  const OpenDirectory directory(ParentPath(a), follow_links);
  if (directory.descriptor() < 0) {
    *unread = Skip{a, "open", directory.reason(), directory.error()};
    return false;
  }
  std::vector<std::uint8_t> along(FileReader::kPieceSize);
  bool differ = false;
  const FileReader::Outcome outcome = FileReader().Read(
      directory.descriptor(), std::string(BaseName(a)), follow_links, [](const Entry&) { return true; },
      [&](std::span<const std::uint8_t> piece) {
        differ = other.Read(along.data(), piece.size()) != piece.size() ||
                 std::memcmp(along.data(), piece.data(), piece.size()) != 0;
        return !differ;
      });
  if (!differ && outcome.ok) differ = other.Read(along.data(), 1) != 0;
  *unread = other.failure();
  if (!*unread && !differ && !outcome.ok) *unread = Skip{a, outcome.stage, outcome.reason, outcome.error};
  return !differ && !*unread;
}

}  // namespace kindred::read
