// Files as vectors, with the changes since the last sync kept apart.
#include "tests/fault/memory_file_system.h"

#include <algorithm>

#include "base/coding.h"
#include "base/hashing.h"
#include "kindred/error.h"

namespace kindred {

namespace {

[[noreturn]] void Fail(const std::string& act, const std::string& path) {
  throw Error(ErrorKind::kFailed, "cannot " + act + ": No such file or directory", path);
}

std::string ParentOf(const std::string& path) {
  return path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
}

}  // namespace

class MemoryFileSystem::Writing : public base::WritableFile {
 public:
  Writing(MemoryFileSystem& files, std::shared_ptr<Node> node) : files_(files), node_(std::move(node)) {}

  void Append(std::span<const std::uint8_t> bytes) override { WriteAt(node_->now.size(), bytes); }
  void WriteAt(std::uint64_t offset, std::span<const std::uint8_t> bytes) override {
    Do({offset, {bytes.begin(), bytes.end()}, false});
  }
  void Truncate(std::uint64_t size) override { Do({size, {}, true}); }
  void Sync() override {
    std::lock_guard lock(files_.mutex_);
    node_->synced = node_->now;
    node_->since.clear();
  }
  void Close() override {}

 private:
  void Do(Change change) {
    std::lock_guard lock(files_.mutex_);
    Apply(change, &node_->now);
    node_->since.push_back(std::move(change));
  }

  MemoryFileSystem& files_;
  std::shared_ptr<Node> node_;
};

class MemoryFileSystem::Reading : public base::ReadableFile {
 public:
  Reading(MemoryFileSystem& files, std::shared_ptr<Node> node, std::string path)
      : files_(files), node_(std::move(node)), path_(std::move(path)), size_(node_->now.size()) {}

  std::uint64_t size() const override { return size_; }
  void ReadAt(std::uint64_t offset, std::span<std::uint8_t> to) override {
    std::lock_guard lock(files_.mutex_);
    const Bytes& bytes = node_->now;
    if (offset > bytes.size() || to.size() > bytes.size() - offset) {
      throw Error(ErrorKind::kDamaged, "ends at offset " + std::to_string(bytes.size()), path_);
    }
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
  }
  std::span<const std::uint8_t> Map() override {
    std::lock_guard lock(files_.mutex_);
    if (map_.empty()) map_ = node_->now;
    return map_;
  }

 private:
  MemoryFileSystem& files_;
  std::shared_ptr<Node> node_;
  std::string path_;
  std::uint64_t size_;
  Bytes map_;
};

class MemoryFileSystem::Lock : public base::FileLock {
 public:
  Lock(MemoryFileSystem& files, std::string path) : files_(files), path_(std::move(path)) {}
  ~Lock() override {
    std::lock_guard lock(files_.mutex_);
    files_.locks_.erase(path_);
  }

 private:
  MemoryFileSystem& files_;
  std::string path_;
};

class MemoryFileSystem::Temporary : public base::TemporaryFile {
 public:
  void WriteAt(std::uint64_t offset, std::span<const std::uint8_t> bytes) override {
    Apply({offset, {bytes.begin(), bytes.end()}, false}, &bytes_);
  }
  void ReadAt(std::uint64_t offset, std::span<std::uint8_t> to) override {
    if (offset + to.size() > bytes_.size()) Fail("read", "a temporary file");
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
  }

 private:
  Bytes bytes_;
};

void MemoryFileSystem::Apply(const Change& change, Bytes* bytes) {
  if (change.truncates) {
    bytes->resize(change.offset);
    return;
  }
  bytes->resize(std::max<std::size_t>(bytes->size(), change.offset + change.bytes.size()));
  std::ranges::copy(change.bytes, bytes->begin() + static_cast<std::ptrdiff_t>(change.offset));
}

std::shared_ptr<MemoryFileSystem::Node> MemoryFileSystem::Find(const std::string& path) {
  auto found = now_.find(path);
  return found == now_.end() ? nullptr : found->second;
}

std::unique_ptr<base::WritableFile> MemoryFileSystem::Create(const std::string& path) {
  std::lock_guard lock(mutex_);
  if (!directories_.contains(ParentOf(path))) Fail("create", path);
  std::shared_ptr<Node>& node = now_[path];
  if (!node) node = std::make_shared<Node>();
  if (!node->now.empty()) {
    node->now.clear();
    node->since.push_back({0, {}, true});
  }
  return std::make_unique<Writing>(*this, node);
}

std::unique_ptr<base::ReadableFile> MemoryFileSystem::OpenForRead(const std::string& path) {
  std::lock_guard lock(mutex_);
  std::shared_ptr<Node> node = Find(path);
  if (!node) Fail("open", path);
  return std::make_unique<Reading>(*this, node, path);
}

bool MemoryFileSystem::Exists(const std::string& path) {
  std::lock_guard lock(mutex_);
  return Find(path) != nullptr || directories_.contains(path);
}

std::vector<std::string> MemoryFileSystem::List(const std::string& directory) {
  std::lock_guard lock(mutex_);
  if (!directories_.contains(directory)) Fail("list", directory);
  std::vector<std::string> names;
  for (const auto& [path, node] : now_) {
    if (ParentOf(path) == directory) names.push_back(path.substr(directory.size() + 1));
  }
  return names;
}

void MemoryFileSystem::MakeDirectories(const std::string& path) {
  std::lock_guard lock(mutex_);
  for (std::string parent = path; parent != "/" && !parent.empty(); parent = ParentOf(parent)) {
    directories_.insert(parent);
  }
}

void MemoryFileSystem::Rename(const std::string& from, const std::string& to) {
  std::lock_guard lock(mutex_);
  std::shared_ptr<Node> node = Find(from);
  if (!node) Fail("rename", from);
  now_.erase(from);
  now_[to] = node;
}

void MemoryFileSystem::Remove(const std::string& path) {
  std::lock_guard lock(mutex_);
  if (now_.erase(path) == 0) Fail("remove", path);
}

void MemoryFileSystem::SyncDirectory(const std::string& path) {
  std::lock_guard lock(mutex_);
  auto inside = [&](const auto& item) { return ParentOf(item.first) == path; };
  std::erase_if(synced_, inside);
  for (const auto& item : now_) {
    if (inside(item)) synced_.insert(item);
  }
}

std::unique_ptr<base::WritableFile> MemoryFileSystem::CreateCopy(const std::string& from,
                                                                 const std::string& to) {
  Bytes bytes = Get(from);
  std::unique_ptr<base::WritableFile> copy = Create(to);
  copy->Append(bytes);
  return copy;
}

std::unique_ptr<base::TemporaryFile> MemoryFileSystem::CreateTemporary(const std::string& directory) {
  std::lock_guard lock(mutex_);
  if (!directories_.contains(directory)) Fail("create a temporary file", directory);
  return std::make_unique<Temporary>();
}

std::unique_ptr<base::FileLock> MemoryFileSystem::TryLock(const std::string& path, const std::string& self,
                                                          std::string* holder) {
  {
    std::lock_guard lock(mutex_);
    auto [held, taken] = locks_.emplace(path, self);
    if (!taken) {
      *holder = held->second;
      return nullptr;
    }
  }
  auto lock = std::make_unique<Lock>(*this, path);
  Create(path)->Append({reinterpret_cast<const std::uint8_t*>(self.data()), self.size()});
  return lock;
}

std::unique_ptr<MemoryFileSystem> MemoryFileSystem::AfterPowerLoss(PowerLoss loss) {
  std::lock_guard lock(mutex_);
  const bool names_lost = loss == PowerLoss::kNothing || loss == PowerLoss::kBytesOnly;
  const bool bytes_lost = loss == PowerLoss::kNothing || loss == PowerLoss::kNamesOnly;
  auto after = std::make_unique<MemoryFileSystem>();
  after->directories_ = directories_;
  Names names = names_lost ? synced_ : now_;
  if (loss == PowerLoss::kLostNewNames) {
    std::erase_if(names, [&](const auto& item) { return !synced_.contains(item.first); });
    names.insert(synced_.begin(), synced_.end());  // what was removed is still there
  }
  for (const auto& [path, node] : names) {
    auto left = std::make_shared<Node>();
    left->now = node->synced;
    std::vector<Change> changes = bytes_lost ? std::vector<Change>{} : node->since;
    if (loss == PowerLoss::kTornLastWrite && !changes.empty()) {
      Change& last = changes.back();
      if (last.truncates) {
        changes.pop_back();
      } else {
        last.bytes.resize(last.bytes.size() / 2);
      }
    }
    if (loss == PowerLoss::kLostFirstWrite && !changes.empty()) changes.erase(changes.begin());
    for (const Change& change : changes) Apply(change, &left->now);
    left->synced = left->now;
    after->now_[path] = left;
  }
  after->synced_ = after->now_;
  return after;
}

std::unique_ptr<MemoryFileSystem> MemoryFileSystem::AfterPowerLoss(std::mt19937_64& random) {
  constexpr std::size_t kSector = 512;
  std::lock_guard lock(mutex_);
  auto after = std::make_unique<MemoryFileSystem>();
  after->directories_ = directories_;
  std::set<std::string> paths;
  for (const Names* names : {&now_, &synced_}) {
    for (const auto& [path, node] : *names) paths.insert(path);
  }
  // Most of what is pending reached the disk, or hardly any of it: a fair coin for each would rarely give
  // either.
  const std::uint64_t kept_of_16 = random() % 17;
  const auto kept = [&] { return random() % 16 < kept_of_16; };
  for (const std::string& path : paths) {
    const Names& names = kept() ? now_ : synced_;
    const auto found = names.find(path);
    if (found == names.end()) continue;
    auto left = std::make_shared<Node>();
    left->now = found->second->synced;
    for (Change change : found->second->since) {
      if (!kept()) {
        const auto way = random() % 3;
        if (way == 0 || change.truncates) continue;
        if (way == 1) {
          change.bytes.resize(random() % (change.bytes.size() / kSector + 1) * kSector);
        } else {
          std::ranges::fill(change.bytes, std::uint8_t{0});
        }
      }
      Apply(change, &left->now);
    }
    left->synced = left->now;
    after->now_[path] = left;
  }
  after->synced_ = after->now_;
  return after;
}

std::uint64_t MemoryFileSystem::Fingerprint() {
  std::lock_guard lock(mutex_);
  std::vector<std::uint8_t> sums;
  for (const auto& [path, node] : now_) {
    sums.insert(sums.end(), path.begin(), path.end());
    base::PutFixed64(&sums, base::Checksum(node->now));
  }
  return base::Checksum(sums);
}

std::unique_ptr<MemoryFileSystem> MemoryFileSystem::Copy() {
  std::lock_guard lock(mutex_);
  auto copy = std::make_unique<MemoryFileSystem>();
  copy->directories_ = directories_;
  for (const auto& [path, node] : now_) copy->now_[path] = std::make_shared<Node>(*node);
  copy->synced_ = copy->now_;
  return copy;
}

MemoryFileSystem::Bytes MemoryFileSystem::Get(const std::string& path) {
  std::lock_guard lock(mutex_);
  std::shared_ptr<Node> node = Find(path);
  if (!node) Fail("open", path);
  return node->now;
}

void MemoryFileSystem::Put(const std::string& path, Bytes bytes) {
  MakeDirectories(ParentOf(path));
  std::lock_guard lock(mutex_);
  auto node = std::make_shared<Node>();
  node->now = node->synced = std::move(bytes);
  now_[path] = synced_[path] = node;
}

}  // namespace kindred
