// See walker.h. Cost: per directory an openat, two getdents64 and a close; per regular file one fstatat.
// Names are judged before they are looked at, so what the caller leaves out costs no system call.
#include "walk/walker.h"

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "base/errno_text.h"
#include "walk/entry_status.h"

namespace kindred::walk {

namespace {

constexpr std::size_t kNamesPerReport = 1024;

bool LooksRegular(const Listing::Name& name) { return name.type == DT_REG || name.type == DT_UNKNOWN; }

}  // namespace

void Walker::Run() {
  while (std::optional<PendingDirectory> pending = share_.work.Pop()) {
    WalkDirectory(*pending);
    pending.reset();  // its anchor goes before this thread waits
    share_.work.Done();
  }
}

void Walker::EnterLink(const DirectoryLink& link) {
  std::vector<PendingDirectory> one = {
      {.node = link.node, .anchor = nullptr, .above = nullptr, .ignore = link.ignore}};
  share_.work.Push(&one);
  Run();
}

void Walker::WalkDirectory(const PendingDirectory& pending) {
  node_ = pending.node;
  path_.clear();
  found_.entries.clear();
  below_.clear();
  reported_files_ = 0;
  bytes_ = 0;
  Descriptor directory = OpenNode(pending);
  if (!directory.is_open()) return FailToOpen(errno);
  const std::uint64_t left_out_before = filtered + hidden;
  if (!MayEnter(directory, pending.node->through_link)) return NoteLeftOut(left_out_before);
  descriptor_ = directory.get();
  if (share_.filter.needs_directory_names()) {
    const WalkNode* root = node_;
    while (root->above != nullptr) root = root->above;
    names_ = {.names = SplitPath(Path()), .root_names = SplitPath(root->name).size()};
  }

  ReadIgnoreFiles(pending);
  const int error = listing_.Read(descriptor_, [this] {
    share_.progress.Add(0, 0);
    return true;
  });
  if (error != 0) skips.push_back({Path(), "walk", base::ErrnoText(error), !base::IsVanished(error)});
  const std::vector<Listing::Name>& names = listing_.names();
  found_.entries.reserve(static_cast<std::size_t>(std::count_if(names.begin(), names.end(), LooksRegular)));
  for (std::size_t i = 0; i < names.size(); ++i) {
    Judge(names[i]);
    if (i % kNamesPerReport == kNamesPerReport - 1) ReportProgress();
  }
  ReportProgress();

  NoteLeftOut(left_out_before);
  DirectoryPath own;
  if (!below_.empty() || !found_.entries.empty()) own = PathOf(pending);
  if (!below_.empty()) {
    const auto above = std::make_shared<const DirectoryPath>(own.ToShare());
    const std::shared_ptr<const Anchor> anchor =
        AnchorFor(pending, std::move(directory), share_.anchor_limit, &share_.anchors);
    std::vector<PendingDirectory> next;
    next.reserve(below_.size());
    for (auto name = below_.rbegin(); name != below_.rend(); ++name) {  // the first name is popped first
      nodes_.push_back({.above = node_,
                        .name = std::move(*name),
                        .depth = node_->depth + 1,
                        .through_link = false,
                        .root_device = node_->root_device});
      next.push_back({.node = &nodes_.back(), .anchor = anchor, .above = above, .ignore = ignore_});
    }
    share_.work.Push(&next);
  }
  if (!found_.entries.empty()) {
    found_.path = std::move(own);
    if (found_.entries.size() < found_.entries.capacity() / 2) found_.entries.shrink_to_fit();
    directories.push_back(std::move(found_));
    found_ = {};
  }
}

void Walker::ReadIgnoreFiles(const PendingDirectory& pending) {
  ignore_ = pending.ignore;
  for (const std::string& name : share_.options.exclude_from) {
    const IgnoreFile file = ReadIgnoreFile(descriptor_, name);
    if (!file.error.empty()) AddSkip(name, "cannot be read for what to exclude: " + file.error, true);
    IgnoreRules rules(file.text);
    if (rules.Empty()) continue;
    ignore_ =
        std::make_shared<const IgnoreScope>(IgnoreScope{ignore_, names_.names.size(), std::move(rules)});
  }
}

bool Walker::IsExcluded(const char* name, bool is_directory) const {
  return share_.filter.Excludes(names_, name, is_directory) ||
         (ignore_ != nullptr && LeavesOut(ignore_.get(), names_.names, name, is_directory));
}

// Keeps the walk on its file system and, with follow_links, out of loops.
bool Walker::MayEnter(const Descriptor& directory, bool through_link) {
  if (!share_.options.one_file_system && !share_.options.follow_links) return true;
  struct stat status;
  if (::fstat(directory.get(), &status) != 0) {
    FailToOpen(errno);
    return false;
  }
  if (share_.options.one_file_system && status.st_dev != node_->root_device) {
    if (!share_.unreached_roots.contains(Path())) ++filtered;
    return false;
  }
  if (share_.options.follow_links && !entered_.emplace(status.st_dev, status.st_ino).second) {
    skips.push_back({Path(), "walk",
                     through_link ? "link to a directory reached before" : "directory reached before",
                     false});
    return false;
  }
  return true;
}

void Walker::Judge(const Listing::Name& listed) {
  const std::string_view name = listed.text;
  if (name[0] == '.' && !share_.options.hidden) return CountLeftOut(&hidden, name);
  struct stat status;
  bool known = false;
  bool is_directory = listed.type == DT_DIR;
  bool is_link = listed.type == DT_LNK;
  if (listed.type == DT_UNKNOWN) {  // some file systems do not report it
    if (::fstatat(descriptor_, name.data(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      return AddSkip(name, base::ErrnoText(errno), !base::IsVanished(errno));
    }
    known = true;
    is_directory = S_ISDIR(status.st_mode);
    is_link = S_ISLNK(status.st_mode);
  }
  if (IsExcluded(name.data(), is_directory)) return CountLeftOut(&filtered, name);
  if (is_directory) {
    below_.emplace_back(name);
    return;
  }
  if (is_link && share_.options.follow_links) return JudgeLink(name);
  if (share_.filter.LacksInclude(names_, name.data())) return CountLeftOut(&filtered, name);
  if (is_link) return AddSkip(name, base::FileKindText(S_IFLNK), false);
  if (!known && listed.type != DT_REG) return AddSkip(name, base::FileKindText(DTTOIF(listed.type)), false);
  if (!known && ::fstatat(descriptor_, name.data(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return AddSkip(name, base::ErrnoText(errno), !base::IsVanished(errno));
  }
  JudgeFile(name, status, false);
}

// The name of a link that is to be followed.
void Walker::JudgeLink(std::string_view name) {
  struct stat status;
  if (::fstatat(descriptor_, name.data(), &status, 0) != 0) {
    const int error = errno;
    return AddSkip(name, error == ENOENT ? "dangling link" : base::ErrnoText(error),
                   !base::IsVanished(error) && error != ELOOP);
  }
  JudgeFile(name, status, true);
}

void Walker::JudgeFile(std::string_view name, const struct stat& status, bool through_link) {
  if (S_ISDIR(status.st_mode)) {
    if (IsExcluded(name.data(), true)) return CountLeftOut(&filtered, name);
    if (!through_link) {  // a file a moment ago
      below_.emplace_back(name);
      return;
    }
    nodes_.push_back({.above = node_,
                      .name = std::string(name),
                      .depth = node_->depth + 1,
                      .through_link = true,
                      .root_device = node_->root_device});
    links.push_back({JoinPath(Path(), std::string(name)), &nodes_.back(), ignore_});
    return;
  }
  if (through_link && share_.filter.LacksInclude(names_, name.data())) return CountLeftOut(&filtered, name);
  if (!S_ISREG(status.st_mode)) return AddSkip(name, base::FileKindText(status.st_mode), false);
  const bool crosses = share_.options.one_file_system && status.st_dev != node_->root_device;
  if (crosses || !share_.filter.FitsSize(status)) return CountLeftOut(&filtered, name);
  bytes_ += static_cast<std::uint64_t>(status.st_size);
  found_.entries.push_back(MakeEntry(std::string(name), status));
}

// The directory being walked was one when its parent was listed. What is in its place now is left out.
void Walker::FailToOpen(int error) {
  const bool replaced = error == ENOTDIR || error == ELOOP;
  skips.push_back({Path(), "walk", replaced ? "directory replaced during the walk" : base::ErrnoText(error),
                   !base::IsVanished(error)});
}

void Walker::AddSkip(std::string_view name, std::string reason, bool error) {
  skips.push_back({JoinPath(Path(), std::string(name)), "walk", std::move(reason), error});
}

// Not for a root that is walked, or taken, on its own.
void Walker::CountLeftOut(std::uint64_t* counter, std::string_view name) {
  if (share_.unreached_roots.empty() || !share_.unreached_roots.contains(JoinPath(Path(), std::string(name))))
    ++*counter;
}

void Walker::NoteLeftOut(std::uint64_t before) {
  if (filtered + hidden > before) left_out.push_back({Path(), filtered + hidden - before});
}

void Walker::ReportProgress() {
  share_.progress.Add(found_.entries.size() - reported_files_, std::exchange(bytes_, 0));
  reported_files_ = found_.entries.size();
}

const std::string& Walker::Path() {
  if (path_.empty()) path_ = PathOf(*node_);
  return path_;
}

}  // namespace kindred::walk
