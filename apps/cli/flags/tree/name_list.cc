// Names are bytes: only the separator has a meaning.
#include "flags/tree/name_list.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "kindred/error.h"

namespace kindred::cli {

namespace {

// A terminal, or /dev/null. Others, such as /dev/zero, never end.
constexpr std::uint64_t kMostOfDevice = std::uint64_t{16} << 20;

class Descriptor {
 public:
  explicit Descriptor(const std::string& file)
      : descriptor_(file == "-" ? STDIN_FILENO : open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY)) {}
  ~Descriptor() {
    if (descriptor_ > STDERR_FILENO) close(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

[[noreturn]] void Fail(const std::string& file, int error) {
  throw Error(ErrorKind::kFailed, std::string("cannot read the list of names: ") + std::strerror(error),
              file == "-" ? "standard input" : file, "name a readable file with --files-from");
}

}  // namespace

void AppendNames(const std::string& file, bool null_separated, std::vector<std::string>* names) {
  Descriptor descriptor(file);
  if (descriptor.get() < 0) Fail(file, errno);
  struct stat status;
  if (fstat(descriptor.get(), &status) != 0) Fail(file, errno);
  std::uint64_t left = S_ISCHR(status.st_mode) ? kMostOfDevice : ~std::uint64_t{0};
  const char separator = null_separated ? '\0' : '\n';
  std::string name;
  std::vector<char> piece(64 * 1024);
  auto take = [&] {
    // A path has no NUL, so a list with one was made for -0.
    if (name.find('\0') != std::string::npos) {
      throw Error(ErrorKind::kUsage, "the list of names holds NUL bytes", "--files-from", "add -0");
    }
    if (!name.empty()) names->push_back(name);
    name.clear();
  };
  for (;;) {
    ssize_t got = read(descriptor.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) Fail(file, errno);
    if (got == 0) break;
    if (static_cast<std::uint64_t>(got) > left) {
      throw Error(ErrorKind::kUsage, "the list of names does not end", file == "-" ? "standard input" : file,
                  "name a file or a pipe with --files-from");
    }
    left -= static_cast<std::uint64_t>(got);
    for (ssize_t i = 0; i < got; ++i) {
      char c = piece[static_cast<std::size_t>(i)];
      if (c == separator) {
        take();
      } else {
        name += c;
      }
    }
  }
  take();
}

}  // namespace kindred::cli
