// JSON lines, the output contract for programs: keys in the order of docs/cli.md, new keys at a line's end.
// Written by hand because names that are not UTF-8 need lone surrogates, which JSON libraries refuse to
// write.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string_view>
#include <type_traits>
#include <utility>

#include "report/formats.h"
#include "report/lines/near_lines.h"
#include "report/lines/span_record.h"
#include "report/lines/template_lines.h"
#include "report/number_text.h"
#include "report/path_text.h"
#include "report/text/compare_text.h"

namespace kindred::report {

namespace {

// One line in the making: keys and values one after another, commas where needed.
class Line {
 public:
  explicit Line(std::string_view type) {
    Open('{');
    Key("type").Value(type);
  }

  Line& Key(std::string_view key) {
    Comma();
    AppendJsonString(key, &text_);
    text_ += ':';
    comma_ = false;
    return *this;
  }
  Line& Value(std::string_view text) {
    Comma();
    AppendJsonString(text, &text_);
    return *this;
  }
  Line& Value(const std::string& text) { return Value(std::string_view(text)); }
  Line& Value(const char* text) { return Value(std::string_view(text)); }
  Line& Value(bool value) { return Raw(value ? "true" : "false"); }
  Line& Value(double share) { return Raw(ShareText(share)); }
  template <typename Integer>
  requires std::is_integral_v<Integer> Line& Value(Integer number) { return Raw(fmt::format("{}", number)); }
  Line& Value(const std::vector<std::string>& texts) {
    Open('[');
    for (const std::string& text : texts) Value(text);
    return Close(']');
  }
  Line& Value(const MethodInfo& method) {
    Open('{');
    Key("name").Value(method.name).Key("version").Value(method.version).Key("parameters").Open('{');
    for (const auto& [key, value] : method.parameters) Key(key).Value(value);
    return Close('}').Close('}');
  }
  Line& Value(const std::vector<SkipCount>& counts) {
    Open('[');
    for (const SkipCount& count : counts) {
      Open('{').Key("reason").Value(count.reason).Key("files").Value(count.files);
      Key("error").Value(count.error).Close('}');
    }
    return Close(']');
  }

  // A path, or null for none.
  Line& Nullable(const std::string& path) { return path.empty() ? Raw("null") : Value(path); }

  Line& Open(char bracket) {
    Comma();
    text_ += bracket;
    comma_ = false;
    return *this;
  }
  Line& Close(char bracket) {
    text_ += bracket;
    comma_ = true;
    return *this;
  }

  void WriteTo(std::ostream& stream) {
    Close('}');
    text_ += '\n';
    stream.write(text_.data(), static_cast<std::streamsize>(text_.size()));
  }

 private:
  void Comma() {
    if (comma_) text_ += ',';
    comma_ = true;
  }
  Line& Raw(std::string_view text) {
    Comma();
    text_ += text;
    return *this;
  }

  std::string text_;
  bool comma_ = false;
};

class JsonReport : public ResultSink {
 public:
  explicit JsonReport(std::ostream& stream) : stream_(stream) {}

  void OnSummary(const Summary& summary) override {
    Line line("summary");
    line.Key("version").Value(summary.version).Key("roots").Value(summary.roots);
    line.Key("method").Value(summary.method).Key("files").Value(summary.files);
    line.Key("contents").Value(summary.contents).Key("bytes").Value(summary.bytes);
    line.Key("marks").Value(summary.marks).Key("skips").Value(summary.skips);
    line.Key("capped_keys").Value(summary.capped_keys);
    line.Key("identical_sets").Value(summary.identical_sets).Key("groups").Value(summary.groups);
    line.Key("clusters").Value(summary.clusters).Key("pairs").Value(summary.pairs);
    if (summary.verified) line.Key("verified").Value(true).Key("dropped").Value(summary.dropped);
    if (summary.with_directories)
      line.Key("directories").Value(summary.directories).Key("crowded_files").Value(summary.crowded_files);
    if (summary.with_sets)
      line.Key("sets").Value(summary.sets).Key("sets_complete").Value(summary.sets_complete);
    if (!summary.filter.empty()) line.Key("filter").Value(summary.filter);
    if (!summary.filter_command.empty()) line.Key("filter_command").Value(summary.filter_command);
    if (!summary.filter.empty() || !summary.filter_command.empty())
      line.Key("filtered_out").Value(summary.filtered_out);
    Templates(summary.templates, summary.template_keys, &line);
    if (summary.pools > 0) line.Key("pools").Value(summary.pools).Key("pool_files").Value(summary.pool_files);
    line.WriteTo(stream_);
  }

  void OnIdentical(const IdenticalSet& set) override {
    Line line("identical");
    line.Key("size").Value(set.size).Key("digest").Value(set.digest).Key("files").Value(set.files);
    line.Key("links").Value(set.links);
    if (set.elsewhere > 0) line.Key("elsewhere").Value(set.elsewhere).Key("unnamed").Value(set.unnamed);
    line.WriteTo(stream_);
  }

  void OnCluster(const Cluster& cluster) override {
    Line line("cluster");
    line.Key("id").Value(cluster.id).Key("files").Open('[');
    for (const Cluster::File& file : cluster.files) line.Value(file.path);
    line.Close(']').Key("links").Value(std::max<std::uint64_t>(cluster.total_links, cluster.links.size()));
    line.Key("average").Value(cluster.average).Key("weakest").Value(cluster.weakest);
    line.Key("bytes").Value(cluster.bytes);
    // In the order of "files"; how often each stands in the tree, identical files counted.
    line.Key("sizes").Open('[');
    for (const Cluster::File& file : cluster.files) line.Value(file.size);
    line.Close(']').Key("copies").Open('[');
    for (const Cluster::File& file : cluster.files) line.Value(file.copies);
    line.Close(']').WriteTo(stream_);
  }

  void OnGroup(const Group& group) override {
    Line line("group");
    line.Key("reference").Value(group.reference).Key("size").Value(group.size).Key("files").Open('[');
    for (const Group::File& file : group.files) {
      line.Open('{').Key("path").Value(file.path).Key("size").Value(file.size);
      line.Key("similarity").Value(file.similarity).Key("of_reference").Value(file.of_reference);
      line.Key("of_file").Value(file.of_file).Close('}');
    }
    line.Close(']').WriteTo(stream_);
  }

  void OnPair(const FilePair& pair) override {
    Line line("pair");
    line.Key("a").Value(pair.a).Key("b").Value(pair.b);
    line.Key("size_a").Value(pair.size_a).Key("size_b").Value(pair.size_b);
    line.Key("of_a").Value(pair.of_a).Key("of_b").Value(pair.of_b);
    line.Key("similarity").Value(pair.similarity);
    line.Key("shared_bytes").Value(pair.shared_bytes).Key("shared_marks").Value(pair.shared_marks);
    if (pair.verified) line.Key("verified").Value(true);
    line.WriteTo(stream_);
  }

  void OnDirectories(const DirectoryPair& pair) override {
    Line line("directories");
    line.Key("a").Value(pair.a).Key("b").Value(pair.b);
    line.Key("files_a").Value(pair.files_a).Key("files_b").Value(pair.files_b);
    line.Key("size_a").Value(pair.size_a).Key("size_b").Value(pair.size_b);
    line.Key("of_a").Value(pair.of_a).Key("of_b").Value(pair.of_b);
    line.Key("similarity").Value(pair.similarity).Key("identical_files").Value(pair.identical_files);
    line.Key("similar_files").Value(pair.similar_files);
    line.WriteTo(stream_);
  }

  void OnSet(const InterestingSet& set) override {
    Line line("set");
    line.Key("files").Value(set.files).Key("shared_marks").Value(set.shared_marks);
    line.WriteTo(stream_);
  }

  void OnCompared(const TreeComparison& comparison) override {
    Line line("compared");
    line.Key("version").Value(comparison.version);
    line.Key("a").Value(comparison.a.root).Key("b").Value(comparison.b.root);
    line.Key("of_a").Value(comparison.a.share).Key("of_b").Value(comparison.b.share);
    line.Key("all_of_a").Value(comparison.a.all_there).Key("all_of_b").Value(comparison.b.all_there);
    line.Key("files_a").Value(comparison.a.files).Key("files_b").Value(comparison.b.files);
    line.Key("size_a").Value(comparison.a.bytes).Key("size_b").Value(comparison.b.bytes);
    line.Key("without_copy_a").Value(comparison.a.without_copy);
    line.Key("without_copy_b").Value(comparison.b.without_copy);
    for (std::size_t i = 0; i < kRelations; ++i)
      line.Key(RelationName(static_cast<Relation>(i))).Value(comparison.relations[i]);
    line.Key("further").Value(comparison.further).Key("links").Value(comparison.links);
    line.Key("method").Value(comparison.method).Key("capped_keys").Value(comparison.capped_keys);
    line.Key("skips").Value(comparison.skips).Key("errors_a").Value(comparison.a.errors);
    line.Key("errors_b").Value(comparison.b.errors);
    // What leaves the answers open, and what they do not speak of.
    line.Key("cannot_tell_a").Value(comparison.a.cannot_tell);
    line.Key("cannot_tell_b").Value(comparison.b.cannot_tell);
    line.Key("left_out_a").Value(comparison.a.left_out).Key("left_out_b").Value(comparison.b.left_out);
    if (comparison.verified) line.Key("verified").Value(true).Key("dropped").Value(comparison.dropped);
    Templates(comparison.templates, comparison.template_keys, &line);
    if (!comparison.filter.empty()) line.Key("filter").Value(comparison.filter);
    if (!comparison.filter_command.empty()) line.Key("filter_command").Value(comparison.filter_command);
    if (!comparison.filter.empty() || !comparison.filter_command.empty())
      line.Key("filtered_out").Value(comparison.filtered_out);
    line.WriteTo(stream_);
  }

  void OnRelation(const FileRelation& relation) override {
    Line line("compare");
    line.Key("relation").Value(RelationName(relation.relation));
    line.Key("a").Nullable(relation.a).Key("b").Nullable(relation.b);
    line.Key("of_a").Value(relation.of_a).Key("of_b").Value(relation.of_b);
    if (!relation.a.empty()) line.Key("size_a").Value(relation.size_a);
    if (!relation.b.empty()) line.Key("size_b").Value(relation.size_b);
    if (relation.further) line.Key("further").Value(true);
    if (relation.replaced) line.Key("replaced").Value(true);
    if (relation.verified) line.Key("verified").Value(true);
    line.WriteTo(stream_);
  }

  void OnSkip(const Skip& skip) override {
    Line line("skip");
    line.Key("path").Value(skip.path).Key("stage").Value(skip.stage).Key("reason").Value(skip.reason);
    line.Key("error").Value(skip.error);
    line.WriteTo(stream_);
  }

  void OnQuery(const QueryHeader& query) override {
    Line line("query");
    line.Key("query").Value(query.query).Key("size").Value(query.size).Key("marks").Value(query.marks);
    line.Key("matches").Value(query.matches);
    if (query.verified) line.Key("verified").Value(true).Key("dropped").Value(query.dropped);
    if (!query.digest.empty()) line.Key("digest").Value(query.digest);
    line.Key("identical").Value(query.identical);
    if (query.filtered_out > 0) line.Key("filtered_out").Value(query.filtered_out);
    Templates(query.templates, query.template_keys, &line);
    if (query.pools > 0) line.Key("pools").Value(query.pools);
    line.WriteTo(stream_);
  }

  void OnMatch(const Match& match) override {
    Line line("match");
    line.Key("query").Value(match.query).Key("path").Value(match.path).Key("size").Value(match.size);
    line.Key("similarity").Value(match.similarity).Key("of_query").Value(match.of_query);
    line.Key("of_file").Value(match.of_file).Key("identical").Value(match.identical);
    line.Key("shared_marks").Value(match.shared_marks);
    if (match.verified) line.Key("verified").Value(true);
    if (!match.digest.empty()) line.Key("digest").Value(match.digest);
    if (match.copies > 1) line.Key("copies").Value(match.copies);
    line.WriteTo(stream_);
  }

  void OnSpans(const SpanSummary& summary) override {
    Line line("spans");
    line.Key("version").Value(summary.version).Key("roots").Value(summary.roots);
    line.Key("files").Value(summary.files).Key("contents").Value(summary.contents);
    line.Key("bytes").Value(summary.bytes).Key("read_bytes").Value(summary.read_bytes);
    line.Key("min_length").Value(summary.min_length).Key("unit").Value(UnitText(summary.bits));
    line.Key("seeds").Value(summary.seeds).Key("guarantee").Value(summary.guarantee);
    line.Key("spans").Value(summary.spans).Key("shared_bytes").Value(summary.shared_bytes);
    line.Key("crowded_keys").Value(summary.crowded_keys).Key("skips").Value(summary.skips);
    line.WriteTo(stream_);
  }

  void OnComparison(const Comparison& comparison) override {
    comparison_ = comparison;
    Line line("comparison");
    line.Key("a").Value(comparison.a).Key("b").Value(comparison.b);
    line.Key("size_a").Value(comparison.size_a).Key("size_b").Value(comparison.size_b);
    line.Key("of_a").Value(comparison.of_a).Key("of_b").Value(comparison.of_b);
    line.Key("shared_a").Value(comparison.shared_a).Key("shared_b").Value(comparison.shared_b);
    line.Key("identical").Value(comparison.identical).Key("min_length").Value(comparison.min_length);
    line.Key("unit").Value(UnitText(comparison.bits)).Key("spans").Value(comparison.spans);
    line.WriteTo(stream_);
  }

  void OnSpan(const Span& found) override {
    if (found.places.size() < 2) return;  // no run of one place is shared
    if (comparison_) return WriteSpan(Oriented(found, *comparison_));
    WriteSpan(found);  // no copy: it may have thousands of places
  }

  void OnSideBySide(const SideBySide& files) override {
    OnComparison(files.comparison);
    for (const SideBySide::Run& run : files.runs) OnSpan(SpanOfRun(files, run));
  }

  void OnScan(const ScanSummary& scan) override {
    Line line("scan");
    line.Key("roots").Value(scan.roots).Key("files").Value(scan.files).Key("bytes").Value(scan.bytes);
    line.Key("added").Value(scan.added).Key("changed").Value(scan.changed).Key("gone").Value(scan.gone);
    line.Key("unchanged").Value(scan.unchanged).Key("read_files").Value(scan.read_files);
    line.Key("read_bytes").Value(scan.read_bytes).Key("new_contents").Value(scan.new_contents);
    line.Key("new_marks").Value(scan.new_marks).Key("merged_segments").Value(scan.merged_segments);
    line.Key("interrupted").Value(scan.interrupted).Key("filtered").Value(scan.filtered);
    line.Key("hidden").Value(scan.hidden).Key("skips").Value(scan.skip_counts);
    line.WriteTo(stream_);
  }

  void OnAnchors(const AnchorReport& report) override {
    Line line("anchor_set");
    line.Key("name").Value(report.name).Key("digest").Value(report.digest);
    line.Key("strings").Value(report.anchors).Key("every").Value(report.every);
    line.Key("files").Value(report.files).Key("learned_bytes").Value(report.learned_bytes);
    line.Key("measured_bytes").Value(report.measured_bytes).Key("per_kilobyte").Value(report.per_kilobyte);
    line.Key("longest_gap").Value(report.longest_gap).Key("usual_gap").Value(report.usual_gap);
    line.Key("empty_kilobytes").Value(report.empty_kilobytes).Key("bare_files").Value(report.bare_files);
    line.WriteTo(stream_);
  }

  void OnStats(const IndexStats& stats) override {
    Line line("stats");
    line.Key("directory").Value(stats.directory).Key("format_version").Value(stats.format_version);
    line.Key("generation").Value(stats.generation).Key("files").Value(stats.files);
    line.Key("contents").Value(stats.contents).Key("content_bytes").Value(stats.content_bytes);
    line.Key("file_bytes").Value(stats.file_bytes).Key("skips").Value(stats.skips);
    line.Key("catalog_bytes").Value(stats.catalog_bytes).Key("index_bytes").Value(stats.index_bytes);
    line.Key("methods").Open('[');
    for (const IndexStats::Method& method : stats.methods) {
      line.Open('{').Key("method").Value(method.method).Key("segments").Value(method.segments);
      line.Key("contents").Value(method.contents).Key("keys").Value(method.keys);
      line.Key("marks").Value(method.marks).Key("bytes").Value(method.bytes).Close('}');
    }
    line.Close(']').WriteTo(stream_);
  }

  void OnCheck(const CheckResult& result) override {
    Line line("check");
    line.Key("files").Value(result.files).Key("blocks").Value(result.blocks);
    line.Key("problems").Value(result.problems);
    line.WriteTo(stream_);
  }

  void OnTemplate(const TemplateInfo& info) override { stream_ << TemplateJsonLine(info); }
  void OnTemplateEffect(const TemplateEffect& effect) override { stream_ << TemplateJsonLine(effect); }
  void OnSuggestion(const TemplateSuggestion& suggestion) override {
    stream_ << TemplateJsonLine(suggestion);
  }
  void OnPool(const PoolReport& pool) override { stream_ << PoolJsonLine(pool); }

  void OnNearSummary(const NearSummary& summary) override { stream_ << NearJsonLine(summary); }
  void OnNearSet(const NearSet& set) override { stream_ << NearJsonLine(set); }
  void OnNearPair(const NearPair& pair) override { stream_ << NearJsonLine(pair); }

  void OnEnd() override { EndStream(stream_); }

 private:
  void WriteSpan(const Span& span) {
    const Span::Place& a = span.places[0];
    const Span::Place& b = span.places[1];
    Line line("span");
    line.Key("a").Value(a.path).Key("a_offset").Value(a.offset);
    line.Key("b").Value(b.path).Key("b_offset").Value(b.offset);
    line.Key("length").Value(span.length).Key("unit").Value(UnitText(span.bits));
    line.Key("places").Value(std::max<std::uint64_t>(span.total_places, span.places.size()));
    if (a.copies > 1) line.Key("a_copies").Value(a.copies);
    if (b.copies > 1) line.Key("b_copies").Value(b.copies);
    if (span.places.size() > 2) {
      line.Key("more").Open('[');
      for (std::size_t i = 2; i < span.places.size(); ++i) {
        const Span::Place& place = span.places[i];
        line.Open('{').Key("path").Value(place.path).Key("offset").Value(place.offset);
        line.Key("copies").Value(place.copies).Close('}');
      }
      line.Close(']');
    }
    line.WriteTo(stream_);
  }

  // Only where there are any: lines of an index without templates stay as they were.
  static void Templates(std::uint64_t templates, std::uint64_t keys, Line* line) {
    if (templates > 0) line->Key("templates").Value(templates).Key("template_keys").Value(keys);
  }

  std::ostream& stream_;
  std::optional<Comparison> comparison_;  // spans that follow are of these two files
};

}  // namespace

std::unique_ptr<ResultSink> MakeJsonReport(const ReportOptions&, std::ostream& stream) {
  return std::make_unique<JsonReport>(stream);
}

}  // namespace kindred::report
