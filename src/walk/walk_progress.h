// Reports progress of the walk to the observer, at most ten times a second, and asks whether to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

#include "kindred/error.h"
#include "kindred/sink.h"

namespace kindred::walk {

class WalkProgress {
 public:
  explicit WalkProgress(Observer& observer) : observer_(observer), last_(Clock::now()) {}

  // From any thread. Throws Error(kCancelled) when the observer wants to stop.
  void Add(std::uint64_t files, std::uint64_t bytes) {
    files_.fetch_add(files, std::memory_order_relaxed);
    bytes_.fetch_add(bytes, std::memory_order_relaxed);
    if (observer_.StopRequested()) throw Error(ErrorKind::kCancelled, "interrupted");
    // A thread that finds the lock taken leaves the report to its holder.
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return;
    const Clock::time_point now = Clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    Tell();
  }

  // The closing numbers; no thread may call Add any more.
  void End() { Tell(); }

 private:
  using Clock = std::chrono::steady_clock;

  void Tell() {
    observer_.OnProgress({.stage = "walk",
                          .files = files_.load(std::memory_order_relaxed),
                          .bytes = bytes_.load(std::memory_order_relaxed)});
  }

  Observer& observer_;
  std::atomic<std::uint64_t> files_ = 0;
  std::atomic<std::uint64_t> bytes_ = 0;
  std::mutex mutex_;
  Clock::time_point last_;
};

}  // namespace kindred::walk
