// Shows progress during a run: a bar on standard error, and afterwards the time of each stage.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "kindred/sink.h"

namespace kindred::cli {

// One line for the bar that fits `width` columns: the least important parts are left out first.
std::string ProgressLine(const Progress& progress, double seconds, std::size_t width);

// The --timings table.
std::string TimingsTable(const std::vector<StageTiming>& timings);

// Draws at most ten times a second. Thread-safe, though the engine promises one caller at a time.
class ProgressBar : public Observer {
 public:
  // `traces` are the classes of diagnostics to print, 1 << TraceClass each; with any of them there is no bar.
  explicit ProgressBar(bool visible, unsigned traces = 0);
  ~ProgressBar() override;

  void OnProgress(const Progress&) override;
  void OnStage(const StageTiming&) override;
  void OnTrace(TraceClass, const std::string& line) override;
  bool Traces(TraceClass trace) const override { return (traces_ >> static_cast<unsigned>(trace) & 1) != 0; }
  bool StopRequested() override;

  // Takes the bar off the screen for good: the report begins.
  void Finish();
  const std::vector<StageTiming>& timings() const { return timings_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::mutex mutex_;
  bool visible_;
  const unsigned traces_;
  bool drawn_ = false;
  std::string stage_;
  Clock::time_point stage_start_;
  Clock::time_point last_draw_;
  std::vector<StageTiming> timings_;
};

}  // namespace kindred::cli
