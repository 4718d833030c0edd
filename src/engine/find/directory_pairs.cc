// See directory_pairs.h.
#include "engine/find/directory_pairs.h"

#include <unordered_map>

#include "engine/find/matched_pairs.h"
#include "engine/stage_timer.h"
#include "match/groups/directories.h"
#include "match/pairs/pairs.h"

namespace kindred::engine {

DirectoryPairs DirectoriesOf(const ScannedTree& scanned, const TreeScope& tree, std::span<const Pair> links,
                             const MatchOptions& options, Observer& observer) {
  StageTimer timer(observer, "directories");
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
  const ShownPaths shown(scanned.roots);
  const match::DirectoriesFound found =
      match::FindSimilarDirectories(directories, roots, links, tree.scope(), options.minimum, options.measure,
                                    [&] { return observer.StopRequested(); });
  DirectoryPairs shown_pairs{{}, found.crowded_files};
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
                                 .similar_files = pair.similar_files});
  }
  timer.Done(found.pairs.size(), "pairs");
  StopMatchIfAsked(observer);
  return shown_pairs;
}

match::InterestingSets SetsOf(const TreeScope& tree, const TreeMarks& marks, const FindOptions& options,
                              Observer& observer) {
  const match::SharingSets sharing = CollateTree(tree, marks, options, observer);
  StageTimer timer(observer, "sets");
  match::InterestingSets sets = match::FindInterestingSets(
      sharing, tree.scope().size(), match::MinShared(options.match, marks.method.weight),
      match::MaxDegree(options.match, tree.scope().size()),
      options.set_work == 0 ? match::kSetWork : options.set_work, [&] { return observer.StopRequested(); });
  timer.Done(sets.sets.size(), "sets");
  StopMatchIfAsked(observer);
  return sets;
}

InterestingSet ShownSet(const match::SetOfPlaces& set, const TreeScope& tree, std::uint64_t limit) {
  InterestingSet shown{{}, set.shared, set.members.size()};
  for (std::uint32_t place : set.members) {
    if (limit != 0 && shown.files.size() == limit) break;
    shown.files.push_back(tree.PathOf(place));
  }
  return shown;
}

}  // namespace kindred::engine
