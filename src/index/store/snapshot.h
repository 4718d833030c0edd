// One committed state of an index directory, opened.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "index/catalog/catalog_reader.h"
#include "index/segment/segment_file.h"
#include "index/store/manifest.h"
#include "index/store/store.h"

namespace kindred::index {

class OpenedSnapshot : public Snapshot {
 public:
  // Opens what the manifest names, and checks that each file is the one meant. Segments that `before` has
  // open already are taken from it.
  OpenedSnapshot(base::FileSystem& files, const std::string& index_directory, Manifest manifest,
                 const OpenedSnapshot* before = nullptr);

  std::uint64_t generation() const override { return manifest_.generation; }
  CatalogReader& catalog() override { return *catalog_; }
  const std::vector<std::shared_ptr<const Segment>>& segments() const override { return segments_; }

  const Manifest& manifest() const { return manifest_; }
  // The same segments, in the order of the manifest.
  const std::vector<std::shared_ptr<const SegmentFile>>& segment_files() const { return segment_files_; }

 private:
  Manifest manifest_;
  std::unique_ptr<CatalogReader> catalog_;
  std::vector<std::shared_ptr<const Segment>> segments_;
  std::vector<std::shared_ptr<const SegmentFile>> segment_files_;
};

// What OpenSnapshot opens.
std::unique_ptr<OpenedSnapshot> OpenNewest(base::FileSystem& files, const std::string& index_directory);

IndexStats StatsOf(OpenedSnapshot& snapshot, const std::string& directory);

// The segment the manifest means. Throws Error(kDamaged) if the file is another one.
std::shared_ptr<const SegmentFile> OpenNamedSegment(base::FileSystem& files,
                                                    const std::string& index_directory,
                                                    const ManifestSegment& named);

}  // namespace kindred::index
