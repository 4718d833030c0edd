// Descriptions of the records of find; kindred/record.h explains what a description says.
#include <algorithm>

#include "kindred/sink.h"
#include "report/number_text.h"
#include "report/records/shared_fields.h"

namespace kindred::report {

namespace {

using enum FieldKind;

const TableShape& IdenticalTable() {
  static const TableShape shape = {.id = "identical",
                                   .title = "Identical files",
                                   .plural = "identical sets",
                                   .columns = {{"File", kName},
                                               {"Size", kBytes},
                                               {"Files", kCount},
                                               {"Hard links", kCount},
                                               {"Spare bytes", kBytes},
                                               {"Digest", kText}},
                                   .levels = {&TypeOf<IdenticalSet>()}};
  return shape;
}

const TableShape& InsideTable() {
  static const TableShape shape = {
      .id = "inside",
      .title = "Equal parts inside files",
      .plural = "sets of equal parts",
      .columns = {{"File", kName}, {"Size", kBytes}, {"Files", kCount}, {"Digest", kText}},
      .levels = {&TypeOf<SameInside>()}};
  return shape;
}

const TableShape& ClusterTable() {
  static const TableShape shape = {.id = "clusters",
                                   .title = "Clusters",
                                   .plural = "clusters",
                                   .columns = {{"Cluster", kText},
                                               {"File", kName},
                                               {"Other file", kName},
                                               {"Similarity", kShare},
                                               {"Weakest", kShare},
                                               {"Of file", kShare},
                                               {"Of other", kShare},
                                               {"Size", kBytes},
                                               {"Size of other", kBytes},
                                               {"Copies", kCount},
                                               {"Files", kCount},
                                               {"Links", kCount},
                                               {"Shared bytes", kBytes},
                                               {"Shared marks", kCount},
                                               {"No.", kCount}},
                                   .levels = {&TypeOf<Cluster>()}};
  return shape;
}

const TableShape& GroupTable() {
  static const TableShape shape = {.id = "groups",
                                   .title = "Groups",
                                   .plural = "groups",
                                   .columns = {{"Reference", kName},
                                               {"File", kName},
                                               {"Similarity", kShare},
                                               {"Of reference", kShare},
                                               {"Of file", kShare},
                                               {"Size", kBytes},
                                               {"Files", kCount}},
                                   .levels = {&TypeOf<Group>()}};
  return shape;
}

const TableShape& SetTable() {
  static const TableShape shape = {.id = "sets",
                                   .title = "Interesting sets",
                                   .plural = "interesting sets",
                                   .columns = {{"File", kName}, {"Shared marks", kCount}, {"Files", kCount}},
                                   .levels = {&TypeOf<InterestingSet>()}};
  return shape;
}

const TableShape& PairTable() {
  static const TableShape shape = {
      .id = "pairs", .title = "Pairs", .plural = "pairs", .levels = {&TypeOf<FilePair>()}};
  return shape;
}

const TableShape& DirectoryTable() {
  static const TableShape shape = {.id = "directories",
                                   .title = "Directories",
                                   .plural = "directory pairs",
                                   .levels = {&TypeOf<DirectoryPair>()}};
  return shape;
}

const TableShape& SkipTable() {
  static const TableShape shape = {
      .id = "skips", .title = "Skips", .plural = "skips", .levels = {&TypeOf<Skip>()}};
  return shape;
}

// All files, though `files` may be cut: a key of JSON, and in CSV a note on each of its rows if it is cut.
template <typename T>
std::uint64_t AllFiles(const T& value) {
  return TotalOf(value.total_files, value.files.size());
}
template <typename T>
bool FilesAreCut(const Record& record) {
  return AllFiles(*record.As<T>()) > record.As<T>()->files.size();
}
template <typename T>
Field TotalFilesInLines() {
  return FieldsOf<T>::template Count<AllFiles<T>>("total_files", {.in = kInLines});
}
template <typename T>
Field TotalFilesInCsv() {
  return FieldsOf<T>::template Count<AllFiles<T>>(
      "total_files", {.when = FilesAreCut<T>, .in = kInCsv, .csv = "note", .carried = true});
}

std::string FirstOf(const std::vector<std::string>& files) { return files.empty() ? "" : files[0]; }

std::uint64_t FilesOf(const IdenticalSet& set) {
  return TotalOf(set.total_files, set.files.size()) + set.unnamed;
}

// What is here and not a link of another: all but one of these could go.
std::uint64_t SpareBytes(const IdenticalSet& set) {
  const std::uint64_t here = FilesOf(set) - set.elsewhere;
  return here > set.links + 1 ? (here - set.links - 1) * set.size : 0;
}

std::string PoolRemark(const Record& record) {
  const IdenticalSet& set = *record.As<IdenticalSet>();
  if (set.elsewhere == 0) return "";
  return fmt::format("{} in pools{}", Counted(set.elsewhere, "file"),
                     set.unnamed == 0 ? "" : fmt::format(", {} without a name", CountText(set.unnamed)));
}

using S = FieldsOf<Summary>;

bool WithSets(const Record& record) { return record.As<Summary>()->with_sets; }
bool WithDirectories(const Record& record) { return record.As<Summary>()->with_directories; }
bool WithFiles(const Record& record) { return !record.As<Summary>()->only_directories; }
bool WithPools(const Record& record) { return record.As<Summary>()->pools > 0; }

Fields SummaryFields() {
  constexpr unsigned kLines = kInLines | kInCsv;
  return {
      S::Text<&Summary::version>("version", {.csv = "note", .title = "Version"}),
      S::List<&Summary::roots>("roots", kName, {.csv = "path_a", .title = "Root", .rows = "root"}),
      S::Nested<&Summary::method>("method", {.in = kLines, .csv = "note"}),
      S::Count<&Summary::files>("files", {.csv = "note", .title = "Files"}),
      S::Count<&Summary::contents>("contents", {.csv = "note", .title = "Distinct contents"}),
      S::Bytes<&Summary::bytes>("bytes", {.csv = "note", .title = "Bytes"}),
      S::Count<&Summary::marks>("marks", {.csv = "note", .title = "Marks"}),
      S::Count<&Summary::skips>("skips", {.csv = "note", .title = "Skips"}),
      S::Count<&Summary::capped_keys>("capped_keys", {.in = kLines, .csv = "note"}),
      S::Count<&Summary::identical_sets>("identical_sets", {.in = kLines, .csv = "note"}),
      S::Count<&Summary::groups>("groups", {.in = kLines, .csv = "note"}),
      S::Count<&Summary::clusters>("clusters", {.in = kLines, .csv = "note"}),
      S::Count<&Summary::pairs>("pairs", {.in = kLines, .csv = "note"}),
      S::Count<&Summary::links_between>(
          "links_between", {.when = S::If<&Summary::links_between>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::large_families>(
          "large_families", {.when = S::If<&Summary::large_families>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::containers>("containers",
                                     {.when = S::If<&Summary::containers>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::parts>("parts", {.when = S::If<&Summary::parts>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::same_inside>("same_inside",
                                      {.when = S::If<&Summary::same_inside>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::boilerplate>("boilerplate",
                                      {.when = S::If<&Summary::boilerplate>, .in = kLines, .csv = "note"}),
  };
}

Fields SummaryCounts() {
  return {
      S::Count<&Summary::directories>("directories",
                                      {.when = WithDirectories, .csv = "note", .title = "Directory pairs"}),
      S::Count<&Summary::crowded_files>("crowded_files",
                                        {.when = WithDirectories, .in = kInLines | kInCsv, .csv = "note"}),
      S::Count<&Summary::sets>("sets", {.when = WithSets, .csv = "note", .title = "Interesting sets"}),
      S::Flag<&Summary::sets_complete>("sets_complete",
                                       {.when = WithSets, .in = kInLines | kInCsv, .csv = "note"}),
  };
}

Fields SummaryPools() {
  return {
      S::Count<&Summary::pools>("pools", {.when = WithPools, .in = kInLines | kInCsv, .csv = "note"}),
      S::Count<&Summary::pool_files>("pool_files",
                                     {.when = WithPools, .in = kInLines | kInCsv, .csv = "note"}),
  };
}

// Facts that only tables show: in words, or only in some cases.
Fields SummaryFacts() {
  return {
      S::Count<&Summary::clusters>("Clusters", {.when = WithFiles, .in = kInTables}),
      S::Count<&Summary::groups>("Groups", {.when = WithFiles, .in = kInTables}),
      S::Count<&Summary::pairs>("Similar pairs", {.when = WithFiles, .in = kInTables}),
      S::Count<&Summary::identical_sets>("Identical sets", {.when = WithFiles, .in = kInTables}),
      S::Bytes<&Summary::identical_bytes>("Spare bytes", {.when = WithFiles, .in = kInTables}),
      S::Text<[](const Summary&) { return "not all: the search was too long"; }>(
          "Interesting sets found",
          {.when = S::If<[](const Summary& summary) { return summary.with_sets && !summary.sets_complete; }>,
           .in = kInTables}),
      S::Text<[](const Summary& summary) {
        return fmt::format("not all: {} in many directories, of which only the nearest were compared",
                           Counted(summary.crowded_files, "file has its like", "files have their like"));
      }>("Directories compared", {.when = S::If<&Summary::crowded_files>, .in = kInTables}),
      S::Text<[](const Summary& summary) {
        return fmt::format("{} stood in more than {} and proposed neighbours only, not every pair",
                           Counted(summary.capped_keys, "key"), Counted(summary.degree_cap, "file"));
      }>("Common marks", {.when = S::If<&Summary::capped_keys>, .in = kInTables}),
      S::Text<[](const Summary& summary) {
        return fmt::format("compared also with {}, {}", Counted(summary.pools, "pool"),
                           Counted(summary.pool_files, "file"));
      }>("Pools", {.when = S::If<&Summary::pools>, .in = kInTables}),
      S::Text<[](const Summary&) { return MeasuredText(true); }>(
          "Shares measured", {.when = S::If<&Summary::verified>, .in = kInTables, .title = "Shares"}),
      S::Count<&Summary::set_minimum>("Marks of a set at least", {.when = WithSets, .in = kInTables}),
  };
}

}  // namespace

}  // namespace kindred::report

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<Summary>() {
  static const RecordType type = {
      .name = "summary",
      .fields =
          report::Join({report::SummaryFields(), report::VerifiedFields<Summary>(), report::SummaryCounts(),
                        report::FilterFields<Summary>(), report::TemplateFields<Summary>(),
                        report::SummaryPools(), report::SettingFields<Summary>(), report::SummaryFacts()}),
      .facts = {"files", "contents", "bytes", "marks", "Clusters", "Groups", "Similar pairs",
                "Identical sets", "Spare bytes", "directories", "sets", "skips", "dropped",
                "Pairs filtered out", "Interesting sets found", "Directories compared", "Common marks",
                "Templates", "Pools"},
      .settings = {"version", "Method", "Least similarity", "Measure", "Shares measured", "filter",
                   "filter_command", "Marks of a set at least", "roots"}};
  return type;
}

template <>
const RecordType& TypeOf<IdenticalSet>() {
  using F = report::FieldsOf<IdenticalSet>;
  static const RecordType type = {
      .name = "identical",
      .fields = {F::Bytes<&IdenticalSet::size>("size", {.csv = "size_a", .carried = true, .title = "Size"}),
                 F::Text<&IdenticalSet::digest>("digest", {.csv = "set", .carried = true, .title = "Digest"}),
                 F::List<&IdenticalSet::files>("files", FieldKind::kName,
                                               {.csv = "path_a",
                                                .title = "File",
                                                .rows = "identical",
                                                .total = "Files named",
                                                .plural = "files"}),
                 F::Count<&IdenticalSet::links>("links", {.title = "Hard links"}),
                 F::Count<&IdenticalSet::elsewhere>(
                     "elsewhere", {.when = F::If<&IdenticalSet::elsewhere>, .in = kInLines}),
                 F::Count<&IdenticalSet::unnamed>("unnamed",
                                                  {.when = F::If<&IdenticalSet::elsewhere>, .in = kInLines}),
                 F::Count<&IdenticalSet::unnamed>(
                     "unnamed",
                     {.when = F::If<&IdenticalSet::unnamed>, .in = kInCsv, .csv = "note", .carried = true}),
                 F::Name<[](const IdenticalSet& set) { return report::FirstOf(set.files); }>(
                     "File", {.in = kInTables}),
                 F::Count<report::FilesOf>("Files", {.in = kInTables}),
                 F::Bytes<report::SpareBytes>("Spare bytes", {.in = kInTables}),
                 F::Count<[](const IdenticalSet& set) {
                   return report::TotalOf(set.total_files, set.files.size());
                 }>("Files named", {.in = kInTables}),
                 report::TotalFilesInLines<IdenticalSet>(), report::TotalFilesInCsv<IdenticalSet>()},
      .csv_row = false,
      .level = "set",
      .shown = {"File", "Files", "size", "Spare bytes", "links", "digest"},
      .table = report::IdenticalTable,
      .remark = report::PoolRemark};
  return type;
}

template <>
const RecordType& TypeOf<SameInside>() {
  using F = report::FieldsOf<SameInside>;
  static const RecordType type = {
      .name = "same_inside",
      .fields = {F::Bytes<&SameInside::size>("size", {.csv = "size_a", .carried = true, .title = "Size"}),
                 F::Text<&SameInside::digest>("digest", {.csv = "set", .carried = true, .title = "Digest"}),
                 F::List<&SameInside::files>("files", FieldKind::kName,
                                             {.csv = "path_a",
                                              .title = "File",
                                              .rows = "same_inside",
                                              .total = "Files",
                                              .plural = "files"}),
                 F::Name<[](const SameInside& set) { return report::FirstOf(set.files); }>(
                     "File", {.in = kInTables}),
                 F::Count<[](const SameInside& set) {
                   return report::TotalOf(set.total_files, set.files.size());
                 }>("Files", {.in = kInTables}),
                 report::TotalFilesInLines<SameInside>(), report::TotalFilesInCsv<SameInside>()},
      .csv_row = false,
      .level = "set",
      .shown = {"File", "Files", "size", "digest"},
      .table = report::InsideTable};
  return type;
}

template <>
const RecordType& TypeOf<Cluster::File>() {
  using F = report::FieldsOf<Cluster::File>;
  static const RecordType type = {
      .name = "cluster",
      .fields = {F::Ordinal("No.", {.in = kInTables}),
                 F::Name<&Cluster::File::path>("path", {.csv = "path_a", .title = "File"}),
                 F::Bytes<&Cluster::File::size>("size", {.csv = "size_a", .title = "Size"}),
                 F::Count<&Cluster::File::copies>(
                     "copies", {.when = F::If<[](const Cluster::File& file) { return (file.copies > 1); }>,
                                .in = kInCsv,
                                .csv = "note"}),
                 F::Count<&Cluster::File::copies>("Copies", {.in = kInLines | kInTables})},
      .level = "file"};
  return type;
}

template <>
const RecordType& TypeOf<Cluster::Link>() {
  using F = report::FieldsOf<Cluster::Link>;
  using Link = Cluster::Link;
  static const RecordType type =
      {.name = "link",
       .fields =
           {F::Name<[](const Link& link, const Cluster& cluster) -> const std::string& {
              return cluster.files.at(link.a).path;
            }>("a", {.in = kInCsv | kInTables, .csv = "path_a", .title = "File"}),
            F::Name<[](const Link& link, const Cluster& cluster) -> const std::string& {
              return cluster.files.at(link.b).path;
            }>("b", {.in = kInCsv | kInTables, .csv = "path_b", .title = "Other file"}),
            // In lines their places in "files", from 0: a large cluster has far more links than files.
            F::Count<&Link::a>("a", {.in = kInLines}), F::Count<&Link::b>("b", {.in = kInLines}),
            F::Bytes<[](const Link& link, const Cluster& cluster) { return cluster.files.at(link.a).size; }>(
                "size_a", {.in = kInCsv | kInTables, .csv = "size_a", .title = "Size"}),
            F::Bytes<[](const Link& link, const Cluster& cluster) { return cluster.files.at(link.b).size; }>(
                "size_b", {.in = kInCsv | kInTables, .csv = "size_b", .title = "Size of other"}),
            F::Share<&Link::of_a>("of_a", {.csv = "of_a", .title = "Of file"}),
            F::Share<&Link::of_b>("of_b", {.csv = "of_b", .title = "Of other"}),
            F::Share<&Link::similarity>("similarity", {.csv = "similarity", .title = "Similarity"}),
            F::Bytes<&Link::shared_bytes>("shared_bytes", {.csv = "shared_bytes", .title = "Shared bytes"}),
            F::Count<&Link::shared_marks>("shared_marks", {.csv = "shared_marks", .title = "Shared marks"}),
            F::Flag<&Link::measured>("measured", {.when = F::If<&Link::measured>, .in = kInLines})},
       .level = "link",
       .shown = {"a", "b", "similarity", "of_a", "of_b", "shared_bytes", "shared_marks"}};
  return type;
}

template <>
const RecordType& TypeOf<Cluster>() {
  using F = report::FieldsOf<Cluster>;
  using File = Cluster::File;
  constexpr auto kLinks = [](const Cluster& cluster) {
    return report::TotalOf(cluster.total_links, cluster.links.size());
  };
  constexpr auto kLinksAreCut = [](const Record& record) {
    const auto& cluster = *record.As<Cluster>();
    return cluster.total_links > cluster.links.size();
  };
  static const RecordType type = {
      .name = "cluster",
      .fields = {F::Text<&Cluster::id>("id", {.csv = "set", .carried = true, .title = "Cluster"}),
                 F::Each<&Cluster::files, &File::path>("files", FieldKind::kName, {.in = kInLines}),
                 F::Count<kLinks>("links", {.title = "Links"}),
                 F::Share<&Cluster::average>("average", {.title = "Similarity", .label = "Average"}),
                 F::Share<&Cluster::weakest>("weakest", {.title = "Weakest"}),
                 F::Bytes<&Cluster::bytes>("bytes", {.title = "Size", .label = "Bytes"}),
                 // In the order of "files"; how often each occurs in the tree, identical files counted.
                 F::Each<&Cluster::files, &File::size>("sizes", FieldKind::kBytes, {.in = kInLines}),
                 F::Each<&Cluster::files, &File::copies>("copies", FieldKind::kCount, {.in = kInLines}),
                 F::Flag<&Cluster::at_least>("at_least", {.when = F::If<&Cluster::at_least>, .in = kInLines}),
                 F::Name<&Cluster::centre>("centre", {.in = kInLines}),
                 F::Each<&Cluster::files, &File::with_centre>("with_centre", FieldKind::kShare,
                                                              {.in = kInLines}),
                 F::List<&Cluster::files>(
                     "members", FieldKind::kRecord,
                     {.in = kInCsv | kInTables, .rows = "cluster", .total = "Files", .plural = "files"}),
                 F::List<&Cluster::links>("member_links", FieldKind::kRecord,
                                          {.rows = "link", .total = "links", .plural = "links"}),
                 F::Count<kLinks>("total_links",
                                  {.when = kLinksAreCut, .in = kInCsv, .csv = "note", .carried = true}),
                 F::Name<[](const Cluster& cluster) {
                   return cluster.files.empty() ? std::string() : cluster.files[0].path;
                 }>("File", {.in = kInTables}),
                 F::Count<[](const Cluster& cluster) {
                   return report::TotalOf(cluster.total_files, cluster.files.size());
                 }>("Files", {.in = kInTables}),
                 report::TotalFilesInLines<Cluster>(), report::TotalFilesInCsv<Cluster>()},
      .csv_row = false,
      .level = "cluster",
      .shown = {"File", "average", "weakest", "Files", "links", "bytes", "id"},
      .table = report::ClusterTable};
  return type;
}

template <>
const RecordType& TypeOf<Group::File>() {
  using F = report::FieldsOf<Group::File>;
  using File = Group::File;
  static const RecordType type = {
      .name = "group",
      .fields = {F::Name<&File::path>("path", {.csv = "path_b", .title = "File"}),
                 F::Bytes<&File::size>("size", {.csv = "size_b", .title = "Size"}),
                 F::Share<&File::similarity>("similarity", {.csv = "similarity", .title = "Similarity"}),
                 F::Share<&File::of_reference>("of_reference", {.csv = "of_a", .title = "Of reference"}),
                 F::Share<&File::of_file>("of_file", {.csv = "of_b", .title = "Of file"}),
                 F::Flag<&File::measured>("measured", {.when = F::If<&File::measured>, .in = kInLines})},
      .level = "file",
      .shown = {"path", "similarity", "of_reference", "of_file", "size"}};
  return type;
}

template <>
const RecordType& TypeOf<Group>() {
  using F = report::FieldsOf<Group>;
  static const RecordType type = {
      .name = "group",
      .fields = {F::Ordinal("number", {.in = kInCsv, .csv = "set", .carried = true}),
                 F::Name<&Group::reference>("reference",
                                            {.csv = "path_a", .carried = true, .title = "Reference"}),
                 F::Bytes<&Group::size>("size", {.csv = "size_a", .carried = true, .title = "Size"}),
                 F::List<&Group::files>("files", FieldKind::kRecord,
                                        {.rows = "group", .total = "Files", .plural = "files"}),
                 F::Count<[](const Group& group) {
                   return report::TotalOf(group.total_files, group.files.size());
                 }>("Files", {.in = kInTables}),
                 report::TotalFilesInLines<Group>(), report::TotalFilesInCsv<Group>()},
      .csv_row = false,
      .level = "group",
      .shown = {"reference", "Files", "size"},
      .table = report::GroupTable};
  return type;
}

template <>
const RecordType& TypeOf<FilePair>() {
  using F = report::FieldsOf<FilePair>;
  static const RecordType type = {
      .name = "pair",
      .fields = {F::Name<&FilePair::a>("a", {.csv = "path_a", .title = "A"}),
                 F::Name<&FilePair::b>("b", {.csv = "path_b", .title = "B"}),
                 F::Bytes<&FilePair::size_a>("size_a", {.csv = "size_a", .title = "Size of A"}),
                 F::Bytes<&FilePair::size_b>("size_b", {.csv = "size_b", .title = "Size of B"}),
                 F::Share<&FilePair::of_a>("of_a", {.csv = "of_a", .title = "Of A"}),
                 F::Share<&FilePair::of_b>("of_b", {.csv = "of_b", .title = "Of B"}),
                 F::Share<&FilePair::similarity>("similarity", {.csv = "similarity", .title = "Similarity"}),
                 F::Bytes<&FilePair::shared_bytes>("shared_bytes",
                                                   {.csv = "shared_bytes", .title = "Shared bytes"}),
                 F::Count<&FilePair::shared_marks>("shared_marks",
                                                   {.csv = "shared_marks", .title = "Shared marks"}),
                 F::Share<&FilePair::error>("error", {.when = F::If<&FilePair::error>, .in = kInLines}),
                 F::Flag<&FilePair::measured>("measured", {.when = F::If<&FilePair::measured>,
                                                           .in = kInLines | kInCsv,
                                                           .csv = "note",
                                                           .note = NoteForm::kKey}),
                 F::Text<[](const FilePair& pair) { return pair.measured ? "measured" : "estimated"; }>(
                     "Shares", {.in = kInTables}),
                 F::Flag<&FilePair::inside>("inside", {.when = F::If<&FilePair::inside>,
                                                       .in = kInLines | kInCsv,
                                                       .csv = "note",
                                                       .note = NoteForm::kKey})},
      .level = "pair",
      .shown = {"a", "b", "similarity", "of_a", "of_b", "size_a", "size_b", "shared_bytes", "shared_marks",
                "Shares"},
      .table = report::PairTable};
  return type;
}

template <>
const RecordType& TypeOf<DirectoryPair>() {
  using F = report::FieldsOf<DirectoryPair>;
  static const RecordType type = {
      .name = "directories",
      .fields = {F::Name<&DirectoryPair::a>("a", {.csv = "path_a", .title = "A"}),
                 F::Name<&DirectoryPair::b>("b", {.csv = "path_b", .title = "B"}),
                 F::Count<&DirectoryPair::files_a>("files_a", {.csv = "note", .title = "Files of A"}),
                 F::Count<&DirectoryPair::files_b>("files_b", {.csv = "note", .title = "Files of B"}),
                 F::Bytes<&DirectoryPair::size_a>("size_a", {.csv = "size_a", .title = "Size of A"}),
                 F::Bytes<&DirectoryPair::size_b>("size_b", {.csv = "size_b", .title = "Size of B"}),
                 F::Share<&DirectoryPair::of_a>("of_a", {.csv = "of_a", .title = "Of A"}),
                 F::Share<&DirectoryPair::of_b>("of_b", {.csv = "of_b", .title = "Of B"}),
                 F::Share<&DirectoryPair::similarity>("similarity",
                                                      {.csv = "similarity", .title = "Similarity"}),
                 F::Count<&DirectoryPair::identical_files>("identical_files",
                                                           {.csv = "note", .title = "Identical files"}),
                 F::Count<&DirectoryPair::similar_files>("similar_files",
                                                         {.csv = "note", .title = "Similar files"})},
      .level = "pair",
      .shown = {"a", "b", "similarity", "of_a", "of_b", "identical_files", "similar_files", "files_a",
                "files_b", "size_a", "size_b"},
      .table = report::DirectoryTable};
  return type;
}

template <>
const RecordType& TypeOf<InterestingSet>() {
  using F = report::FieldsOf<InterestingSet>;
  static const RecordType type = {
      .name = "set",
      .fields = {F::Ordinal("number", {.in = kInCsv, .csv = "set", .carried = true}),
                 F::List<&InterestingSet::files>(
                     "files", FieldKind::kName,
                     {.csv = "path_a", .title = "File", .rows = "set", .total = "Files", .plural = "files"}),
                 F::Count<&InterestingSet::shared_marks>(
                     "shared_marks", {.csv = "shared_marks", .carried = true, .title = "Shared marks"}),
                 F::Name<[](const InterestingSet& set) { return report::FirstOf(set.files); }>(
                     "File", {.in = kInTables}),
                 F::Count<[](const InterestingSet& set) {
                   return report::TotalOf(set.total_files, set.files.size());
                 }>("Files", {.in = kInTables}),
                 report::TotalFilesInLines<InterestingSet>(), report::TotalFilesInCsv<InterestingSet>()},
      .csv_row = false,
      .level = "set",
      .shown = {"File", "shared_marks", "Files"},
      .table = report::SetTable};
  return type;
}

template <>
const RecordType& TypeOf<Skip>() {
  using F = report::FieldsOf<Skip>;
  static const RecordType type = {
      .name = "skip",
      .fields = {F::Name<&Skip::path>("path", {.csv = "path_a", .title = "File"}),
                 F::Text<&Skip::stage>("stage", {.title = "Stage"}),
                 F::Text<&Skip::reason>("reason", {.title = "Reason"}),
                 F::Flag<&Skip::error>("error", {.title = "Error"}),
                 F::Text<[](const Skip& skip) { return skip.stage + ": " + skip.reason; }>(
                     "why", {.in = kInCsv, .csv = "note", .note = NoteForm::kValue})},
      .level = "skip",
      .shown = {"path", "stage", "reason", "error"},
      .table = report::SkipTable};
  return type;
}

}  // namespace kindred::inline v0
