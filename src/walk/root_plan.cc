// See root_plan.h.
#include "walk/root_plan.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <unordered_map>
#include <utility>

#include "base/errno_text.h"
#include "kindred/error.h"
#include "model/entry.h"
#include "walk/entry_status.h"
#include "walk/root_resolver.h"
#include "walk/walk_node.h"

namespace kindred::walk {

namespace {

std::string HintFor(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return "check the spelling or leave it out";
    case EACCES:
    case EPERM:
      return "ask its owner for permission to read it or leave it out";
    default:
      return "leave it out or try again";
  }
}

struct ResolvedRoot {
  Root root;
  struct stat status;
  bool kept = false;
};

// Makes the plan in three steps: resolve all, keep directories from the shortest path on, then files.
class Planner {
 public:
  Planner(const WalkOptions& options, const Filter& filter) : options_(options), filter_(filter) {}

  RootPlan Make() {
    Resolve();
    std::vector<ResolvedRoot*> directories;
    for (ResolvedRoot& root : resolved_) {
      if (S_ISDIR(root.status.st_mode)) directories.push_back(&root);
    }
    std::stable_sort(directories.begin(), directories.end(), [](const auto* a, const auto* b) {
      return a->root.absolute.size() < b->root.absolute.size();
    });
    for (ResolvedRoot* root : directories) KeepDirectory(root);
    for (ResolvedRoot& root : resolved_) {
      if (S_ISREG(root.status.st_mode)) KeepFile(&root);
    }
    for (ResolvedRoot& root : resolved_) {
      if (root.kept) plan_.roots.push_back(std::move(root.root));
    }
    return std::move(plan_);
  }

 private:
  void Resolve() {
    RootResolver resolver;
    std::unordered_set<std::string> seen;
    for (const std::string& typed : options_.roots) {
      ResolvedRoot root;
      root.root.typed = typed;
      int error = resolver.Resolve(typed, &root.root.absolute, &root.status);
      if (error == 0 && S_ISDIR(root.status.st_mode) && !OpenAbsolute(root.root.absolute).is_open())
        error = errno;
      if (error != 0) {
        if (!options_.roots_may_be_missing) {
          throw Error(base::KindOf(error), base::SystemWords(error), typed, HintFor(error));
        }
        std::string absolute = AbsoluteThoughMissing(typed);
        if (!seen.insert(absolute).second) continue;
        // Not "vanished": a name that was listed and is not there may well be a mistake in the list.
        plan_.skips.push_back(
            {absolute, "walk", error == ENOENT ? "no such file or directory" : base::ErrnoText(error), true});
        plan_.missing.push_back(std::move(absolute));
      } else if (!S_ISDIR(root.status.st_mode) && !S_ISREG(root.status.st_mode)) {
        const std::string kind = base::FileKindText(root.status.st_mode);
        if (!options_.roots_may_be_missing) {
          throw Error(ErrorKind::kFailed, "is a " + kind, typed, "name regular files or directories");
        }
        if (!seen.insert(root.root.absolute).second) continue;
        plan_.skips.push_back({root.root.absolute, "walk", kind, false});
        plan_.missing.push_back(root.root.absolute);
      } else if (seen.insert(root.root.absolute).second) {
        resolved_.push_back(std::move(root));
      }
    }
  }

  void KeepDirectory(ResolvedRoot* root) {
    if (!KeepUnlessReached(root)) return;
    kept_.emplace(root->root.absolute, root->status.st_dev);
    plan_.directories.push_back({root->root.absolute, root->status.st_dev});
  }

  void KeepFile(ResolvedRoot* root) {
    if (!KeepUnlessReached(root)) return;
    const std::string parent = ParentPath(root->root.absolute);
    std::string name(BaseName(root->root.absolute));
    bool wanted = filter_.FitsSize(root->status);
    if (wanted && options_.roots_may_be_missing) {
      DirectoryNames directory{.names = SplitPath(parent)};
      directory.root_names = directory.names.size();
      wanted =
          !filter_.Excludes(directory, name.c_str(), false) && !filter_.LacksInclude(directory, name.c_str());
    }
    if (wanted) {
      plan_.files[parent].push_back(MakeEntry(std::move(name), root->status));
    } else {
      plan_.filtered.push_back(root->root.absolute);
    }
  }

  // Looks for kept directories above the root, nearest first.
  bool KeepUnlessReached(ResolvedRoot* root) {
    const std::string& path = root->root.absolute;
    bool below_another = false;
    for (std::string above = path; above != "/";) {
      above = ParentPath(above);
      const auto outer = kept_.find(above);
      if (outer == kept_.end()) continue;
      // Whether the outer walk comes here is known only when it has read the files on its way.
      if (!options_.exclude_from.empty()) {
        throw Error(ErrorKind::kUsage, "roots inside each other do not work with files that exclude",
                    root->root.typed, "leave out one of them, or `exclude_from`");
      }
      if (Reaches(outer->first, outer->second, *root)) return false;
      below_another = true;
    }
    if (below_another) plan_.unreached.insert(path);
    root->kept = true;
    return true;
  }

  // Whether the walk from `outer` comes to the root: nothing on the way is hidden, excluded or across a
  // border.
  bool Reaches(const std::string& outer, std::uint64_t device, const ResolvedRoot& root) const {
    if (options_.one_file_system && root.status.st_dev != device) return false;
    return filter_.Reaches(outer, root.root.absolute, S_ISDIR(root.status.st_mode));
  }

  const WalkOptions& options_;
  const Filter& filter_;
  std::vector<ResolvedRoot> resolved_;
  std::unordered_map<std::string, std::uint64_t> kept_;  // directories and their devices
  RootPlan plan_;
};

}  // namespace

RootPlan PlanRoots(const WalkOptions& options, const Filter& filter) {
  return Planner(options, filter).Make();
}

}  // namespace kindred::walk
