// A FileSystem in memory that simulates power loss: names and bytes since the last sync may be kept or lost.
// Also for tests and fuzz targets that need no disk.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"

namespace kindred {

// What is left of the changes that were not synced when the power goes.
enum class PowerLoss {
  kNothing,         // neither names nor bytes
  kNamesOnly,       // the names, with the bytes of the last sync
  kBytesOnly,       // the bytes, under the names of the last sync
  kLostNewNames,    // the bytes, and what was renamed over an old name, but no name that is new
  kTornLastWrite,   // all but the second half of each file's last write
  kLostFirstWrite,  // all but each file's first write, as if a later one had reached the disk before it
};
inline constexpr PowerLoss kPowerLosses[] = {PowerLoss::kNothing,       PowerLoss::kNamesOnly,
                                             PowerLoss::kBytesOnly,     PowerLoss::kLostNewNames,
                                             PowerLoss::kTornLastWrite, PowerLoss::kLostFirstWrite};

class MemoryFileSystem : public base::FileSystem {
 public:
  using Bytes = std::vector<std::uint8_t>;

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

  // The file system as it is found after the power came back. Directories always survive.
  std::unique_ptr<MemoryFileSystem> AfterPowerLoss(PowerLoss loss);
  // The same, with any part of what was not synced: every name is the old or the new one, and of every write
  // all, nothing, the first sectors, or zeros in its place are on the disk, whatever became of the others.
  std::unique_ptr<MemoryFileSystem> AfterPowerLoss(std::mt19937_64& random);
  // Of all names and bytes, to distinguish states.
  std::uint64_t Fingerprint();
  // A copy of what a process would see now.
  std::unique_ptr<MemoryFileSystem> Copy();

  // The bytes of a file, to inspect or to damage.
  Bytes Get(const std::string& path);
  void Put(const std::string& path, Bytes bytes);

 private:
  struct Change {
    std::uint64_t offset = 0;
    Bytes bytes;
    bool truncates = false;  // to `offset`
  };
  struct Node {
    Bytes now;
    Bytes synced;
    std::vector<Change> since;  // the sync
  };
  using Names = std::map<std::string, std::shared_ptr<Node>>;
  class Writing;
  class Reading;
  class Lock;
  class Temporary;

  std::shared_ptr<Node> Find(const std::string& path);
  static void Apply(const Change& change, Bytes* bytes);

  std::mutex mutex_;
  Names now_;
  Names synced_;
  std::set<std::string> directories_;
  std::map<std::string, std::string> locks_;  // holder by path
};

}  // namespace kindred
