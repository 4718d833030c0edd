// The text report's part about exact shared runs: the header of `spans`, the comparison of two files, and
// each span. Offsets are plain digits, to be copied into other tools.
#pragma once

#include "kindred/report.h"
#include "kindred/values.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

void WriteSpanSummary(const SpanSummary& summary, const ReportOptions& options, TextLayout* layout);
// The closing lines of `spans`.
void WriteSpanNotes(const SpanSummary& summary, TextLayout* layout);
// "4,096 bytes in 3 places, repeats every 16 bytes", the first words, then a line a place. Of a run in very
// many files that the order puts last only the first place is written.
void WriteSpan(const Span& span, const SpanSummary& summary, std::uint64_t limit, TextLayout* layout);

void WriteComparison(const FileComparison& comparison, const ReportOptions& options, TextLayout* layout);
// A line of the table that WriteComparison begins: length, then offset and line of A and of B.
void WriteSpanOfTwo(const FileComparison& comparison, const Span& span, TextLayout* layout);

// The distance between two places of one file that are closer than the span is long: there the same bytes
// come again and again. 0: no two are.
std::uint64_t PeriodOf(const Span& span);

}  // namespace kindred::report
