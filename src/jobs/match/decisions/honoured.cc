// See honoured.h.
#include "jobs/match/decisions/honoured.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "jobs/match/pools/pools.h"
#include "model/entry.h"

namespace kindred::jobs {

namespace {

TypedPaths PathsBelow(const std::vector<walk::Root>& roots) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const walk::Root& root : roots) pairs.emplace_back(root.typed, root.absolute);
  return TypedPaths(std::move(pairs));
}

// The decisions on folders that still have the size that was decided about. One pass over the directories.
Verdicts VerdictsOn(const tree::ScannedTree& scanned, std::vector<Decision> decisions) {
  std::unordered_map<std::string, std::uint64_t> sizes;
  for (const Decision& decision : decisions) {
    if (decision.about != About::kFolder) continue;
    sizes.emplace(decision.a.path, 0);
    if (decision.b) sizes.emplace(decision.b->path, 0);
  }
  if (sizes.empty()) return Verdicts(std::move(decisions));
  for (const index::StoredDirectory& directory : scanned.files) {
    if (directory.inside) continue;
    std::uint64_t size = 0;
    for (const index::StoredEntry& entry : directory.entries) size += entry.entry.size;
    for (std::string path = directory.path;; path = ParentPath(path)) {
      const auto found = sizes.find(path);
      if (found != sizes.end()) found->second += size;
      if (path.size() <= 1 || !path.starts_with('/')) break;
    }
  }
  return Verdicts(std::move(decisions),
                  [&](const DecidedFile& folder) { return sizes.at(folder.path) == folder.size; });
}

bool AllFound(const Verdicts::Found& found) { return std::ranges::find(found, nullptr) == found.end(); }

}  // namespace

HonouredDecisions::HonouredDecisions(const std::string& index_directory, const tree::ScannedTree& scanned,
                                     const tree::TreeScope& tree, bool show)
    : tree_(tree),
      paths_(PathsBelow(scanned.roots)),
      verdicts_(VerdictsOn(scanned, Decisions(index_directory).List())),
      hides_(!show && !verdicts_.Empty()) {}

std::function<bool(const Pair&)> HonouredDecisions::Wanted(std::function<bool(const Pair&)> wanted) {
  if (!verdicts_.AnyUnrelated()) return wanted;
  return [this, wanted = std::move(wanted)](const Pair& pair) {
    if (wanted && !wanted(pair)) return false;
    if (!verdicts_.Unrelated(KeyOf(pair.a), KeyOf(pair.b))) return true;
    ++unrelated_;
    return false;
  };
}

bool HonouredDecisions::HidesCopies(std::uint32_t place) const {
  if (!hides_) return false;
  const std::vector<std::string> paths = PathsOf(place);
  return !paths.empty() && AllFound(verdicts_.OfCopies(KeyOf(place), paths));
}

bool HonouredDecisions::HidesFamily(std::span<const std::uint32_t> members) const {
  if (!hides_) return false;
  std::vector<Verdicts::Version> versions;
  for (const std::uint32_t place : members) {
    // A content that is nowhere here, or only inside files, cannot be decided as a file. The first is left
    // out; the second is decided by its content, as every version.
    const bool elsewhere = tree_.PartsOf(place).empty() && PathsOf(place).empty();
    if (elsewhere) continue;
    versions.push_back({KeyOf(place), {}});
    if (verdicts_.AnyFolder()) versions.back().paths = PathsOf(place);
  }
  return !versions.empty() && AllFound(verdicts_.OfVersions(versions));
}

bool HonouredDecisions::HidesFolders(const Folder& a, const Folder& b) const {
  if (!hides_) return false;
  const auto named = [&](const Folder& folder) {
    return Verdicts::Folder{paths_.Absolute(folder.path).value_or(folder.path), folder.size};
  };
  return AllFound(verdicts_.OfFolders(named(a), named(b)));
}

Verdicts::Key HonouredDecisions::KeyOf(std::uint32_t place) const {
  const Digest& digest = tree_.DigestOf(place);
  return {digest.high, digest.low, tree_.scope()[place].size};
}

std::vector<std::string> HonouredDecisions::PathsOf(std::uint32_t place) const {
  std::vector<std::string> paths;
  for (const tree::FileNumber file : tree_.CopiesOf(place)) {
    if (tree_.EntryOf(file).device != JoinedPools::kElsewhere)
      paths.push_back(JoinPath(tree_.DirectoryOf(file), tree_.EntryOf(file).name));
  }
  return paths;
}

}  // namespace kindred::jobs
