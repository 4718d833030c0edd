// CSV: one table for every type of record; kindred/report.h describes the columns.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "report/formats.h"
#include "report/lines/near_lines.h"
#include "report/lines/span_record.h"
#include "report/lines/template_lines.h"
#include "report/number_text.h"
#include "report/path_text.h"
#include "report/text/compare_text.h"

namespace kindred::report {

namespace {

// A record; fields are text already, empty where they make no sense.
struct Record {
  std::string type;
  std::string path_a = {};
  std::string path_b = {};
  std::string size_a = {};
  std::string size_b = {};
  std::string of_a = {};
  std::string of_b = {};
  std::string similarity = {};
  std::string shared_bytes = {};
  std::string shared_marks = {};
  std::string set = {};
  std::string note = {};
  std::string offset_a = {};
  std::string offset_b = {};
  std::string length = {};
  std::string unit = {};
};

std::string Number(std::uint64_t number) { return fmt::format("{}", number); }

std::string TemplateCounts(std::uint64_t templates, std::uint64_t keys) {
  return templates == 0 ? "" : fmt::format(" templates={} template_keys={}", templates, keys);
}

// What only some runs count.
std::string MoreCounts(const Summary& summary) {
  std::string text;
  if (summary.with_directories)
    text += fmt::format(" directories={} crowded_files={}", summary.directories, summary.crowded_files);
  if (summary.with_sets)
    text += fmt::format(" sets={} sets_complete={}", summary.sets, summary.sets_complete);
  if (!summary.filter.empty() || !summary.filter_command.empty())
    text += fmt::format(" filtered_out={}", summary.filtered_out);
  text += TemplateCounts(summary.templates, summary.template_keys);
  if (summary.pools > 0) text += fmt::format(" pools={} pool_files={}", summary.pools, summary.pool_files);
  return text;
}

std::string MatchNote(const Match& match) {
  std::string note = match.identical ? "identical" : match.verified ? "verified" : "";
  if (match.copies > 1) note += fmt::format("{}copies={}", note.empty() ? "" : " ", match.copies);
  return note;
}

class CsvReport : public ResultSink {
 public:
  explicit CsvReport(std::ostream& stream) : stream_(stream) {
    stream_ << "type,path_a,path_b,size_a,size_b,of_a,of_b,similarity,shared_bytes,shared_marks,set,note,"
               "offset_a,offset_b,length,unit\n";
  }

  void OnSummary(const Summary& summary) override {
    Write({.type = "summary",
           .note =
               fmt::format("version={} method={} files={} contents={} bytes={} marks={} skips={} "
                           "capped_keys={} identical_sets={} groups={} clusters={} pairs={}{}{}",
                           summary.version, summary.method.Text(), summary.files, summary.contents,
                           summary.bytes, summary.marks, summary.skips, summary.capped_keys,
                           summary.identical_sets, summary.groups, summary.clusters, summary.pairs,
                           summary.verified ? fmt::format(" verified=true dropped={}", summary.dropped) : "",
                           MoreCounts(summary))});
    for (const std::string& root : summary.roots) Write({.type = "root", .path_a = CsvName(root)});
  }

  void OnIdentical(const IdenticalSet& set) override {
    for (const std::string& file : set.files) {
      Write({.type = "identical",
             .path_a = CsvName(file),
             .size_a = Number(set.size),
             .set = set.digest,
             .note = set.unnamed > 0 ? fmt::format("unnamed={}", set.unnamed) : ""});
    }
  }

  void OnCluster(const Cluster& cluster) override {
    for (const Cluster::File& file : cluster.files) {
      Write({.type = "cluster",
             .path_a = CsvName(file.path),
             .size_a = Number(file.size),
             .set = cluster.id,
             .note = file.copies > 1 ? fmt::format("copies={}", file.copies) : ""});
    }
    for (const Cluster::Link& link : cluster.links) {
      const Cluster::File& a = cluster.files.at(link.a);
      const Cluster::File& b = cluster.files.at(link.b);
      Write({.type = "link",
             .path_a = CsvName(a.path),
             .path_b = CsvName(b.path),
             .size_a = Number(a.size),
             .size_b = Number(b.size),
             .of_a = ShareText(link.of_a),
             .of_b = ShareText(link.of_b),
             .similarity = ShareText(link.similarity),
             .shared_bytes = Number(link.shared_bytes),
             .shared_marks = Number(link.shared_marks),
             .set = cluster.id});
    }
  }

  void OnGroup(const Group& group) override {
    ++groups_;
    for (const Group::File& file : group.files) {
      Write({.type = "group",
             .path_a = CsvName(group.reference),
             .path_b = CsvName(file.path),
             .size_a = Number(group.size),
             .size_b = Number(file.size),
             .of_a = ShareText(file.of_reference),
             .of_b = ShareText(file.of_file),
             .similarity = ShareText(file.similarity),
             .set = Number(groups_)});
    }
  }

  void OnPair(const FilePair& pair) override {
    Write({.type = "pair",
           .path_a = CsvName(pair.a),
           .path_b = CsvName(pair.b),
           .size_a = Number(pair.size_a),
           .size_b = Number(pair.size_b),
           .of_a = ShareText(pair.of_a),
           .of_b = ShareText(pair.of_b),
           .similarity = ShareText(pair.similarity),
           .shared_bytes = Number(pair.shared_bytes),
           .shared_marks = Number(pair.shared_marks),
           .note = pair.verified ? "verified" : ""});
  }

  void OnDirectories(const DirectoryPair& pair) override {
    Write({.type = "directories",
           .path_a = CsvName(pair.a),
           .path_b = CsvName(pair.b),
           .size_a = Number(pair.size_a),
           .size_b = Number(pair.size_b),
           .of_a = ShareText(pair.of_a),
           .of_b = ShareText(pair.of_b),
           .similarity = ShareText(pair.similarity),
           .note = fmt::format("files_a={} files_b={} identical_files={} similar_files={}", pair.files_a,
                               pair.files_b, pair.identical_files, pair.similar_files)});
  }

  // A record for each file; `set` counts the sets.
  void OnSet(const InterestingSet& set) override {
    ++sets_;
    for (const std::string& file : set.files) {
      Write({.type = "set",
             .path_a = CsvName(file),
             .shared_marks = Number(set.shared_marks),
             .set = Number(sets_)});
    }
  }

  void OnCompared(const TreeComparison& comparison) override {
    std::string counts;
    for (std::size_t i = 0; i < kRelations; ++i)
      counts += fmt::format(" {}={}", RelationName(static_cast<Relation>(i)), comparison.relations[i]);
    Write({.type = "compared",
           .path_a = CsvName(comparison.a.root),
           .path_b = CsvName(comparison.b.root),
           .size_a = Number(comparison.a.bytes),
           .size_b = Number(comparison.b.bytes),
           .of_a = ShareText(comparison.a.share),
           .of_b = ShareText(comparison.b.share),
           .note = fmt::format(
               "version={} all_of_a={} all_of_b={} files_a={} files_b={} without_copy_a={} "
               "without_copy_b={}{} further={} skips={} cannot_tell_a={} cannot_tell_b={}{}{}{}",
               comparison.version, comparison.a.all_there, comparison.b.all_there, comparison.a.files,
               comparison.b.files, comparison.a.without_copy, comparison.b.without_copy, counts,
               comparison.further, comparison.skips, comparison.a.cannot_tell, comparison.b.cannot_tell,
               comparison.filtered_out > 0 ? fmt::format(" filtered_out={}", comparison.filtered_out) : "",
               comparison.verified ? fmt::format(" verified=true dropped={}", comparison.dropped) : "",
               TemplateCounts(comparison.templates, comparison.template_keys))});
  }

  void OnRelation(const FileRelation& relation) override {
    Write({.type = "compare",
           .path_a = relation.a.empty() ? "" : CsvName(relation.a),
           .path_b = relation.b.empty() ? "" : CsvName(relation.b),
           .size_a = relation.a.empty() ? "" : Number(relation.size_a),
           .size_b = relation.b.empty() ? "" : Number(relation.size_b),
           .of_a = ShareText(relation.of_a),
           .of_b = ShareText(relation.of_b),
           .set = RelationName(relation.relation),
           .note = relation.further    ? "further"
                   : relation.replaced ? "replaced"
                   : relation.verified ? "verified"
                                       : ""});
  }

  void OnSkip(const Skip& skip) override {
    Write({.type = "skip", .path_a = CsvName(skip.path), .note = skip.stage + ": " + skip.reason});
  }

  void OnQuery(const QueryHeader& query) override {
    query_size_ = query.size;
    Write({.type = "query",
           .path_a = CsvName(query.query),
           .size_a = Number(query.size),
           .set = query.digest,
           .note = fmt::format(
               "marks={} matches={} identical={}{}{}{}{}", query.marks, query.matches, query.identical,
               query.verified ? fmt::format(" verified=true dropped={}", query.dropped) : "",
               query.filtered_out > 0 ? fmt::format(" filtered_out={}", query.filtered_out) : "",
               TemplateCounts(query.templates, query.template_keys),
               query.pools > 0 ? fmt::format(" pools={}", query.pools) : "")});
  }

  void OnMatch(const Match& match) override {
    Write({.type = "match",
           .path_a = CsvName(match.query),
           .path_b = CsvName(match.path),
           .size_a = Number(query_size_),
           .size_b = Number(match.size),
           .of_a = ShareText(match.of_query),
           .of_b = ShareText(match.of_file),
           .similarity = ShareText(match.similarity),
           .shared_marks = Number(match.shared_marks),
           .set = match.digest,
           .note = MatchNote(match)});
  }

  void OnSpans(const SpanSummary& summary) override {
    Write({.type = "spans",
           .shared_bytes = Number(summary.shared_bytes),
           .note = fmt::format("version={} files={} contents={} bytes={} read_bytes={} min_length={} "
                               "seeds={} spans={} crowded_keys={} skips={}",
                               summary.version, summary.files, summary.contents, summary.bytes,
                               summary.read_bytes, summary.min_length, summary.seeds, summary.spans,
                               summary.crowded_keys, summary.skips),
           .unit = UnitText(summary.bits)});
    for (const std::string& root : summary.roots) Write({.type = "root", .path_a = CsvName(root)});
  }

  void OnComparison(const Comparison& comparison) override {
    comparison_ = comparison;
    Write({.type = "comparison",
           .path_a = CsvName(comparison.a),
           .path_b = CsvName(comparison.b),
           .size_a = Number(comparison.size_a),
           .size_b = Number(comparison.size_b),
           .of_a = ShareText(comparison.of_a),
           .of_b = ShareText(comparison.of_b),
           .note = fmt::format("shared_a={} shared_b={} identical={} min_length={} spans={}",
                               comparison.shared_a, comparison.shared_b, comparison.identical,
                               comparison.min_length, comparison.spans),
           .unit = UnitText(comparison.bits)});
  }

  // A record for each place but the first, which all of them name; `set` holds them together.
  void OnSpan(const Span& found) override {
    ++spans_;
    const Span span = comparison_ ? Oriented(found, *comparison_) : found;
    for (std::size_t i = 1; i < span.places.size(); ++i) {
      const Span::Place& a = span.places[0];
      const Span::Place& b = span.places[i];
      Write({.type = "span",
             .path_a = CsvName(a.path),
             .path_b = CsvName(b.path),
             .set = Number(spans_),
             .note = fmt::format("places={} copies_a={} copies_b={}",
                                 std::max<std::uint64_t>(span.total_places, span.places.size()), a.copies,
                                 b.copies),
             .offset_a = Number(a.offset),
             .offset_b = Number(b.offset),
             .length = Number(span.length),
             .unit = UnitText(span.bits)});
    }
  }

  void OnSideBySide(const SideBySide& files) override {
    OnComparison(files.comparison);
    for (const SideBySide::Run& run : files.runs) OnSpan(SpanOfRun(files, run));
  }

  void OnScan(const ScanSummary& scan) override {
    Write({.type = "scan",
           .note = fmt::format("files={} bytes={} added={} changed={} gone={} unchanged={} read_files={} "
                               "read_bytes={} new_contents={} new_marks={} merged_segments={} interrupted={} "
                               "filtered={} hidden={}",
                               scan.files, scan.bytes, scan.added, scan.changed, scan.gone, scan.unchanged,
                               scan.read_files, scan.read_bytes, scan.new_contents, scan.new_marks,
                               scan.merged_segments, scan.interrupted, scan.filtered, scan.hidden)});
    for (const std::string& root : scan.roots) Write({.type = "root", .path_a = CsvName(root)});
  }

  void OnAnchors(const AnchorReport& report) override {
    Write({.type = "anchor_set",
           .set = report.digest,
           .note = fmt::format("name={} strings={} every={} files={} learned_bytes={} measured_bytes={} "
                               "per_kilobyte={:.2f} longest_gap={} usual_gap={} empty_kilobytes={:.4f} "
                               "bare_files={}",
                               report.name, report.anchors, report.every, report.files, report.learned_bytes,
                               report.measured_bytes, report.per_kilobyte, report.longest_gap,
                               report.usual_gap, report.empty_kilobytes, report.bare_files)});
  }

  void OnStats(const IndexStats& stats) override {
    Write({.type = "stats",
           .path_a = CsvName(stats.directory),
           .note = fmt::format("format_version={} generation={} files={} contents={} content_bytes={} "
                               "file_bytes={} skips={} catalog_bytes={} index_bytes={}",
                               stats.format_version, stats.generation, stats.files, stats.contents,
                               stats.content_bytes, stats.file_bytes, stats.skips, stats.catalog_bytes,
                               stats.index_bytes)});
    for (const IndexStats::Method& method : stats.methods) {
      Write({.type = "method",
             .set = method.method.Text(),
             .note = fmt::format("segments={} contents={} keys={} marks={} bytes={}", method.segments,
                                 method.contents, method.keys, method.marks, method.bytes)});
    }
  }

  void OnCheck(const CheckResult& result) override {
    Write({.type = "check",
           .note = fmt::format("files={} blocks={} problems={}", result.files, result.blocks,
                               result.problems.size())});
    for (const std::string& problem : result.problems) {
      Write({.type = "problem", .note = OneLineText(problem)});
    }
  }

  void OnTemplate(const TemplateInfo& info) override { stream_ << TemplateCsvLines(info); }
  void OnTemplateEffect(const TemplateEffect& effect) override { stream_ << TemplateCsvLines(effect); }
  void OnSuggestion(const TemplateSuggestion& suggestion) override {
    stream_ << TemplateCsvLines(suggestion);
  }
  void OnPool(const PoolReport& pool) override { stream_ << PoolCsvLines(pool); }

  void OnNearSummary(const NearSummary& summary) override { stream_ << NearCsvLines(summary); }
  void OnNearSet(const NearSet& set) override { stream_ << NearCsvLines(set, ++near_sets_); }
  void OnNearPair(const NearPair& pair) override { stream_ << NearCsvLines(pair); }

  void OnEnd() override { EndStream(stream_); }

 private:
  // Names were made fields by CsvName; only `set` and `note` can still hold a comma.
  void Write(const Record& record) {
    stream_ << fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", record.type, record.path_a,
                           record.path_b, record.size_a, record.size_b, record.of_a, record.of_b,
                           record.similarity, record.shared_bytes, record.shared_marks, CsvField(record.set),
                           CsvField(record.note), record.offset_a, record.offset_b, record.length,
                           record.unit);
  }

  std::ostream& stream_;
  std::uint64_t groups_ = 0;
  std::uint64_t spans_ = 0;
  std::uint64_t sets_ = 0;
  std::optional<Comparison> comparison_;  // spans that follow are of these two files
  std::uint64_t query_size_ = 0;
  std::uint64_t near_sets_ = 0;
};

}  // namespace

std::unique_ptr<ResultSink> MakeCsvReport(const ReportOptions&, std::ostream& stream) {
  return std::make_unique<CsvReport>(stream);
}

}  // namespace kindred::report
