// The explicit list's members: one maker per format, each in its own file.
#pragma once

#include <iosfwd>
#include <memory>

#include "kindred/report.h"

namespace kindred::report {

std::unique_ptr<ResultSink> MakeTextReport(const ReportOptions&, std::ostream&);
std::unique_ptr<ResultSink> MakeJsonReport(const ReportOptions&, std::ostream&);
std::unique_ptr<ResultSink> MakeCsvReport(const ReportOptions&, std::ostream&);
std::unique_ptr<ResultSink> MakeXlsxReport(const ReportOptions&, std::ostream&);
std::unique_ptr<ResultSink> MakeHtmlReport(const ReportOptions&, std::ostream&);
std::unique_ptr<ResultSink> MakeDotReport(const ReportOptions&, std::ostream&);

// Flushes, and throws Error(kFailed) if anything was lost.
void EndStream(std::ostream& stream);

}  // namespace kindred::report
