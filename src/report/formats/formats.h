// The factory functions of the formats, each defined in the file of its format.
#pragma once

#include <iosfwd>
#include <memory>

#include "kindred/report.h"

namespace kindred::report {

std::unique_ptr<Report> MakeTextReport(const ReportOptions&, std::ostream&);
std::unique_ptr<Report> MakeJsonReport(const ReportOptions&, std::ostream&);
std::unique_ptr<Report> MakeCsvReport(const ReportOptions&, std::ostream&);
std::unique_ptr<Report> MakeXlsxReport(const ReportOptions&, std::ostream&);
std::unique_ptr<Report> MakeHtmlReport(const ReportOptions&, std::ostream&);
std::unique_ptr<Report> MakeDotReport(const ReportOptions&, std::ostream&);
std::unique_ptr<Report> MakeScriptReport(const ReportOptions&, std::ostream&);
std::unique_ptr<Report> MakeNamesReport(const ReportOptions&, std::ostream&);
// The two scripts that MakeScriptReport chooses from.
std::unique_ptr<Report> MakeDedupeScript(const ReportOptions&, std::ostream&);
std::unique_ptr<Report> MakeTransferScript(const ReportOptions&, std::ostream&);

// Flushes, and throws Error(kFailed) if anything was lost.
void EndStream(std::ostream& stream);

}  // namespace kindred::report
