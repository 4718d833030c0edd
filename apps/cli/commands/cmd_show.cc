// kindred show: two files side by side.
#include "command/command.h"
#include "flags/flag_values.h"
#include "flags/matching/length_flags.h"
#include "flags/report/context_flags.h"
#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/inside_flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

struct ShowFlags {
  std::optional<std::size_t> width;

  ContextFlags context;
  LengthFlags length;
  InsideFlags inside;
  RunFlags run;
  ReportFlags report;
  MessageFlags messages;
  TraceFlags trace;

  static FlagTable<ShowFlags> Table();
};

FlagTable<ShowFlags> ShowFlags::Table() {
  return Join(
      InSection<ShowFlags>(
          kViewSection,
          {{.name = "width",
            .value = "COLUMNS",
            .help = "Columns to use.",
            .default_text = "the terminal's, also with a pager; without a terminal $COLUMNS, else 130",
            .apply =
                [](ShowFlags& to, Text flag, Text value) {
                  const std::uint64_t columns = ParseCount(flag, value);
                  if (columns < 40 || columns > 10000) {
                    throw Error(ErrorKind::kUsage, "cannot use '" + value + "'", flag, "give 40 to 10000");
                  }
                  to.width = static_cast<std::size_t>(columns);
                }}}),
      &ShowFlags::context, &ShowFlags::length, &ShowFlags::inside, &ShowFlags::run, &ShowFlags::report,
      &ShowFlags::messages, &ShowFlags::trace);
}

int RunShow(const ShowFlags& flags, const CommandLine& line) {
  const std::vector<std::string>& files = line.operands;
  if (files.size() != 2) {
    throw Error(ErrorKind::kUsage, "two files are needed", "", "try 'kindred show A B'");
  }
  if (files[0] == "-" && files[1] == "-") {
    throw Error(ErrorKind::kUsage, "standard input can be read only once", "", "give - once");
  }
  FileCompareOptions options;
  options.search.min_length = flags.length.min_length.value_or(kRunLength);
  options.side_by_side = true;
  options.run = flags.run.options;
  options.inside = flags.inside.options;
  ViewSettings view;
  view.context = flags.context.lines.value_or(view.context);
  view.fold = !flags.context.all;
  view.width = flags.width;
  Run run({.line = line.text,
           .report = flags.report,
           .messages = flags.messages,
           .trace = flags.trace,
           .view = view});
  CompareFiles(TypedInput(files[0]), TypedInput(files[1]), options, run.sink(), run.observer());
  return run.Finish();
}

}  // namespace

Command ShowCommand() {
  return {
      .name = "show",
      .operands = "A B",
      .summary = "Show two files side by side, shared runs marked",
      .text =
          "Shows the files A and B side by side. Runs that occur in both have the same number and colour on "
          "both sides; unshared parts are folded. Text has line numbers, other files are shown in hex. "
          "--format html writes a self-contained page. Needs no index; - is standard input.",
      .examples = {{"Two versions", "kindred show draft.txt final.txt"},
                   {"All of it, in a pager", "kindred show --color always --context all a.c b.c | less -R"},
                   {"A page for a colleague", "kindred show --format html -o both.html draft.txt final.txt"}},
      .more_formats = {"html"},
      .run = RunShow};
}

}  // namespace kindred::cli
