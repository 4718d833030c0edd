// The real FileSystem: POSIX calls with EINTR and short transfers handled, and errors put in words.
#include "base/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <thread>

#include "base/coding.h"
#include "base/descriptor.h"
#include "base/errno_text.h"
#include "base/guarded_map.h"
#include "base/temporary_file.h"
#include "kindred/error.h"

namespace kindred::base {

namespace {

std::string HintFor(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some space or choose another place with `directory`";
    case EACCES:
    case EPERM:
    case EROFS:
      return "check the permissions or choose another place with `directory`";
    case EMFILE:
    case ENFILE:
      return "raise the limit of open files (ulimit -n)";
    case ENOTDIR:
    case EEXIST:
      return "choose another place with `directory`";
    default:
      return "";
  }
}

[[noreturn]] void Fail(const std::string& act, const std::string& path, int error) {
  throw Error(KindOf(error), "cannot " + act + ": " + SystemWords(error), path, HintFor(error));
}

// Calls until it is not interrupted.
template <typename Call>
auto Uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

Descriptor Open(const std::string& path, int flags, const std::string& act) {
  int fd = Uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, 0600); });
  if (fd < 0) Fail(act, path, errno);
  return Descriptor(fd);
}

std::uint64_t SizeOf(int fd, const std::string& path) {
  struct stat status;
  if (::fstat(fd, &status) != 0) Fail("examine", path, errno);
  return static_cast<std::uint64_t>(status.st_size);
}

void SyncDescriptor(int fd, const std::string& path) {
  // After a failure the kernel may have dropped the dirty pages; a second fsync would report success wrongly.
  if (Uninterrupted([&] { return ::fsync(fd); }) != 0) Fail("sync", path, errno);
}

void WriteFully(int fd, std::uint64_t offset, std::span<const std::uint8_t> bytes, const std::string& path) {
  while (!bytes.empty()) {
    ssize_t written =
        Uninterrupted([&] { return ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset)); });
    if (written < 0) Fail("write", path, errno);
    if (written == 0) Fail("write", path, EIO);
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void ReadFully(int fd, std::uint64_t offset, std::span<std::uint8_t> to, const std::string& path) {
  while (!to.empty()) {
    ssize_t got =
        Uninterrupted([&] { return ::pread(fd, to.data(), to.size(), static_cast<off_t>(offset)); });
    if (got < 0) Fail("read at offset " + std::to_string(offset), path, errno);
    if (got == 0) {
      throw Error(ErrorKind::kDamaged,
                  "ends at offset " + std::to_string(offset) + ", where " + std::to_string(to.size()) +
                      " more bytes should be",
                  path);
    }
    offset += static_cast<std::uint64_t>(got);
    to = to.subspan(static_cast<std::size_t>(got));
  }
}

class PosixWritableFile : public WritableFile {
 public:
  PosixWritableFile(Descriptor fd, std::string path, std::uint64_t size)
      : fd_(std::move(fd)), path_(std::move(path)), end_(size) {}

  void Append(std::span<const std::uint8_t> bytes) override { WriteAt(end_, bytes); }

  void WriteAt(std::uint64_t offset, std::span<const std::uint8_t> bytes) override {
    WriteFully(fd_.get(), offset, bytes, path_);
    end_ = std::max(end_, offset + bytes.size());
  }

  void Truncate(std::uint64_t size) override {
    if (Uninterrupted([&] { return ::ftruncate(fd_.get(), static_cast<off_t>(size)); }) != 0) {
      Fail("change the size", path_, errno);
    }
    end_ = size;
  }

  void Sync() override { SyncDescriptor(fd_.get(), path_); }

  void Close() override {
    // Never again after EINTR: Linux has freed the descriptor by then.
    int fd = fd_.Release();
    if (fd >= 0 && ::close(fd) != 0 && errno != EINTR) Fail("close", path_, errno);
  }

  Descriptor TakeDescriptor() { return std::move(fd_); }

 private:
  Descriptor fd_;
  std::string path_;
  std::uint64_t end_;
};

class PosixReadableFile : public ReadableFile {
 public:
  PosixReadableFile(Descriptor fd, std::string path, std::uint64_t size)
      : fd_(std::move(fd)), path_(std::move(path)), size_(size) {}

  std::uint64_t size() const override { return size_; }

  void ReadAt(std::uint64_t offset, std::span<std::uint8_t> to) override {
    ReadFully(fd_.get(), offset, to, path_);
  }

  std::span<const std::uint8_t> Map() override {
    if (!map_) map_.emplace(fd_.get(), size_, path_);
    return map_->bytes();
  }

  void CheckMap() const override {
    if (map_) map_->Check();
  }

  void Forget(std::uint64_t offset, std::uint64_t length) override {
    if (map_) map_->Forget(offset, length);
  }

 private:
  Descriptor fd_;
  std::string path_;
  std::uint64_t size_;
  std::optional<GuardedMap> map_;
};

class PosixTemporaryFile : public TemporaryFile {
 public:
  PosixTemporaryFile(Descriptor fd, std::string directory)
      : fd_(std::move(fd)), directory_(std::move(directory)) {}

  void WriteAt(std::uint64_t offset, std::span<const std::uint8_t> bytes) override {
    WriteFully(fd_.get(), offset, bytes, directory_);
  }
  void ReadAt(std::uint64_t offset, std::span<std::uint8_t> to) override {
    ReadFully(fd_.get(), offset, to, directory_);
  }

 private:
  Descriptor fd_;
  std::string directory_;  // for messages: the file has no name
};

class PosixFileLock : public FileLock {
 public:
  explicit PosixFileLock(Descriptor fd) : fd_(std::move(fd)) {}

 private:
  Descriptor fd_;  // closing it releases the lock, and so does the end of the process
};

// Bytes from one descriptor to another: shared blocks where the file system has them, else inside the kernel,
// else by hand.
void CopyBytes(int from, int to, std::uint64_t size, const std::string& from_path,
               const std::string& to_path) {
  if (::ioctl(to, FICLONE, from) == 0) return;
  std::uint64_t done = 0;
  while (done < size) {
    off_t in = static_cast<off_t>(done);
    off_t out = static_cast<off_t>(done);
    ssize_t copied = Uninterrupted([&] { return ::copy_file_range(from, &in, to, &out, size - done, 0); });
    if (copied <= 0) {
      if (copied < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EIO)) Fail("write", to_path, errno);
      break;  // this kernel or file system cannot
    }
    done += static_cast<std::uint64_t>(copied);
  }
  std::vector<std::uint8_t> buffer(done < size ? 256 * 1024 : 0);
  while (done < size) {
    ssize_t got =
        Uninterrupted([&] { return ::pread(from, buffer.data(), buffer.size(), static_cast<off_t>(done)); });
    if (got < 0) Fail("read", from_path, errno);
    if (got == 0) throw Error(ErrorKind::kDamaged, "shrank while it was copied", from_path);
    std::size_t written = 0;
    while (written < static_cast<std::size_t>(got)) {
      ssize_t put = Uninterrupted([&] {
        return ::pwrite(to, buffer.data() + written, static_cast<std::size_t>(got) - written,
                        static_cast<off_t>(done + written));
      });
      if (put <= 0) Fail("write", to_path, put < 0 ? errno : EIO);
      written += static_cast<std::size_t>(put);
    }
    done += written;
  }
}

// The holder of a lock according to the kernel: "pid 123"; nothing if that is unknown.
std::string HolderOf(int fd) {
  struct stat status;
  if (::fstat(fd, &status) != 0) return "";
  char wanted[64];
  std::snprintf(wanted, sizeof wanted, "%02x:%02x:%ju", ::major(status.st_dev), ::minor(status.st_dev),
                static_cast<std::uintmax_t>(status.st_ino));
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    char kind[16], file[64];
    int pid = 0;
    if (std::sscanf(line.c_str(), "%*s %15s %*s %*s %d %63s", kind, &pid, file) == 3 && pid > 0 &&
        std::strcmp(kind, "FLOCK") == 0 && std::strcmp(file, wanted) == 0) {
      return "pid " + std::to_string(pid);
    }
  }
  return "";
}

// What the holder of a lock wrote. It writes a moment after it has the lock; on a busy machine that may take
// longer than anyone should wait.
std::string ReadNote(int fd) {
  for (int tries = 0; tries < 50; ++tries) {
    char text[1024];
    const ssize_t got = ::pread(fd, text, sizeof text, 0);
    if (got != 0) return std::string(text, got > 0 ? static_cast<std::size_t>(got) : 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return HolderOf(fd);
}

class Posix : public FileSystem {
 public:
  std::unique_ptr<WritableFile> Create(const std::string& path) override {
    Descriptor fd = Open(path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW, "create");
    return std::make_unique<PosixWritableFile>(std::move(fd), path, 0);
  }

  std::unique_ptr<ReadableFile> OpenForRead(const std::string& path) override {
    // O_NONBLOCK: opening must not block if the path is a pipe.
    Descriptor fd = Open(path, O_RDONLY | O_NONBLOCK, "open");
    struct stat status;
    if (::fstat(fd.get(), &status) != 0) Fail("examine", path, errno);
    if (!S_ISREG(status.st_mode)) throw Error(ErrorKind::kFailed, "is not a regular file", path);
    auto size = static_cast<std::uint64_t>(status.st_size);
    return std::make_unique<PosixReadableFile>(std::move(fd), path, size);
  }

  bool Exists(const std::string& path) override {
    struct stat status;
    if (::lstat(path.c_str(), &status) == 0) return true;
    if (errno == ENOENT || errno == ENOTDIR) return false;
    Fail("examine", path, errno);
  }

  std::vector<std::string> List(const std::string& directory) override {
    struct CloseDirectory {
      void operator()(DIR* open) const { ::closedir(open); }
    };
    std::unique_ptr<DIR, CloseDirectory> open(::opendir(directory.c_str()));
    if (!open) Fail("list", directory, errno);
    std::vector<std::string> names;
    errno = 0;
    while (const dirent* found = ::readdir(open.get())) {
      std::string name = found->d_name;
      if (name != "." && name != "..") names.push_back(std::move(name));
      errno = 0;
    }
    if (errno != 0) Fail("list", directory, errno);
    std::sort(names.begin(), names.end());
    return names;
  }

  void MakeDirectories(const std::string& path) override {
    struct stat status;
    if (::stat(path.c_str(), &status) == 0) {
      if (!S_ISDIR(status.st_mode)) {
        throw Error(ErrorKind::kFailed, "is a file, not a directory", path,
                    "choose another place with `directory`");
      }
      return;
    }
    if (errno != ENOENT) Fail("create the directory", path, errno);
    std::size_t slash = path.find_last_not_of('/');
    slash = slash == std::string::npos ? slash : path.find_last_of('/', slash);
    std::string parent = slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
    if (slash != std::string::npos) MakeDirectories(parent);
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) Fail("create the directory", path, errno);
    SyncDirectory(parent);  // or the new name may be gone after a power loss, with all that is in it
  }

  void Rename(const std::string& from, const std::string& to) override {
    if (::rename(from.c_str(), to.c_str()) != 0) Fail("rename to " + to, from, errno);
  }

  void Remove(const std::string& path) override {
    if (::unlink(path.c_str()) != 0) Fail("remove", path, errno);
  }

  void SyncDirectory(const std::string& path) override {
    Descriptor fd = Open(path, O_RDONLY | O_DIRECTORY, "open");
    // EINVAL: the file system does not support it (some network ones).
    if (Uninterrupted([&] { return ::fsync(fd.get()); }) != 0 && errno != EINVAL) Fail("sync", path, errno);
  }

  std::unique_ptr<WritableFile> CreateCopy(const std::string& from, const std::string& to) override {
    Descriptor source = Open(from, O_RDONLY, "open");
    Descriptor copy = Open(to, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW, "create");
    std::uint64_t size = SizeOf(source.get(), from);
    CopyBytes(source.get(), copy.get(), size, from, to);
    return std::make_unique<PosixWritableFile>(std::move(copy), to, size);
  }

  std::unique_ptr<TemporaryFile> CreateTemporary(const std::string& directory) override {
    Descriptor fd(OpenTemporary(directory));
    if (fd.get() < 0) Fail("create a temporary file", directory, errno);
    return std::make_unique<PosixTemporaryFile>(std::move(fd), directory);
  }

  std::unique_ptr<FileLock> TryLock(const std::string& path, const std::string& self,
                                    std::string* holder) override {
    Descriptor fd = Open(path, O_RDWR | O_CREAT | O_NOFOLLOW, "create");
    // A holder that cannot be named has released the lock meanwhile: try again.
    for (int tries = 0; Uninterrupted([&] { return ::flock(fd.get(), LOCK_EX | LOCK_NB); }) != 0; ++tries) {
      if (errno != EWOULDBLOCK) Fail("lock", path, errno);
      *holder = ReadNote(fd.get());
      if (!holder->empty() || tries > 0) return nullptr;
    }
    PosixWritableFile note(std::move(fd), path, 0);
    note.Truncate(0);
    note.Append(AsBytes(self));
    return std::make_unique<PosixFileLock>(note.TakeDescriptor());
  }
};

}  // namespace

std::vector<std::uint8_t> ReadWhole(ReadableFile& file) {
  std::vector<std::uint8_t> bytes(file.size());
  file.ReadAt(0, bytes);
  return bytes;
}

FileSystem& PosixFileSystem() {
  static Posix files;
  return files;
}

void ThrowNoSpill(const std::string& directory, const Error& cause) {
  const bool full = cause.kind() == ErrorKind::kNoSpace;
  throw Error(full ? ErrorKind::kNoSpace : ErrorKind::kFailed,
              "cannot spill to disk what does not fit in memory: " + cause.message(), directory,
              "set TMPDIR to a directory with more space, or give more with `memory`");
}

}  // namespace kindred::base
