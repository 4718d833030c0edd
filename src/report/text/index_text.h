// The text report on an index itself: scans, anchor sets, statistics, checks.
#pragma once

#include <cstdint>

#include "kindred/report.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

void WriteScan(const ScanSummary& scan, const ReportOptions& options, TextLayout* layout);
void WriteAnchors(const AnchorReport& report, const ReportOptions& options, TextLayout* layout);
void WriteStats(const IndexStats& stats, TextLayout* layout);
// At most `limit` problems; 0: all.
void WriteCheck(const CheckResult& result, std::uint64_t limit, TextLayout* layout);

}  // namespace kindred::report
