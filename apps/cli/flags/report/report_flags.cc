// See report_flags.h.
#include "flags/report/report_flags.h"

#include "kindred/report.h"

namespace kindred::cli {

FlagTable<ReportFlags> ReportFlags::Table() {
  return InSection<ReportFlags>(
      kReportSection,
      {{.name = "format",
        .value = "FORMAT",
        .help =
            "text for people, json (one object per line) or csv for programs; xlsx is a workbook, html a "
            "page for a browser, dot the graphs of find's families for Graphviz, names the list that order "
            "writes, and sh the plan of dedupe, or of compare --with, as a shell script. xlsx and html are "
            "for find, query, compare, spans and near; html is also for show.",
        .default_text = "text",
        .values = ReportFormats(),
        .apply =
            [](ReportFlags& to, Text flag, Text value) {
              std::vector<std::string> formats = ReportFormats();
              to.format = formats[ParseChoice(flag, value, formats)];
            }},
       {.name = "output",
        .letter = 'o',
        .value = "FILE",
        .help = "Write the report to FILE, which is replaced only when the report is complete; - is standard "
                "output.",
        .completion = Completion::kFile,
        .apply = [](ReportFlags& to, Text, Text value) { to.output = value == "-" ? "" : value; }},
       {.name = "color",
        .value = "WHEN",
        .help = "Colour in text reports: auto, always or never. auto: on a terminal, unless NO_COLOR is set.",
        .default_text = "auto",
        .values = {"auto", "always", "never"},
        .apply = [](ReportFlags& to, Text flag, Text value) { to.color = ParseWhen(flag, value); }}});
}

FlagTable<ListFlags> ListFlags::Table() {
  return InSection<ListFlags>(
      kListSection,
      {{.name = "limit",
        .value = "N",
        .help = "Show at most N items in each list; 0 shows all.",
        .default_text = "10 in text, 100 in html, all in other formats",
        .apply = [](ListFlags& to, Text flag, Text value) { to.limit = ParseCount(flag, value); }},
       {.name = "exit-code",
        .help = "Exit with 1 if anything was found; for compare, if not all of A is in B.",
        .apply = [](ListFlags& to, Text, Text) { to.exit_code = true; }}});
}

std::uint64_t ListLimit(const ListFlags& list, const ReportFlags& report) {
  return list.limit.value_or(report.format == "text" ? 10 : 0);
}

}  // namespace kindred::cli
