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

// Blocks of a committed catalog in memory, beside those in use. Few, so that they stay in the processor's
// cache; a pass comes to most blocks once.
constexpr std::size_t kMostLoaded = 8;

[[noreturn]] void RefuseChange() { throw std::logic_error("a committed catalog is never changed"); }

Error BlockDamage(const std::string& path, std::uint64_t block) {
  return Damage(path, block * kCatalogBlockBytes, "the checksum of a block differs");
}

}  // namespace

CommittedCatalogFile::CommittedCatalogFile(base::FileSystem& files, const std::string& path,
                                           const CatalogFile& expected)
    : path_(path), file_(files.OpenForRead(path)), checksums_(ReadCatalogChecksums(*file_, path, expected)) {}

void CommittedCatalogFile::ReadVerified(std::uint64_t block, std::unique_ptr<std::uint8_t[]>* bytes) {
  if (*bytes == nullptr) *bytes = std::make_unique_for_overwrite<std::uint8_t[]>(kCatalogBlockBytes);
  const std::span<std::uint8_t> all(bytes->get(), checksums_.BlockLength(block));
  file_->ReadAt(block * kCatalogBlockBytes, all);
  if (base::Checksum(all) != checksums_.blocks[block]) throw BlockDamage(path_, block);
}

CommittedCatalogFile::Block& CommittedCatalogFile::Load(std::uint64_t block) {
  const auto known = loaded_.find(block);
  if (known != loaded_.end()) {
    known->second.used = ++uses_;
    return known->second;
  }
  Block loading;
  if (loaded_.size() >= kMostLoaded) {
    auto oldest = loaded_.end();
    for (auto loaded = loaded_.begin(); loaded != loaded_.end(); ++loaded) {
      if (loaded->second.users > 0) continue;
      if (oldest == loaded_.end() || loaded->second.used < oldest->second.used) oldest = loaded;
    }
    if (oldest != loaded_.end()) {
      loading.bytes = std::move(oldest->second.bytes);
      loaded_.erase(oldest);
    }
  }
  ReadVerified(block, &loading.bytes);
  loading.used = ++uses_;
  return loaded_.emplace(block, std::move(loading)).first->second;
}

void CommittedCatalogFile::Read(std::uint64_t offset, std::span<std::uint8_t> to) {
  while (!to.empty()) {
    const std::uint64_t block = offset / kCatalogBlockBytes;
    const std::uint64_t within = offset % kCatalogBlockBytes;
    const std::uint64_t size = std::min<std::uint64_t>(to.size(), checksums_.BlockLength(block) - within);
    std::memcpy(to.data(), Load(block).bytes.get() + within, size);
    offset += size;
    to = to.subspan(size);
  }
}

const std::uint8_t* CommittedCatalogFile::Fetch(std::uint64_t offset, std::uint64_t size) {
  if (size > checksums_.database_bytes || offset > checksums_.database_bytes - size) return nullptr;
  const std::uint64_t within = offset % kCatalogBlockBytes;
  if (size > kCatalogBlockBytes - within) return nullptr;  // no page does, since they divide a block
  Block& block = Load(offset / kCatalogBlockBytes);
  ++block.users;
  return block.bytes.get() + within;
}

void CommittedCatalogFile::Unfetch(std::uint64_t offset) {
  const auto known = loaded_.find(offset / kCatalogBlockBytes);
  if (known != loaded_.end() && known->second.users > 0) --known->second.users;
}

void CommittedCatalogFile::Write(std::uint64_t, std::span<const std::uint8_t>) { RefuseChange(); }
void CommittedCatalogFile::Truncate(std::uint64_t) { RefuseChange(); }

std::uint64_t CommittedCatalogFile::Check(std::vector<std::string>* problems,
                                          const std::function<void()>& poll) {
  std::unique_ptr<std::uint8_t[]> bytes;
  for (std::uint64_t block = 0; block < checksums_.blocks.size(); ++block) {
    if (poll) poll();
    try {
      ReadVerified(block, &bytes);
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
