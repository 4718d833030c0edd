// See pools.h.
#include "jobs/match/pools/pools.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "base/coding.h"
#include "index/segment/content_set.h"
#include "kindred/error.h"
#include "kindred/template_values.h"
#include "model/entry.h"
#include "read/files/load_file.h"
#include "run/stop.h"
#include "tree/entries/stored_tree.h"
#include "tree/methods/make_method.h"
#include "tree/methods/stored_method.h"

namespace kindred::jobs {

namespace {

// Read with the care of a scanned file: a pool comes from others, and may be a pipe, shrink, or be no pool.
OpenedPool OpenPool(const std::string& path) {
  // LooksLikePool avoids reading the whole of a video that was named by mistake.
  const auto [bytes, too_large, outcome] = read::LoadNamedFile(path, read::kNoLimit, index::LooksLikePool);
  if (!outcome.ok && (bytes.empty() || index::LooksLikePool(bytes)))
    read::ThrowUnread(outcome, "the pool", path);
  OpenedPool opened{std::string(BaseName(path)), index::ParsePool(bytes, path), 0};
  opened.checksum = base::LoadFixed64(bytes.data() + bytes.size() - 8);
  return opened;
}

void CheckKey(const index::Pool& pool, const PoolKey* key, const std::string& path) {
  if (!pool.key_check && key != nullptr)
    throw Error(ErrorKind::kUsage, "the pool was made without a key", path, "leave `key_file` out");
  if (pool.key_check && key == nullptr)
    throw Error(ErrorKind::kUsage, "the pool was made with a key", path, "give it with `key_file`");
  if (pool.key_check && *pool.key_check != key->Check())
    throw Error(ErrorKind::kUsage, "the pool was made with another key", path,
                "give the one that `Index::ExportPool` was given");
}

}  // namespace

Pools::Pools(const PoolOptions& options, const index::StoredMethod& method) {
  if (!options.key_file.empty()) {
    if (options.files.empty())
      throw Error(ErrorKind::kUsage, "a key is for pools", OptionName{"key_file"}, "name one with `pools`");
    key_ = PoolKey::FromFile(options.key_file);
  }
  std::set<std::string> labels;
  for (const std::string& path : options.files) {
    OpenedPool opened = OpenPool(path);
    if (const std::string difference = index::MethodDifference(opened.pool.method, method);
        !difference.empty()) {
      throw Error(ErrorKind::kUsage, "the pool was made by another method: " + difference, path,
                  fmt::format("use `method` {}", opened.pool.method.info.Text()));
    }
    CheckKey(opened.pool, key(), path);
    const bool known = std::ranges::any_of(opened_, [&](const OpenedPool& other) {
      return other.checksum == opened.checksum && other.pool == opened.pool;
    });
    if (known) continue;
    const std::string plain = opened.label;
    for (int number = 2; !labels.insert(opened.label).second; ++number)
      opened.label = fmt::format("{}({})", plain, number);
    opened_.push_back(std::move(opened));
  }
}

std::uint64_t Pools::Files() const {
  std::uint64_t files = 0;
  for (const OpenedPool& opened : opened_) files += opened.pool.Files();
  return files;
}

std::vector<std::string> Pools::PathsOf(const OpenedPool& opened, std::uint32_t content) {
  if (opened.pool.anonymous) return {fmt::format("{}:#{}", opened.label, content + 1)};
  std::vector<std::string> paths;
  for (const index::PoolDirectory& directory : opened.pool.directories) {
    for (const index::PoolFile& file : directory.files) {
      if (file.content == content) paths.push_back(opened.label + ":" + JoinPath(directory.path, file.name));
    }
  }
  return paths;
}

void JoinedPools::AddFiles(tree::ScannedTree* scanned, std::vector<Content>* contents) {
  ContentId next = 1;
  for (const Content& content : *contents) next = std::max(next, content.id + 1);
  for (const auto& segment : scanned->snapshot->segments()) {
    segment->ForEachContent(
        [&](const index::ContentMarks& content) { next = std::max(next, content.content + 1); });
  }
  const PoolKey* const key = pools_.key();
  // Only contents of this tree are sure to have marks of the method.
  index::ContentSet in_tree;
  for (const index::StoredDirectory& directory : scanned->files) {
    for (const index::StoredEntry& entry : directory.entries) in_tree.Add(entry.content);
  }
  std::map<std::pair<Digest, std::uint64_t>, ContentId> known;
  for (const Content& content : *contents) {
    if (!in_tree.Has(content.id)) continue;
    known.emplace(std::pair(key != nullptr ? key->Of(content.digest) : content.digest, content.size),
                  content.id);
  }
  std::uint64_t inode = 0;  // each file of a pool has its own
  for (const OpenedPool& opened : pools_.opened()) {
    Joined joined;
    for (const index::PoolContent& content : opened.pool.contents) {
      const auto [at, is_new] = known.try_emplace(std::pair(content.digest, content.size), next);
      joined.id_of.push_back(at->second);
      joined.is_new.push_back(is_new);
      if (!is_new) continue;
      if (next == std::numeric_limits<ContentId>::max())
        throw Error(ErrorKind::kFailed, "there are too many contents to number", opened.label);
      contents->push_back({next, content.size, content.digest, content.type, content.media});
      joined.covered.push_back({next, content.level});
      ++next;
    }
    first_directory_.push_back(static_cast<std::uint32_t>(scanned->files.size()));
    auto entry = [&](std::string name, std::uint32_t content) {
      index::StoredEntry stored;
      stored.entry.name = std::move(name);
      stored.entry.device = kElsewhere;
      stored.entry.mtime_ns = kNoTime;
      stored.entry.inode = ++inode;
      stored.entry.size = opened.pool.contents[content].size;
      stored.content = joined.id_of[content];
      return stored;
    };
    if (opened.pool.anonymous) {
      index::StoredDirectory all{opened.label + ":", {}};
      for (std::uint32_t content = 0; content < opened.pool.contents.size(); ++content)
        all.entries.push_back(entry(fmt::format("#{}", content + 1), content));
      scanned->files.push_back(std::move(all));
    }
    for (const index::PoolDirectory& directory : opened.pool.directories) {
      scanned->files.push_back({opened.label + ":" + directory.path, {}});
      for (const index::PoolFile& file : directory.files)
        scanned->files.back().entries.push_back(entry(file.name, file.content));
    }
    joined_.push_back(std::move(joined));
  }
}

void JoinedPools::AddMarks(const tree::TreeScope& tree, tree::TreeMarks* marks) const {
  marks->keep = false;
  for (const OpenedPool& opened : pools_.opened())
    marks->state += fmt::format(" with {:016x}", opened.checksum);
  if (const PoolKey* const key = pools_.key()) {
    // Our own marks under the key: those of the tree only, hashed and sorted again.
    index::ContentSet in_scope;
    for (const match::ScopeContent& content : tree.scope()) in_scope.Add(content.id);
    std::vector<index::CoveredContent> covered;
    for (const auto& segment : marks->segments) {
      segment->ForEachContent([&](const index::ContentMarks& content) {
        if (in_scope.Has(content.content)) covered.push_back({content.content, content.level});
      });
    }
    std::ranges::sort(covered, {}, &index::CoveredContent::content);
    std::vector<index::CountedPosting> postings;
    index::MergedCursor cursor(marks->segments, [&](ContentId id) { return in_scope.Has(id); });
    for (index::Segment::Key found; cursor.Next(&found);) {
      const std::uint64_t hashed = key->Mark(found.key, marks->method.key_bits);
      for (const index::Segment::Occurrence& occurrence : found.occurrences)
        postings.push_back({hashed, occurrence.content, occurrence.count, found.length});
    }
    index::SortPostings(&postings);
    marks->segments = {index::MakeMemorySegment(marks->method, covered, std::move(postings), "the index")};
    for (std::uint64_t& ignored : marks->ignored) ignored = key->Mark(ignored, marks->method.key_bits);
    std::ranges::sort(marks->ignored);
  }
  for (std::size_t i = 0; i < joined_.size(); ++i) {
    const Joined& joined = joined_[i];
    std::vector<index::CountedPosting> postings;
    for (index::CountedPosting posting : pools_.opened()[i].pool.postings) {
      if (!joined.is_new[posting.content]) continue;
      posting.content = joined.id_of[posting.content];
      postings.push_back(posting);
    }
    index::SortPostings(&postings);
    marks->segments.push_back(index::MakeMemorySegment(marks->method, joined.covered, std::move(postings),
                                                       pools_.opened()[i].label));
  }
}

std::vector<std::uint64_t> JoinedPools::Unnamed(const tree::TreeScope& tree) const {
  std::map<ContentId, std::uint64_t> further;
  for (std::size_t i = 0; i < joined_.size(); ++i) {
    const index::Pool& pool = pools_.opened()[i].pool;
    if (!pool.anonymous) continue;
    for (std::size_t content = 0; content < pool.contents.size(); ++content)
      further[joined_[i].id_of[content]] += std::max<std::uint64_t>(pool.contents[content].copies, 1) - 1;
  }
  std::vector<std::uint64_t> by_place;
  for (const match::ScopeContent& content : tree.scope()) {
    const auto found = further.find(content.id);
    by_place.push_back(found == further.end() ? 0 : found->second);
  }
  return by_place;
}

void JoinedPools::CountTree(const tree::TreeScope& tree, const tree::TreeMarks& marks,
                            Summary* summary) const {
  summary->contents = 0;
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
    const auto files = tree.CopiesOf(place);
    summary->contents += !files.empty() && OriginOf(files.front()) == 0;  // the tree's files come first
  }
  for (std::size_t i = 0; i < joined_.size(); ++i) {
    for (const index::CountedPosting& posting : pools_.opened()[i].pool.postings) {
      if (joined_[i].is_new[posting.content] && !std::ranges::binary_search(marks.ignored, posting.key))
        summary->marks -= posting.count;
    }
  }
}

// 0: the tree, else the number of the pool.
std::uint32_t JoinedPools::OriginOf(tree::FileNumber file) const {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(first_directory_, file.directory) -
                                    first_directory_.begin());
}

bool JoinedPools::Concerns(const tree::TreeScope& tree, std::uint32_t a, std::uint32_t b) const {
  const std::uint32_t first = OriginOf(tree.FilesOf(a).front());
  if (first == 0) return true;
  for (const std::uint32_t place : {a, b}) {
    for (const tree::FileNumber file : tree.FilesOf(place)) {
      if (OriginOf(file) != first) return true;
    }
  }
  return false;
}

namespace {

// A pool of nothing because of a typing error would be sent to others.
void RequireFiles(const tree::ScannedTree& scanned) {
  for (const walk::Root& root : scanned.roots) {
    index::CatalogReader& catalog = scanned.snapshot->catalog();
    if (!catalog.DirectoriesUnder({root.absolute}).empty() || !catalog.SkipsUnder({root.absolute}).empty())
      continue;
    throw Error(ErrorKind::kNotFound, "the index has no file at or below this path", root.typed,
                "check the name, or scan it with `Index::Scan`");
  }
}

using Segments = std::vector<std::shared_ptr<const index::Segment>>;

// In the order of digests: the order of an index would reveal what was scanned together.
std::vector<std::pair<index::PoolContent, ContentId>> ContentsByDigest(const tree::ScannedTree& scanned,
                                                                       const Segments& segments,
                                                                       const PoolKey* key,
                                                                       Observer& observer) {
  std::map<ContentId, std::uint64_t> copies;
  for (const index::StoredDirectory& found : scanned.files) {
    for (const index::StoredEntry& entry : found.entries) ++copies[entry.content];
  }
  std::map<ContentId, std::uint8_t> levels;
  for (const auto& segment : segments) {
    run::StopIfAsked(observer);
    segment->ForEachContent(
        [&](const index::ContentMarks& content) { levels[content.content] = content.level; });
  }
  std::vector<std::pair<index::PoolContent, ContentId>> sorted;
  for (const Content& content : scanned.snapshot->catalog().AllContents()) {
    const auto count = copies.find(content.id);
    if (count == copies.end()) continue;
    sorted.push_back({{content.size, key != nullptr ? key->Of(content.digest) : content.digest, content.type,
                       content.media, levels[content.id], count->second},
                      content.id});
  }
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return std::pair(a.first.digest, a.first.size) < std::pair(b.first.digest, b.first.size);
  });
  return sorted;
}

PoolReport ReportOf(const index::Pool& pool, std::uint64_t bytes) {
  PoolReport report{"",
                    pool.method.info,
                    pool.Files(),
                    pool.contents.size(),
                    pool.Bytes(),
                    0,
                    0,
                    bytes,
                    pool.anonymous,
                    pool.key_check.has_value()};
  for (std::size_t i = 0; i < pool.postings.size(); ++i) {
    report.keys += i == 0 || pool.postings[i].key != pool.postings[i - 1].key;
    report.marks += pool.postings[i].count;
  }
  return report;
}

}  // namespace

std::string ExportPoolOf(base::FileSystem& files, const std::string& index_directory,
                         const ExportOptions& options, ResultSink& sink, Observer& observer) {
  run::StopIfAsked(observer);
  const auto method = tree::MethodFrom(options.method);
  std::optional<PoolKey> key;
  if (!options.key_file.empty()) key = PoolKey::FromFile(options.key_file);
  ScanOptions scan;
  scan.walk = options.walk;
  scan.walk = tree::OrWholeIndex(scan.walk);
  const tree::ScannedTree scanned = tree::TreeFromIndex(files, index_directory, scan, *method);
  if (!options.walk.roots.empty()) RequireFiles(scanned);
  const index::StoredMethod stored = tree::ToStored(*method);
  const auto segments = scanned.snapshot->SegmentsOf(stored);

  index::Pool pool;
  pool.method = stored;
  pool.anonymous = options.anonymous;
  if (key) pool.key_check = key->Check();
  std::map<ContentId, std::uint32_t> place_of;
  for (const auto& [content, id] : ContentsByDigest(scanned, segments, key ? &*key : nullptr, observer)) {
    place_of[id] = static_cast<std::uint32_t>(pool.contents.size());
    pool.contents.push_back(content);
  }
  if (!options.anonymous) {
    for (const index::StoredDirectory& found : scanned.files) {
      pool.directories.push_back({found.path, {}});
      for (const index::StoredEntry& entry : found.entries)
        pool.directories.back().files.push_back({entry.entry.name, place_of.at(entry.content)});
    }
  }
  index::MergedCursor cursor(segments, [&](ContentId id) { return place_of.contains(id); });
  constexpr std::uint64_t kKeysPerPoll = 1024;
  std::uint64_t keys = 0;
  for (index::Segment::Key found; cursor.Next(&found);) {
    if (keys++ % kKeysPerPoll == 0) run::StopIfAsked(observer);
    const std::uint64_t hashed = key ? key->Mark(found.key, stored.key_bits) : found.key;
    for (const index::Segment::Occurrence& occurrence : found.occurrences)
      pool.postings.push_back({hashed, place_of.at(occurrence.content), occurrence.count, found.length});
  }
  index::SortPostings(&pool.postings);
  run::StopIfAsked(observer);

  const std::vector<std::uint8_t> bytes = index::EncodePool(pool);
  sink.On(ReportOf(pool, bytes.size()));
  return base::AsString(bytes);
}

}  // namespace kindred::jobs
