// The steps of a process of the campaign: disturbers are notified whose turn it is, time is given to them
// where races are, some steps fail, and one of them is the last.
#pragma once

#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "act/files/steps.h"
#include "bench/reliability/act/arena.h"
#include "bench/reliability/campaign.h"

namespace kindred::reliability {

enum Counted {
  kActions,
  kExchanged,
  kDone,
  kLeft,
  kSaved,
  kToldOnly,
  kChanges,
  kFaults,
  kKills,
  kRecovered,
  kRestored,
  kExact,
  kLate,
};
inline const std::vector<std::string> kNames = {"actions", "exchanges",     "done",     "left",
                                                "saved",   "found_as_told", "changes",  "faults",
                                                "kills",   "recovered",     "restored", "exactly_restored",
                                                "late"};
// The steps of one process: notes whose turn it is, waits where races are, fails some steps, and is killed at
// one.
class Raced : public act::Steps {
 public:
  Raced(Arena& arena, Counts& counts, std::uint64_t seed, std::uint64_t kill_at, bool faults)
      : arena_(arena), counts_(counts), random_(seed), kill_at_(kill_at), faults_(faults) {}

  void Turn(std::uint64_t action) override { turn_ = static_cast<std::uint32_t>(action - 1); }
  int Before(act::Step step) override {
    if (++count_ == kill_at_) {
      ++counts_[kKills];
      ::raise(SIGKILL);
    }
    counts_[kExchanged] += step == act::Step::kExchange;
    // Most come when the names are about to change; some while the files are still being compared.
    const bool early = step == act::Step::kOpen || step == act::Step::kLease || step == act::Step::kRead;
    if (!early || random_() % 50 == 0) {
      arena_.hot = turn_;
      ++arena_.beat;
    }
    const bool visible =
        step == act::Step::kExchange || step == act::Step::kExchangeBack || step == act::Step::kUnlink;
    if (visible && random_() % 4 == 0) ::usleep(static_cast<useconds_t>(random_() % 40));
    if (visible && random_() % 4 == 1) ::sched_yield();
    // A quarantine that cannot be removed, or a file that cannot be saved, stays where it is: that is checked
    // elsewhere.
    const bool may_fail = step != act::Step::kRemoveQuarantine && step != act::Step::kSave;
    if (!faults_ || !may_fail || turn_ == kNobody || random_() % 200 != 0) return 0;
    ++counts_[kFaults];
    constexpr int kErrors[] = {EIO, ENOSPC, EPERM, ENOMEM};
    return kErrors[random_() % 4];
  }

 private:
  Arena& arena_;
  Counts& counts_;
  std::mt19937_64 random_;
  std::uint64_t kill_at_;
  bool faults_;
  std::uint32_t turn_ = kNobody;
  std::uint64_t count_ = 0;
};

}  // namespace kindred::reliability
