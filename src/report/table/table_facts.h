// The lists of facts in html and xlsx reports: what a command counted (its summary), and what it was asked
// (its settings). What text, json and csv say of a run, these say, too.
#pragma once

#include <string>
#include <vector>

#include "report/table/tables.h"

namespace kindred::report {

inline const ReportPart kSummaryPart = {"summary", "Summary"};
inline const ReportPart kSkippedPart = {"skipped", "Skipped, by reason"};
inline const ReportPart kFirstLookPart = {"first-look", "First look, by tallies"};
inline const ReportPart kCutPart = {"cut", "Not shown"};
inline const ReportPart kSettingsPart = {"settings", "Settings"};

std::vector<Fact> SummaryFacts(const Summary& summary);
std::vector<Fact> SummaryFacts(const TreeComparison& comparison);
std::vector<Fact> SummaryFacts(const SpanSummary& summary);
std::vector<Fact> SummaryFacts(const Comparison& comparison);
std::vector<Fact> SummaryFacts(const NearSummary& summary);

std::vector<Fact> SettingsOf(const Summary& summary);
std::vector<Fact> SettingsOf(const TreeComparison& comparison);
std::vector<Fact> SettingsOf(const QueryHeader& query);
std::vector<Fact> SettingsOf(const SpanSummary& summary);
std::vector<Fact> SettingsOf(const Comparison& comparison);
// Of a first look only what find has not said.
std::vector<Fact> SettingsOf(const NearSummary& summary);

// "permission denied (error)", "hidden names", ...: none if nothing was left out.
std::vector<Fact> SkipFacts(const std::vector<SkipCount>& counts, std::uint64_t hidden,
                            std::uint64_t filtered);

}  // namespace kindred::report
