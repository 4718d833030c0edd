// See directory_pairs.h.
#include "jobs/find/directory_pairs.h"

#include <algorithm>
#include <unordered_map>

#include "jobs/match/pairs/matched_pairs.h"
#include "match/groups/directories.h"
#include "match/pairs/pairs.h"
#include "model/entry.h"
#include "run/stage_timer.h"

namespace kindred::jobs {

namespace {

// When the newest file of each directory, of all levels below, was modified.
std::unordered_map<std::string, std::int64_t> NewestBelow(const tree::ScannedTree& scanned) {
  std::unordered_map<std::string, std::int64_t> newest;
  for (const index::StoredDirectory& stored : scanned.files) {
    if (stored.inside || stored.entries.empty()) continue;
    std::int64_t time = kNoTime;
    for (const index::StoredEntry& file : stored.entries) time = std::max(time, file.entry.mtime_ns);
    for (std::string path = stored.path;; path = ParentPath(path)) {
      std::int64_t& known = newest.try_emplace(path, kNoTime).first->second;
      if (known >= time) break;  // so are those above it
      known = time;
      if (path == "/") break;
    }
  }
  return newest;
}

}  // namespace

match::DirectoriesFound SimilarDirectoriesOf(const tree::ScannedTree& scanned, const tree::TreeScope& tree,
                                             std::span<const Pair> links, double minimum, Measure measure,
                                             Observer& observer) {
  std::unordered_map<ContentId, std::uint32_t> place_of;
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place)
    place_of[tree.scope()[place].id] = place;
  std::vector<match::DirectoryFiles> directories;
  for (const index::StoredDirectory& stored : scanned.files) {
    if (stored.inside) continue;  // an archive is a file
    directories.push_back({stored.path, {}});
    for (const index::StoredEntry& entry : stored.entries)
      directories.back().places.push_back(place_of.at(entry.content));
  }
  std::vector<std::string> roots;
  for (const walk::Root& root : scanned.roots) roots.push_back(root.absolute);
  return match::FindSimilarDirectories(directories, roots, links, tree.scope(), minimum, measure,
                                       [&] { return observer.StopRequested(); });
}

DirectoryPairs DirectoriesOf(const tree::ScannedTree& scanned, const tree::TreeScope& tree,
                             std::span<const Pair> links, const MatchOptions& options, Observer& observer) {
  run::StageTimer timer(observer, "directories");
  const match::DirectoriesFound found =
      SimilarDirectoriesOf(scanned, tree, links, options.minimum, options.measure, observer);
  const tree::ShownPaths shown(scanned.roots);
  DirectoryPairs shown_pairs{{}, found.crowded_files};
  const std::unordered_map<std::string, std::int64_t> newest =
      found.pairs.empty() ? std::unordered_map<std::string, std::int64_t>() : NewestBelow(scanned);
  for (const match::SimilarDirectories& pair : found.pairs) {
    shown_pairs.pairs.push_back({.a = shown.Of(pair.a),
                                 .b = shown.Of(pair.b),
                                 .files_a = pair.files_a,
                                 .files_b = pair.files_b,
                                 .size_a = pair.size_a,
                                 .size_b = pair.size_b,
                                 .of_a = pair.of_a,
                                 .of_b = pair.of_b,
                                 .similarity = pair.similarity,
                                 .identical_files = pair.identical_files,
                                 .similar_files = pair.similar_files,
                                 .newest_a = newest.at(pair.a),
                                 .newest_b = newest.at(pair.b)});
  }
  timer.Done(found.pairs.size(), "pairs");
  StopMatchIfAsked(observer);
  return shown_pairs;
}

match::InterestingSets SetsOf(const tree::TreeScope& tree, const tree::TreeMarks& marks,
                              const MatchOptions& options, unsigned threads, std::uint64_t work,
                              Observer& observer) {
  const match::SharingSets sharing = CollateTree(tree, marks, options, threads, observer);
  run::StageTimer timer(observer, "sets");
  match::InterestingSets sets = match::FindInterestingSets(
      sharing, tree.scope().size(), match::MinShared(options, marks.method.weight),
      match::MaxDegree(options, tree.scope().size()), work == 0 ? match::kSetWork : work,
      [&] { return observer.StopRequested(); });
  timer.Done(sets.sets.size(), "sets");
  StopMatchIfAsked(observer);
  return sets;
}

InterestingSet ShownSet(const match::SetOfPlaces& set, const tree::TreeScope& tree, std::uint64_t limit) {
  InterestingSet shown{{}, set.shared, set.members.size()};
  for (std::uint32_t place : set.members) {
    if (limit != 0 && shown.files.size() == limit) break;
    shown.files.push_back(tree.PathOf(place));
  }
  return shown;
}

}  // namespace kindred::jobs
