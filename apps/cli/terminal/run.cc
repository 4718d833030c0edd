// A sink between the engine and the report sees every result, and decides the exit code.
#include "terminal/run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "kindred/error.h"
#include "kindred/kindred.h"
#include "terminal/interrupt.h"

namespace kindred::cli {

namespace {

constexpr std::size_t kLeastWidth = 40;
constexpr std::size_t kNoTerminalWidth = 130;

bool BarVisible(const MessageFlags& flags) {
  if (flags.quiet || flags.progress == When::kNever) return false;
  return flags.progress == When::kAlways || isatty(STDERR_FILENO) == 1;
}

bool ColorWanted(const ReportFlags& flags) {
  if (flags.color != When::kAuto) return flags.color == When::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* terminal = std::getenv("TERM");
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  return flags.output.empty() && isatty(STDOUT_FILENO) == 1;
}

// Columns of a terminal; 0 if the descriptor is not a terminal, or has no useful width.
std::size_t TerminalWidth(int descriptor) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col >= kLeastWidth ? size.ws_col : 0;
}

// Columns of the controlling terminal, wherever the streams go.
std::size_t ControllingTerminalWidth() {
  const int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return 0;
  const std::size_t width = TerminalWidth(terminal);
  close(terminal);
  return width;
}

bool IsPipe(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

// The width at which the report will be read. Behind a pipe there is probably a pager on the same terminal; a
// file may be read anywhere.
std::size_t ViewWidth(const ReportFlags& flags) {
  if (flags.output.empty()) {
    if (const std::size_t width = TerminalWidth(STDOUT_FILENO)) return width;
  }
  const char* columns = std::getenv("COLUMNS");
  const long asked = columns == nullptr ? 0 : std::strtol(columns, nullptr, 10);
  if (asked >= static_cast<long>(kLeastWidth)) return static_cast<std::size_t>(asked);
  if (flags.output.empty() && IsPipe(STDOUT_FILENO)) {
    if (const std::size_t width = TerminalWidth(STDERR_FILENO)) return width;
    if (const std::size_t width = ControllingTerminalWidth()) return width;
  }
  return kNoTerminalWidth;
}

// The name of the output, if it can take the report.
const std::string& OutputFor(const ReportFlags& flags) {
  if (flags.format == "xlsx" && flags.output.empty() && isatty(STDOUT_FILENO) == 1) {
    throw Error(ErrorKind::kUsage, "a workbook cannot be shown in a terminal", "--format xlsx",
                "name a file with -o FILE");
  }
  return flags.output;
}

// Empty if it has no name any more: then there are no links to files below it.
std::string WorkingDirectory() {
  std::error_code error;
  const std::string path = std::filesystem::current_path(error).string();
  return error ? "" : path;
}

bool AnyError(const std::vector<SkipCount>& counts) {
  for (const SkipCount& count : counts) {
    if (count.error && count.files > 0) return true;
  }
  return false;
}

}  // namespace

void Tell(const std::string& text) {
  std::string line = "kindred: " + OneLineText(text) + "\n";
  // If standard error is gone, there is nowhere to report it.
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

Input TypedInput(const std::string& word) {
  return word == "-" ? Input::Descriptor(word, STDIN_FILENO) : Input(word);
}

// Passes every result to the report, and notes what the exit code must be.
class Run::Sink : public ResultSink {
 public:
  Sink(ResultSink& report, ProgressBar& bar) : report_(report), bar_(bar) {}

  bool On(const Record& record) override {
    Note(record);
    bar_.Finish();
    return report_.On(record);
  }

  bool found = false;
  bool answered = false;    // a question of yes or no
  bool unanswered = false;  // the answer is unknown
  bool skipped = false;
  bool interrupted = false;
  bool damaged = false;

 private:
  void Note(const Record& record) {
    if (const Summary* summary = record.As<Summary>()) {
      found |= FoundOf(*summary) > 0;
      skipped |= AnyError(summary->skip_counts);
    } else if (const TreeComparison* comparison = record.As<TreeComparison>()) {
      // The question of a comparison is "is all of A in B?"; what is found is that it is not.
      found |= !comparison->a.all_there;
      answered = !comparison->a.cannot_tell;
      unanswered = comparison->a.cannot_tell;
      skipped |= AnyError(comparison->skip_counts);
    } else if (const Skip* skip = record.As<Skip>()) {
      skipped |= skip->error;
    } else if (record.As<Match>() != nullptr) {
      found = true;
    } else if (const SpanSummary* spans = record.As<SpanSummary>()) {
      found |= spans->spans > 0;
      skipped |= AnyError(spans->skip_counts);
    } else if (const FileComparison* files = record.As<FileComparison>()) {
      found |= files->spans > 0 || files->shared_a > 0;
    } else if (const ScanSummary* scan = record.As<ScanSummary>()) {
      skipped |= AnyError(scan->skip_counts);
      interrupted |= scan->interrupted;
    } else if (const CheckResult* check = record.As<CheckResult>()) {
      damaged |= !check->problems.empty();
    } else if (const OrderSummary* order = record.As<OrderSummary>()) {
      skipped |= AnyError(order->skip_counts);
    } else if (const DedupeAction* action = record.As<DedupeAction>()) {
      skipped |= (action->outcome == ActionOutcome::kLeft && !action->wished) ||
                 action->outcome == ActionOutcome::kSaved;
    } else if (const DedupeSet* set = record.As<DedupeSet>()) {
      for (const DedupeAction& copy : set->copies)
        skipped |= copy.outcome == ActionOutcome::kLeft || copy.outcome == ActionOutcome::kSaved;
    } else if (const DedupeSummary* dedupe = record.As<DedupeSummary>()) {
      found |= dedupe->actions > 0;
      skipped |= AnyError(dedupe->skip_counts);
    } else if (const NearSummary* near = record.As<NearSummary>()) {
      found |= near->sets + near->pairs > 0;
      skipped |= AnyError(near->skip_counts);
    }
  }

  ResultSink& report_;
  ProgressBar& bar_;
};

Run::Run(const RunSettings& settings)
    : exit_code_(settings.list.exit_code),
      timings_(settings.messages.timings),
      output_(OutputFor(settings.report)),
      bar_(BarVisible(settings.messages), settings.trace.classes),
      report_(MakeReport(settings.report.format,
                         {.limit = ListLimit(settings.list, settings.report),
                          .command_line = settings.line,
                          .overview = settings.overview,
                          .color = ColorWanted(settings.report),
                          .null_names = settings.null_names,
                          .brief = !settings.list.limit,
                          .title_of = [titles = std::make_shared<DocumentTitles>()](
                                          const std::string& path) { return titles->Of(path); },
                          .directory = WorkingDirectory(),
                          .width = settings.view.width.value_or(ViewWidth(settings.report)),
                          .context = settings.view.context,
                          .fold = settings.view.fold,
                          .stop = [] { return InterruptSignal() != 0; }},
                         output_.stream())),
      sink_(std::make_unique<Sink>(*report_, bar_)) {
  CatchInterrupts();
}

Run::~Run() = default;

ResultSink& Run::sink() { return *sink_; }

void Run::NoteSkip() { sink_->skipped = true; }

int Run::Finish() {
  bar_.Finish();
  report_->End();
  output_.Commit();
  if (timings_) {
    std::string table = TimingsTable(bar_.timings());
    [[maybe_unused]] ssize_t written = write(STDERR_FILENO, table.data(), table.size());
  }
  if (sink_->interrupted) {
    Tell("interrupted; the index has what was read so far");
    return kSignalled + InterruptSignal();
  }
  if (sink_->damaged) return kRunFailed;
  if (exit_code_ && sink_->unanswered) return kSkippedSome;
  // A definite answer stays valid, whatever else could not be read.
  if (sink_->skipped && !(exit_code_ && sink_->answered)) return kSkippedSome;
  return exit_code_ && sink_->found ? kFound : kDone;
}

}  // namespace kindred::cli
