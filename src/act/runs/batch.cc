// See batch.h.
#include "act/runs/batch.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "act/actions/action.h"
#include "act/actions/link_action.h"
#include "act/actions/move_action.h"
#include "act/actions/share_action.h"
#include "act/files/handover.h"
#include "base/errno_text.h"
#include "kindred/error.h"

namespace kindred::act {

namespace {

constexpr std::chrono::milliseconds kLookEvery(2);

// An action has two files open, and directories that are mostly shared.
std::size_t FilesAtOnce(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1;
  return std::clamp<std::size_t>(static_cast<std::size_t>(limit.rlim_cur) / 8, 1, wanted);
}

class Batch {
 public:
  Batch(const MakeOne& make, std::size_t first, std::size_t count, Workshop& shop)
      : shop_(shop), first_(first) {
    for (std::size_t i = first; i < first + count; ++i) actions_.push_back(make(shop, i));
  }
  // An Error of the journal leaves files that are open and leases; the quarantines were not made by then.
  ~Batch() {
    shop_.steps.Turn(0);
    for (auto& [directory, quarantine] : shop_.quarantines) {
      if (quarantine.Remove(shop_.steps)) continue;
      for (const auto& action : actions_) action->CleanUp();
      quarantine.Remove(shop_.steps);
    }
  }

  void Prepare() {
    ForEach([](Action& action) { action.Prepare(); });
  }
  // One file system, one wait: a sync of each file would cost a flush of the disk each.
  void SyncKeepers() {
    struct ToSync {
      const base::Descriptor* file;
      FileFacts facts;
    };
    std::map<std::uint64_t, std::vector<ToSync>> by_device;
    ForEach([&](Action& action) {
      ToSync one{};
      one.file = action.ToSync(&one.facts);
      if (one.file != nullptr && !shop_.own_changes.IsSynced(one.facts))
        by_device[one.facts.device].push_back(one);
    });
    for (const auto& [device, keepers] : by_device) {
      const int file = keepers.front().file->get();
      const int synced = Take(shop_.steps, Step::kSyncKeeper, [&, several = keepers.size() > 1] {
        return several ? ::syncfs(file) : ::fsync(file);
      });
      const int error = synced == 0 ? 0 : errno;
      for (const ToSync& one : keepers) shop_.own_changes.NoteSync(one.facts, error);
    }
    ForEach([&](Action& action) {
      FileFacts facts;
      if (action.ToSync(&facts) == nullptr) return;
      if (const int error = shop_.own_changes.SyncError(facts); error != 0)
        action.Abandon("the file that is kept cannot be synced: " + base::ErrnoText(error));
    });
  }
  void WriteIntents(JournalWriter& journal) {
    bool any = false;
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      if (actions_[i]->over()) continue;
      Intent intent = actions_[i]->Describe();
      intent.action = first_ + i + 1;
      journal.Add(intent);
      any = true;
    }
    if (any) journal.Sync();
  }
  void Do(std::chrono::milliseconds quarantine) {
    ForEach([](Action& action) { action.Act(); });
    SyncDirectories();
    Watch(quarantine);
    ForEach([](Action& action) { action.Settle(); });
  }
  void WriteEnds(JournalWriter& journal) {
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      const JobResult& result = actions_[i]->result();
      journal.Add(ActionEnd{journal.run(), first_ + i + 1, result.outcome, result.reason, result.saved});
    }
  }
  bool ToldTrouble() const {
    return std::ranges::any_of(actions_, [](const auto& action) {
      return action->result().outcome == ActionOutcome::kSaved || action->result().reason.ends_with(kMixed);
    });
  }
  void AppendResults(std::vector<JobResult>* results) const {
    for (const auto& action : actions_) results->push_back(action->result());
  }

 private:
  // Those that are not over.
  template <typename Stage>
  void ForEach(Stage stage) {
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      if (actions_[i]->over()) continue;
      shop_.steps.Turn(first_ + i + 1);
      stage(*actions_[i]);
    }
  }
  bool AnyLeft() const {
    return std::ranges::any_of(actions_, [](const auto& action) { return !action->over(); });
  }
  // New names are on the disk before old files are gone from it.
  void SyncDirectories() {
    std::set<int> changed;
    for (const auto& action : actions_) {
      if (!action->over() && action->ChangedDirectory() >= 0) changed.insert(action->ChangedDirectory());
    }
    for (const int directory : changed) {
      if (Take(shop_.steps, Step::kSyncDirectory, [&] { return ::fsync(directory); }) == 0) continue;
      const std::string reason = "its directory cannot be synced: " + base::ErrnoText(errno);
      for (const auto& action : actions_) {
        if (!action->over() && action->ChangedDirectory() == directory) action->Retreat(reason);
      }
    }
  }
  void Watch(std::chrono::milliseconds quarantine) {
    const auto end = std::chrono::steady_clock::now() + quarantine;
    while (AnyLeft() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(kLookEvery);
      ForEach([](Action& action) { action.Watch(); });
    }
  }

  Workshop& shop_;
  std::size_t first_;
  std::vector<std::unique_ptr<Action>> actions_;
};

}  // namespace

std::unique_ptr<Action> MakeAction(Workshop& shop, const Job& job, std::uint64_t number) {
  switch (job.by) {
    case ReplaceBy::kReflink:
      return std::make_unique<ShareAction>(shop, job);
    case ReplaceBy::kHardlink:
    case ReplaceBy::kSymlink:
      return std::make_unique<LinkAction>(shop, job, number);
    case ReplaceBy::kTrash:
    case ReplaceBy::kMove:
      break;
  }
  return std::make_unique<MoveAction>(shop, job);
}

std::vector<JobResult> DoActions(std::size_t count, const MakeOne& make,
                                 const std::function<std::uint64_t(std::size_t)>& size_of, const Rules& rules,
                                 JournalWriter& journal, Steps& steps, const std::function<bool()>& stop,
                                 std::string* failure, const BatchLimits& limits) {
  std::vector<JobResult> results;
  OwnChanges own_changes;
  const std::size_t most = FilesAtOnce(limits.files);
  std::string reason;
  while (results.size() < count && reason.empty()) {
    if (stop && stop()) {
      reason = "stopped before its turn";
      break;
    }
    std::size_t next = 0;
    for (std::uint64_t bytes = 0; results.size() + next < count && next < most; ++next) {
      bytes += size_of(results.size() + next);
      if (next > 0 && bytes > limits.bytes) break;
    }
    Workshop shop(steps, rules, own_changes);
    Batch batch(make, results.size(), next, shop);
    try {
      batch.Prepare();
      batch.SyncKeepers();
      batch.WriteIntents(journal);
      batch.Do(limits.quarantine);
      batch.AppendResults(&results);
      batch.WriteEnds(journal);
      if (batch.ToldTrouble()) journal.Sync();  // before the notes on it go with the quarantine
    } catch (const Error& error) {
      *failure = error.what();
      reason = std::string("the journal cannot be written: ") + error.what();
    }
  }
  while (results.size() < count) results.push_back({.outcome = ActionOutcome::kLeft, .reason = reason});
  return results;
}

std::vector<JobResult> DoJobs(std::span<const Job> jobs, const Rules& rules, JournalWriter& journal,
                              Steps& steps, const std::function<bool()>& stop, std::string* failure,
                              const BatchLimits& limits) {
  return DoActions(
      jobs.size(), [&](Workshop& shop, std::size_t i) { return MakeAction(shop, jobs[i], i + 1); },
      [&](std::size_t i) { return jobs[i].copy.facts.size; }, rules, journal, steps, stop, failure, limits);
}

}  // namespace kindred::act
