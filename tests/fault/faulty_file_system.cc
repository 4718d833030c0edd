// Counts, fails, stops.
#include "tests/fault/faulty_file_system.h"

#include <unistd.h>

#include "kindred/error.h"

namespace kindred {

template <typename Act>
auto FaultyFileSystem::Count(Calls kind, const std::string& path, Act act,
                             const std::function<void()>& half) {
  if (kind != calls_) return act();
  std::lock_guard lock(mutex_);
  const std::uint64_t now = ++count_;
  const bool turn = now == at_;
  const bool forever = fault_ == Fault::kFailForever || fault_ == Fault::kFailHalfway;
  if (turn && fault_ == Fault::kFailHalfway && half) half();
  if ((turn && fault_ == Fault::kFailOnce) || (now >= at_ && forever)) {
    throw Error(
        kind == Calls::kReads ? ErrorKind::kFailed : ErrorKind::kNoSpace,
        kind == Calls::kReads ? "cannot read: Input/output error" : "cannot write: No space left on device",
        path);
  }
  if (turn && fault_ == Fault::kStop) ::_exit(kStopped);
  if (turn && fault_ == Fault::kStopHalfway) {
    if (half) half();
    ::_exit(kStopped);
  }
  if constexpr (std::is_void_v<decltype(act())>) {
    act();
    if (after_call) after_call();
  } else {
    auto result = act();
    if (after_call) after_call();
    return result;
  }
}

class FaultyFileSystem::Writing : public base::WritableFile {
 public:
  Writing(FaultyFileSystem& files, std::unique_ptr<base::WritableFile> file, std::string path)
      : files_(files), file_(std::move(file)), path_(std::move(path)) {}

  void Append(std::span<const std::uint8_t> bytes) override {
    files_.Change(
        path_, [&] { file_->Append(bytes); }, [&] { file_->Append(bytes.first(bytes.size() / 2)); });
  }
  void WriteAt(std::uint64_t offset, std::span<const std::uint8_t> bytes) override {
    files_.Change(
        path_, [&] { file_->WriteAt(offset, bytes); },
        [&] { file_->WriteAt(offset, bytes.first(bytes.size() / 2)); });
  }
  void Truncate(std::uint64_t size) override {
    files_.Change(path_, [&] { file_->Truncate(size); });
  }
  void Sync() override {
    if (sync_failed_) ++files_.repeated_syncs_;
    sync_failed_ = true;
    files_.Change(path_, [&] {
      if (files_.real_syncs) file_->Sync();
    });
    sync_failed_ = false;
  }
  void Close() override {
    files_.Change(path_, [&] { file_->Close(); });
  }

 private:
  FaultyFileSystem& files_;
  std::unique_ptr<base::WritableFile> file_;
  std::string path_;
  bool sync_failed_ = false;
};

class FaultyFileSystem::Reading : public base::ReadableFile {
 public:
  Reading(FaultyFileSystem& files, std::unique_ptr<base::ReadableFile> file, std::string path)
      : files_(files), file_(std::move(file)), path_(std::move(path)) {}

  std::uint64_t size() const override { return file_->size(); }
  void ReadAt(std::uint64_t offset, std::span<std::uint8_t> to) override {
    files_.Count(Calls::kReads, path_, [&] { file_->ReadAt(offset, to); });
  }
  std::span<const std::uint8_t> Map() override {
    return files_.Count(Calls::kReads, path_, [&] { return file_->Map(); });
  }

 private:
  FaultyFileSystem& files_;
  std::unique_ptr<base::ReadableFile> file_;
  std::string path_;
};

class FaultyFileSystem::Temporary : public base::TemporaryFile {
 public:
  Temporary(FaultyFileSystem& files, std::unique_ptr<base::TemporaryFile> file, std::string directory)
      : files_(files), file_(std::move(file)), directory_(std::move(directory)) {}

  void WriteAt(std::uint64_t offset, std::span<const std::uint8_t> bytes) override {
    files_.Change(directory_, [&] { file_->WriteAt(offset, bytes); });
  }
  void ReadAt(std::uint64_t offset, std::span<std::uint8_t> to) override {
    files_.Count(Calls::kReads, directory_, [&] { file_->ReadAt(offset, to); });
  }

 private:
  FaultyFileSystem& files_;
  std::unique_ptr<base::TemporaryFile> file_;
  std::string directory_;
};

std::unique_ptr<base::WritableFile> FaultyFileSystem::Create(const std::string& path) {
  return std::make_unique<Writing>(*this, Change(path, [&] { return files_.Create(path); }), path);
}

std::unique_ptr<base::ReadableFile> FaultyFileSystem::OpenForRead(const std::string& path) {
  return std::make_unique<Reading>(
      *this, Count(Calls::kReads, path, [&] { return files_.OpenForRead(path); }), path);
}

bool FaultyFileSystem::Exists(const std::string& path) { return files_.Exists(path); }

std::vector<std::string> FaultyFileSystem::List(const std::string& directory) {
  return Count(Calls::kReads, directory, [&] { return files_.List(directory); });
}

void FaultyFileSystem::MakeDirectories(const std::string& path) {
  Change(path, [&] { files_.MakeDirectories(path); });
}

void FaultyFileSystem::Rename(const std::string& from, const std::string& to) {
  Change(from, [&] { files_.Rename(from, to); });
}

void FaultyFileSystem::Remove(const std::string& path) {
  Change(path, [&] { files_.Remove(path); });
}

void FaultyFileSystem::SyncDirectory(const std::string& path) {
  Change(path, [&] {
    if (real_syncs) files_.SyncDirectory(path);
  });
}

std::unique_ptr<base::WritableFile> FaultyFileSystem::CreateCopy(const std::string& from,
                                                                 const std::string& to) {
  return std::make_unique<Writing>(*this, Change(to, [&] { return files_.CreateCopy(from, to); }), to);
}

std::unique_ptr<base::TemporaryFile> FaultyFileSystem::CreateTemporary(const std::string& directory) {
  return std::make_unique<Temporary>(
      *this, Change(directory, [&] { return files_.CreateTemporary(directory); }), directory);
}

std::unique_ptr<base::FileLock> FaultyFileSystem::TryLock(const std::string& path, const std::string& self,
                                                          std::string* holder) {
  return Change(path, [&] { return files_.TryLock(path, self, holder); });
}

}  // namespace kindred
