// See candidates.h.
#include "jobs/dedupe/candidates.h"

#include <algorithm>
#include <map>
#include <set>

#include "jobs/dedupe/folder_decisions.h"
#include "model/entry.h"
#include "tree/entries/shown_paths.h"
#include "tree/entries/tree_walk.h"

namespace kindred::jobs {

RootsOfPaths::RootsOfPaths(const std::vector<walk::Root>& roots) {
  for (const walk::Root& root : roots) {
    roots_.emplace(root.absolute, true);
    std::string directory = ParentPath(root.absolute);
    if (common_.empty()) common_ = directory;
    while (!IsAtOrBelow(directory, common_)) common_ = ParentPath(common_);
  }
}

act::TreePath RootsOfPaths::Of(const std::string& directory, const std::string& name) const {
  for (std::string at = directory;; at = ParentPath(at)) {
    if (roots_.contains(at)) {
      const std::string full = JoinPath(directory, name);
      return {at, full.substr(at == "/" ? 1 : at.size() + 1)};
    }
    if (at != "/") continue;
    if (common_.size() <= 1 || !IsAtOrBelow(directory, common_)) return {directory, name};
    return {common_, JoinPath(directory, name).substr(common_.size() + 1)};
  }
}

bool RootsOfPaths::Has(const std::string& path) const {
  if (roots_.empty()) return true;
  for (std::string at = path;; at = ParentPath(at)) {
    if (roots_.contains(at)) return true;
    if (at == "/") return false;
  }
}

Protected::Protected(const std::vector<std::string>& typed) {
  for (const std::string& path : typed) directories_.push_back(tree::ResolveRoot(path).absolute);
}

bool Protected::Has(const std::string& path) const {
  return std::ranges::any_of(directories_,
                             [&](const std::string& directory) { return IsAtOrBelow(path, directory); });
}

std::vector<act::CandidateSet> CandidatesOfTree(const tree::ScannedTree& tree, const Protected& kept) {
  const RootsOfPaths roots(tree.roots);
  const tree::ShownPaths shown(tree.roots);
  std::map<ContentId, std::uint32_t> names;  // of each content
  for (const index::StoredDirectory& directory : tree.files) {
    if (directory.inside) continue;  // what is inside files is never replaced
    for (const index::StoredEntry& stored : directory.entries) ++names[stored.content];
  }
  std::vector<ContentId> wanted;
  for (const auto& [content, count] : names) {
    if (count > 1) wanted.push_back(content);
  }
  std::map<ContentId, std::size_t> place_of;
  std::vector<act::CandidateSet> sets;
  const std::vector<Content> contents = tree.snapshot->catalog().FindContents(wanted);
  std::map<ContentId, const Content*> known;
  for (const Content& content : contents) known.emplace(content.id, &content);
  for (const index::StoredDirectory& directory : tree.files) {
    if (directory.inside) continue;
    const std::string path = directory.path;
    for (const index::StoredEntry& stored : directory.entries) {
      const auto content = known.find(stored.content);
      if (content == known.end()) continue;
      const auto [place, first] = place_of.try_emplace(stored.content, sets.size());
      if (first) {
        const Content& one = *content->second;
        sets.push_back({.size = one.size, .digest = one.digest.Hex()});
      }
      const std::string full = JoinPath(path, stored.entry.name);
      sets[place->second].files.push_back({.path = roots.Of(path, stored.entry.name),
                                           .shown = shown.Of(full),
                                           .size = stored.entry.size,
                                           .mtime_ns = stored.entry.mtime_ns,
                                           .protect = kept.Has(full)});
    }
  }
  return sets;
}

DecidedCandidates CandidatesOfDecisions(const std::vector<Decision>& decisions,
                                        const std::vector<walk::Root>& roots, const Protected& kept) {
  DecidedCandidates candidates;
  const RootsOfPaths below(roots);
  // The newest decision on a file counts.
  std::map<std::string, const Decision*> newest;
  for (const Decision& decision : decisions) {
    const auto [known, first] = newest.try_emplace(decision.a.path, &decision);
    if (!first && decision.id >= known->second->id) known->second = &decision;
  }
  std::set<std::string> stays;
  std::set<std::string> folders_that_stay;  // with all that is in them
  for (const auto& [path, decision] : newest) {
    if (decision->verdict == Verdict::kCopy) continue;
    (IsFolder(decision->a) ? folders_that_stay : stays).insert(path);
    if (decision->b) (IsFolder(*decision->b) ? folders_that_stay : stays).insert(decision->b->path);
  }
  std::map<std::pair<std::string, std::uint64_t>, std::size_t>
      place_of;  // by the file that stays, and its size
  const auto leave = [&](const std::string& path, const Decision& decision, const std::string& reason) {
    candidates.left.push_back({path, decision.b ? decision.b->path : "", reason, false, decision.a.size});
  };
  const auto decided_to_stay = [&](const std::string& path) {
    return stays.contains(path) || std::ranges::any_of(folders_that_stay, [&](const std::string& folder) {
             return IsAtOrBelow(path, folder);
           });
  };
  const auto candidate = [&](const DecidedFile& file) {
    const std::string directory = ParentPath(file.path);
    return act::Candidate{.path = below.Of(directory, std::string(BaseName(file.path))),
                          .shown = file.path,
                          .size = file.size,
                          .has_mtime = false,
                          .protect = kept.Has(file.path) || decided_to_stay(file.path)};
  };
  for (const auto& [path, decision] : newest) {
    if (decision->verdict != Verdict::kCopy || !decision->b) continue;
    const DecidedFile& copy = decision->a;
    const DecidedFile& keep = *decision->b;
    if (!below.Has(copy.path) || !below.Has(keep.path)) continue;
    if (!path.starts_with('/') || !keep.path.starts_with('/')) {
      leave(path, *decision, "its path in the decisions is not absolute");
    } else if (copy.size != keep.size || copy.digest != keep.digest) {
      leave(path, *decision, "the decision calls files copies that are not identical");
    } else if (newest.contains(keep.path) && newest.at(keep.path)->verdict == Verdict::kCopy) {
      leave(path, *decision, "what it is a copy of is called a copy itself");
    } else {
      const auto [place, first] = place_of.try_emplace({keep.path, keep.size}, candidates.sets.size());
      if (first) {
        candidates.sets.push_back(
            {.size = keep.size, .digest = keep.digest, .files = {candidate(keep)}, .keeper = 0});
      }
      candidates.sets[place->second].files.push_back(candidate(copy));
    }
  }
  return candidates;
}

}  // namespace kindred::jobs
