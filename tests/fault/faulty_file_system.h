// A FileSystem that counts the calls to another one and, at the n-th, does something else.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/file.h"

namespace kindred {

class FaultyFileSystem : public base::FileSystem {
 public:
  enum class Calls { kChanges, kReads };  // which calls count
  enum class Fault {
    kNone,
    kFailOnce,     // throws as a full disk or a broken one does, then goes on
    kFailForever,  // so does every later call
    kFailHalfway,  // as kFailForever, but half of the write was done: what a stop leaves, too
    kStop,         // the process ends before the call
    kStopHalfway,  // the process ends in the middle of the write, or before the call if it is no write
  };
  static constexpr int kStopped = 77;  // exit status of a stopped process

  FaultyFileSystem(base::FileSystem& files, Calls calls, Fault fault, std::uint64_t at)
      : files_(files), calls_(calls), fault_(fault), at_(at) {}

  std::uint64_t count() const { return count_; }
  // Syncs of a file whose sync had failed: the second one may succeed though the bytes are lost, so there
  // should be none.
  std::uint64_t repeated_syncs() const { return repeated_syncs_; }
  // Called after each call that counts and was done, one at a time.
  std::function<void()> after_call;
  // Whether syncs reach the disk; tests that stop a process, not a machine, need not wait for it.
  bool real_syncs = true;

  std::unique_ptr<base::WritableFile> Create(const std::string& path) override;
  std::unique_ptr<base::ReadableFile> OpenForRead(const std::string& path) override;
  bool Exists(const std::string& path) override;
  std::vector<std::string> List(const std::string& directory) override;
  void MakeDirectories(const std::string& path) override;
  void Rename(const std::string& from, const std::string& to) override;
  void Remove(const std::string& path) override;
  void SyncDirectory(const std::string& path) override;
  std::unique_ptr<base::WritableFile> CreateCopy(const std::string& from, const std::string& to) override;
  std::unique_ptr<base::TemporaryFile> CreateTemporary(const std::string& directory) override;
  std::unique_ptr<base::FileLock> TryLock(const std::string& path, const std::string& self,
                                          std::string* holder) override;

 private:
  class Writing;
  class Reading;
  class Temporary;

  // Does `act` unless it is this call's turn to fail; `half` is what a write does before it is stopped.
  template <typename Act>
  auto Count(Calls kind, const std::string& path, Act act, const std::function<void()>& half = nullptr);
  template <typename Act>
  auto Change(const std::string& path, Act act, const std::function<void()>& half = nullptr) {
    return Count(Calls::kChanges, path, act, half);
  }

  base::FileSystem& files_;
  Calls calls_;
  Fault fault_;
  std::uint64_t at_;
  std::atomic<std::uint64_t> count_ = 0;
  std::atomic<std::uint64_t> repeated_syncs_ = 0;
  std::recursive_mutex mutex_;
};

}  // namespace kindred
