// What the actions of one batch share: open directories, their quarantines, and what is known of files that
// we have changed ourselves.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "act/files/beneath.h"
#include "act/files/file_facts.h"
#include "act/files/job.h"
#include "act/files/quarantine.h"
#include "act/files/steps.h"

namespace kindred::act {

// Our links and renames change the ctime of files that later actions expect as planned. Kept for a whole run.
class OwnChanges {
 public:
  // `now` is what a file looks like after we changed it.
  void Note(const FileFacts& now) { ctimes_[{now.device, now.inode}] = now.ctime_ns; }
  // Whether `now` is as planned, or as we left it.
  bool AsPlanned(const FileFacts& planned, const FileFacts& now) const {
    if (!Untouched(planned, now, false)) return false;
    if (planned.ctime_ns == now.ctime_ns) return true;
    const auto own = ctimes_.find({now.device, now.inode});
    return own != ctimes_.end() && own->second == now.ctime_ns;
  }
  // Keepers are synced once: a sync that failed is not tried again, and its keepers are not used.
  bool IsSynced(const FileFacts& keeper) const { return synced_.contains({keeper.device, keeper.inode}); }
  void NoteSync(const FileFacts& keeper, int error) { synced_[{keeper.device, keeper.inode}] = error; }
  int SyncError(const FileFacts& keeper) const { return synced_.at({keeper.device, keeper.inode}); }

 private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::int64_t> ctimes_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> synced_;  // the errno
};

class Workshop {
 public:
  Workshop(Steps& to_take, const Rules& allowed, OwnChanges& changes)
      : steps(to_take),
        rules(allowed),
        own_changes(changes),
        directories(to_take),
        quarantine_name(NewQuarantineName()) {}

  // The quarantine of an open directory; not made yet.
  Quarantine& QuarantineOf(const base::Descriptor& directory) {
    return quarantines.try_emplace(directory.get(), directory.get(), quarantine_name).first->second;
  }

  Steps& steps;
  const Rules& rules;
  OwnChanges& own_changes;
  Directories directories;
  std::string quarantine_name;
  std::set<std::string> targets;          // paths that files of this batch go to
  std::map<int, Quarantine> quarantines;  // by the descriptor of their directory
};

}  // namespace kindred::act
