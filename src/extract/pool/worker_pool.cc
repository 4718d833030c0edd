// See worker_pool.h.
#include "extract/pool/worker_pool.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "extract/pool/programs.h"
#include "extract/pool/worker_process.h"
#include "extract/pool/worker_source.h"
#include "extract/protocol.h"

namespace kindred::extract {

namespace {

using Clock = std::chrono::steady_clock;
using Outcome = Extraction::Outcome;

constexpr std::chrono::milliseconds kStopInterval(100);  // how often `stop` is called
// A worker is replaced after so much work, so that what libraries leak stays small and no worker comes near
// the processor time that it has in its whole life.
constexpr int kFilesPerWorker = 5000;
constexpr std::chrono::minutes kBusyTime(10);
constexpr std::chrono::seconds kWordsTime(10);

int WorkerCount(int wanted) {
  return wanted > 0 ? wanted : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

Extraction Unavailable(std::string reason) {
  return {.outcome = Outcome::kUnavailable, .reason = std::move(reason)};
}

// Whether the same worker may take the next file. After a damaged one it may not: its state cannot be
// trusted.
bool MayGoOn(const Extraction& result) {
  return result.outcome == Outcome::kDone || result.outcome == Outcome::kLimit;
}

}  // namespace

class WorkerPool::Impl {
 public:
  explicit Impl(PoolOptions options) : options_(std::move(options)), most_(WorkerCount(options_.workers)) {
    for (int i = 0; i < kProgramCount; ++i) {
      const auto program = static_cast<Program>(i);
      paths_[i] = FindProgram(program, options_.programs);
      if (paths_[i].empty()) why_not_[i] = MissingProgram(program);
    }
  }

  Extraction Extract(int fd, ContainerType type, const Limits& limits, PartSink& sink,
                     const std::function<bool()>& stop) {
    struct stat status;
    if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
      return {.outcome = Outcome::kRefused, .reason = "not a regular file"};
    const std::string request = EncodeRequest({.kind = MessageKind::kExtract,
                                               .type = type,
                                               .limits = limits,
                                               .input_bytes = static_cast<std::uint64_t>(status.st_size)});
    Lease lease(*this, ProgramOf(type));
    if (Extraction failure; !Ask(lease, request, fd, stop, failure)) return failure;
    const Clock::time_point start = Clock::now();
    const Extraction result = Listen(lease, limits, sink, stop, start);
    lease.worker->busy += Clock::now() - start;
    if (MayGoOn(result)) lease.KeepWorker();
    return result;
  }

  // What a worker answers in a few words; empty if it does not.
  std::string AskForWords(MessageKind kind, Program program, ContainerType type, int fd) {
    struct stat status;
    if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return "";
    const std::string request = EncodeRequest({.kind = kind,
                                               .type = type,
                                               .limits = {},
                                               .input_bytes = static_cast<std::uint64_t>(status.st_size)});
    Lease lease(*this, program);
    if (Extraction failure; !Ask(lease, request, fd, {}, failure)) return "";
    std::string_view message;
    if (lease.worker->Receive(kWordsTime, message) != WorkerProcess::Wait::kMessage) return "";
    const auto words = DecodeWords(message);
    if (words) lease.KeepWorker();
    return words.value_or("");
  }

  std::string WhyNot(ContainerType type) {
    if (type == ContainerType::kNone) return "nothing to look into";
    const Program program = ProgramOf(type);
    const auto number = static_cast<std::size_t>(program);
    {
      const std::lock_guard lock(mutex_);
      if (known_good_[number] || !why_not_[number].empty()) return why_not_[number];
    }
    Lease lease(*this, program);
    std::string reason;
    if (lease.Acquire({}, reason)) lease.KeepWorker();
    return reason;
  }

 private:
  // A worker for one file. Goes back to the pool only if KeepWorker was called; else the process ends here,
  // also when a sink threw.
  class Lease {
   public:
    Lease(Impl& pool, Program program) : pool_(pool), program_(program) {}
    ~Lease() {
      if (!keep_) worker.reset();
      if (held_) pool_.Return(program_, std::move(worker));
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    bool Acquire(const std::function<bool()>& stop, std::string& reason) {
      worker = pool_.Take(program_, stop, reason);
      held_ = worker != nullptr;
      return held_;
    }
    // Throws the worker away and starts another, whatever is idle.
    bool Replace(std::string& reason) {
      worker.reset();
      worker = pool_.StartInPlace(program_, reason);
      return worker != nullptr;
    }
    void KeepWorker() { keep_ = worker->files < kFilesPerWorker && worker->busy < kBusyTime; }

    std::unique_ptr<WorkerProcess> worker;

   private:
    Impl& pool_;
    Program program_;
    bool held_ = false;  // a place in the pool, though perhaps no worker in it
    bool keep_ = false;
  };

  // Gives the file to a worker. One that died while it was idle is replaced.
  bool Ask(Lease& lease, std::string_view request, int fd, const std::function<bool()>& stop,
           Extraction& failure) {
    std::string reason;
    if (!lease.Acquire(stop, reason)) {
      failure = reason.empty() ? Extraction{.outcome = Outcome::kStopped, .reason = "stopped"}
                               : Unavailable(std::move(reason));
      return false;
    }
    for (int tries = 0; !lease.worker->Send(request, fd); ++tries) {
      if (tries == 2) reason = "the workers end before they are given a file";
      if (tries == 2 || !lease.Replace(reason)) {
        failure = Unavailable(std::move(reason));
        return false;
      }
    }
    ++lease.worker->files;
    return true;
  }

  static Extraction Listen(Lease& lease, const Limits& limits, PartSink& sink,
                           const std::function<bool()>& stop, Clock::time_point start) {
    Transcript transcript(limits, sink);
    Clock::time_point asked = start;
    Clock::duration waited{};  // for the worker; what the sink does with the parts is not its time
    for (;;) {
      const Clock::time_point now = Clock::now();
      if (waited >= limits.time)
        return {.outcome = Outcome::kTimedOut,
                .reason = "took longer than " + std::to_string(limits.time.count()) + " ms"};
      if (stop && now - asked >= kStopInterval) {
        asked = now;
        if (stop()) return {.outcome = Outcome::kStopped, .reason = "stopped"};
      }
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(limits.time - waited);
      std::string_view message;
      const WorkerProcess::Wait received =
          lease.worker->Receive(stop ? std::min(left, kStopInterval) : left, message);
      waited += Clock::now() - now;
      switch (received) {
        case WorkerProcess::Wait::kNothingYet:
          continue;
        case WorkerProcess::Wait::kGone:
          return {.outcome = Outcome::kCrashed, .reason = lease.worker->Farewell()};
        case WorkerProcess::Wait::kMessage:
          break;
      }
      switch (transcript.Take(message)) {
        case Transcript::Next::kMore:
          continue;
        case Transcript::Next::kDone:
          return transcript.result();
        case Transcript::Next::kNonsense:
          return {.outcome = Outcome::kCrashed, .reason = "its worker sent an invalid answer"};
      }
    }
  }

  // Waits for a worker of the program, or for room to start one. Null without a reason: `stop` returned true.
  std::unique_ptr<WorkerProcess> Take(Program program, const std::function<bool()>& stop,
                                      std::string& reason) {
    const auto number = static_cast<std::size_t>(program);
    std::unique_ptr<WorkerProcess> superfluous;  // ends after the lock is released
    std::unique_lock lock(mutex_);
    for (;;) {
      if (!why_not_[number].empty()) {
        reason = why_not_[number];
        return nullptr;
      }
      if (!idle_[number].empty()) return TakeIdle(number);
      if (alive_ < most_) {
        ++alive_;
        break;
      }
      // An idle worker of the other program makes room.
      const std::size_t other = 1 - number;
      if (!idle_[other].empty()) {
        superfluous = TakeIdle(other);
        break;
      }
      changed_.wait_for(lock, kStopInterval);
      if (!stop) continue;
      lock.unlock();  // its state is unknown
      if (stop()) return nullptr;
      lock.lock();
    }
    lock.unlock();
    superfluous.reset();
    auto worker = StartInPlace(program, reason);
    if (!worker) Return(program, nullptr);
    return worker;
  }

  std::unique_ptr<WorkerProcess> TakeIdle(std::size_t number) {
    auto worker = std::move(idle_[number].back());
    idle_[number].pop_back();
    return worker;
  }

  // Starts a worker where one is already counted.
  std::unique_ptr<WorkerProcess> StartInPlace(Program program, std::string& reason) {
    const auto number = static_cast<std::size_t>(program);
    NoWorker why;
    auto worker = sources_[number].Start(paths_[number], options_.unsandboxed, why);
    if (!worker) reason = why.reason;
    const std::lock_guard lock(mutex_);
    if (worker) known_good_[number] = true;
    if (!worker && why.lasting) why_not_[number] = reason;
    return worker;
  }

  void Return(Program program, std::unique_ptr<WorkerProcess> worker) {
    {
      const std::lock_guard lock(mutex_);
      if (worker) {
        idle_[static_cast<std::size_t>(program)].push_back(std::move(worker));
      } else {
        --alive_;
      }
    }
    changed_.notify_one();
  }

  PoolOptions options_;
  int most_;
  std::array<std::string, kProgramCount> paths_;
  std::array<WorkerSource, kProgramCount> sources_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<std::vector<std::unique_ptr<WorkerProcess>>, kProgramCount> idle_;
  int alive_ = 0;  // idle, at work, or being started
  std::array<std::string, kProgramCount> why_not_;
  std::array<bool, kProgramCount> known_good_ = {};
};

WorkerPool::WorkerPool(PoolOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
WorkerPool::~WorkerPool() = default;

Extraction WorkerPool::Extract(int fd, ContainerType type, const Limits& limits, PartSink& sink,
                               const std::function<bool()>& stop) {
  return impl_->Extract(fd, type, limits, sink, stop);
}

std::string WorkerPool::MediaType(int fd) {
  return impl_->AskForWords(MessageKind::kMediaType, Program::kGeneral, ContainerType::kNone, fd);
}

std::string WorkerPool::Title(int fd, ContainerType type) {
  return impl_->AskForWords(MessageKind::kTitle, ProgramOf(type), type, fd);
}

bool WorkerPool::Available(ContainerType type) const { return impl_->WhyNot(type).empty(); }
std::string WorkerPool::WhyNot(ContainerType type) const { return impl_->WhyNot(type); }

}  // namespace kindred::extract
