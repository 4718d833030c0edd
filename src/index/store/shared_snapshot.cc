// See shared_snapshot.h.
#include "index/store/shared_snapshot.h"

namespace kindred::index {

class SharedSnapshot::LockedCatalog : public CatalogReader {
 public:
  LockedCatalog(CatalogReader& catalog, std::mutex& mutex) : catalog_(catalog), mutex_(mutex) {}

  std::vector<StoredDirectory> DirectoriesUnder(const std::vector<std::string>& roots) override {
    const std::lock_guard lock(mutex_);
    return catalog_.DirectoriesUnder(roots);
  }
  std::vector<Content> AllContents() override {
    const std::lock_guard lock(mutex_);
    return catalog_.AllContents();
  }
  std::vector<Content> FindContents(std::span<const ContentId> wanted) override {
    const std::lock_guard lock(mutex_);
    return catalog_.FindContents(wanted);
  }
  std::optional<Content> FindDigest(const Digest& digest, std::uint64_t size) override {
    const std::lock_guard lock(mutex_);
    return catalog_.FindDigest(digest, size);
  }
  std::vector<ContentPath> PathsOfAll(std::span<const ContentId> wanted) override {
    const std::lock_guard lock(mutex_);
    return catalog_.PathsOfAll(wanted);
  }
  std::vector<StoredContainer> AllContainers() override {
    const std::lock_guard lock(mutex_);
    return catalog_.AllContainers();
  }
  std::vector<Skip> SkipsUnder(const std::vector<std::string>& roots) override {
    const std::lock_guard lock(mutex_);
    return catalog_.SkipsUnder(roots);
  }
  CatalogCounts Counts() override {
    const std::lock_guard lock(mutex_);
    return catalog_.Counts();
  }
  std::vector<std::string> Roots() override {
    const std::lock_guard lock(mutex_);
    return catalog_.Roots();
  }

 private:
  CatalogReader& catalog_;
  std::mutex& mutex_;
};

SharedSnapshot::SharedSnapshot(base::FileSystem& files, const std::string& directory)
    : directory_(directory) {
  RequireIndex(files, directory);
  opened_ = OpenNewest(files, directory);
  catalog_ = std::make_unique<LockedCatalog>(opened_->catalog(), mutex_);
}

SharedSnapshot::~SharedSnapshot() = default;

CatalogReader& SharedSnapshot::catalog() { return *catalog_; }

IndexStats SharedSnapshot::Stats() {
  const std::lock_guard lock(mutex_);
  return StatsOf(*opened_, directory_);
}

}  // namespace kindred::index
