// The tables of find, and what all commands have in common.
#include "report/table/table_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "kindred/report.h"
#include "report/number_text.h"
#include "report/table/table_facts.h"
#include "report/text/text_layout.h"

namespace kindred::report {

namespace {

using enum CellKind;

const TableForm kIdenticalTable = {.id = "identical",
                                   .title = "Identical files",
                                   .columns = {{"File", kName},
                                               {"Size", kCount},
                                               {"Files", kCount},
                                               {"Hard links", kCount},
                                               {"Spare bytes", kCount},
                                               {"Digest", kText}},
                                   .levels = {{"set", {{0}, {2}, {1}, {4}, {3}, {5}}}, {"file", {{0}}}}};

const TableForm kClusterTable = {
    .id = "clusters",
    .title = "Clusters",
    .columns = {{"Cluster", kText},
                {"File", kName},
                {"Other file", kName},
                {"Similarity", kShare},
                {"Weakest", kShare},
                {"Of file", kShare},
                {"Of other", kShare},
                {"Size", kCount},
                {"Size of other", kCount},
                {"Copies", kCount},
                {"Files", kCount},
                {"Links", kCount},
                {"Shared bytes", kCount},
                {"Shared marks", kCount},
                {"No.", kCount}},
    .levels = {{"cluster", {{1}, {3, "Average"}, {4}, {10}, {11}, {7, "Bytes"}, {0}}},
               {"file", {{14}, {1}, {7}, {9}}},
               {"link", {{1}, {2}, {3}, {5}, {6}, {12}, {13}}}}};

const TableForm kGroupTable = {.id = "groups",
                               .title = "Groups",
                               .columns = {{"Reference", kName},
                                           {"File", kName},
                                           {"Similarity", kShare},
                                           {"Of reference", kShare},
                                           {"Of file", kShare},
                                           {"Size", kCount},
                                           {"Files", kCount}},
                               .levels = {{"group", {{0}, {6}, {5}}}, {"file", {{1}, {2}, {3}, {4}, {5}}}}};

const TableForm kDirectoryTable = {
    .id = "directories",
    .title = "Directories",
    .columns = {{"A", kName},
                {"B", kName},
                {"Similarity", kShare},
                {"Of A", kShare},
                {"Of B", kShare},
                {"Identical files", kCount},
                {"Similar files", kCount},
                {"Files of A", kCount},
                {"Files of B", kCount},
                {"Size of A", kCount},
                {"Size of B", kCount}},
    .levels = {{"pair", {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}, {10}}}}};

const TableForm kSetTable = {.id = "sets",
                             .title = "Interesting sets",
                             .columns = {{"File", kName}, {"Shared marks", kCount}, {"Files", kCount}},
                             .levels = {{"set", {{0}, {1}, {2}}}, {"file", {{0}}}}};

const TableForm kPairTable = {.id = "pairs",
                              .title = "Pairs",
                              .columns = {{"A", kName},
                                          {"B", kName},
                                          {"Similarity", kShare},
                                          {"Of A", kShare},
                                          {"Of B", kShare},
                                          {"Size of A", kCount},
                                          {"Size of B", kCount},
                                          {"Shared bytes", kCount},
                                          {"Shared marks", kCount},
                                          {"Shares", kText}},
                              .levels = {{"pair", {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}}}}};

const TableForm kSkipTable = {
    .id = "skips",
    .title = "Skips",
    .columns = {{"File", kName}, {"Stage", kText}, {"Reason", kText}, {"Error", kText}},
    .levels = {{"skip", {{0}, {1}, {2}, {3}}}}};

std::string FirstOf(const std::vector<std::string>& files) { return files.empty() ? "" : files[0]; }

}  // namespace

ReportPart PartOf(const TableForm& form, std::optional<std::uint64_t> count) {
  return {form.id, form.title, count, &form};
}

ReportPart SkipsPart(std::uint64_t count) { return PartOf(kSkipTable, count); }

void TableReport::Start(const std::vector<ReportPart>& parts) {
  if (started_) return;
  started_ = true;
  writer_->Start("kindred " + options_.command_line, parts);
  settings_.insert(settings_.begin(), {"Command", TextCell("kindred " + options_.command_line)});
}

TableReport::Shown& TableReport::Of(const char* what) {
  for (Shown& shown : shown_) {
    if (shown.what == what) return shown;
  }
  return shown_.emplace_back(Shown{what});
}

void TableReport::NoteShown(const TableForm& form, std::uint64_t shown, std::uint64_t all, const char* what) {
  if (shown < all) {
    writer_->Note(
        form, fmt::format("{} of {} {} shown (--limit 0 shows all)", CountText(shown), CountText(all), what));
  }
}

void TableReport::TellFacts(const ReportPart& part, const std::vector<Fact>& facts) {
  if (!facts.empty()) writer_->Facts(part, facts);
}

void TableReport::OnSummary(const Summary& summary) {
  settings_ = SettingsOf(summary);
  std::vector<ReportPart> parts = {kSummaryPart};
  auto list = [&](const TableForm& form, std::uint64_t all, const char* what) {
    parts.push_back(PartOf(form, all));
    Of(what).all = all;
  };
  if (!summary.only_directories) {
    list(kClusterTable, summary.clusters, "clusters");
    list(kIdenticalTable, summary.identical_sets, "identical sets");
    list(kGroupTable, summary.groups, "groups");
  }
  if (summary.with_directories) list(kDirectoryTable, summary.directories, "directory pairs");
  if (summary.with_sets) list(kSetTable, summary.sets, "interesting sets");
  if (summary.with_pairs) list(kPairTable, summary.pairs, "pairs");
  if (summary.with_first_look) {
    // Its counts are not known yet.
    parts.push_back(kFirstLookPart);
    parts.push_back(NearPairsPart());
    parts.push_back(NearSetsPart());
  }
  parts.push_back(SkipsPart(summary.skips));
  parts.push_back(kSettingsPart);
  Start(parts);
  writer_->Facts(kSummaryPart, SummaryFacts(summary));
  TellFacts(kSkippedPart, SkipFacts(summary.skip_counts, summary.hidden, summary.filtered));
}

void TableReport::OnIdentical(const IdenticalSet& set) {
  Start({});
  ++Of("identical sets").shown;
  const std::uint64_t files = TotalOf(set.total_files, set.files.size());
  const std::uint64_t here = files + set.unnamed - set.elsewhere;
  const std::uint64_t spare = here > set.links + 1 ? here - set.links - 1 : 0;
  writer_->Row(kIdenticalTable, 0,
               {NameCell(FirstOf(set.files)), CountCell(set.size), CountCell(files + set.unnamed),
                CountCell(set.links), CountCell(spare * set.size), TextCell(set.digest)});
  for (const std::string& file : set.files) {
    writer_->Row(kIdenticalTable, 1, {NameCell(file), CountCell(set.size), {}, {}, {}, TextCell(set.digest)});
  }
  NoteShown(kIdenticalTable, set.files.size(), files, "files");
  if (set.elsewhere > 0) {
    writer_->Note(
        kIdenticalTable,
        fmt::format("{} in pools{}", Counted(set.elsewhere, "file"),
                    set.unnamed == 0 ? "" : fmt::format(", {} without a name", CountText(set.unnamed))));
  }
}

void TableReport::OnCluster(const Cluster& cluster) {
  Start({});
  ++Of("clusters").shown;
  const std::uint64_t files = TotalOf(cluster.total_files, cluster.files.size());
  const std::uint64_t links = TotalOf(cluster.total_links, cluster.links.size());
  const Cell id = TextCell(cluster.id);
  writer_->Row(kClusterTable, 0,
               {id,
                NameCell(cluster.files.empty() ? "" : cluster.files[0].path),
                {},
                ShareCell(cluster.average),
                ShareCell(cluster.weakest),
                {},
                {},
                CountCell(cluster.bytes),
                {},
                {},
                CountCell(files),
                CountCell(links),
                {},
                {},
                {}});
  writer_->Picture(cluster);
  for (std::size_t i = 0; i < cluster.files.size(); ++i) {
    const Cluster::File& file = cluster.files[i];
    writer_->Row(kClusterTable, 1,
                 {id,
                  NameCell(file.path),
                  {},
                  {},
                  {},
                  {},
                  {},
                  CountCell(file.size),
                  {},
                  CountCell(file.copies),
                  {},
                  {},
                  {},
                  {},
                  CountCell(i + 1)});
  }
  NoteShown(kClusterTable, cluster.files.size(), files, "files");
  for (const Cluster::Link& link : cluster.links) {
    const Cluster::File& a = cluster.files.at(link.a);
    const Cluster::File& b = cluster.files.at(link.b);
    writer_->Row(kClusterTable, 2,
                 {id,
                  NameCell(a.path),
                  NameCell(b.path),
                  ShareCell(link.similarity),
                  {},
                  ShareCell(link.of_a),
                  ShareCell(link.of_b),
                  CountCell(a.size),
                  CountCell(b.size),
                  {},
                  {},
                  {},
                  CountCell(link.shared_bytes),
                  CountCell(link.shared_marks),
                  {}});
  }
  NoteShown(kClusterTable, cluster.links.size(), links, "links");
}

void TableReport::OnGroup(const Group& group) {
  Start({});
  ++Of("groups").shown;
  const std::uint64_t files = TotalOf(group.total_files, group.files.size());
  const Cell reference = NameCell(group.reference);
  writer_->Row(kGroupTable, 0, {reference, {}, {}, {}, {}, CountCell(group.size), CountCell(files)});
  for (const Group::File& file : group.files) {
    writer_->Row(kGroupTable, 1,
                 {reference,
                  NameCell(file.path),
                  ShareCell(file.similarity),
                  ShareCell(file.of_reference),
                  ShareCell(file.of_file),
                  CountCell(file.size),
                  {}});
  }
  NoteShown(kGroupTable, group.files.size(), files, "files");
}

void TableReport::OnPair(const FilePair& pair) {
  Start({});
  ++Of("pairs").shown;
  writer_->Row(
      kPairTable, 0,
      {NameCell(pair.a), NameCell(pair.b), ShareCell(pair.similarity), ShareCell(pair.of_a),
       ShareCell(pair.of_b), CountCell(pair.size_a), CountCell(pair.size_b), CountCell(pair.shared_bytes),
       CountCell(pair.shared_marks), TextCell(pair.verified ? "verified" : "estimated")});
}

void TableReport::OnDirectories(const DirectoryPair& pair) {
  Start({});
  ++Of("directory pairs").shown;
  writer_->Row(
      kDirectoryTable, 0,
      {NameCell(pair.a), NameCell(pair.b), ShareCell(pair.similarity), ShareCell(pair.of_a),
       ShareCell(pair.of_b), CountCell(pair.identical_files), CountCell(pair.similar_files),
       CountCell(pair.files_a), CountCell(pair.files_b), CountCell(pair.size_a), CountCell(pair.size_b)});
}

void TableReport::OnSet(const InterestingSet& set) {
  Start({});
  ++Of("interesting sets").shown;
  const std::uint64_t files = TotalOf(set.total_files, set.files.size());
  const Cell marks = CountCell(set.shared_marks);
  writer_->Row(kSetTable, 0, {NameCell(FirstOf(set.files)), marks, CountCell(files)});
  for (const std::string& file : set.files) writer_->Row(kSetTable, 1, {NameCell(file), marks, {}});
  NoteShown(kSetTable, set.files.size(), files, "files");
}

void TableReport::OnSkip(const Skip& skip) {
  Start({});
  writer_->Row(kSkipTable, 0,
               {NameCell(skip.path), TextCell(skip.stage), TextCell(skip.reason), YesOrNoCell(skip.error)});
}

void TableReport::OnEnd() {
  Start({});
  EndQuery();
  std::vector<Fact> cut;
  for (const Shown& shown : shown_) {
    if (shown.shown >= shown.all) continue;
    cut.push_back({shown.what, TextCell(fmt::format("{} of {} shown (--limit 0 shows all)",
                                                    CountText(shown.shown), CountText(shown.all)))});
  }
  if (!cut.empty()) writer_->Facts(kCutPart, cut);
  writer_->Facts(kSettingsPart, settings_);
  writer_->End();
}

}  // namespace kindred::report
