// Two files side by side as a separate page, in the manner of the html reports: it needs no network, and no
// byte of the files can become markup. Shared runs have the same number and colour on both sides; a number is
// a link to the other side. What is not shared is folded as on a terminal.
#pragma once

#include <iosfwd>

#include "kindred/report.h"
#include "kindred/values.h"

namespace kindred::report {

void WriteSideHtml(const SideBySide& files, const ReportOptions& options, std::ostream& stream);

}  // namespace kindred::report
