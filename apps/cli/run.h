// One run of a command that reports: its output, report, bar and exit code, tied together.
#pragma once

#include <memory>
#include <string>

#include "arguments.h"
#include "kindred/report.h"
#include "kindred/sink.h"
#include "output.h"
#include "progress.h"

namespace kindred::cli {

enum ExitStatus : int {
  kDone = 0,
  kFound = 1,  // only with --exit-code
  kUsageError = 2,
  kSkippedSome = 3,
  kRunFailed = 4,
  kSignalled = 128,  // plus the signal's number: 130 for Ctrl-C
};

// The index that the arguments name, or the default one.
std::string IndexDirectory(const Arguments& arguments);
// The methods as typed, with what --rate and --ignore-* add to them; empty if nothing of it was given.
std::vector<std::string> MethodsOf(const Arguments& arguments);
// The same for a command that matches with the first one. Throws Error(kUsage) for --coarse and --fine
// together: they are passes of their own, and only one would be reported.
std::vector<std::string> MethodsToMatch(const Arguments& arguments);
// The PATHs and the names of --files-from, ready for the walk. Throws Error(kUsage) if there are none, with
// `example` as what to do.
WalkOptions WalkFor(const Arguments& arguments, const std::string& example);
// How long a list may be: as asked, or 10 for people and all of it for programs.
std::uint64_t ListLimit(const Arguments& arguments);
// "kindred: ..." on standard error, as one line that cannot confuse a terminal.
void Tell(const std::string& text);

class Run {
 public:
  // Opens the output first, so that a run of hours does not end in "no such directory".
  explicit Run(const Arguments& arguments);
  ~Run();

  ResultSink& sink();
  Observer& observer() { return bar_; }
  // For errors that the command itself decided to go on after.
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
