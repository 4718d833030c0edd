// A committed state that several threads may query at once. Segments need no lock; calls to the catalog take
// turns. Such a call takes well under a millisecond where the lookups of a query take several, so one
// connection is enough; one per thread would verify and hold each page once per thread.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "index/store/snapshot.h"
#include "index/store/store.h"

namespace kindred::index {

class SharedSnapshot : public Snapshot {
 public:
  // The newest state. Throws Error(kNotFound) if there is no index.
  SharedSnapshot(base::FileSystem& files, const std::string& directory);
  ~SharedSnapshot() override;

  std::uint64_t generation() const override { return opened_->generation(); }
  CatalogReader& catalog() override;
  const std::vector<std::shared_ptr<const Segment>>& segments() const override { return opened_->segments(); }
  IndexStats Stats();

 private:
  class LockedCatalog;

  std::string directory_;
  std::mutex mutex_;  // of all that the catalog does
  std::unique_ptr<OpenedSnapshot> opened_;
  std::unique_ptr<LockedCatalog> catalog_;
};

}  // namespace kindred::index
