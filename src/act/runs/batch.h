// Does the jobs of a plan, some at a time: each batch is compared, journaled with one sync, made visible,
// watched in quarantine together, and settled. So a disk that needs milliseconds for a sync, and the wait of
// the quarantine, cost once for many files. A batch is also cut by its bytes, since writers wait for its
// leases.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "act/actions/action.h"
#include "act/actions/link_action.h"
#include "act/files/job.h"
#include "act/files/steps.h"
#include "act/journal/journal.h"

namespace kindred::act {

struct BatchLimits {
  std::size_t files = 128;
  std::uint64_t bytes = std::uint64_t{256} << 20;
  std::chrono::milliseconds quarantine = kQuarantine;  // shorter only where no other program writes
};

// Makes the action for the i-th job.
using MakeOne = std::function<std::unique_ptr<Action>(Workshop& shop, std::size_t i)>;

// Does `count` actions. Their results, in the same order; those that were not begun, because of `stop` or
// because the journal cannot be written any more (`*failure` has the reason), are left with that as the
// reason. Numbers of actions in the journal begin with 1.
std::vector<JobResult> DoActions(std::size_t count, const MakeOne& make,
                                 const std::function<std::uint64_t(std::size_t)>& size_of, const Rules& rules,
                                 JournalWriter& journal, Steps& steps, const std::function<bool()>& stop,
                                 std::string* failure, const BatchLimits& limits = {});

// The same for the jobs of a plan.
std::vector<JobResult> DoJobs(std::span<const Job> jobs, const Rules& rules, JournalWriter& journal,
                              Steps& steps, const std::function<bool()>& stop, std::string* failure,
                              const BatchLimits& limits = {});

}  // namespace kindred::act
