// See copied_folders.h.
#include "jobs/find/copied_folders.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "jobs/find/directory_pairs.h"
#include "jobs/match/pairs/matched_pairs.h"
#include "model/entry.h"
#include "run/stage_timer.h"

namespace kindred::jobs {

namespace {

// A set in the making: the folder that stays, and those that have nothing else.
struct FolderSet {
  std::vector<std::string> folders;  // absolute
  std::uint64_t files = 0;
  std::uint64_t size = 0;
  bool contained = false;
};

// All entries below a folder.
template <typename Act>
void EachFileBelow(const tree::ScannedTree& scanned, const std::map<std::string, std::size_t>& directories,
                   const std::string& folder, const Act& act) {
  for (auto at = directories.lower_bound(folder); at != directories.end(); ++at) {
    if (!at->first.starts_with(folder)) break;
    if (!IsAtOrBelow(at->first, folder)) continue;  // "/ab" after "/a"
    for (const index::StoredEntry& stored : scanned.files[at->second].entries) act(stored.entry);
  }
}

// What would be free if only the last folder stayed: other names (hard links) of its files take no space.
std::uint64_t SpareBytes(const tree::ScannedTree& scanned,
                         const std::map<std::string, std::size_t>& directories,
                         const std::vector<std::string>& folders) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> inodes;
  std::uint64_t spare = 0;
  for (std::size_t i = folders.size(); i-- > 0;) {
    EachFileBelow(scanned, directories, folders[i], [&](const Entry& entry) {
      const bool is_new = inodes.emplace(entry.device, entry.inode).second;
      if (is_new && i + 1 < folders.size()) spare += entry.size;
    });
  }
  return spare;
}

std::vector<FolderSet> Join(const std::vector<match::SimilarDirectories>& pairs) {
  std::vector<FolderSet> sets;
  std::unordered_map<std::string, std::size_t> set_of;  // of equal folders
  for (const match::SimilarDirectories& pair : pairs) {
    if (std::min(pair.files_a, pair.files_b) < 2) continue;
    if (pair.of_a < 1 || pair.of_b < 1 || pair.files_a != pair.files_b) {
      const bool a_in_b = pair.of_a >= 1 && (pair.of_b < 1 || pair.files_a <= pair.files_b);
      sets.push_back({a_in_b ? std::vector{pair.a, pair.b} : std::vector{pair.b, pair.a},
                      a_in_b ? pair.files_a : pair.files_b, a_in_b ? pair.size_a : pair.size_b, true});
      continue;
    }
    // Equality carries over: pairs of one set come in any order, so two sets may turn out to be one.
    const auto one = set_of.find(pair.a), two = set_of.find(pair.b);
    if (one == set_of.end() && two == set_of.end()) {
      set_of[pair.a] = set_of[pair.b] = sets.size();
      sets.push_back({{pair.a, pair.b}, pair.files_a, pair.size_a});
    } else if (one == set_of.end() || two == set_of.end()) {
      const std::size_t known = one == set_of.end() ? two->second : one->second;
      const std::string& other = one == set_of.end() ? pair.a : pair.b;
      sets[known].folders.push_back(other);
      set_of[other] = known;
    } else if (one->second != two->second) {
      const std::size_t into = one->second, from = two->second;
      for (const std::string& folder : sets[from].folders) {
        sets[into].folders.push_back(folder);
        set_of[folder] = into;
      }
      sets[from].folders.clear();
    }
  }
  std::erase_if(sets, [](const FolderSet& set) { return set.folders.empty(); });
  return sets;
}

// Leaves out the sets of which each folder is within a folder of one other set, which covers them.
std::vector<FolderSet> WithoutNested(std::vector<FolderSet> sets) {
  std::unordered_map<std::string, std::vector<std::size_t>> sets_of;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (const std::string& folder : sets[i].folders) sets_of[folder].push_back(i);
  }
  const auto around = [&](const std::string& folder) {
    std::set<std::size_t> found;
    for (std::string path = folder; path.size() > 1;) {
      path = ParentPath(path);
      if (const auto at = sets_of.find(path); at != sets_of.end())
        found.insert(at->second.begin(), at->second.end());
    }
    return found;
  };
  std::vector<FolderSet> kept;
  for (FolderSet& set : sets) {
    std::set<std::size_t> common = around(set.folders.front());
    for (const std::string& folder : set.folders) {
      const std::set<std::size_t> own = around(folder);
      std::erase_if(common, [&](std::size_t other) { return !own.contains(other); });
    }
    if (common.empty()) kept.push_back(set);
  }
  return kept;
}

// Names below a folder that were not compared: hidden, left out by flags, links, unreadable.
std::uint64_t UnseenBelow(const tree::ScannedTree& scanned, const std::string& folder) {
  std::uint64_t unseen = 0;
  for (const walk::LeftOut& left_out : scanned.left_out)
    unseen += IsAtOrBelow(left_out.path, folder) ? left_out.files : 0;
  for (const Skip& skip : scanned.skips) unseen += IsAtOrBelow(skip.path, folder);
  return unseen;
}

}  // namespace

FolderCopies::FolderCopies(const tree::ScannedTree& scanned, const tree::TreeScope& tree,
                           Observer& observer) {
  run::StageTimer timer(observer, "copied folders");
  // Equal files only: without pairs of similar ones nothing else is shared.
  const match::DirectoriesFound found =
      SimilarDirectoriesOf(scanned, tree, {}, 1, Measure::kContainment, observer);
  std::vector<FolderSet> joined = WithoutNested(Join(found.pairs));
  std::map<std::string, std::size_t> directories;
  for (std::size_t i = 0; !joined.empty() && i < scanned.files.size(); ++i) {
    if (!scanned.files[i].inside) directories.emplace(scanned.files[i].path, i);
  }
  const tree::ShownPaths shown(scanned.roots);
  std::vector<std::pair<CopiedFolders, std::vector<std::string>>> made;
  for (FolderSet& set : joined) {
    if (!set.contained) std::ranges::sort(set.folders, std::greater<>());  // the first by name stays
    CopiedFolders copied{.files = set.files, .size = set.size, .contained = set.contained};
    copied.spare = SpareBytes(scanned, directories, set.folders);
    for (const std::string& folder : set.folders) {
      std::int64_t newest = kNoTime;
      EachFileBelow(scanned, directories, folder,
                    [&](const Entry& entry) { newest = std::max(newest, entry.mtime_ns); });
      copied.folders.emplace_back(shown.Of(folder), newest);
      copied.unseen += UnseenBelow(scanned, folder);
    }
    if (!set.contained) {
      std::ranges::reverse(copied.folders);
      std::ranges::reverse(set.folders);
    }
    made.emplace_back(std::move(copied), std::move(set.folders));
  }
  std::ranges::sort(made, [](const auto& x, const auto& y) {
    return std::tuple(y.first.spare, y.first.size, x.second) <
           std::tuple(x.first.spare, x.first.size, y.second);
  });
  for (auto& [copied, folders] : made) {
    for (const std::string& folder : folders)
      sets_of_[folder].push_back(static_cast<std::uint32_t>(sets_.size()));
    sets_.push_back(std::move(copied));
  }
  timer.Done(sets_.size(), "sets");
  StopMatchIfAsked(observer);
}

bool FolderCopies::Tell(const tree::TreeScope& tree, std::span<const tree::FileNumber> files) const {
  std::vector<std::uint32_t> common;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::vector<std::uint32_t> own;
    for (std::string path = tree.DirectoryOf(files[i]);; path = ParentPath(path)) {
      if (const auto at = sets_of_.find(path); at != sets_of_.end())
        own.insert(own.end(), at->second.begin(), at->second.end());
      if (path.rfind('/') == std::string::npos || path == "/") break;
    }
    std::ranges::sort(own);
    if (i == 0) {
      common = std::move(own);
    } else {
      std::vector<std::uint32_t> both;
      std::ranges::set_intersection(common, own, std::back_inserter(both));
      common = std::move(both);
    }
    if (common.empty()) return false;
  }
  // A folder that has the same file twice would still have it twice.
  return std::ranges::any_of(common,
                             [&](std::uint32_t set) { return files.size() <= sets_[set].folders.size(); });
}

std::uint64_t FolderCopies::Remove(const std::function<bool(const CopiedFolders&)>& decided) {
  sets_of_.clear();
  return std::erase_if(sets_, decided);
}

}  // namespace kindred::jobs
