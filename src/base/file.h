// The interface to the operating system for index files. Everything that an index writes, syncs, renames or
// removes goes through a FileSystem, SQLite's pages included (index/catalog/catalog_vfs.cc), so that tests
// can count the calls, make any of them fail, or stop the process at the n-th (tests/fault/). Scanned files
// do not come through here: they are read by src/read, and never written.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kindred/error.h"

namespace kindred::base {

// Every call throws Error(kFailed) with the path, the system's words and, where there is one, what to do
// (ENOSPC: "free some space or choose another place with `directory`"). EINTR and short transfers are handled
// inside. A failed sync is never tried again.
class WritableFile {
 public:
  virtual ~WritableFile() = default;  // closes; an unclosed file is simply abandoned
  virtual void Append(std::span<const std::uint8_t> bytes) = 0;
  virtual void WriteAt(std::uint64_t offset, std::span<const std::uint8_t> bytes) = 0;
  virtual void Truncate(std::uint64_t size) = 0;
  virtual void Sync() = 0;
  virtual void Close() = 0;
};

class ReadableFile {
 public:
  virtual ~ReadableFile() = default;
  virtual std::uint64_t size() const = 0;
  // Fills `to` completely, or throws Error(kDamaged) naming file and offset when the file ends before.
  virtual void ReadAt(std::uint64_t offset, std::span<std::uint8_t> to) = 0;
  // The whole file, mapped once and read-only; index files are immutable. Pages that cannot be read are
  // zeros.
  virtual std::span<const std::uint8_t> Map() = 0;
  // Throws Error(kDamaged), naming file and offset, if that happened: call it after mapped bytes were used
  // and before results made of them are.
  virtual void CheckMap() const {}
  // Drops mapped pages that are not needed soon, so that they no longer count as this process's memory.
  // Reading them again is allowed, but slower.
  virtual void Forget(std::uint64_t /*offset*/, std::uint64_t /*length*/) {}
};

// A file without a name, for what does not fit in memory. Gone when destroyed, or when the process ends.
class TemporaryFile {
 public:
  virtual ~TemporaryFile() = default;
  virtual void WriteAt(std::uint64_t offset, std::span<const std::uint8_t> bytes) = 0;
  // As ReadableFile.
  virtual void ReadAt(std::uint64_t offset, std::span<std::uint8_t> to) = 0;
};

// All bytes of a small file.
std::vector<std::uint8_t> ReadWhole(ReadableFile& file);

// Held until destroyed, or until the process ends, however it ends.
class FileLock {
 public:
  virtual ~FileLock() = default;
};

class FileSystem {
 public:
  virtual ~FileSystem() = default;
  virtual std::unique_ptr<WritableFile> Create(const std::string& path) = 0;  // new or emptied, mode 0600
  virtual std::unique_ptr<ReadableFile> OpenForRead(const std::string& path) = 0;
  virtual bool Exists(const std::string& path) = 0;
  virtual std::vector<std::string> List(const std::string& directory) = 0;  // names, sorted
  virtual void MakeDirectories(const std::string& path) = 0;                // with parents, mode 0700
  virtual void Rename(const std::string& from, const std::string& to) = 0;
  virtual void Remove(const std::string& path) = 0;
  virtual void SyncDirectory(const std::string& path) = 0;
  // Copies a file, by reflink or copy_file_range where the kernel can. The copy is writable and not synced.
  virtual std::unique_ptr<WritableFile> CreateCopy(const std::string& from, const std::string& to) = 0;
  // In a file system that `directory` is on.
  virtual std::unique_ptr<TemporaryFile> CreateTemporary(const std::string& directory) = 0;
  // nullptr when another process holds it; then `*holder` is what that process wrote.
  virtual std::unique_ptr<FileLock> TryLock(const std::string& path, const std::string& self,
                                            std::string* holder) = 0;
};

// The real one.
FileSystem& PosixFileSystem();

// For a TemporaryFile that cannot be made or written: the cause, and what to do.
[[noreturn]] void ThrowNoSpill(const std::string& directory, const Error& cause);

}  // namespace kindred::base
