// Two files side by side for a terminal: shared runs coloured and numbered the same on both sides, the rest
// folded. The steps: run_plan (which runs are in order), side_pieces (what fits into a row), side_rows (which
// rows are side by side, what is folded), side_paint (colours, numbers, columns).
#pragma once

#include <iosfwd>

#include "kindred/report.h"
#include "kindred/values.h"

namespace kindred::report {

// No row is wider than options.width, but for widths below 60 columns, where numbers may leave too little
// room for text.
void WriteSideBySide(const SideBySide& files, const ReportOptions& options, std::ostream& stream);

}  // namespace kindred::report
