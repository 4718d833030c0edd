// The header, then the rows.
#include "report/side/side_by_side.h"

#include <ostream>

#include "report/side/side_layout.h"
#include "report/side/side_paint.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

void WriteSideBySide(const SideBySide& files, const ReportOptions& options, std::ostream& stream) {
  SideLayout side(files, options.stop);
  TextLayout layout(stream, options.color);
  const FileComparison& comparison = files.comparison;
  layout.WrappedField("A", QuotePath(comparison.a) + ", " + side.FileText(Side::kA), options.width);
  layout.WrappedField("B", QuotePath(comparison.b) + ", " + side.FileText(Side::kB), options.width);
  layout.WrappedField("shared", side.SharedText(), options.width);
  if (files.bytes_a.empty() && files.bytes_b.empty()) return;
  layout.Line("");

  const ColumnPlan columns =
      PlanColumns(options.width, files.text, side.LargestPlace(), side.plan().runs.size());
  side.Cut(columns.content, columns.row_bytes, {options.fold, options.context});
  const SidePainter painter(columns, options.color);
  std::size_t written = 0;
  for (const SideRow& row : side.rows()) {
    if (written++ % kRowsPerQuestion == 0) side.StopIfAsked();
    stream << painter.Row(side.view(Side::kA), side.pieces(Side::kA), side.view(Side::kB),
                          side.pieces(Side::kB), row);
  }
}

}  // namespace kindred::report
