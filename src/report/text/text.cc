// The report for people: readable at 80 columns, each section cut at the limit and saying so. Results are
// printed as they come; the summary, which comes first, holds the totals.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include "report/dispatch.h"
#include "report/formats.h"
#include "report/number_text.h"
#include "report/side/side_by_side.h"
#include "report/text/compare_text.h"
#include "report/text/index_text.h"
#include "report/text/near_text.h"
#include "report/text/plain_text.h"
#include "report/text/span_text.h"
#include "report/text/template_text.h"
#include "report/text/text_layout.h"

namespace kindred::report {

namespace {

// "25% or more of one file in the other (containment)"
std::string ThresholdText(const Summary& summary) {
  std::string share = Percent(summary.minimum) + " or more of ";
  if (summary.measure == "both") return share + "each file in the other (both)";
  if (summary.measure == "of-reference")
    return share + "the reference in each file of a group (of-reference)";
  if (summary.measure == "resemblance") return share + "what the two hold together (resemblance)";
  return share + "one file in the other (containment)";
}

// "exact: ...; 3 pairs fell below 25% and were dropped"
// How the shares are known.
std::string MeasuredSharesText(const Summary& summary) {
  if (!summary.measured) return "estimated (~) from marks; --verify reads the files";
  if (!summary.verified && summary.unsettled > 0) {
    return fmt::format(
        "measured by reading, in runs of {} or more; {} beyond the budget {} judged by estimates (~), "
        "--verify reads all",
        Counted(summary.run, "byte"), Counted(summary.unsettled, "candidate"),
        summary.unsettled == 1 ? "is" : "are");
  }
  if (!summary.verified)
    return fmt::format("measured by reading, in runs of {} or more; ~ is an estimate, good to 5 points",
                       Counted(summary.run, "byte"));
  std::string dropped = summary.dropped == 0
                            ? "none was dropped"
                            : fmt::format("{} fell below {} and {} dropped", Counted(summary.dropped, "pair"),
                                          Percent(summary.minimum), summary.dropped == 1 ? "was" : "were");
  return fmt::format("exact: both files of every pair were read, runs of {} or more count; {}",
                     Counted(summary.run, "byte"), dropped);
}

class TextReport : public Report {
 public:
  TextReport(const ReportOptions& options, std::ostream& stream)
      : options_(options),
        stream_(stream),
        layout_(stream, options.color),
        near_(options, layout_),
        templates_(options_, layout_) {}

  bool On(const Record& record) override {
    if (!Dispatch<Summary, IdenticalSet, SameInside, InsideSummary, FilePart, Cluster, Group, FilePair,
                  DirectoryPair, InterestingSet, TreeComparison, FileRelation, Skip, QueryHeader, Match,
                  SpanSummary, FileComparison, Span, SideBySide, TemplateInfo, TemplateEffect,
                  TemplateSuggestion, PoolReport, NearSummary, NearSet, NearPair, ScanSummary, AnchorReport,
                  IndexStats, CheckResult>(record, [this](const auto& value) { Write(value); }))
      WritePlain(record);
    return true;
  }

  void End() override {
    CloseSection();
    near_.CloseLists();
    if (!summary_.version.empty() && summary_.identical_sets > 0) TellNothing();
    near_.End();
    layout_.Skips(summary_.skip_counts, summary_.hidden, summary_.filtered);
    WriteSpanNotes(spans_, &layout_);
    if (compared_) WriteCompareNotes(*compared_, &layout_);
    layout_.Skips(scanned_.skip_counts, scanned_.hidden, scanned_.filtered);
    if (summary_.with_sets && !summary_.sets_complete) {
      layout_.Closing(
          "The search for interesting sets ended with its work: there may be more. A higher --min-shared "
          "or a --max-degree makes it shorter.");
    }
    if (summary_.with_sets && summary_.sets == 0) {
      layout_.Closing(fmt::format("No two files share {} or more: no interesting sets.",
                                  Counted(summary_.set_minimum, "mark")));
    }
    if (summary_.with_directories) TellOfDirectories();
    if (summary_.filtered_out > 0)
      layout_.Closing(fmt::format("The filter left out {}.", Counted(summary_.filtered_out, "pair")));
    if (summary_.links_between > 0) {
      layout_.Closing(fmt::format("{} between files of different clusters (--clusters connected joins them).",
                                  Counted(summary_.links_between, "pair is", "pairs are")));
    }
    if (summary_.boilerplate > 0) {
      layout_.Closing(fmt::format(
          "{} a quarter or more with over {} others, and nothing else with any: boilerplate. To see it and "
          "leave it out: kindred template suggest{}",
          Counted(summary_.boilerplate, "file shares", "files share"), CountText(summary_.degree_cap),
          RootArguments()));
    }
    if (summary_.large_families > 0) {
      layout_.Closing(fmt::format(
          "{} more than {} files: of these each file is compared with its nearest and with the centre, not "
          "with all, and there are more pairs than are counted.",
          Counted(summary_.large_families, "family has", "families have"), CountText(summary_.degree_cap)));
    }
    if (summary_.capped_keys > 0) {
      layout_.Closing(fmt::format("{} stood in more than {} and proposed neighbours only, not every pair.",
                                  Counted(summary_.capped_keys, "key"),
                                  Counted(summary_.degree_cap, "file")));
    }
    EndStream(stream_);
  }

 private:
  void Write(const Summary& summary) {
    summary_ = summary;
    layout_.Title("Kindred " + summary.version, options_.command_line);
    layout_.Roots(summary.roots);
    layout_.Field("method", summary.method.Text());
    layout_.Field("files", fmt::format("{}, {}; {}", Counted(summary.files, "file"), SizeText(summary.bytes),
                                       Counted(summary.contents, "distinct content")));
    if (summary.containers > 0) {
      layout_.Field("inside", fmt::format("{} of {}, compared like files", Counted(summary.parts, "part"),
                                          Counted(summary.containers, "file")));
    }
    layout_.Field("similar", ThresholdText(summary));
    if (!summary.filter.empty()) layout_.WrappedField("filter", OneLineText(summary.filter));
    if (!summary.filter_command.empty())
      layout_.WrappedField("filter", "by " + OneLineText(summary.filter_command));
    if (summary.pairs > 0) layout_.WrappedField("shares", MeasuredSharesText(summary));
    if (summary.templates > 0) {
      layout_.Field("without",
                    AppliedTemplatesText(summary.templates, summary.template_keys) + " (--no-templates)");
    }
    if (summary.pools > 0) {
      layout_.Field(
          "with", fmt::format("{}, {}", Counted(summary.pools, "pool"), Counted(summary.pool_files, "file")));
    }
    layout_.Time(summary.seconds);
    if (summary.identical_sets == 0) TellNothing();
  }

  void Write(const IdenticalSet& set) {
    if (Enter(Section::kIdentical)) {
      // What a pool has takes no space here.
      layout_.Heading("Identical",
                      fmt::format("{}, {} wasted{}", Counted(summary_.identical_sets, "set"),
                                  SizeText(summary_.identical_bytes), summary_.pools > 0 ? " here" : ""));
    }
    if (!TakeOne()) return;
    std::string links = set.links == 0 ? "" : fmt::format(", {}", Counted(set.links, "hard link"));
    const std::uint64_t total = TotalOf(set.total_files, set.files.size());
    layout_.Line(fmt::format("  {} x {}{}  {}", CountText(total + set.unnamed), SizeText(set.size), links,
                             set.digest));
    std::size_t count = Cut(set.files.size());
    for (std::size_t i = 0; i < count; ++i) layout_.Line("    " + QuotePath(set.files[i]));
    layout_.Shown(count, total, "files", 4);
    if (set.unnamed > 0) layout_.Line(fmt::format("    and {} without a name", Counted(set.unnamed, "file")));
  }

  void Write(const SameInside& set) {
    if (Enter(Section::kInside)) {
      layout_.Heading("The same inside", fmt::format("{} of equal parts, or of a file and a part",
                                                     Counted(summary_.same_inside, "set")));
    }
    if (!TakeOne()) return;
    const std::uint64_t total = TotalOf(set.total_files, set.files.size());
    layout_.Line(fmt::format("  {} x {}  {}", CountText(total), SizeText(set.size), set.digest));
    const std::size_t count = Cut(set.files.size());
    for (std::size_t i = 0; i < count; ++i) layout_.Line("    " + QuotePath(set.files[i]));
    layout_.Shown(count, total, "files", 4);
  }

  void Write(const InsideSummary& inside) {
    layout_.Line(fmt::format("{}: {}, {}{}", QuotePath(inside.file), Counted(inside.parts, "part"),
                             SizeText(inside.bytes), inside.complete ? "" : "; not all of it"));
    if (!inside.reason.empty()) layout_.Line("  " + OneLineText(inside.reason));
    layout_.Line("  kind           size  name");
  }
  void Write(const FilePart& part) {
    layout_.Line(fmt::format("  {:8}  {:>9}  {}", part.kind, SizeText(part.size), QuotePath(part.name)));
  }

  void Write(const Cluster& cluster) {
    if (Enter(Section::kClusters)) layout_.Heading("Clusters", CountText(summary_.clusters));
    if (!TakeOne()) return;
    if (shown_ > 1) layout_.Line("");
    const std::uint64_t total = TotalOf(cluster.total_files, cluster.files.size());
    layout_.Line(fmt::format("  {}  {}, {}, {} similar on average, weakest {}", cluster.id,
                             Counted(total, "file"), SizeText(cluster.bytes),
                             ShareText(cluster.average, cluster.measured),
                             ShareText(cluster.weakest, cluster.measured)));
    const std::size_t files = Cut(cluster.files.size());
    for (std::size_t i = 0; i < files; ++i) {
      const Cluster::File& file = cluster.files[i];
      std::string copies = file.copies > 1 ? fmt::format(" ({} copies)", CountText(file.copies)) : "";
      // How similar it is to the centre.
      const std::string share = file.path == cluster.centre ? "centre"
                                : file.with_centre > 0      ? ShareText(file.with_centre, file.measured)
                                                            : "";
      layout_.Line(fmt::format("    {:>4}  {:>6}  {:>9}  {}{}", i + 1, share, SizeText(file.size),
                               QuotePath(file.path), copies));
    }
    layout_.Shown(files, total, "files", 4);
    std::size_t links = 0;
    for (const Cluster::Link& link : cluster.links) {
      if (links == Cut(cluster.links.size())) break;
      if (link.a >= files || link.b >= files) continue;
      ++links;
      layout_.Line(fmt::format("    {:>5} of {} in {}, {} of {} in {}; {} shared",
                               ShareText(link.of_a, link.measured), link.a + 1, link.b + 1,
                               ShareText(link.of_b, link.measured), link.b + 1, link.a + 1,
                               SizeText(link.shared_bytes)));
    }
    layout_.Shown(links, TotalOf(cluster.total_links, cluster.links.size()),
                  cluster.at_least ? "links or more" : "links", 4);
  }

  std::string RootArguments() const {
    std::string arguments;
    for (const std::string& root : summary_.roots) arguments += " " + QuotePath(root);
    return arguments;
  }

  // sif's form (Manber 1993, figure 3), sizes in plain digits as there.
  void Write(const Group& group) {
    if (Enter(Section::kGroups)) layout_.Heading("Groups", CountText(summary_.groups));
    if (!TakeOne()) return;
    if (shown_ > 1) layout_.Line("");
    layout_.Line(fmt::format("R100 {} {}", QuotePath(group.reference), group.size));
    std::size_t count = Cut(group.files.size());
    for (std::size_t i = 0; i < count; ++i) {
      const Group::File& file = group.files[i];
      layout_.Line(fmt::format("{:>4} {} {}", (file.measured ? "" : "~") + PercentText(file.similarity),
                               QuotePath(file.path), file.size));
    }
    layout_.Shown(count, TotalOf(group.total_files, group.files.size()), "files", 5);
  }

  void Write(const FilePair& pair) {
    if (Enter(Section::kPairs)) {
      layout_.Heading("Pairs", CountText(summary_.pairs));
      layout_.Line("   of A   of B       size  A, then B");
    }
    if (!TakeOne()) return;
    layout_.Line(fmt::format("  {:>5}  {:>5}  {:>9}  {}", ShareText(pair.of_a, pair.measured),
                             ShareText(pair.of_b, pair.measured), SizeText(pair.size_a), QuotePath(pair.a)));
    layout_.Line(fmt::format("                {:>9}  {}", SizeText(pair.size_b), QuotePath(pair.b)));
  }

  void Write(const DirectoryPair& pair) {
    if (Enter(Section::kDirectories)) {
      layout_.Heading("Directories", Counted(summary_.directories, "pair"));
      layout_.Line("  of A  of B    files       size  A, then B");
    }
    if (!TakeOne()) return;
    layout_.Line(fmt::format("  {:>4}  {:>4}  {:>7}  {:>9}  {}", Percent(pair.of_a), Percent(pair.of_b),
                             CountText(pair.files_a), SizeText(pair.size_a), QuotePath(pair.a)));
    layout_.Line(fmt::format("              {:>7}  {:>9}  {}", CountText(pair.files_b), SizeText(pair.size_b),
                             QuotePath(pair.b)));
  }

  void Write(const InterestingSet& set) {
    if (Enter(Section::kSets)) {
      layout_.Heading(
          "Interesting sets",
          fmt::format("{}{}, all files of a set share {} or more", CountText(summary_.sets),
                      summary_.sets_complete ? "" : " found", Counted(summary_.set_minimum, "mark")));
    }
    if (!TakeOne()) return;
    const std::uint64_t total = TotalOf(set.total_files, set.files.size());
    layout_.Line(fmt::format("  {} share {}", Counted(total, "file"), Counted(set.shared_marks, "mark")));
    const std::size_t count = Cut(set.files.size());
    for (std::size_t i = 0; i < count; ++i) layout_.Line("    " + QuotePath(set.files[i]));
    layout_.Shown(count, total, "files", 4);
  }

  void Write(const TreeComparison& comparison) {
    compared_ = comparison;
    WriteCompared(comparison, options_, &layout_);
  }

  // Identical files are only counted: nobody reads a list of what did not change.
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
      std::string why = query.marks == 0 ? ", too short to have marks" : dropped;
      layout_.Line(fmt::format("{}: nothing similar in the index ({}{})", name, SizeText(query.size), why));
      return;
    }
    layout_.Line(fmt::format("{}: {} ({}, {}{})", name, Counted(query.matches, "similar file"),
                             SizeText(query.size), Counted(query.marks, "mark"), dropped));
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
  void Write(const TemplateSuggestion& suggestion) { templates_.Suggestion(suggestion); }
  void Write(const PoolReport& pool) { templates_.Pool(pool); }

  void Write(const NearSummary& summary) {
    CloseSection();
    section_ = Section::kNone;
    if (summary.near_stage && summary_.identical_sets > 0) TellNothing();
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

  // A result that has no form of its own yet: what its description says, so that nothing is lost.
  void WritePlain(const Record& record) {
    CloseSection();
    section_ = Section::kNone;
    layout_.Line(PlainText(record));
  }

  enum class Section {
    kNone,
    kIdentical,
    kInside,
    kClusters,
    kGroups,
    kPairs,
    kSkips,
    kMatches,
    kSpans,
    kRelations,
    kDirectories,
    kSets
  };

  bool Similar() const { return summary_.groups + summary_.clusters + summary_.pairs > 0; }

  void TellOfDirectories() {
    if (summary_.directories == 0) {
      layout_.Closing(fmt::format("No two directories {}reach {}.",
                                  summary_.crowded_files == 0 ? "" : "that were looked at ",
                                  Percent(summary_.minimum)));
    }
    if (summary_.crowded_files > 0) {
      layout_.Closing(fmt::format("{} in many directories: only the nearest of these were compared for {}.",
                                  Counted(summary_.crowded_files, "file") +
                                      (summary_.crowded_files == 1 ? " has its like" : " have their like"),
                                  summary_.crowded_files == 1 ? "it" : "them"));
    }
  }

  void TellNothing() {
    if (summary_.only_directories) return;
    if (Similar() || std::exchange(told_nothing_, true)) return;
    layout_.Line("");
    if (summary_.files == 0) {
      layout_.Line("There are no files to compare.");
    } else if (summary_.files == 1) {
      layout_.Line("There is one file only, and nothing to compare it with.");
    } else if (summary_.identical_sets > 0) {
      layout_.Line("Nothing else is similar.");
    } else if (summary_.capped_keys > 0) {  // which did not propose every pair: the true number is not known
      layout_.Line("Nothing similar was found.");
    } else {
      layout_.Line(fmt::format("Nothing similar: no two of the {} reach {}.", Counted(summary_.files, "file"),
                               Percent(summary_.minimum)));
    }
  }

  // True when `section` begins with this item; the one before gets its closing line.
  bool Enter(Section section) {
    if (section_ == section) return false;
    CloseSection();
    section_ = section;
    switch (section) {
      case Section::kIdentical:
        total_ = summary_.identical_sets;
        break;
      case Section::kInside:
        total_ = summary_.same_inside;
        break;
      case Section::kClusters:
        total_ = summary_.clusters;
        break;
      case Section::kGroups:
        total_ = summary_.groups;
        break;
      case Section::kPairs:
        total_ = summary_.pairs;
        break;
      case Section::kSpans:
        total_ = spans_.spans;
        break;
      case Section::kDirectories:
        total_ = summary_.directories;
        break;
      case Section::kSets:
        total_ = summary_.sets;
        break;
      case Section::kNone:
      case Section::kSkips:
      case Section::kMatches:
      case Section::kRelations:
        total_ = 0;
        break;
    }
    return true;
  }

  // Counts an item; false when it is beyond the limit.
  bool TakeOne() {
    ++seen_;
    if (options_.limit != 0 && shown_ >= options_.limit) return false;
    ++shown_;
    return true;
  }

  std::size_t Cut(std::size_t count) const {
    return options_.limit == 0 ? count : std::min<std::size_t>(count, options_.limit);
  }

  void CloseSection() {
    constexpr const char* kItems[] = {"",
                                      "sets",
                                      "sets",
                                      "clusters",
                                      "groups",
                                      "pairs",
                                      "skips",
                                      "matches",
                                      "spans",
                                      "files",
                                      "pairs of directories",
                                      "sets"};
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
  NearText near_;
  TemplateText templates_;
  Summary summary_;
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
  bool told_nothing_ = false;
  bool verified_ = false;  // matches of this query were measured by reading
};

}  // namespace

std::unique_ptr<Report> MakeTextReport(const ReportOptions& options, std::ostream& stream) {
  return std::make_unique<TextReport>(options, stream);
}

}  // namespace kindred::report
