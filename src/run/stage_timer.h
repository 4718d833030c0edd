// Times one stage of a pipeline and reports it to the observer; `find --timings` lists these.
#pragma once

#include <chrono>

#include "kindred/sink.h"

namespace kindred::run {

class StageTimer {
 public:
  StageTimer(Observer& observer, const char* stage)
      : observer_(observer), stage_(stage), start_(std::chrono::steady_clock::now()) {}

  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  void Done(std::uint64_t items, const char* unit, std::uint64_t bytes = 0) {
    observer_.OnStage({stage_, Seconds(), items, unit, bytes});
  }

 private:
  Observer& observer_;
  const char* stage_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace kindred::run
