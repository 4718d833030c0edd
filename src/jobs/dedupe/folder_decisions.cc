// See folder_decisions.h.
#include "jobs/dedupe/folder_decisions.h"

#include <map>
#include <string>
#include <utility>

#include "model/entry.h"
#include "walk/walk.h"

namespace kindred::jobs {

namespace {

// Sizes of the files of a folder, by their paths below it.
std::map<std::string, std::uint64_t> FilesBelow(const std::string& folder, WalkOptions options,
                                                unsigned threads, Observer& observer) {
  options.roots = {folder};
  options.roots_may_be_missing = true;
  options.follow_links = false;
  std::map<std::string, std::uint64_t> files;
  for (const Directory& directory : walk::Walk(options, threads, observer).directories) {
    for (const Entry& entry : directory.entries) {
      const std::string path = JoinPath(directory.path, entry.name);
      if (path != folder && IsAtOrBelow(path, folder))
        files.emplace(path.substr(folder.size() + 1), entry.size);
    }
  }
  return files;
}

}  // namespace

bool IsFolder(const DecidedFile& file) { return file.digest.empty(); }

std::vector<Decision> WithFilesOfFolders(const std::vector<Decision>& decisions, const WalkOptions& walk,
                                         const std::function<bool(const std::string&)>& within,
                                         unsigned threads, Observer& observer,
                                         std::vector<act::LeftAlone>* left) {
  std::vector<Decision> all;
  for (const Decision& decision : decisions) {
    const bool copied = decision.verdict == Verdict::kCopy && decision.b && IsFolder(decision.a) &&
                        IsFolder(*decision.b) && decision.a.path.starts_with('/') &&
                        decision.b->path.starts_with('/');
    if (!copied) {
      all.push_back(decision);
      continue;
    }
    if (!within(decision.a.path) || !within(decision.b->path)) continue;
    const auto kept = FilesBelow(decision.b->path, walk, threads, observer);
    const auto copies = FilesBelow(decision.a.path, walk, threads, observer);
    if (copies.empty())
      left->push_back({decision.a.path, decision.b->path, "there are no files in this folder", false, 0});
    for (const auto& [below, size] : copies) {
      const std::string path = JoinPath(decision.a.path, below);
      const auto other = kept.find(below);
      if (other == kept.end()) {
        left->push_back({path, "", "the original of its folder has no such file", false, size});
        continue;
      }
      Decision of_file = decision;
      of_file.about = About::kCopy;
      of_file.a = {.digest = "", .size = size, .path = path};
      of_file.b = {.digest = "", .size = other->second, .path = JoinPath(decision.b->path, below)};
      all.push_back(std::move(of_file));
    }
  }
  return all;
}

}  // namespace kindred::jobs
