// One walking thread: takes a directory from the work list, gives each of its names its outcome, and puts the
// directories below it on the list.
#pragma once

#include <sys/stat.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "kindred/options.h"
#include "model/entry.h"
#include "walk/filter.h"
#include "walk/listing.h"
#include "walk/walk.h"
#include "walk/walk_node.h"
#include "walk/walk_progress.h"
#include "walk/work_list.h"

namespace kindred::walk {

// What all walkers of one walk share.
struct WalkShare {
  const WalkOptions& options;
  const Filter& filter;
  const std::unordered_set<std::string>& unreached_roots;  // RootPlan
  WalkProgress& progress;
  WorkList& work;
  int anchor_limit = 0;
  std::atomic<int>& anchors;
};

// A link to a directory, found with follow_links.
struct DirectoryLink {
  std::string path;
  const WalkNode* node = nullptr;
  std::shared_ptr<const IgnoreScope> ignore = nullptr;
};

class Walker {
 public:
  explicit Walker(WalkShare& share) : share_(share) {}

  // Walks until the list is empty or stopped. Throws what the observer throws.
  void Run();

  // Walks the directory behind a link, unless it has been reached before. Only with follow_links, when there
  // is one walker.
  void EnterLink(const DirectoryLink& link);

  std::vector<Directory> directories;
  std::vector<Skip> skips;
  std::uint64_t filtered = 0;
  std::uint64_t hidden = 0;
  std::vector<LeftOut> left_out;
  std::vector<DirectoryLink> links;

 private:
  void WalkDirectory(const PendingDirectory& pending);
  void ReadIgnoreFiles(const PendingDirectory& pending);
  bool IsExcluded(const char* name, bool is_directory) const;
  bool MayEnter(const Descriptor& directory, bool through_link);
  // `name` points into the listing, so a NUL follows it.
  void Judge(const Listing::Name& listed);
  void JudgeFile(std::string_view name, const struct stat& status, bool through_link);
  void JudgeLink(std::string_view name);
  void FailToOpen(int error);
  void AddSkip(std::string_view name, std::string reason, bool error);
  void CountLeftOut(std::uint64_t* counter, std::string_view name);
  // Of the directory being walked; `before` counts all that was left out before it.
  void NoteLeftOut(std::uint64_t before);
  void ReportProgress();
  const std::string& Path();

  WalkShare& share_;
  Listing listing_;
  std::deque<WalkNode> nodes_;  // never moved: nodes and anchors point to them until the walk is over
  std::set<std::pair<std::uint64_t, std::uint64_t>> entered_;  // device and inode, with follow_links

  // The directory being walked.
  const WalkNode* node_ = nullptr;
  int descriptor_ = -1;
  std::string path_;  // made when it is first needed
  DirectoryNames names_;
  std::shared_ptr<const IgnoreScope> ignore_;
  Directory found_;
  std::vector<std::string> below_;
  std::uint64_t reported_files_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace kindred::walk
