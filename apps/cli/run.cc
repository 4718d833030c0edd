// The sink in the middle sees every result on its way to the report: it knows what the exit code must be.
#include "run.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "interrupt.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "name_list.h"

namespace kindred::cli {

namespace {

constexpr std::size_t kLeastWidth = 40;
constexpr std::size_t kPipeWidth = 130;

bool BarVisible(const Arguments& arguments) {
  if (arguments.quiet || arguments.progress == When::kNever) return false;
  return arguments.progress == When::kAlways || isatty(STDERR_FILENO) == 1;
}

bool ColorWanted(const Arguments& arguments) {
  if (arguments.color != When::kAuto) return arguments.color == When::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* terminal = std::getenv("TERM");
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  return arguments.output.empty() && isatty(STDOUT_FILENO) == 1;
}

// Columns of the terminal that the report goes to; a pipe has none.
std::size_t ViewWidth(const Arguments& arguments) {
  winsize size{};
  if (arguments.output.empty() && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= kLeastWidth)
    return size.ws_col;
  const char* columns = std::getenv("COLUMNS");
  const long asked = columns == nullptr ? 0 : std::strtol(columns, nullptr, 10);
  return asked >= static_cast<long>(kLeastWidth) ? static_cast<std::size_t>(asked) : kPipeWidth;
}

// The name of the output, if it can take the report.
const std::string& OutputFor(const Arguments& arguments) {
  if (arguments.format == "xlsx" && arguments.output.empty() && isatty(STDOUT_FILENO) == 1) {
    throw Error(ErrorKind::kUsage, "a workbook is nothing for a terminal", "--format xlsx",
                "name a file with -o FILE");
  }
  return arguments.output;
}

bool AnyError(const std::vector<SkipCount>& counts) {
  for (const SkipCount& count : counts) {
    if (count.error && count.files > 0) return true;
  }
  return false;
}

// Whether the method that was typed, with or without parameters, has one named rate.
bool HasRate(const std::string& typed) {
  const std::string name = typed.substr(0, typed.find(':'));
  return std::ranges::any_of(KnownMethods(), [&](const MethodInfo& method) {
    return method.name == name && std::ranges::any_of(method.parameters, [](const auto& parameter) {
             return parameter.first == "rate";
           });
  });
}

void AddParameter(const std::string& parameter, std::string* typed) {
  *typed += (typed->find(':') == std::string::npos ? ':' : ',') + parameter;
}

}  // namespace

std::string IndexDirectory(const Arguments& arguments) {
  return arguments.index.empty() ? DefaultIndexDirectory() : arguments.index;
}

std::vector<std::string> MethodsOf(const Arguments& arguments) {
  std::vector<std::string> methods = arguments.methods;
  if (methods.empty()) methods = ScanOptions().methods;
  if (!arguments.rate.empty()) {
    // Of several methods, those that have a rate; if none has, the first one says so.
    const bool any = std::ranges::any_of(methods, HasRate);
    for (std::string& method : methods) {
      if (!any || HasRate(method)) AddParameter("rate=" + arguments.rate, &method);
    }
  }
  std::string ignored;
  for (const char* word : {"case", "markup", "space"}) {
    if (std::ranges::find(arguments.ignored, word) != arguments.ignored.end())
      ignored += (ignored.empty() ? "" : "+") + std::string(word);
  }
  if (!ignored.empty()) {
    for (std::string& method : methods) AddParameter("ignore=" + ignored, &method);
  }
  if (arguments.rate.empty() && ignored.empty()) return arguments.methods;
  return methods;
}

std::vector<std::string> MethodsToMatch(const Arguments& arguments) {
  auto given = [&](const char* name) {
    return std::ranges::find(arguments.given, name, &Arguments::Given::name) != arguments.given.end();
  };
  if (given("coarse") && given("fine")) {
    throw Error(ErrorKind::kUsage, "one pass is reported, not both", "--coarse --fine",
                "give one of them; 'kindred scan --coarse --fine' makes the marks of both");
  }
  return MethodsOf(arguments);
}

WalkOptions WalkFor(const Arguments& arguments, const std::string& example) {
  WalkOptions walk = arguments.walk;
  walk.roots = arguments.operands;
  for (const std::string& root : walk.roots) {
    if (root.empty())
      throw Error(ErrorKind::kUsage, "an empty PATH names nothing", "", "try '" + example + "'");
  }
  if (arguments.files_from.has_value()) {
    walk.roots_may_be_missing = true;
    AppendNames(*arguments.files_from, arguments.null_separated, &walk.roots);
  } else if (walk.roots.empty()) {
    throw Error(ErrorKind::kUsage, "no PATH given", "", "try '" + example + "'");
  }
  return walk;
}

std::uint64_t ListLimit(const Arguments& arguments) {
  return arguments.limit.value_or(arguments.format == "text" ? 10 : 0);
}

void Tell(const std::string& text) {
  std::string line = "kindred: " + OneLineText(text) + "\n";
  // If standard error is gone, there is nobody to tell.
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, line.data(), line.size());
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
  bool unanswered = false;  // the answer is "cannot tell"
  bool skipped = false;
  bool interrupted = false;
  bool damaged = false;

 private:
  void Note(const Record& record) {
    if (const Summary* summary = record.As<Summary>()) {
      const std::uint64_t similar =
          summary->identical_sets + summary->groups + summary->clusters + summary->pairs + summary->sets;
      found |= summary->directories + (summary->only_directories ? 0 : similar) > 0;
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
    } else if (const Comparison* files = record.As<Comparison>()) {
      found |= files->spans > 0 || files->shared_a > 0;
    } else if (const ScanSummary* scan = record.As<ScanSummary>()) {
      skipped |= AnyError(scan->skip_counts);
      interrupted |= scan->interrupted;
    } else if (const CheckResult* check = record.As<CheckResult>()) {
      damaged |= !check->problems.empty();
    } else if (const NearSummary* near = record.As<NearSummary>()) {
      found |= near->sets + near->pairs > 0;
      skipped |= AnyError(near->skip_counts);
    }
  }

  ResultSink& report_;
  ProgressBar& bar_;
};

Run::Run(const Arguments& arguments)
    : exit_code_(arguments.exit_code),
      timings_(arguments.timings),
      output_(OutputFor(arguments)),
      bar_(BarVisible(arguments), arguments.traces),
      report_(MakeReport(arguments.format,
                         {.limit = ListLimit(arguments),
                          .command_line = arguments.line,
                          .color = ColorWanted(arguments),
                          .width = arguments.width.value_or(ViewWidth(arguments)),
                          .context = arguments.context,
                          .fold = arguments.fold},
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
    Tell("interrupted; what was read until then is in the index");
    return kSignalled + InterruptSignal();
  }
  if (sink_->damaged) return kRunFailed;
  if (exit_code_ && sink_->unanswered) return kSkippedSome;
  // An answer that is certain stays so, whatever else could not be read.
  if (sink_->skipped && !(exit_code_ && sink_->answered)) return kSkippedSome;
  return exit_code_ && sink_->found ? kFound : kDone;
}

}  // namespace kindred::cli
