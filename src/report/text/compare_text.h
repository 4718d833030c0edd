// The text report of a comparison of two directories: the plain answer first, then what differs.
#pragma once

#include "kindred/report.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

// "identical", "moved", "changed", "contains", "contained", "only_a", "only_b": the names of
// docs/formats/reports.md.
const char* RelationName(Relation relation);

// The same for people, in a table ("only in A") and as a heading ("A's file contains B's").
const char* RelationLabel(Relation relation);
const char* RelationHeading(Relation relation);

// Whether all of a side is in the other, "Yes: ..." or "No: ..."; `own` and `other` are "A" and "B".
std::string CompareAnswer(const TreeComparison::Side& side, const TreeComparison::Side& other_side,
                          const char* own, const char* other);

// Header, answers and the table of counts.
void WriteCompared(const TreeComparison& comparison, const ReportOptions& options, TextLayout* layout);
// What must be sent to another machine.
void WriteTransfer(const TransferPlan& plan, TextLayout* layout);
// "Moved", "Changed", ...; `further` ones have a separate section.
void WriteRelationHeading(const TreeComparison& comparison, const FileRelation& first, TextLayout* layout);
// One line. Paths are shown below A and B, and once if they are the same.
void WriteRelation(const TreeComparison& comparison, const FileRelation& relation, TextLayout* layout);
// How many such lines there are in all.
std::uint64_t RelationTotal(const TreeComparison& comparison, const FileRelation& relation);
void WriteCompareNotes(const TreeComparison& comparison, TextLayout* layout);

}  // namespace kindred::report
