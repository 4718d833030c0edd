// kindred anchors learn: chooses an anchor set. The set goes to -o FILE, the report to standard output.
#include "command/command.h"
#include "flags/flag_values.h"
#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/name_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "terminal/output.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

struct LearnFlags {
  std::uint64_t every = LearnOptions().every;

  WalkFlags walk;
  NameFlags name;  // not given: from the file's name
  RunFlags run;
  ReportFlags report;
  MessageFlags messages;

  static FlagTable<LearnFlags> Table();
};

FlagTable<LearnFlags> LearnFlags::Table() {
  return Join(
      InSection<LearnFlags>(
          {.title = "The anchors", .in_help = 170, .in_completions = 170},
          {{.name = "every",
            .value = "BYTES",
            .help = "How many bytes there should be from anchor to anchor on average: 8 to 4096.",
            .default_text = "32",
            .apply =
                [](LearnFlags& to, Text flag, Text value) {
                  to.every = ParseCount(flag, value);
                  if (to.every < 8 || to.every > 4096)
                    throw Error(ErrorKind::kUsage, "cannot use '" + value + "'", flag, "give 8 to 4096");
                }}}),
      &LearnFlags::walk, &LearnFlags::name, &LearnFlags::run, &LearnFlags::report, &LearnFlags::messages);
}

// "sets/my articles.anchors" to "my-articles".
std::string NameFromFile(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  name = name.substr(0, name.rfind('.'));
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!plain) c = '-';
  }
  return name.empty() ? LearnOptions().name : name;
}

int RunAnchorsLearn(const LearnFlags& flags, const CommandLine& line) {
  const std::string& file = flags.report.output;
  if (file.empty()) {
    throw Error(ErrorKind::kUsage, "no FILE for the anchors", "-o",
                "try 'kindred anchors learn PATH -o my.anchors'");
  }
  LearnOptions options;
  options.walk = WalkFor(flags.walk, line.operands, "kindred anchors learn DIRECTORY -o my.anchors");
  options.name = flags.name.name.empty() ? NameFromFile(file) : flags.name.name;
  options.every = flags.every;
  options.run = flags.run.options;

  Output set(file);
  ReportFlags to_standard_output = flags.report;
  to_standard_output.output.clear();
  Run run({.line = line.text, .report = to_standard_output, .messages = flags.messages});
  set.stream() << LearnAnchors(options, run.sink(), run.observer());
  set.Commit();
  return run.Finish();
}

}  // namespace

Command AnchorsLearnCommand() {
  return {.name = "anchors learn",
          .operands = "PATH...",
          .summary = "Choose anchors for texts of one kind",
          .text =
              "Chooses strings that are common, but not too common, in the text files below the PATHs, so "
              "that they lie as evenly as possible, and writes them to the file that -o names: a set for "
              "--method anchors:set=FILE. The report shows how evenly they lie in texts that they were not "
              "chosen from, and goes to standard output.",
          .examples = {{"For a collection of articles", "kindred anchors learn articles -o articles.anchors"},
                       {"Fewer, for large files", "kindred anchors learn --every 64 books -o books.anchors"}},
          .run = RunAnchorsLearn};
}

}  // namespace kindred::cli
