// The bar and the table of --timings. Neither is part of a report, so both may depend on the clock.
#include "terminal/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "kindred/report.h"
#include "terminal/interrupt.h"

namespace kindred::cli {

namespace {

std::size_t TerminalWidth() {
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

void Show(const std::string& text) {
  // The run goes on if the bar cannot be shown.
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

double Ratio(double part, double whole) { return whole > 0 ? std::min(1.0, part / whole) : 0; }

std::string Duration(double seconds) {
  auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

std::string ProgressLine(const Progress& progress, double seconds, std::size_t width) {
  double share = progress.total_bytes > 0
                     ? Ratio(static_cast<double>(progress.bytes), static_cast<double>(progress.total_bytes))
                     : Ratio(static_cast<double>(progress.files), static_cast<double>(progress.total_files));
  bool known = progress.total_bytes > 0 || progress.total_files > 0;

  // Parts in order of importance; a part that does not fit ends the line.
  std::vector<std::string> parts;
  if (known) parts.push_back(fmt::format("{:3.0f}%", share * 100));
  if (progress.total_files > 0) {
    parts.push_back(fmt::format("{}/{} files", CountText(progress.files), CountText(progress.total_files)));
  } else {
    parts.push_back(fmt::format("{} files", CountText(progress.files)));
  }
  if (progress.bytes > 0) parts.push_back(SizeText(progress.bytes));
  if (seconds >= 1) {
    if (progress.bytes > 0) {
      parts.push_back(SizeText(static_cast<std::uint64_t>(static_cast<double>(progress.bytes) / seconds)) +
                      "/s");
    }
    if (share > 0 && share < 1) parts.push_back(Duration(seconds * (1 - share) / share) + " left");
  }

  std::string line = fmt::format("{:<6}", progress.stage);
  for (const std::string& part : parts) {
    if (line.size() + 2 + part.size() >= width) break;
    line += "  " + part;
  }
  // The bar itself takes what is left between the stage's name and the rest.
  constexpr std::size_t kLeast = 6;
  constexpr std::size_t kMost = 30;
  if (known && line.size() + kLeast + 4 < width) {
    std::size_t cells = std::min(kMost, width - line.size() - 5);
    auto full = static_cast<std::size_t>(share * static_cast<double>(cells));
    std::size_t place = std::max<std::size_t>(6, std::string_view(progress.stage).size());
    line.insert(place, fmt::format("  [{:#<{}}{:-<{}}]", "", full, "", cells - full));
  }
  return line.substr(0, width > 0 ? width - 1 : 0);
}

std::string TimingsTable(const std::vector<StageTiming>& timings) {
  double total = 0;
  for (const StageTiming& timing : timings) total += timing.seconds;
  std::string table = fmt::format("{:<16}{:>10}{:>7}{:>22}{:>14}{:>9}\n", "stage", "seconds", "share",
                                  "items", "per second", "GB/s");
  for (const StageTiming& timing : timings) {
    std::string rate = "-";
    std::string bytes = "-";
    if (timing.seconds > 0 && timing.items > 0) {
      rate = CountText(static_cast<std::uint64_t>(static_cast<double>(timing.items) / timing.seconds));
    }
    if (timing.seconds > 0 && timing.bytes > 0) {
      bytes = fmt::format("{:.2f}", static_cast<double>(timing.bytes) / timing.seconds / 1e9);
    }
    std::string items = timing.items == 0 && *timing.unit == '\0'
                            ? "-"
                            : fmt::format("{} {}", CountText(timing.items), timing.unit);
    table += fmt::format("{:<16}{:>10.3f}{:>6.0f}%{:>22}{:>14}{:>9}\n", timing.stage, timing.seconds,
                         Ratio(timing.seconds, total) * 100, items, rate, bytes);
  }
  return table + fmt::format("{:<16}{:>10.3f}\n", "total", total);
}

ProgressBar::ProgressBar(bool visible, unsigned traces) : visible_(visible && traces == 0), traces_(traces) {}

ProgressBar::~ProgressBar() { Finish(); }

void ProgressBar::OnProgress(const Progress& progress) {
  std::lock_guard lock(mutex_);
  if (!visible_) return;
  Clock::time_point now = Clock::now();
  if (stage_ != progress.stage) {
    stage_ = progress.stage;
    stage_start_ = now;
  } else if (now - last_draw_ < std::chrono::milliseconds(100)) {
    return;
  }
  last_draw_ = now;
  double seconds = std::chrono::duration<double>(now - stage_start_).count();
  // ESC [K clears what a longer line left behind.
  Show("\r" + ProgressLine(progress, seconds, TerminalWidth()) + "\x1b[K");
  drawn_ = true;
}

void ProgressBar::OnStage(const StageTiming& timing) {
  std::lock_guard lock(mutex_);
  timings_.push_back(timing);
}

void ProgressBar::OnTrace(TraceClass, const std::string& line) {
  std::lock_guard lock(mutex_);
  Show(line + "\n");
}

bool ProgressBar::StopRequested() { return InterruptSignal() != 0; }

void ProgressBar::Finish() {
  std::lock_guard lock(mutex_);
  if (drawn_) Show("\r\x1b[K");
  drawn_ = false;
  visible_ = false;
}

}  // namespace kindred::cli
