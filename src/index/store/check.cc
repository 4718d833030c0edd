// The check of an index: reads every block of every file, then compares facts that two files have in common.
// Cost: one pass over the index, and memory for a number per content and entry.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <unordered_map>

#include "index/segment/content_set.h"
#include "index/store/snapshot.h"
#include "index/store/store.h"
#include "index/store/templates.h"
#include "kindred/error.h"

namespace kindred::index {

namespace {

Manifest RequireManifest(base::FileSystem& files, const std::string& index_directory) {
  std::optional<Manifest> manifest = ReadManifest(files, index_directory);
  if (manifest) return *std::move(manifest);
  throw Error(ErrorKind::kNotFound, "there is no index here", index_directory, "make one with `Index::Scan`");
}

class Check {
 public:
  Check(base::FileSystem& files, const std::string& index_directory, const Poll& poll)
      : files_(files), directory_(index_directory), poll_(poll) {}

  CheckResult Run() {
    result_.files = 1;
    std::optional<Manifest> manifest;
    if (!Try([&] { manifest = RequireManifest(files_, directory_); })) return std::move(result_);
    manifest_ = *std::move(manifest);
    // Files that are open stay readable when a writer replaces them. One that cannot be opened may have been
    // replaced a moment before; then the newer state is checked.
    while (!Open() && IsReplaced()) {
      if (poll_) poll_();
    }
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      ++result_.files;
      Try([&] { CheckSegment(manifest_.segments[i], segments_[i].Get()); });
    }
    if (manifest_.catalog) {
      ++result_.files;
      Try([&] { CheckCatalog(*manifest_.catalog, *catalog_.Get()); });
    }
    if (manifest_.templates) {
      ++result_.files;
      Try([&] { ReadTemplates(files_, directory_); });
    }
    return std::move(result_);
  }

 private:
  // A file that was opened, or why it was not.
  template <typename File>
  struct Opened {
    File file;
    std::exception_ptr failure;
    const File& Get() const {
      if (failure) std::rethrow_exception(failure);
      return file;
    }
  };

  // False if a file cannot be opened as the one that the manifest names.
  bool Open() {
    bool all = true;
    const auto open = [&](auto* opened, const auto& act) {
      try {
        opened->file = act();
      } catch (const Error&) {
        opened->failure = std::current_exception();
        all = false;
      }
    };
    segments_.clear();
    for (const ManifestSegment& named : manifest_.segments)
      open(&segments_.emplace_back(), [&] { return OpenNamedSegment(files_, directory_, named); });
    catalog_ = {};
    if (manifest_.catalog) {
      open(&catalog_,
           [&] { return std::make_shared<CommittedCatalog>(files_, directory_, *manifest_.catalog); });
    }
    return all;
  }

  // Takes the newest manifest if it is another one.
  bool IsReplaced() {
    std::optional<Manifest> now;
    try {
      now = ReadManifest(files_, directory_);
    } catch (const Error&) {
      return false;
    }
    if (!now || *now == manifest_) return false;
    manifest_ = *std::move(now);
    return true;
  }

  // Damage and files that cannot be read become problems; a missing or newer index is an error for the
  // caller.
  template <typename Act>
  bool Try(Act act) {
    if (poll_) poll_();
    try {
      act();
      return true;
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kCancelled) throw;
      if (result_.files == 1 && error.kind() != ErrorKind::kDamaged) throw;
      result_.problems.push_back(error.WithoutHint());
      return false;
    }
  }

  void Problem(const std::string& name, const std::string& what) {
    result_.problems.push_back(JoinPath(directory_, name) + ": " + what);
  }

  void CheckSegment(const ManifestSegment& named, const std::shared_ptr<const SegmentFile>& segment) {
    std::size_t before = result_.problems.size();
    result_.blocks += segment->Check(&result_.problems, poll_);
    if (result_.problems.size() != before) return;

    // Contents: numbered by this index, and in one segment of the method only.
    ContentSet& covered = covered_[named.method];
    std::unordered_map<ContentId, std::uint64_t> weights;
    for (const ContentMarks& marks : segment->AllContents()) {
      if (marks.content >= manifest_.next_content) {
        Problem(named.name, fmt::format("content {} was never numbered", marks.content));
      }
      if (!covered.Add(marks.content)) {
        Problem(named.name, fmt::format("content {} is also in another segment", marks.content));
      }
      weights[marks.content] = marks.weight_at[marks.level];
    }
    // Postings: only of contents covered, and of their weight.
    auto cursor = segment->NewCursor(0, ~std::uint64_t{0});
    std::uint64_t seen = 0;
    for (Segment::Key key; cursor->Next(&key);) {
      if (poll_ && ++seen % kKeysPerPoll == 0) poll_();
      for (const auto& [content, count] : key.occurrences) {
        auto found = weights.find(content);
        if (found == weights.end()) {
          Problem(named.name,
                  fmt::format("key {:016x} occurs in content {}, which is not covered", key.key, content));
        } else if (segment->method().weight == Weight::kMarks) {
          found->second -= count;
        }
      }
    }
    if (segment->method().weight != Weight::kMarks) return;
    for (const auto& [content, rest] : weights) {
      if (rest != 0)
        Problem(named.name, fmt::format("the weight of content {} is not that of its marks", content));
    }
  }

  void CheckCatalog(const CatalogFile& named, CommittedCatalog& catalog) {
    std::size_t before = result_.problems.size();
    result_.blocks += catalog.file().Check(&result_.problems, poll_);
    if (result_.problems.size() != before) return;
    Statement quick_check(catalog.database(), "PRAGMA quick_check(20)");
    quick_check.With();
    while (quick_check.Step()) {
      if (quick_check.Text(0) == "ok") continue;
      catalog.database().ExpectNoFailure();
      Problem(named.name, quick_check.Text(0));
    }

    CatalogView& view = catalog.view();
    std::vector<Content> contents = view.AllContents();
    std::vector<Occurrence> occurrences;
    CatalogView::DirectoryPaths directories;
    view.ForEachPack([&](DirectoryId directory, const CatalogView::EntryPack& pack) {
      if (poll_) poll_();
      view.PathOfDirectory(directory, &directories);  // throws if there is no manifest
      for (const StoredEntry& stored : pack.entries) {
        occurrences.push_back({stored.content, pack.id});
        if (stored.entry.name < pack.first) Problem(named.name, "an entry is in the wrong pack");
        if (!std::ranges::binary_search(contents, stored.content, {}, &Content::id)) {
          Problem(named.name,
                  fmt::format("entry {} has content {}, which is not there",
                              JoinPath(view.PathOfDirectory(directory, &directories), stored.entry.name),
                              stored.content));
        }
      }
    });
    std::ranges::sort(occurrences);
    occurrences.erase(std::unique(occurrences.begin(), occurrences.end()), occurrences.end());
    if (occurrences != view.AllOccurrences())
      Problem(named.name, "the places of contents are not those of the entries");
    CheckContainers(view, contents, named.name);
    std::uint64_t looked_up = 0;
    for (const Content& content : contents) {
      if (poll_ && ++looked_up % kKeysPerPoll == 0) poll_();
      std::optional<Content> found = view.FindDigest(content.digest, content.size);
      if (!found) Problem(named.name, fmt::format("content {} is not found by its digest", content.id));
      if (content.id >= manifest_.next_content) {
        Problem(named.name, fmt::format("content {} was never numbered", content.id));
      }
    }
  }

  void CheckContainers(CatalogView& view, const std::vector<Content>& contents, const std::string& name) {
    std::vector<std::pair<ContentId, ContentId>> parts_of;
    auto expect = [&](ContentId id, const char* what) {
      if (!std::ranges::binary_search(contents, id, {}, &Content::id))
        Problem(name, fmt::format("content {} is {}, and is not there", id, what));
    };
    for (const StoredContainer& container : view.AllContainers()) {
      if (poll_) poll_();
      expect(container.content, "a container");
      for (const StoredPart& part : container.parts) {
        expect(part.content, "a part");
        parts_of.emplace_back(part.content, container.content);
      }
    }
    std::ranges::sort(parts_of);
    parts_of.erase(std::unique(parts_of.begin(), parts_of.end()), parts_of.end());
    if (parts_of != view.AllPartsOf()) Problem(name, "parts are not those of the containers");
  }

  static constexpr std::uint64_t kKeysPerPoll = 1024;

  base::FileSystem& files_;
  std::string directory_;
  const Poll& poll_;
  Manifest manifest_;
  std::vector<Opened<std::shared_ptr<const SegmentFile>>> segments_;  // as the manifest's
  Opened<std::shared_ptr<CommittedCatalog>> catalog_;
  CheckResult result_;
  std::map<std::string, ContentSet> covered_;  // by method
};

}  // namespace

CheckResult CheckIndex(base::FileSystem& files, const std::string& index_directory, const Poll& poll) {
  return Check(files, index_directory, poll).Run();
}

void RequireIndex(base::FileSystem& files, const std::string& index_directory) {
  RequireManifest(files, index_directory);
}

IndexStats ReadStats(base::FileSystem& files, const std::string& index_directory) {
  RequireManifest(files, index_directory);
  return StatsOf(*OpenNewest(files, index_directory), index_directory);
}

IndexStats StatsOf(OpenedSnapshot& snapshot, const std::string& directory) {
  const Manifest& manifest = snapshot.manifest();
  const CatalogCounts counts = snapshot.catalog().Counts();
  IndexStats stats;
  stats.directory = directory;
  stats.format_version = manifest.format;
  stats.generation = manifest.generation;
  stats.files = counts.entries;
  stats.contents = counts.contents;
  stats.content_bytes = counts.content_bytes;
  stats.file_bytes = counts.entry_bytes;
  stats.skips = counts.skips;
  stats.roots = snapshot.catalog().Roots();
  stats.catalog_bytes = manifest.catalog ? manifest.catalog->size : 0;
  stats.index_bytes = stats.catalog_bytes + EncodeManifest(manifest).size();
  for (const auto& segment : snapshot.segments()) {
    auto found = std::ranges::find(stats.methods, segment->method().info, &IndexStats::Method::method);
    if (found == stats.methods.end()) {
      found = stats.methods.insert(found, IndexStats::Method{});
      found->method = segment->method().info;
    }
    ++found->segments;
    found->contents += segment->totals().contents;
    found->keys += segment->totals().keys;
    found->marks += segment->totals().marks;
    found->bytes += segment->file_size();
    stats.index_bytes += segment->file_size();
  }
  return stats;
}

}  // namespace kindred::index
