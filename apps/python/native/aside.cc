// See aside.h.
#include "aside.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace nb = nanobind;

namespace kindred::python {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kBetweenSignals = std::chrono::milliseconds(50);
constexpr auto kBetweenProgress = std::chrono::milliseconds(100);
constexpr std::size_t kWaitingBatches = 4;

// State shared by the two threads.
class Exchange : public Observer, public BatchQueue {
 public:
  void OnProgress(const Progress& progress) override {
    const std::lock_guard lock(mutex_);
    progress_ = progress;
  }
  bool StopRequested() override { return stop_.load(std::memory_order_relaxed); }

  void Put(std::shared_ptr<Table> batch) override {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return batches_.size() < kWaitingBatches || StopRequested(); });
    if (StopRequested()) return;
    batches_.push_back(std::move(batch));
    news_.notify_one();
  }

  void Finish(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    error_ = std::move(error);
    done_ = true;
    news_.notify_one();
  }

  void Stop() {
    stop_ = true;
    const std::lock_guard lock(mutex_);
    batches_.clear();
    room_.notify_one();
  }

  struct News {
    bool done = false;
    std::optional<Progress> progress;
    std::deque<std::shared_ptr<Table>> batches;
  };
  // Waits for something, but not for long.
  News Wait() {
    std::unique_lock lock(mutex_);
    news_.wait_for(lock, kBetweenSignals, [this] { return done_ || !batches_.empty(); });
    News news{done_, std::exchange(progress_, std::nullopt), std::exchange(batches_, {})};
    room_.notify_one();
    return news;
  }

  const std::exception_ptr& error() const { return error_; }  // once it is done

 private:
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable news_;
  std::condition_variable room_;
  std::optional<Progress> progress_;
  std::deque<std::shared_ptr<Table>> batches_;
  std::exception_ptr error_;
  bool done_ = false;
};

}  // namespace

void RunAside(const std::function<void(Observer&, BatchQueue&)>& run, nb::object progress,
              nb::object on_batch) {
  Exchange exchange;
  std::thread worker([&] {
    std::exception_ptr error;
    try {
      run(exchange, exchange);
    } catch (...) {
      error = std::current_exception();
    }
    exchange.Finish(error);
  });
  std::exception_ptr raised;  // by Python
  Clock::time_point last_progress = Clock::now() - kBetweenProgress;
  std::optional<Progress> shown;
  auto tell = [&](const Progress& now) {
    if (progress.is_none()) return;
    const nb::object answer = progress(now.stage, now.files, now.total_files, now.bytes, now.total_bytes);
    if (answer.ptr() == Py_False) exchange.Stop();
  };
  for (bool done = false; !done;) {
    Exchange::News news;
    {
      const nb::gil_scoped_release release;
      news = exchange.Wait();
    }
    done = news.done;
    if (raised) continue;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      for (const auto& batch : news.batches) on_batch(batch);
      if (news.progress) shown = news.progress;
      if (shown && (done || Clock::now() - last_progress >= kBetweenProgress)) {
        last_progress = Clock::now();
        tell(*std::exchange(shown, std::nullopt));
      }
    } catch (...) {
      raised = std::current_exception();
      exchange.Stop();
    }
  }
  {
    const nb::gil_scoped_release release;
    worker.join();
  }
  if (raised) std::rethrow_exception(raised);
  if (exchange.error()) std::rethrow_exception(exchange.error());
}

}  // namespace kindred::python
