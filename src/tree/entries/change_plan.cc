// Walked against stored files: a merge of two sorted lists; see change_plan.h.
#include "tree/entries/change_plan.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <unordered_map>

#include "read/files/file_reader.h"

namespace kindred::tree {

namespace {

// Not the device: its number may be another one after each mount. A stored ctime of 0 (FileTaker::Take) is
// never the same, not even as another 0.
bool IsAsStored(const Entry& walked, const Entry& stored) {
  return stored.ctime_ns != 0 && walked.size == stored.size && walked.mtime_ns == stored.mtime_ns &&
         walked.ctime_ns == stored.ctime_ns && walked.inode == stored.inode;
}

class Planner {
 public:
  Planner(const std::function<bool(ContentId)>& is_complete, ChangePlan* plan)
      : is_complete_(is_complete), plan_(plan) {}

  void Directory(const DirectoryPath& path, const std::vector<Entry>& walked,
                 const std::vector<index::StoredEntry>& stored) {
    index::StoredDirectory& files = plan_->files.emplace_back();
    files.path = path;
    files.entries.reserve(walked.size());
    auto old = stored.begin();
    for (const Entry& entry : walked) {
      for (; old != stored.end() && old->entry.name < entry.name; ++old) Missing(path, old->entry.name);
      const bool known = old != stored.end() && old->entry.name == entry.name;
      const bool same = known && IsAsStored(entry, old->entry) && is_complete_(old->content);
      files.entries.push_back({entry, same ? old->content : kNoContent});
      if (same) {
        ++plan_->unchanged;
      } else {
        ChangePlan::Job& job = ToRead(entry);
        ++(known ? job.changed : job.added);
        job.as_stored = known && IsAsStored(entry, old->entry);
      }
      if (known) ++old;
    }
    for (; old != stored.end(); ++old) Missing(path, old->entry.name);
  }

  void DirectoryNotWalked(const index::StoredDirectory& stored) {
    for (const index::StoredEntry& entry : stored.entries) Missing(stored.path, entry.entry.name);
  }

 private:
  void Missing(const DirectoryPath& directory, const std::string& name) {
    if (IsGone(directory, name)) plan_->gone.emplace_back(directory, name);
  }

  ChangePlan::Job& ToRead(const Entry& entry) {
    const FileNumber file{static_cast<std::uint32_t>(plan_->files.size() - 1),
                          static_cast<std::uint32_t>(plan_->files.back().entries.size() - 1)};
    auto [job, first] = job_of_inode_[entry.device].try_emplace(entry.inode, plan_->to_read.size());
    if (first) {
      plan_->to_read.push_back({file, {}});
    } else {
      plan_->to_read[job->second].others.push_back(file);
    }
    return plan_->to_read[job->second];
  }

  const std::function<bool(ContentId)>& is_complete_;
  ChangePlan* plan_;
  std::unordered_map<std::uint64_t, std::unordered_map<std::uint64_t, std::size_t>> job_of_inode_;
};

}  // namespace

bool IsGone(const std::string& directory, const std::string& name) {
  struct stat status;
  if (lstat(JoinPath(directory, name).c_str(), &status) == 0) return !S_ISREG(status.st_mode);
  if (errno == ENAMETOOLONG) {
    const read::OpenDirectory opened(directory, false);
    return opened.descriptor() < 0 ||
           fstatat(opened.descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0;
  }
  return errno == ENOENT || errno == ENOTDIR;
}

std::vector<std::string> ClaimedPaths(const walk::WalkResult& walk) {
  std::vector<std::string> paths = walk.missing;
  for (const walk::Root& root : walk.roots) paths.push_back(root.absolute);
  return paths;
}

std::vector<FileNumber> ChangePlan::NamesOf(const Job& job) {
  std::vector<FileNumber> names = {job.file};
  names.insert(names.end(), job.others.begin(), job.others.end());
  return names;
}

std::vector<FileNumber> ChangePlan::NamesSeenAs(const Job& job, const Entry& seen) const {
  const Entry& walked = EntryOf(job.file);
  if (walked.inode != seen.inode || walked.device != seen.device) return {job.file};
  return NamesOf(job);
}

ChangePlan PlanChanges(const std::vector<Directory>& walked,
                       const std::vector<index::StoredDirectory>& stored,
                       const std::function<bool(ContentId)>& is_complete) {
  ChangePlan plan;
  Planner planner(is_complete, &plan);
  auto old = stored.begin();
  for (const Directory& directory : walked) {
    for (; old != stored.end() && old->path < directory.path; ++old) planner.DirectoryNotWalked(*old);
    static const std::vector<index::StoredEntry> kNone;
    const bool known = old != stored.end() && old->path == directory.path;
    planner.Directory(directory.path, directory.entries, known ? old->entries : kNone);
    if (known) ++old;
  }
  for (; old != stored.end(); ++old) planner.DirectoryNotWalked(*old);
  return plan;
}

}  // namespace kindred::tree
