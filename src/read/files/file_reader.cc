// Reads defensively: a name may be another file type since the walk, and a file may change while it is read.
// A file that fits into one piece costs four system calls: openat, fstat, read, close.
#include "read/files/file_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/errno_text.h"

namespace kindred::read {

namespace {

constexpr char kChanged[] = "changed while being read";
constexpr char kChangedSince[] = "changed since it was scanned";

// Above this size a file that is nearly all holes would cost hours and give nothing but zeros. See
// docs/using/cli.md.
constexpr std::int64_t kSparseSize = std::int64_t{1} << 30;
constexpr std::int64_t kSparseRatio = 64;

struct Closer {
  explicit Closer(int d) : descriptor(d) {}
  ~Closer() { ::close(descriptor); }
  Closer(const Closer&) = delete;
  Closer& operator=(const Closer&) = delete;
  const int descriptor;
};

std::int64_t Nanoseconds(const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; }

void FillEntry(const struct stat& status, Entry* entry) {
  entry->device = status.st_dev;
  entry->inode = status.st_ino;
  entry->size = static_cast<std::uint64_t>(status.st_size);
  entry->mtime_ns = Nanoseconds(status.st_mtim);
  entry->ctime_ns = Nanoseconds(status.st_ctim);
}

void Fail(const char* stage, std::string reason, bool error, FileReader::Outcome* outcome) {
  outcome->ok = false;
  outcome->stage = stage;
  outcome->reason = std::move(reason);
  outcome->error = error;
}

bool IsAlmostAllHoles(const struct stat& status) {
  return status.st_size > kSparseSize && status.st_blocks * 512 < status.st_size / kSparseRatio;
}

// ctime as well as mtime: a writer can set mtime back, but not ctime.
bool IsSame(const struct stat& status, const Entry& entry) {
  return static_cast<std::uint64_t>(status.st_size) == entry.size &&
         Nanoseconds(status.st_mtim) == entry.mtime_ns &&
         (entry.ctime_ns == 0 || Nanoseconds(status.st_ctim) == entry.ctime_ns);
}

bool IsUnchanged(int descriptor, const Entry& entry) {
  struct stat status;
  return ::fstat(descriptor, &status) == 0 && IsSame(status, entry);
}

// Only interruptions and a pipe that has nothing yet are tried again.
ssize_t ReadSome(int descriptor, std::uint8_t* to, std::size_t size) {
  while (true) {
    const ssize_t got = ::read(descriptor, to, size);
    if (got >= 0) return got;
    if (errno == EAGAIN) {
      pollfd waiting = {.fd = descriptor, .events = POLLIN, .revents = 0};
      if (::poll(&waiting, 1, -1) < 0 && errno != EINTR) return -1;
    } else if (errno != EINTR) {
      return -1;
    }
  }
}

// Opens a regular file and notes its fstat in the outcome. -1 for other files, with the reason.
int OpenRegular(int directory, const std::string& name, bool follow_links, FileReader::Outcome* outcome) {
  outcome->entry.name = name;
  const int descriptor =
      ::openat(directory, name.c_str(),
               O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (follow_links ? 0 : O_NOFOLLOW));
  if (descriptor < 0) {
    const int error = errno;
    if (error == ELOOP && !follow_links) {
      Fail("open", base::FileKindText(S_IFLNK), false, outcome);
    } else if (struct stat status;
               (error == ENXIO || error == ENODEV) && ::fstatat(directory, name.c_str(), &status, 0) == 0) {
      // Sockets, and devices without a driver, cannot be opened at all.
      Fail("open", base::FileKindText(status.st_mode), S_ISREG(status.st_mode), outcome);
    } else {
      Fail("open", base::ErrnoText(error), !base::IsVanished(error), outcome);
    }
    return -1;
  }
  struct stat status;
  if (::fstat(descriptor, &status) != 0) {
    Fail("open", base::ErrnoText(errno), true, outcome);
  } else if (!S_ISREG(status.st_mode)) {
    FillEntry(status, &outcome->entry);
    Fail("open", base::FileKindText(status.st_mode), false, outcome);
  } else if (IsAlmostAllHoles(status)) {
    FillEntry(status, &outcome->entry);
    Fail("open", "sparse file above 1 GiB, almost all holes", false, outcome);
  } else {
    FillEntry(status, &outcome->entry);
    outcome->ok = true;
    return descriptor;
  }
  ::close(descriptor);
  return -1;
}

}  // namespace

FileReader::FileReader(std::size_t piece_size)
    : piece_size_(std::max<std::size_t>(piece_size, 1)),
      buffer_(std::make_unique_for_overwrite<std::uint8_t[]>(piece_size_)) {}

FileReader::Outcome FileReader::Read(int directory, const std::string& name, bool follow_links,
                                     const std::function<bool(const Entry&)>& begin,
                                     const std::function<bool(std::span<const std::uint8_t>)>& piece,
                                     const std::function<bool(int)>& whole) {
  Outcome outcome;
  const int descriptor = OpenRegular(directory, name, follow_links, &outcome);
  if (descriptor < 0) return outcome;
  const Closer closer(descriptor);
  if (!begin(outcome.entry)) return outcome;
  std::uint64_t left = outcome.entry.size;
  unsigned reads = 0;
  while (left > 0) {
    const ssize_t got = ReadSome(descriptor, buffer_.get(),
                                 static_cast<std::size_t>(std::min<std::uint64_t>(left, piece_size_)));
    ++reads;
    if (got < 0) {
      Fail("read", base::ErrnoText(errno), true, &outcome);
      return outcome;
    }
    if (got == 0) {
      Fail("read", kChanged, true, &outcome);
      return outcome;
    }
    left -= static_cast<std::uint64_t>(got);
    if (!piece({buffer_.get(), static_cast<std::size_t>(got)})) {
      Fail("read", "stopped", false, &outcome);
      return outcome;
    }
  }
  if (whole && whole(descriptor)) reads = 2;
  // One read is as good a picture of the file as there is; several may show different states of it.
  if (reads > 1 && !IsUnchanged(descriptor, outcome.entry)) Fail("read", kChanged, true, &outcome);
  return outcome;
}

FileReader::Outcome FileReader::Visit(int directory, const Entry& expected, bool follow_links,
                                      const std::function<void(int)>& visit) {
  Outcome outcome;
  const int descriptor = OpenRegular(directory, expected.name, follow_links, &outcome);
  if (descriptor < 0) return outcome;
  const Closer closer(descriptor);
  // Not the device: its number may be another one after each mount.
  if (outcome.entry.inode != expected.inode || !IsUnchanged(descriptor, expected)) {
    Fail("read", kChangedSince, true, &outcome);
    return outcome;
  }
  visit(descriptor);
  if (!IsUnchanged(descriptor, expected)) Fail("read", kChangedSince, true, &outcome);
  return outcome;
}

FileReader::Outcome FileReader::Visit(int directory, const std::string& name, bool follow_links,
                                      const std::function<void(int)>& visit) {
  Outcome outcome;
  const int descriptor = OpenRegular(directory, name, follow_links, &outcome);
  if (descriptor < 0) return outcome;
  const Closer closer(descriptor);
  visit(descriptor);
  if (!IsUnchanged(descriptor, outcome.entry)) Fail("read", kChanged, true, &outcome);
  return outcome;
}

FileReader::Outcome FileReader::ReadAt(int directory, const Entry& expected, bool follow_links,
                                       std::uint64_t offset, std::span<std::uint8_t> to) {
  std::string failure;
  Outcome outcome = Visit(directory, expected, follow_links, [&](int descriptor) {
    for (std::size_t filled = 0; filled < to.size() && failure.empty();) {
      const ssize_t got =
          ::pread(descriptor, to.data() + filled, to.size() - filled, static_cast<off_t>(offset + filled));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        failure = got < 0 ? base::ErrnoText(errno) : kChangedSince;
      } else {
        filled += static_cast<std::size_t>(got);
      }
    }
  });
  if (!failure.empty()) Fail("read", failure, true, &outcome);
  return outcome;
}

bool FileReader::IsAsSeen(int directory, const Entry& expected, bool follow_links) {
  struct stat status;
  return ::fstatat(directory, expected.name.c_str(), &status, follow_links ? 0 : AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG(status.st_mode) && status.st_ino == expected.inode && IsSame(status, expected);
}

FileReader::Outcome FileReader::ReadDescriptor(
    int descriptor, const std::function<bool(std::span<const std::uint8_t>)>& piece) {
  Outcome outcome;
  struct stat status;
  if (::fstat(descriptor, &status) != 0) {
    Fail("open", base::ErrnoText(errno), true, &outcome);
    return outcome;
  }
  FillEntry(status, &outcome.entry);
  outcome.entry.size = 0;
  while (true) {
    const ssize_t got = ReadSome(descriptor, buffer_.get(), piece_size_);
    if (got < 0) {
      Fail("read", base::ErrnoText(errno), true, &outcome);
      return outcome;
    }
    if (got == 0) break;
    outcome.entry.size += static_cast<std::uint64_t>(got);
    if (!piece({buffer_.get(), static_cast<std::size_t>(got)})) {
      Fail("read", "stopped", false, &outcome);
      return outcome;
    }
  }
  outcome.ok = true;
  return outcome;
}

void ThrowUnread(const FileReader::Outcome& outcome, std::string_view what, const std::string& path) {
  throw Error(TypedKind(outcome), fmt::format("cannot {} {}: {}", outcome.stage, what, TypedReason(outcome)),
              path);
}

std::string TypedReason(const FileReader::Outcome& outcome) {
  return TypedKind(outcome) == ErrorKind::kNotFound ? "no such file" : outcome.reason;
}

ErrorKind TypedKind(const FileReader::Outcome& outcome) {
  return outcome.reason == base::ErrnoText(ENOENT) ? ErrorKind::kNotFound : ErrorKind::kFailed;
}

}  // namespace kindred::read
