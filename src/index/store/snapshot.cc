// Opening a committed state, also while a writer is committing the next and removing this one's files.
#include "index/store/snapshot.h"

#include <algorithm>

#include "index/damage.h"

namespace kindred::index {

namespace {

// Of an index that was never committed to.
class EmptyCatalog : public CatalogReader {
 public:
  std::vector<StoredDirectory> DirectoriesUnder(const std::vector<std::string>&) override { return {}; }
  std::vector<Content> AllContents() override { return {}; }
  std::vector<Content> FindContents(std::span<const ContentId>) override { return {}; }
  std::optional<Content> FindDigest(const Digest&, std::uint64_t) override { return std::nullopt; }
  std::vector<ContentPath> PathsOfAll(std::span<const ContentId>) override { return {}; }
  std::vector<StoredContainer> AllContainers() override { return {}; }
  std::vector<Skip> SkipsUnder(const std::vector<std::string>&) override { return {}; }
  CatalogCounts Counts() override { return {}; }
  std::vector<std::string> Roots() override { return {}; }
};

std::string MissingFile(base::FileSystem& files, const std::string& index_directory,
                        const Manifest& manifest) {
  if (manifest.catalog && !files.Exists(JoinPath(index_directory, manifest.catalog->name))) {
    return manifest.catalog->name;
  }
  for (const ManifestSegment& segment : manifest.segments) {
    if (!files.Exists(JoinPath(index_directory, segment.name))) return segment.name;
  }
  return "";
}

}  // namespace

std::shared_ptr<const SegmentFile> OpenNamedSegment(base::FileSystem& files,
                                                    const std::string& index_directory,
                                                    const ManifestSegment& named) {
  auto segment = std::make_shared<SegmentFile>(files, JoinPath(index_directory, named.name));
  if (segment->file_size() != named.size || segment->frame().checksum != named.checksum ||
      MethodLine(segment->method()) != named.method) {
    throw Damage(segment->path(), 0, "this is not the segment that the manifest names");
  }
  return segment;
}

OpenedSnapshot::OpenedSnapshot(base::FileSystem& files, const std::string& index_directory, Manifest manifest,
                               const OpenedSnapshot* before)
    : manifest_(std::move(manifest)) {
  if (manifest_.catalog) {
    auto catalog = std::make_unique<CommittedCatalog>(files, index_directory, *manifest_.catalog,
                                                      manifest_.next_content);
    catalog_ = std::move(catalog);
  } else {
    catalog_ = std::make_unique<EmptyCatalog>();
  }
  for (const ManifestSegment& named : manifest_.segments) {
    std::shared_ptr<const SegmentFile> segment;
    if (before != nullptr) {
      auto found = std::ranges::find(before->manifest_.segments, named);
      if (found != before->manifest_.segments.end()) {
        segment =
            before->segment_files_[static_cast<std::size_t>(found - before->manifest_.segments.begin())];
      }
    }
    if (!segment) segment = OpenNamedSegment(files, index_directory, named);
    segment_files_.push_back(segment);
    segments_.push_back(std::move(segment));
  }
}

std::vector<std::shared_ptr<const Segment>> Snapshot::SegmentsOf(const StoredMethod& method) const {
  std::vector<std::shared_ptr<const Segment>> found;
  for (const std::shared_ptr<const Segment>& segment : segments()) {
    if (segment->method() == method) found.push_back(segment);
  }
  return found;
}

std::unique_ptr<OpenedSnapshot> OpenNewest(base::FileSystem& files, const std::string& index_directory) {
  std::optional<Manifest> manifest = ReadManifest(files, index_directory);
  while (true) {
    try {
      return std::make_unique<OpenedSnapshot>(files, index_directory, manifest.value_or(Manifest{}));
    } catch (const Error&) {
      // The files may have gone because a writer committed a newer state meanwhile.
      std::optional<Manifest> now = ReadManifest(files, index_directory);
      if (now && now != manifest) {
        manifest = std::move(now);
        continue;
      }
      const std::string missing = manifest ? MissingFile(files, index_directory, *manifest) : "";
      if (missing.empty()) throw;
      throw Error(ErrorKind::kDamaged, "names " + missing + ", which is missing",
                  ManifestPath(index_directory), "remove the index and run `Index::Scan` again");
    }
  }
}

std::unique_ptr<Snapshot> OpenSnapshot(base::FileSystem& files, const std::string& index_directory) {
  return OpenNewest(files, index_directory);
}

}  // namespace kindred::index
