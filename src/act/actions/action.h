// The replacement of one copy. An action goes through the stages below, all actions of a batch together
// (batch.h). A stage that finds a reason to stop leaves everything as it was and ends the action.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "act/files/job.h"
#include "act/files/verified_pair.h"
#include "act/files/workshop.h"
#include "act/journal/journal.h"

namespace kindred::act {

class Action {
 public:
  Action(Workshop& shop, Job job) : shop_(shop), job_(std::move(job)) {}
  virtual ~Action() = default;
  Action(const Action&) = delete;
  Action& operator=(const Action&) = delete;

  // Opens and compares; changes nothing.
  virtual void Prepare() = 0;
  // A file whose bytes must be on the disk before Act: the copy may be there already, while the file that is
  // kept is still only in memory. After a loss of power neither would be. nullptr: none.
  virtual const base::Descriptor* ToSync(FileFacts* /*facts*/) const { return nullptr; }
  // Before Act: leaves everything as it is.
  virtual void Abandon(const std::string& reason) { Leave(reason); }
  // What is written to the journal before Act.
  virtual Intent Describe() const = 0;
  // The step that others see.
  virtual void Act() = 0;
  // Called again and again between Act and Settle: gives way to programs that open the file for writing.
  virtual void Watch() {}
  // What cannot be undone.
  virtual void Settle() = 0;
  // Between Act and Settle: undoes it for a reason outside of this action.
  virtual void Retreat(const std::string& /*reason*/) {}
  // When it is over: removes what it could not remove before, if it is only a link or an unfinished file of
  // ours.
  virtual void CleanUp() {}
  // The directory whose names Act changed, to be synced before Settle; -1: none.
  virtual int ChangedDirectory() const { return -1; }

  bool over() const { return result_.outcome != ActionOutcome::kPlanned; }
  const JobResult& result() const { return result_; }
  const Job& job() const { return job_; }

 protected:
  void End(ActionOutcome outcome, std::string reason = "", std::string saved = "") {
    result_.outcome = outcome;
    result_.reason = std::move(reason);
    result_.saved = std::move(saved);
  }
  void Leave(std::string reason) { End(ActionOutcome::kLeft, std::move(reason)); }

  Workshop& shop_;
  const Job job_;
  JobResult result_;
};

// One that compares the copy with the file that is kept, under leases.
class PairAction : public Action {
 public:
  using Action::Action;

  const base::Descriptor* ToSync(FileFacts* facts) const override {
    *facts = pair_.keep_facts;
    return &pair_.keep;
  }
  void Abandon(const std::string& reason) override {
    pair_.Release();
    Leave(reason);
  }

 protected:
  VerifiedPair pair_;
};

std::unique_ptr<Action> MakeAction(Workshop& shop, const Job& job, std::uint64_t number);

}  // namespace kindred::act
