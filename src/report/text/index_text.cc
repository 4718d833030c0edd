// See index_text.h.
#include "report/text/index_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace kindred::report {

void WriteScan(const ScanSummary& scan, const ReportOptions& options, TextLayout* layout) {
  layout->Title("Kindred", options.command_line);
  layout->Roots(scan.roots);
  layout->Field("files", fmt::format("{}, {}", Counted(scan.files, "file"), SizeText(scan.bytes)));
  layout->Field("changes",
                fmt::format("{} new, {} changed, {} gone, {} unchanged", CountText(scan.added),
                            CountText(scan.changed), CountText(scan.gone), CountText(scan.unchanged)));
  layout->Field("read",
                fmt::format("{}, {}; {}, {}", Counted(scan.read_files, "file"), SizeText(scan.read_bytes),
                            Counted(scan.new_contents, "new content"), Counted(scan.new_marks, "new mark")));
  if (scan.merged_segments > 0) {
    layout->Field("index", Counted(scan.merged_segments, "segment") + " merged");
  }
  if (scan.interrupted) layout->Field("note", "interrupted; the next scan goes on from there");
  layout->Time(scan.seconds);
}

void WriteAnchors(const AnchorReport& report, const ReportOptions& options, TextLayout* layout) {
  layout->Title("Anchors", options.command_line);
  layout->Field("set", fmt::format("{}, digest {}", OneLineText(report.name), report.digest));
  layout->Field("strings", fmt::format("{}, one in {} bytes on average", CountText(report.anchors),
                                       CountText(report.every)));
  layout->Field("from", fmt::format("{}; chosen from {}, measured on {}", Counted(report.files, "text file"),
                                    SizeText(report.learned_bytes), SizeText(report.measured_bytes)));
  layout->Field("spread", fmt::format("{:.1f} anchors per KB; {:.1f}% of the kilobytes have none",
                                      report.per_kilobyte, 100 * report.empty_kilobytes));
  layout->Field("gaps", fmt::format("99 of 100 up to {} bytes, the longest {} bytes",
                                    CountText(report.usual_gap), CountText(report.longest_gap)));
  if (report.bare_files > 0) {
    layout->Field("note", Counted(report.bare_files, "file") + " of 1 KB or more without an anchor");
  }
  layout->Time(report.seconds);
}

void WriteStats(const IndexStats& stats, TextLayout* layout) {
  layout->Title("Index", QuotePath(stats.directory));
  layout->Field("format",
                fmt::format("{}, generation {}", stats.format_version, CountText(stats.generation)));
  layout->Roots(stats.roots);
  layout->Field("files", fmt::format("{}, {}", Counted(stats.files, "file"), SizeText(stats.file_bytes)));
  layout->Field("contents",
                fmt::format("{} distinct, {}", CountText(stats.contents), SizeText(stats.content_bytes)));
  layout->Field("skips", CountText(stats.skips));
  std::string share = stats.content_bytes == 0 ? ""
                                               : fmt::format(", {:.1f}% of the contents",
                                                             100.0 * static_cast<double>(stats.index_bytes) /
                                                                 static_cast<double>(stats.content_bytes));
  layout->Field("on disk", fmt::format("{}{}; the catalog takes {}", SizeText(stats.index_bytes), share,
                                       SizeText(stats.catalog_bytes)));
  for (const IndexStats::Method& method : stats.methods) {
    layout->Heading("Method", method.method.Text());
    layout->Field("marks", fmt::format("{}, {} in {}", Counted(method.marks, "mark"),
                                       Counted(method.keys, "key"), Counted(method.contents, "content")));
    layout->Field("on disk",
                  fmt::format("{}, {}", SizeText(method.bytes), Counted(method.segments, "segment")));
  }
}

void WriteCheck(const CheckResult& result, std::uint64_t limit, TextLayout* layout) {
  std::string what =
      fmt::format("{} and {} examined", Counted(result.files, "file"), Counted(result.blocks, "block"));
  if (result.problems.empty()) {
    layout->Line("The index is sound: " + what + ".");
    return;
  }
  layout->Line(
      fmt::format("The index is damaged: {}, {}.", what, Counted(result.problems.size(), "problem")));
  const std::size_t count =
      limit == 0 ? result.problems.size() : std::min<std::size_t>(result.problems.size(), limit);
  for (std::size_t i = 0; i < count; ++i) layout->Line("  " + OneLineText(result.problems[i]));
  layout->Shown(count, result.problems.size(), "problems", 2);
}

}  // namespace kindred::report
