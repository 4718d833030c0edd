// One run of a command that reports: its output, report, bar and exit code, tied together.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "kindred/input.h"
#include "kindred/report.h"
#include "kindred/sink.h"
#include "terminal/output.h"
#include "terminal/progress.h"

namespace kindred::cli {

enum ExitStatus : int {
  kDone = 0,
  kFound = 1,  // only with --exit-code
  kUsageError = 2,
  kSkippedSome = 3,
  kRunFailed = 4,
  kSignalled = 128,  // plus the signal's number: 130 for Ctrl-C
};

// "kindred: ..." on standard error, as one line without control characters.
void Tell(const std::string& text);

// A FILE as typed: - is standard input.
Input TypedInput(const std::string& word);

// How two files are shown side by side.
struct ViewSettings {
  std::uint64_t context = 3;         // lines shown at each end of a part that is folded
  bool fold = true;                  // false: nothing is folded
  std::optional<std::size_t> width;  // columns; not given: the terminal's
};

// What a run takes from the flags of its command; groups that the command does not take keep their defaults.
struct RunSettings {
  std::string line;  // for the report's header
  ReportFlags report = {};
  ListFlags list = {};
  MessageFlags messages = {};
  TraceFlags trace = {};
  ViewSettings view = {};
  bool overview = false;  // as ReportOptions
  bool null_names = false;
};

class Run {
 public:
  // Opens the output first, so that a run of hours does not end in "no such directory".
  explicit Run(const RunSettings& settings);
  ~Run();

  ResultSink& sink();
  Observer& observer() { return bar_; }
  // For errors after which the command itself decided to continue.
  void NoteSkip();
  // Ends the report, puts the output in place, shows the timings, and returns the exit code.
  int Finish();

 private:
  class Sink;

  bool exit_code_;
  bool timings_;
  Output output_;
  ProgressBar bar_;
  std::unique_ptr<Report> report_;
  std::unique_ptr<Sink> sink_;
};

}  // namespace kindred::cli
