// The two kinds of catalog file below SQLite: committed (read, verified) and growing (copied, changed,
// summed).
#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "base/hashing.h"
#include "index/catalog/catalog_vfs.h"
#include "index/damage.h"

namespace kindred::index {

namespace {

[[noreturn]] void RefuseChange() { throw std::logic_error("a committed catalog is never changed"); }

Error BlockDamage(const std::string& path, std::uint64_t block) {
  return Damage(path, block * kCatalogBlockBytes, "the checksum of a block differs");
}

}  // namespace

CommittedCatalogFile::CommittedCatalogFile(base::FileSystem& files, const std::string& path,
                                           const CatalogFile& expected)
    : path_(path),
      file_(files.OpenForRead(path)),
      checksums_(ReadCatalogChecksums(*file_, path, expected)),
      bytes_(file_->Map()),
      verified_(checksums_.blocks.size()),
      touched_(checksums_.blocks.size()) {}

void CommittedCatalogFile::Verify(std::uint64_t block) {
  if (verified_[block]) return;
  auto bytes = bytes_.subspan(block * kCatalogBlockBytes, checksums_.BlockLength(block));
  if (base::Checksum(bytes) != checksums_.blocks[block]) throw BlockDamage(path_, block);
  verified_[block] = true;
}

void CommittedCatalogFile::Read(std::uint64_t offset, std::span<std::uint8_t> to) {
  if (!to.empty()) std::memcpy(to.data(), Fetch(offset, to.size()), to.size());
}

const std::uint8_t* CommittedCatalogFile::Fetch(std::uint64_t offset, std::uint64_t size) {
  if (size > checksums_.database_bytes || offset > checksums_.database_bytes - size) return nullptr;
  constexpr std::uint64_t kMostTouched = std::uint64_t{16} << 20;
  if (touched_bytes_ >= kMostTouched) {
    file_->Forget(0, bytes_.size());  // pages that are still in use come back when they are touched
    touched_.assign(touched_.size(), false);
    touched_bytes_ = 0;
  }
  for (std::uint64_t block = offset / kCatalogBlockBytes; block * kCatalogBlockBytes < offset + size;
       ++block) {
    Verify(block);
    if (!touched_[block]) touched_bytes_ += kCatalogBlockBytes;
    touched_[block] = true;
  }
  return bytes_.data() + offset;
}

void CommittedCatalogFile::Write(std::uint64_t, std::span<const std::uint8_t>) { RefuseChange(); }
void CommittedCatalogFile::Truncate(std::uint64_t) { RefuseChange(); }

std::uint64_t CommittedCatalogFile::Check(std::vector<std::string>* problems,
                                          const std::function<void()>& poll) {
  for (std::uint64_t block = 0; block < checksums_.blocks.size(); ++block) {
    if (poll) poll();
    verified_[block] = false;
    try {
      Verify(block);
    } catch (const Error& error) {
      problems->push_back(error.WithoutHint());
    }
  }
  return checksums_.blocks.size();
}

GrowingCatalogFile::GrowingCatalogFile(base::FileSystem& files, const std::string& path,
                                       const std::string& from_path, const CatalogFile& from)
    : files_(files), path_(path), from_path_(from_path) {
  if (from_path.empty()) return;
  readable_ = files.OpenForRead(from_path);
  checksums_ = ReadCatalogChecksums(*readable_, from_path, from);
  states_.assign(checksums_.blocks.size(), State::kUnverified);
}

void GrowingCatalogFile::MakeCopy() {
  if (writable_ != nullptr) return;
  writable_ = from_path_.empty() ? files_.Create(path_) : files_.CreateCopy(from_path_, path_);
  if (!from_path_.empty()) writable_->Truncate(checksums_.database_bytes);  // without the old checksums
  readable_ = files_.OpenForRead(path_);
}

void GrowingCatalogFile::Verify(std::uint64_t block) {
  if (states_[block] != State::kUnverified) return;
  block_bytes_.resize(checksums_.BlockLength(block));
  readable_->ReadAt(block * kCatalogBlockBytes, block_bytes_);
  if (base::Checksum(block_bytes_) != checksums_.blocks[block]) {
    throw BlockDamage(writable_ == nullptr ? from_path_ : path_, block);
  }
  states_[block] = State::kVerified;
}

void GrowingCatalogFile::Read(std::uint64_t offset, std::span<std::uint8_t> to) {
  if (to.empty()) return;
  for (std::uint64_t block = offset / kCatalogBlockBytes; block * kCatalogBlockBytes < offset + to.size();
       ++block) {
    Verify(block);
  }
  readable_->ReadAt(offset, to);
}

void GrowingCatalogFile::Resize(std::uint64_t size) {
  checksums_.database_bytes = size;
  checksums_.blocks.resize(CatalogChecksums::BlocksFor(size));
  states_.resize(checksums_.blocks.size(), State::kChanged);
}

void GrowingCatalogFile::Write(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return;
  MakeCopy();
  const std::uint64_t end = offset + bytes.size();
  const std::uint64_t old_blocks = states_.size();
  const std::uint64_t first = offset / kCatalogBlockBytes;
  // A block that was partly there and grows is a change of that block, too.
  for (std::uint64_t block = std::min(first, old_blocks == 0 ? 0 : old_blocks - 1);
       block < old_blocks && block * kCatalogBlockBytes < end; ++block) {
    bool last_grows = block == old_blocks - 1 && end > checksums_.database_bytes;
    if (block < first && !last_grows) continue;
    Verify(block);
    states_[block] = State::kChanged;
  }
  writable_->WriteAt(offset, bytes);
  if (end > checksums_.database_bytes) Resize(end);
}

void GrowingCatalogFile::Truncate(std::uint64_t size) {
  if (size == checksums_.database_bytes) return;
  MakeCopy();
  const std::uint64_t last = std::min(size, checksums_.database_bytes) / kCatalogBlockBytes;
  if (last < states_.size()) {
    Verify(last);
    states_[last] = State::kChanged;
  }
  writable_->Truncate(size);
  Resize(size);
}

CatalogFile GrowingCatalogFile::Finish(const std::string& name) {
  MakeCopy();
  for (std::uint64_t block = 0; block < checksums_.blocks.size(); ++block) {
    if (states_[block] != State::kChanged) continue;
    block_bytes_.resize(checksums_.BlockLength(block));
    readable_->ReadAt(block * kCatalogBlockBytes, block_bytes_);
    checksums_.blocks[block] = base::Checksum(block_bytes_);
  }
  CatalogFile finished{name, 0, 0};
  std::vector<std::uint8_t> tail = EncodeCatalogChecksums(checksums_, &finished.checksum);
  finished.size = checksums_.database_bytes + tail.size();
  writable_->WriteAt(checksums_.database_bytes, tail);
  writable_->Sync();
  writable_->Close();
  return finished;
}

}  // namespace kindred::index
