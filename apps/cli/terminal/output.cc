// write(2) behind a stream buffer, because iostreams forget why a write failed and the error must say so.
#include "terminal/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "command/output_place.h"
#include "kindred/error.h"

namespace kindred::cli {

namespace {

[[noreturn]] void Fail(const std::string& where, const std::string& doing, int error) {
  std::string hint;
  if (error == ENOSPC || error == EDQUOT) hint = "free some space or choose another place with -o";
  if (error == EACCES || error == EROFS || error == ENOENT) hint = "choose another place with -o";
  throw Error(ErrorKind::kFailed, doing + ": " + std::strerror(error), where, hint);
}

void SyncDirectory(const std::string& directory) {
  int descriptor = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // a directory we may write but not read: the name is as safe as it can be
  fsync(descriptor);
  close(descriptor);
}

mode_t NewFileMode() {
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

class FileBuffer : public std::streambuf {
 public:
  explicit FileBuffer(const std::string& path) : name_(path.empty() ? "standard output" : path) {
    buffer_.resize(64 * 1024);
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    if (path.empty()) {
      descriptor_ = STDOUT_FILENO;
    } else {
      Prepare(path);
    }
  }

  ~FileBuffer() override {
    if (descriptor_ > STDERR_FILENO) close(descriptor_);
    if (!temporary_.empty()) unlink(temporary_.c_str());
  }

  void Commit() {
    Flush();
    if (target_.empty()) return;
    if (descriptor_ < 0) OpenTemporary();  // an empty report is a report
    if (fsync(descriptor_) != 0) Fail(name_, "cannot write the report", errno);
    if (rename(temporary_.c_str(), target_.c_str()) != 0) Fail(name_, "cannot replace the file", errno);
    temporary_.clear();
    SyncDirectory(directory_);
  }

 protected:
  int_type overflow(int_type c) override {
    Flush();
    if (c != traits_type::eof()) {
      *pptr() = traits_type::to_char_type(c);
      pbump(1);
    }
    return traits_type::not_eof(c);
  }

  int sync() override {
    Flush();
    return 0;
  }

 private:
  // Finds out where the bytes will go, and fails now rather than after hours of scanning.
  void Prepare(const std::string& path) {
    const std::string resolved = FollowLinks(path);  // a link is written through, not replaced
    struct stat status;
    if (stat(resolved.c_str(), &status) == 0) {
      if (S_ISDIR(status.st_mode)) {
        throw Error(ErrorKind::kFailed, "is a directory", path, "name a file with -o");
      }
      if (!S_ISREG(status.st_mode)) {  // a pipe or a device cannot be replaced
        descriptor_ = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (descriptor_ < 0) Fail(name_, "cannot write", errno);
        return;
      }
      mode_ = status.st_mode & 07777;
    } else {
      mode_ = NewFileMode();
    }
    target_ = resolved;
    directory_ = std::filesystem::path(resolved).parent_path().string();
    if (directory_.empty()) directory_ = ".";
    if (access(directory_.c_str(), W_OK | X_OK) != 0) Fail(name_, "cannot write there", errno);
  }

  void OpenTemporary() {
    temporary_ = directory_ + "/.kindred-report-XXXXXX";
    descriptor_ = mkostemp(temporary_.data(), O_CLOEXEC);
    if (descriptor_ < 0) {
      int error = errno;
      temporary_.clear();
      Fail(name_, "cannot write there", error);
    }
    if (fchmod(descriptor_, mode_) != 0) Fail(name_, "cannot write there", errno);
  }

  void Flush() {
    const char* from = pbase();
    std::size_t left = static_cast<std::size_t>(pptr() - pbase());
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    if (left > 0 && descriptor_ < 0) OpenTemporary();
    while (left > 0) {
      ssize_t written = write(descriptor_, from, left);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0 && errno == EPIPE) throw BrokenPipe();
      if (written < 0) Fail(name_, "cannot write the report", errno);
      from += written;
      left -= static_cast<std::size_t>(written);
    }
  }

  std::string name_;
  std::vector<char> buffer_;
  int descriptor_ = -1;
  std::string target_;  // empty: written in place
  std::string directory_;
  std::string temporary_;
  mode_t mode_ = 0;
};

Output::Output(const std::string& path)
    : buffer_(std::make_unique<FileBuffer>(path)), stream_(buffer_.get()) {
  stream_.exceptions(std::ios::badbit);  // lets the buffer's own exceptions through
}

Output::~Output() = default;

void Output::Commit() { buffer_->Commit(); }

void WriteToStandardOutput(const std::string& text) {
  Output output("");
  output.stream() << text;
  output.Commit();
}

}  // namespace kindred::cli
