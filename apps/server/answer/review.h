// The review of one tree: the run that finds items, in a separate thread, and the decisions. A request takes
// a View of it and so uses one state from beginning to end.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "answer/view.h"
#include "kindred/decisions.h"
#include "kindred/error.h"
#include "kindred/options.h"

namespace kindred::server {

enum class RunState { kRunning, kReady, kStopped, kFailed };

struct RunStatus {
  RunState state = RunState::kReady;
  std::string stage = {};
  Progress progress = {};  // but for the stage
  double seconds = 0;
  std::optional<Error> error = {};
};

class Review {
 public:
  // Nothing runs before Start. `options` are those of find; what the review needs of them is set here.
  Review(std::string index_directory, FindOptions options);
  // Stops a run that is under way, and waits for it.
  ~Review();
  Review(const Review&) = delete;
  Review& operator=(const Review&) = delete;

  // Scan and search; without `rescan` a search in the index as it is. Error(kBusy) if a run is under way.
  void Start(bool rescan = true);
  void Stop();
  // Until no run is under way; for tests.
  void Wait();

  RunStatus Status() const;
  // Whether there is an answer, of this run or of one before.
  bool HasAnswer() const;
  std::shared_ptr<const View> Now() const;

  Decisions::Batch Decide(std::vector<Decision> decisions);
  // Undoes the newest batch if it is the one that was seen last, else Error(kConflict). A template that was
  // made with it is removed: Error(kBusy) during a run.
  Decisions::Batch Undo(std::uint64_t seen);
  // Loads decisions of other processes. Reads only a few bytes if nothing changed.
  void Refresh();

  const std::string& index_directory() const { return index_directory_; }
  const FindOptions& options() const { return options_; }

  // Takes an answer as if a run had found it; for tests.
  void Publish(std::shared_ptr<const Answer> answer);

 private:
  class RunObserver;

  void Run(bool rescan);
  // Shows these decisions from now on.
  void Show(std::vector<Decision> decisions);
  // Reads all of them.
  void ShowStored();

  const std::string index_directory_;
  const FindOptions options_;

  mutable std::mutex mutex_;
  std::condition_variable ended_;
  std::thread thread_;
  std::atomic<bool> stop_ = false;
  RunStatus status_;
  std::int64_t started_ = 0;
  bool has_answer_ = false;
  std::shared_ptr<const View> view_;
  std::mutex deciding_;       // one change of decisions at a time
  std::uint64_t stored_ = 0;  // Decisions::State() of what the view has; guarded by deciding_
};

}  // namespace kindred::server
