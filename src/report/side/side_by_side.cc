// The header, then the rows.
#include "report/side/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "kindred/error.h"
#include "report/number_text.h"
#include "report/side/side_paint.h"
#include "report/side/side_pieces.h"
#include "report/side/side_rows.h"
#include "report/text/text_layout.h"

namespace kindred::report {

namespace {

// "CRLF line ends": they are not shown in the rows, so they are told here.
std::string LineEnds(std::string_view bytes) {
  std::uint64_t newlines = 0;
  std::uint64_t with_return = 0;
  for (std::size_t at = bytes.find('\n'); at != std::string_view::npos; at = bytes.find('\n', at + 1)) {
    ++newlines;
    if (at > 0 && bytes[at - 1] == '\r') ++with_return;
  }
  if (with_return == 0) return "";
  return with_return == newlines ? ", CRLF line ends" : ", mixed line ends";
}

std::string FileText(const std::string& name, std::string_view bytes, bool text, std::uint64_t lines) {
  std::string line = fmt::format("{}, {}", QuotePath(name), SizeText(bytes.size()));
  if (!text || bytes.empty()) return line;
  line += ", " + Counted(lines, "line") + LineEnds(bytes);
  return bytes.ends_with('\n') ? line : line + ", no final newline";
}

std::string SharedText(const FileComparison& comparison, const RunPlan& plan) {
  const std::vector<PlannedRun>& runs = plan.runs;
  if (comparison.size_a == 0 && comparison.size_b == 0) return "both files are empty";
  if (comparison.identical) return "all: the two files are identical";
  if (comparison.size_a == 0 || comparison.size_b == 0) {
    return fmt::format("nothing: {} is empty", comparison.size_a == 0 ? "A" : "B");
  }
  if (comparison.shared_a == 0 && comparison.shared_b == 0 && runs.empty()) {
    return fmt::format("nothing: no run of {} or more stands in both",
                       Counted(std::max<std::uint64_t>(comparison.min_length, 1), "byte"));
  }
  std::string more;
  const auto moved = std::count_if(runs.begin(), runs.end(), [](const auto& run) { return !run.in_order; });
  if (moved > 0) more += fmt::format(", {} moved", CountText(static_cast<std::uint64_t>(moved)));
  if (plan.repeats > 0) more += fmt::format(", {} not shown", Counted(plan.repeats, "repeat"));
  return fmt::format("{}% of A stands in B, {}% of B in A; {} of {} or more{}", PercentText(comparison.of_a),
                     PercentText(comparison.of_b), Counted(runs.size(), "run"),
                     Counted(comparison.min_length, "byte"), more);
}

void StopIfAsked(const ReportOptions& options) {
  if (options.stop && options.stop()) throw Error(ErrorKind::kCancelled, "interrupted", "", "run again");
}

constexpr std::size_t kRowsPerQuestion = 1024;

}  // namespace

void WriteSideBySide(const SideBySide& files, const ReportOptions& options, std::ostream& stream) {
  const RunPlan plan = PlanRuns(files);
  StopIfAsked(options);
  std::vector<std::uint64_t> lines_a;
  std::vector<std::uint64_t> lines_b;
  if (files.text) {
    lines_a = LineBegins(files.bytes_a);
    lines_b = LineBegins(files.bytes_b);
  }

  TextLayout layout(stream, options.color);
  const FileComparison& comparison = files.comparison;
  layout.WrappedField("A", FileText(comparison.a, files.bytes_a, files.text, lines_a.size()), options.width);
  layout.WrappedField("B", FileText(comparison.b, files.bytes_b, files.text, lines_b.size()), options.width);
  layout.WrappedField("shared", SharedText(comparison, plan), options.width);
  if (files.bytes_a.empty() && files.bytes_b.empty()) return;
  layout.Line("");

  const std::uint64_t largest = files.text ? std::max(lines_a.size(), lines_b.size())
                                           : std::max(files.bytes_a.size(), files.bytes_b.size());
  const ColumnPlan columns = PlanColumns(options.width, files.text, largest, plan.runs.size());
  std::vector<bool> begins_row;
  if (files.text) {
    begins_row = RunsThatBeginRows(plan.runs, lines_a, files.bytes_a.size(), lines_b, files.bytes_b.size(),
                                   columns.content);
  }
  const SideView a = {.side = Side::kA,
                      .bytes = files.bytes_a,
                      .text = files.text,
                      .other_bytes = files.bytes_b,
                      .runs = plan.runs,
                      .cover = plan.a,
                      .lines = lines_a,
                      .other_lines = lines_b,
                      .begins_row = begins_row,
                      .text_width = columns.content,
                      .row_bytes = columns.row_bytes};
  const SideView b = {.side = Side::kB,
                      .bytes = files.bytes_b,
                      .text = files.text,
                      .other_bytes = files.bytes_a,
                      .runs = plan.runs,
                      .cover = plan.b,
                      .lines = lines_b,
                      .other_lines = lines_a,
                      .begins_row = begins_row,
                      .text_width = columns.content,
                      .row_bytes = columns.row_bytes};
  const std::vector<Piece> pieces_a = SplitSide(a);
  StopIfAsked(options);
  const std::vector<Piece> pieces_b = SplitSide(b);
  StopIfAsked(options);
  const SidePainter painter(columns, options.color);
  std::size_t written = 0;
  for (const SideRow& row : PairPieces(plan, pieces_a, pieces_b, {options.fold, options.context})) {
    if (written++ % kRowsPerQuestion == 0) StopIfAsked(options);
    stream << painter.Row(a, pieces_a, b, pieces_b, row);
  }
}

}  // namespace kindred::report
