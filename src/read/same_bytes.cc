// See same_bytes.h. One file comes in pieces from a FileReader; the other is read along.
#include "read/same_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "model/entry.h"
#include "read/file_reader.h"

namespace kindred::read {

namespace {

std::string DirectoryOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string NameOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// A regular file, opened as FileReader opens it.
class OpenFile {
 public:
  OpenFile(const std::string& path, bool follow_links) {
    const OpenDirectory directory(DirectoryOf(path), follow_links);
    if (directory.descriptor() < 0) return;
    descriptor_ = ::openat(directory.descriptor(), NameOf(path).c_str(),
                           O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (follow_links ? 0 : O_NOFOLLOW));
    struct stat status;
    regular_ = descriptor_ >= 0 && ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  }
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  bool regular() const { return regular_; }
  // Fewer than `size` only at the end of the file, or when it cannot be read.
  std::size_t Read(std::uint8_t* to, std::size_t size) const {
    std::size_t got = 0;
    while (got < size) {
      const ssize_t more = ::read(descriptor_, to + got, size - got);
      if (more < 0 && errno == EINTR) continue;
      if (more <= 0) break;
      got += static_cast<std::size_t>(more);
    }
    return got;
  }

 private:
  int descriptor_ = -1;
  bool regular_ = false;
};

}  // namespace

bool HaveSameBytes(const std::string& a, const std::string& b, bool follow_links) {
  const OpenFile other(b, follow_links);
  const OpenDirectory directory(DirectoryOf(a), follow_links);
  if (!other.regular() || directory.descriptor() < 0) return false;
  std::vector<std::uint8_t> along(FileReader::kPieceSize);
  const FileReader::Outcome outcome = FileReader().Read(
      directory.descriptor(), NameOf(a), follow_links, [](const Entry&) { return true; },
      [&](std::span<const std::uint8_t> piece) {
        return other.Read(along.data(), piece.size()) == piece.size() &&
               std::memcmp(along.data(), piece.data(), piece.size()) == 0;
      });
  return outcome.ok && other.Read(along.data(), 1) == 0;
}

}  // namespace kindred::read
