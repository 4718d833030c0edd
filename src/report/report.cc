// The list of formats. A new one is its file, its test and golden file, and one line here.
#include "kindred/report.h"

#include <fmt/format.h>

#include <ostream>

#include "kindred/error.h"
#include "report/formats/formats.h"
#include "report/lines/json.h"

namespace kindred::report {

void EndStream(std::ostream& stream) {
  stream.flush();
  if (!stream) throw Error(ErrorKind::kFailed, "cannot write the report");
}

}  // namespace kindred::report

namespace kindred::inline v0 {

namespace {

struct Format {
  const char* name;
  std::unique_ptr<Report> (*make)(const ReportOptions&, std::ostream&);
};

constexpr Format kFormats[] = {
    {"text", report::MakeTextReport},   {"json", report::MakeJsonReport}, {"csv", report::MakeCsvReport},
    {"xlsx", report::MakeXlsxReport},   {"html", report::MakeHtmlReport}, {"dot", report::MakeDotReport},
    {"names", report::MakeNamesReport}, {"sh", report::MakeScriptReport},
};

}  // namespace

std::vector<std::string> ReportFormats() {
  std::vector<std::string> names;
  for (const Format& format : kFormats) names.push_back(format.name);
  return names;
}

std::unique_ptr<Report> MakeReport(const std::string& format, const ReportOptions& options,
                                   std::ostream& stream) {
  for (const Format& known : kFormats) {
    if (format == known.name) return known.make(options, stream);
  }
  throw Error(ErrorKind::kUsage, "unknown report format '" + format + "'", "",
              fmt::format("choose one of: {}", fmt::join(ReportFormats(), ", ")));
}

std::string JsonLines(const Record& record) {
  std::string lines;
  report::AppendJsonLines(record, &lines);
  return lines;
}

}  // namespace kindred::inline v0
