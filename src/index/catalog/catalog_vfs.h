// A SQLite VFS that reads and writes one catalog file through a FileSystem, and verifies each block's
// checksum before a page of it is used.
//
// Every connection registers its own VFS, which has the one file it may open and keeps the first failure for
// that connection. So no table of open files is needed. Journals and temporary files are never opened: the
// writer works without a journal on a private file.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/file.h"
#include "index/catalog/catalog_checksums.h"

namespace kindred::index {

// What SQLite may do with the file. Throws into no C code: CatalogVfs turns exceptions into result codes.
class VfsFile {
 public:
  virtual ~VfsFile() = default;
  virtual std::uint64_t size() const = 0;
  virtual void Read(std::uint64_t offset, std::span<std::uint8_t> to) = 0;  // within size()
  virtual void Write(std::uint64_t offset, std::span<const std::uint8_t> bytes) = 0;
  virtual void Truncate(std::uint64_t size) = 0;
  // The bytes themselves if they are in memory and immutable, valid until Unfetch; otherwise nullptr.
  virtual const std::uint8_t* Fetch(std::uint64_t /*offset*/, std::uint64_t /*size*/) { return nullptr; }
  virtual void Unfetch(std::uint64_t /*offset*/) {}
};

// A committed catalog. Blocks are read and verified when a page of them is wanted, and kept in memory, from
// which SQLite uses them without a copy; as soon as many are, those that are not in use go.
class CommittedCatalogFile : public VfsFile {
 public:
  CommittedCatalogFile(base::FileSystem& files, const std::string& path, const CatalogFile& expected);

  std::uint64_t size() const override { return checksums_.database_bytes; }
  void Read(std::uint64_t offset, std::span<std::uint8_t> to) override;
  void Write(std::uint64_t offset, std::span<const std::uint8_t> bytes) override;
  void Truncate(std::uint64_t size) override;
  const std::uint8_t* Fetch(std::uint64_t offset, std::uint64_t size) override;
  void Unfetch(std::uint64_t offset) override;

  // Reads every block; returns how many, and appends a line for each that is damaged.
  std::uint64_t Check(std::vector<std::string>* problems, const std::function<void()>& poll);

 private:
  struct Block {
    std::unique_ptr<std::uint8_t[]> bytes;
    std::uint64_t users = 0;  // pages of it that SQLite holds
    std::uint64_t used = 0;   // when last, as `uses_` counts
  };

  void ReadVerified(std::uint64_t block, std::unique_ptr<std::uint8_t[]>* bytes);
  Block& Load(std::uint64_t block);

  std::string path_;
  std::unique_ptr<base::ReadableFile> file_;
  CatalogChecksums checksums_;
  std::unordered_map<std::uint64_t, Block> loaded_;
  std::uint64_t uses_ = 0;
};

// The next generation's catalog. A copy of the committed one is made when the first change is written; until
// then the committed file is read. Checksums of blocks that are not written are carried over, never computed
// anew from bytes that may have been damaged; a block is verified before a part of it is changed.
class GrowingCatalogFile : public VfsFile {
 public:
  // `from` empty: a new, empty database.
  GrowingCatalogFile(base::FileSystem& files, const std::string& path, const std::string& from_path,
                     const CatalogFile& from);

  std::uint64_t size() const override { return checksums_.database_bytes; }
  void Read(std::uint64_t offset, std::span<std::uint8_t> to) override;
  void Write(std::uint64_t offset, std::span<const std::uint8_t> bytes) override;
  void Truncate(std::uint64_t size) override;

  // Whether the file at `path` exists by now.
  bool made() const { return writable_ != nullptr; }
  // Appends the checksums, syncs and closes. Nothing may follow.
  CatalogFile Finish(const std::string& name);

 private:
  enum class State : std::uint8_t { kUnverified, kVerified, kChanged };

  void Verify(std::uint64_t block);
  void Resize(std::uint64_t size);
  void MakeCopy();

  base::FileSystem& files_;
  std::string path_;
  std::string from_path_;
  std::unique_ptr<base::WritableFile> writable_;
  std::unique_ptr<base::ReadableFile> readable_;
  CatalogChecksums checksums_;
  std::vector<State> states_;
  std::vector<std::uint8_t> block_bytes_;
};

// Registers a VFS over `file` for one connection at a time; both must outlive the connection.
class CatalogVfs {
 public:
  explicit CatalogVfs(VfsFile& file);
  ~CatalogVfs();
  CatalogVfs(const CatalogVfs&) = delete;
  CatalogVfs& operator=(const CatalogVfs&) = delete;

  const char* name() const { return name_.c_str(); }
  VfsFile& file() { return file_; }
  // What went wrong below SQLite, if anything did.
  std::exception_ptr failure() const { return failure_; }
  void Keep(std::exception_ptr failure) {
    if (!failure_) failure_ = std::move(failure);
  }

 private:
  VfsFile& file_;
  std::string name_;
  sqlite3_vfs vfs_{};
  std::exception_ptr failure_;
};

}  // namespace kindred::index
