// See read_batches.h.
#include "engine/scan/read_batches.h"

#include <chrono>

namespace kindred::engine {

void ReadMeter::Add(std::uint64_t files, std::uint64_t bytes) {
  files_ += files;
  bytes_ += bytes;
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || now - last_ < 50'000'000) return;
  last_ = now;
  observer_.OnProgress({"read", files_, progress_->total_files, bytes_, progress_->total_bytes});
}

bool MayChangeUnseen(const Entry& entry, std::int64_t now_ns) {
  constexpr std::int64_t kTick = 10'000'000;             // the coarsest kernel clock
  constexpr std::int64_t kWholeSeconds = 2'000'000'000;  // file systems without fractions, FAT has two
  const bool fractions = entry.mtime_ns % 1'000'000'000 != 0 || entry.ctime_ns % 1'000'000'000 != 0;
  const std::int64_t reach = fractions ? kTick : kWholeSeconds;
  // A time set far into the future says nothing about now.
  auto just_now = [&](std::int64_t time) { return time + reach > now_ns && time <= now_ns + kWholeSeconds; };
  return just_now(entry.mtime_ns) || just_now(entry.ctime_ns);
}

std::int64_t NowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace kindred::engine
