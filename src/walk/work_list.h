// The directories that wait to be walked, shared by the walking threads. Last in, first out: a tree is walked
// depth first, so few directories wait and few anchors are open.
#pragma once

#include <condition_variable>
#include <iterator>
#include <mutex>
#include <optional>
#include <vector>

#include "walk/walk_node.h"

namespace kindred::walk {

class WorkList {
 public:
  // Empties `directories`.
  void Push(std::vector<PendingDirectory>* directories) {
    if (directories->empty()) return;
    {
      const std::lock_guard lock(mutex_);
      waiting_.insert(waiting_.end(), std::make_move_iterator(directories->begin()),
                      std::make_move_iterator(directories->end()));
    }
    if (directories->size() > 1) {
      changed_.notify_all();
    } else {
      changed_.notify_one();
    }
    directories->clear();
  }

  // Waits while other threads may still push. Nothing: all is walked, or Stop was called.
  std::optional<PendingDirectory> Pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopped_ || !waiting_.empty() || busy_ == 0; });
    if (stopped_ || waiting_.empty()) return std::nullopt;
    PendingDirectory directory = std::move(waiting_.back());
    waiting_.pop_back();
    ++busy_;
    return directory;
  }

  // A popped directory is walked; what lies below it has been pushed.
  void Done() {
    const std::lock_guard lock(mutex_);
    if (--busy_ == 0 && waiting_.empty()) changed_.notify_all();
  }

  void Stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<PendingDirectory> waiting_;
  int busy_ = 0;
  bool stopped_ = false;
};

}  // namespace kindred::walk
