// The report for people: readable at 80 columns, each section cut at the limit, with a note. Results are
// printed as they come; the summary, which comes first, holds the totals.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "report/formats/dispatch.h"
#include "report/formats/formats.h"
#include "report/side/side_by_side.h"
#include "report/text/compare_text.h"
#include "report/text/dedupe_text.h"
#include "report/text/find_text.h"
#include "report/text/index_text.h"
#include "report/text/near_text.h"
#include "report/text/plain_text.h"
#include "report/text/span_text.h"
#include "report/text/template_text.h"
#include "report/wording/number_text.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

namespace {

class TextReport : public Report {
 public:
  TextReport(const ReportOptions& options, std::ostream& stream)
      : options_(options),
        stream_(stream),
        layout_(stream, options.color),
        find_(options_, layout_),
        near_(options, layout_),
        templates_(options_, layout_),
        dedupe_(options_, layout_) {}

  bool On(const Record& record) override {
    if (!Dispatch<Summary, CopiedFolders, IdenticalSet, SameInside, InsideSummary, FilePart, Family,
                  ContainedFile, Group, FilePair, DirectoryPair, InterestingSet, TreeComparison, TransferPlan,
                  FileRelation, Skip, QueryHeader, Match, SpanSummary, FileComparison, Span, SideBySide,
                  TemplateInfo, TemplateEffect, TemplateSuggestion, PoolReport, NearSummary, NearSet,
                  NearPair, ScanSummary, AnchorReport, IndexStats, CheckResult, DedupeSummary, DedupeSet,
                  DedupeAction, JournalRun, UndoSummary>(record, [this](const auto& value) { Write(value); }))
      WritePlain(record);
    return true;
  }

  void End() override {
    CloseSection();
    near_.CloseLists();
    find_.TellIfNothing();
    near_.End();
    find_.End();
    dedupe_.End();
    WriteSpanNotes(spans_, &layout_);
    if (compared_) WriteCompareNotes(*compared_, &layout_);
    layout_.Skips(scanned_.skip_counts, scanned_.hidden, scanned_.filtered);
    EndStream(stream_);
  }

 private:
  void Write(const Summary& summary) { find_.Begin(summary); }
  void Write(const CopiedFolders& set) { find_.Write(set); }
  void Write(const IdenticalSet& set) { find_.Write(set); }
  void Write(const SameInside& set) { find_.Write(set); }
  void Write(const Family& family) { find_.Write(family); }
  void Write(const ContainedFile& file) { find_.Write(file); }
  void Write(const Group& group) { find_.Write(group); }
  void Write(const FilePair& pair) { find_.Write(pair); }
  void Write(const DirectoryPair& pair) { find_.Write(pair); }
  void Write(const InterestingSet& set) { find_.Write(set); }

  void Write(const InsideSummary& inside) {
    layout_.Line(fmt::format("{}: {}, {}{}", QuotePath(inside.file), Counted(inside.parts, "part"),
                             SizeText(inside.bytes), inside.complete ? "" : "; not all of it"));
    if (!inside.reason.empty()) layout_.Line("  " + OneLineText(inside.reason));
    layout_.Line("  kind           size  name");
  }
  void Write(const FilePart& part) {
    layout_.Line(fmt::format("  {:8}  {:>9}  {}", part.kind, SizeText(part.size), QuotePath(part.name)));
  }

  void Write(const TreeComparison& comparison) {
    compared_ = comparison;
    WriteCompared(comparison, options_, &layout_);
  }

  void Write(const TransferPlan& plan) { WriteTransfer(plan, &layout_); }

  // Identical files are only counted: a list of what did not change is of no use.
  void Write(const FileRelation& relation) {
    if (relation.relation == Relation::kIdentical) return;
    if (section_ != Section::kRelations || relation.relation != relation_ || relation.further != further_) {
      CloseSection();
      section_ = Section::kRelations;
      relation_ = relation.relation;
      further_ = relation.further;
      total_ = RelationTotal(*compared_, relation);
      WriteRelationHeading(*compared_, relation, &layout_);
    }
    if (TakeOne()) WriteRelation(*compared_, relation, &layout_);
  }

  // What is left out by its nature is only counted, in the closing lines.
  void Write(const Skip& skip) {
    near_.CloseLists();
    const bool inside = skip.stage == "inside";
    if (!skip.error && !inside) return;
    if (Enter(Section::kSkips)) layout_.Heading("Skipped", "these could not be used");
    if (!TakeOne()) return;
    layout_.Line(
        fmt::format("  {}: {}{}", QuotePath(skip.path), inside ? "inside: " : "", OneLineText(skip.reason)));
  }

  void Write(const QueryHeader& query) {
    CloseSection();
    section_ = Section::kMatches;
    total_ = query.matches;
    if (queries_++ > 0) layout_.Line("");
    std::string name = query.query == "-" ? "standard input" : QuotePath(query.query);
    std::string dropped =
        query.dropped == 0 ? "" : fmt::format("; {} dropped after reading", CountText(query.dropped));
    if (query.templates > 0)
      dropped += "; without " + AppliedTemplatesText(query.templates, query.template_keys);
    if (query.pools > 0) dropped += "; with " + Counted(query.pools, "pool");
    if (query.filtered_out > 0)
      dropped += fmt::format("; the filter left out {}", CountText(query.filtered_out));
    if (query.matches == 0) {
      std::string why = query.marks == 0 ? ", too short to be compared" : dropped;
      layout_.Line(fmt::format("{}: nothing similar in the index ({}{})", name, SizeText(query.size), why));
      return;
    }
    layout_.Line(fmt::format("{}: {} ({}{})", name, Counted(query.matches, "similar file"),
                             SizeText(query.size), dropped));
    if (query.identical > 0) {
      layout_.Line(fmt::format("  {} identical: {} bytes, digest {}", CountText(query.identical), query.size,
                               query.digest));
    }
    layout_.Line("  of query  of file       size  path");
  }

  void Write(const Match& match) {
    verified_ = verified_ || match.measured;
    if (!TakeOne()) return;
    layout_.Line(fmt::format(
        "  {:>8}  {:>7}  {:>9}  {}{}{}", ShareText(match.of_query, match.measured || match.identical),
        ShareText(match.of_file, match.measured || match.identical), SizeText(match.size),
        QuotePath(match.path), match.identical ? "  (identical)" : "",
        match.copies > 1 ? fmt::format("  ({} copies)", CountText(match.copies)) : ""));
  }

  void Write(const SpanSummary& summary) {
    spans_ = summary;
    WriteSpanSummary(summary, options_, &layout_);
  }

  void Write(const FileComparison& comparison) {
    comparison_ = comparison;
    spans_.spans = comparison.spans;
    WriteComparison(comparison, options_, &layout_);
  }

  void Write(const Span& span) {
    Enter(Section::kSpans);
    if (!TakeOne()) return;
    if (comparison_) {
      WriteSpanOfTwo(*comparison_, span, &layout_);
    } else {
      WriteSpan(span, spans_, options_.limit, &layout_);
    }
  }

  void Write(const SideBySide& files) { WriteSideBySide(files, options_, stream_); }

  void Write(const TemplateInfo& info) { templates_.Info(info); }
  void Write(const TemplateEffect& effect) { templates_.Effect(effect); }
  void Write(const TemplateSuggestion& suggestion) {
    find_.Write(suggestion);
    if (!options_.overview) templates_.Suggestion(suggestion);
  }
  void Write(const PoolReport& pool) { templates_.Pool(pool); }

  void Write(const DedupeSummary& summary) { dedupe_.Begin(summary); }
  void Write(const UndoSummary& summary) { dedupe_.Begin(summary); }
  void Write(const DedupeSet& set) { dedupe_.Write(set); }
  void Write(const DedupeAction& action) { dedupe_.Write(action); }
  void Write(const JournalRun& run) { dedupe_.Write(run); }

  void Write(const NearSummary& summary) {
    CloseSection();
    section_ = Section::kNone;
    if (summary.near_stage) find_.TellIfNothing();
    near_.Begin(summary);
  }
  void Write(const NearSet& set) { near_.Set(set); }
  void Write(const NearPair& pair) { near_.Pair(pair); }

  void Write(const ScanSummary& scan) {
    WriteScan(scan, options_, &layout_);
    scanned_ = scan;
  }
  void Write(const AnchorReport& report) { WriteAnchors(report, options_, &layout_); }
  void Write(const IndexStats& stats) { WriteStats(stats, &layout_); }
  void Write(const CheckResult& result) { WriteCheck(result, options_.limit, &layout_); }

  // A result without a special form: written by its description, so that nothing is lost.
  void WritePlain(const Record& record) {
    CloseSection();
    section_ = Section::kNone;
    layout_.Line(PlainText(record));
  }

  enum class Section { kNone, kSkips, kMatches, kSpans, kRelations };

  // True when `section` begins with this item; the one before gets its closing line.
  bool Enter(Section section) {
    if (section_ == section) return false;
    CloseSection();
    section_ = section;
    total_ = section == Section::kSpans ? spans_.spans : 0;
    return true;
  }

  // Counts an item; false when it is beyond the limit.
  bool TakeOne() {
    ++seen_;
    // Of an overview all lists are short.
    const std::uint64_t limit = options_.overview ? 3 : options_.limit;
    if (limit != 0 && shown_ >= limit) return false;
    ++shown_;
    return true;
  }

  void CloseSection() {
    find_.CloseList();
    constexpr const char* kItems[] = {"", "skips", "matches", "spans", "files"};
    const char* items = kItems[static_cast<std::size_t>(section_)];
    layout_.Shown(shown_, std::max(total_, seen_), items, 2);
    if (verified_) layout_.Line("  The shares are exact: both files were read.");
    verified_ = false;
    seen_ = 0;
    shown_ = 0;
    total_ = 0;
  }

  ReportOptions options_;
  std::ostream& stream_;
  TextLayout layout_;
  FindText find_;
  NearText near_;
  TemplateText templates_;
  DedupeText dedupe_;
  ScanSummary scanned_;
  SpanSummary spans_;
  std::optional<FileComparison> comparison_;  // spans that follow are of these two files
  std::optional<TreeComparison> compared_;
  Relation relation_ = Relation::kIdentical;  // of the section
  bool further_ = false;
  Section section_ = Section::kNone;
  std::uint64_t total_ = 0;
  std::uint64_t seen_ = 0;
  std::uint64_t shown_ = 0;
  std::uint64_t queries_ = 0;
  bool verified_ = false;  // matches of this query were measured by reading
};

}  // namespace

std::unique_ptr<Report> MakeTextReport(const ReportOptions& options, std::ostream& stream) {
  return std::make_unique<TextReport>(options, stream);
}

}  // namespace kindred::report
