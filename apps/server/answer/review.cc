// See review.h.
#include "answer/review.h"

#include <utility>

#include "http/times.h"
#include "kindred/kindred.h"

namespace kindred::server {

namespace {

FindOptions ForReview(FindOptions options) {
  options.directories = options.pools.files.empty();  // pools have no directories
  options.decided = true;                             // the page hides them itself, and may show them
  options.limit = 0;
  options.sections = {.groups = false, .contained = true};
  return options;
}

}  // namespace

// Notes how far the run is, and passes on the wish to stop.
class Review::RunObserver : public Observer {
 public:
  explicit RunObserver(Review& review) : review_(review) {}
  void OnProgress(const Progress& progress) override {
    const std::lock_guard lock(review_.mutex_);
    review_.status_.stage = progress.stage;
    review_.status_.progress = progress;
  }
  bool StopRequested() override { return review_.stop_.load(std::memory_order_relaxed); }

 private:
  Review& review_;
};

Review::Review(std::string index_directory, FindOptions options)
    : index_directory_(std::move(index_directory)),
      options_(ForReview(std::move(options))),
      view_(std::make_shared<const View>(1, std::make_shared<const Answer>(), std::vector<Decision>())) {}

Review::~Review() {
  Stop();
  if (thread_.joinable()) thread_.join();
}

void Review::Start(bool rescan) {
  const std::lock_guard lock(mutex_);
  if (status_.state == RunState::kRunning)
    throw Error(ErrorKind::kBusy, "a run is under way", "", "wait for it, or stop it");
  if (thread_.joinable()) thread_.join();  // it has ended, or is about to return
  stop_ = false;
  status_ = {.state = RunState::kRunning};
  started_ = server::Now();
  thread_ = std::thread([this, rescan] { Run(rescan); });
}

void Review::Stop() { stop_ = true; }

void Review::Wait() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return status_.state != RunState::kRunning; });
}

void Review::Run(bool rescan) {
  RunStatus status{.state = RunState::kReady};
  try {
    FindOptions options = options_;
    options.rescan = options.rescan && rescan;
    AnswerBuilder builder(TypedPaths::Below(options.scan.walk.roots));
    RunObserver observer(*this);
    Index(index_directory_).Find(options, builder, observer);
    Publish(builder.Take());
  } catch (const Error& error) {
    status.state = error.kind() == ErrorKind::kCancelled ? RunState::kStopped : RunState::kFailed;
    if (status.state == RunState::kFailed) status.error = error;
  } catch (const std::exception& error) {  // out of memory
    status.state = RunState::kFailed;
    status.error = Error(ErrorKind::kFailed, error.what());
  }
  const std::lock_guard lock(mutex_);
  status_ = std::move(status);
  ended_.notify_all();
}

void Review::Publish(std::shared_ptr<const Answer> answer) {
  const std::lock_guard deciding(deciding_);
  Decisions store(index_directory_);
  const std::uint64_t state = store.State();
  std::vector<Decision> decisions = store.List();
  const std::uint64_t generation = Now()->generation() + 1;
  auto view = std::make_shared<const View>(generation, std::move(answer), std::move(decisions));
  stored_ = state;
  const std::lock_guard lock(mutex_);
  view_ = std::move(view);
  has_answer_ = true;
}

RunStatus Review::Status() const {
  const std::lock_guard lock(mutex_);
  RunStatus status = status_;
  if (status.state == RunState::kRunning)
    status.seconds = static_cast<double>(server::Now() - started_) / 1e9;
  return status;
}

bool Review::HasAnswer() const {
  const std::lock_guard lock(mutex_);
  return has_answer_;
}

std::shared_ptr<const View> Review::Now() const {
  const std::lock_guard lock(mutex_);
  return view_;
}

Decisions::Batch Review::Decide(std::vector<Decision> decisions) {
  const std::lock_guard deciding(deciding_);
  Decisions store(index_directory_);
  Decisions::Batch batch = store.Add(std::move(decisions));
  // One more change than before is ours: what is stored need not be read again.
  const std::uint64_t state = store.State();
  if (stored_ == 0 || state != stored_ + 1) {
    ShowStored();
    return batch;
  }
  stored_ = state;
  std::vector<Decision> all = Now()->decisions();
  all.insert(all.end(), batch.decisions.begin(), batch.decisions.end());
  Show(std::move(all));
  return batch;
}

Decisions::Batch Review::Undo(std::uint64_t seen) {
  const std::lock_guard deciding(deciding_);
  Decisions store(index_directory_);
  const std::vector<Decision> all = store.List();
  // Removing a template takes the index's lock, which may fail: so it comes first, if the batch is the right
  // one.
  for (const Decision& decision : all) {
    if (decision.batch != seen || decision.batch != all.back().batch ||
        decision.verdict != Verdict::kBoilerplate)
      continue;
    try {
      Index(index_directory_).RemoveTemplate(decision.note);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kNotFound) throw;  // it was removed already
    }
  }
  try {
    Decisions::Batch batch = store.Undo(seen);
    ShowStored();
    return batch;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kConflict) ShowStored();
    throw;
  }
}

void Review::Refresh() {
  const std::unique_lock deciding(deciding_, std::try_to_lock);
  if (!deciding || Decisions(index_directory_).State() == stored_) return;
  ShowStored();
}

void Review::ShowStored() {
  Decisions store(index_directory_);
  const std::uint64_t state = store.State();  // before they are read: a change meanwhile is read again
  Show(store.List());
  stored_ = state;
}

void Review::Show(std::vector<Decision> decisions) {
  const std::shared_ptr<const View> before = Now();
  auto view =
      std::make_shared<const View>(before->generation() + 1, before->shared_answer(), std::move(decisions));
  const std::lock_guard lock(mutex_);
  view_ = std::move(view);
}

}  // namespace kindred::server
