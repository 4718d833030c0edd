// Descriptions of what find reports of similar files: families, groups, pairs, interesting sets, directories.
// kindred/record.h explains descriptions.
#include "kindred/sink.h"
#include "report/records/shared_fields.h"
#include "report/wording/number_text.h"
#include "report/wording/path_text.h"

namespace kindred::report {

namespace {

using enum FieldKind;

const TableShape& FamilyTable() {
  static const TableShape shape = {
      .id = "families",
      .title = "Families",
      .plural = "families",
      .columns = {{"Family", kText},        {"File", kName},       {"Other file", kName},
                  {"Similarity", kShare},   {"Weakest", kShare},   {"Of file", kShare},
                  {"Of other", kShare},     {"Size", kBytes},      {"Size of other", kBytes},
                  {"Modified", kTime},      {"Copies", kCount},    {"Files", kCount},
                  {"Bytes", kBytes},        {"Redundant", kBytes}, {"Average", kShare},
                  {"Centre", kText},        {"Links", kCount},     {"Shared bytes", kBytes},
                  {"Shared marks", kCount}, {"No.", kCount}},
      .levels = {&TypeOf<Family>()}};
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
                                               {"Modified", kTime},
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

}  // namespace

}  // namespace kindred::report

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<Family::File>() {
  using F = FieldsOf<Family::File>;
  static const RecordType type = {
      .name = "family",
      .fields = {F::Ordinal("No.", {.in = kInTables}),
                 F::Name<&Family::File::path>("path", {.csv = "path_a", .title = "File"}),
                 F::Bytes<&Family::File::size>("size", {.csv = "size_a", .title = "Size"}),
                 F::Count<&Family::File::copies>(
                     "copies", {.when = F::If<[](const Family::File& file) { return (file.copies > 1); }>,
                                .in = kInCsv,
                                .csv = "note"}),
                 F::Count<&Family::File::copies>("Copies", {.in = kInLines | kInTables}),
                 F::Time<&Family::File::mtime>("mtime", {.csv = "mtime_a", .title = "Modified"})},
      .level = "file"};
  return type;
}

template <>
const RecordType& TypeOf<Family::Link>() {
  using F = FieldsOf<Family::Link>;
  using Link = Family::Link;
  static const RecordType type =
      {.name = "link",
       .fields =
           {F::Name<[](const Link& link, const Family& family) -> const std::string& {
              return family.files.at(link.a).path;
            }>("a", {.in = kInCsv | kInTables, .csv = "path_a", .title = "File"}),
            F::Name<[](const Link& link, const Family& family) -> const std::string& {
              return family.files.at(link.b).path;
            }>("b", {.in = kInCsv | kInTables, .csv = "path_b", .title = "Other file"}),
            // In lines their places in "files", from 0: a large family has far more links than files.
            F::Count<&Link::a>("a", {.in = kInLines}), F::Count<&Link::b>("b", {.in = kInLines}),
            F::Bytes<[](const Link& link, const Family& family) { return family.files.at(link.a).size; }>(
                "size_a", {.in = kInCsv | kInTables, .csv = "size_a", .title = "Size"}),
            F::Bytes<[](const Link& link, const Family& family) { return family.files.at(link.b).size; }>(
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
const RecordType& TypeOf<Family>() {
  using F = FieldsOf<Family>;
  using File = Family::File;
  constexpr auto kLinks = [](const Family& family) {
    return report::TotalOf(family.total_links, family.links.size());
  };
  constexpr auto kLinksAreCut = [](const Record& record) {
    const auto& family = *record.As<Family>();
    return family.total_links > family.links.size();
  };
  static const RecordType type = {
      .name = "family",
      .fields = {F::Text<&Family::id>("id", {.csv = "set", .carried = true, .title = "Family"}),
                 F::Each<&Family::files, &File::path>("files", FieldKind::kName, {.in = kInLines}),
                 F::Count<kLinks>("links", {.in = kInLines | kInCsv}),
                 // What a family has is on all its rows in a workbook: a sorted or filtered sheet keeps it.
                 F::Count<kLinks>("Links", {.in = kInTables, .carried = true}),
                 F::Bytes<&Family::bytes>("Bytes", {.in = kInTables, .carried = true}),
                 F::Share<&Family::average>("Average", {.in = kInTables, .carried = true}),
                 F::Text<[](const Family& family) { return report::EscapedName(family.centre); }>(
                     "Centre", {.in = kInTables, .carried = true}),
                 F::Share<&Family::average>("average", {.title = "Similarity", .label = "Average"}),
                 F::Share<&Family::weakest>("weakest", {.carried = true, .title = "Weakest"}),
                 F::Bytes<&Family::bytes>("bytes", {.title = "Size", .label = "Bytes"}),
                 // In the order of "files"; how often each occurs in the tree, identical files counted.
                 F::Each<&Family::files, &File::size>("sizes", FieldKind::kBytes, {.in = kInLines}),
                 F::Each<&Family::files, &File::copies>("copies", FieldKind::kCount, {.in = kInLines}),
                 F::Flag<&Family::at_least>("at_least", {.when = F::If<&Family::at_least>, .in = kInLines}),
                 F::Flag<&Family::contained>("contained",
                                             {.when = F::If<&Family::contained>, .in = kInLines}),
                 F::Name<&Family::centre>("centre", {.in = kInLines}),
                 F::Each<&Family::files, &File::with_centre>("with_centre", FieldKind::kShare,
                                                             {.in = kInLines}),
                 F::Each<&Family::files, &File::mtime>("times", FieldKind::kTime, {.in = kInLines}),
                 F::Name<[](const Family& family) -> const std::string& { return family.newest.path; }>(
                     "newest", {.in = kInLines}),
                 F::Time<[](const Family& family) { return family.newest.mtime; }>("newest_time",
                                                                                   {.title = "Newest"}),
                 F::Time<[](const Family& family) { return family.oldest.mtime; }>("oldest_time",
                                                                                   {.title = "Oldest"}),
                 F::Bytes<&Family::redundant>(
                     "redundant", {.in = kInLines | kInTables, .carried = true, .title = "Redundant"}),
                 F::List<&Family::files>(
                     "members", FieldKind::kRecord,
                     {.in = kInCsv | kInTables, .rows = "family", .total = "Files", .plural = "files"}),
                 F::List<&Family::links>("member_links", FieldKind::kRecord,
                                         {.rows = "link", .total = "Links", .plural = "links"}),
                 F::Count<kLinks>("total_links",
                                  {.when = kLinksAreCut, .in = kInCsv, .csv = "note", .carried = true}),
                 F::Name<[](const Family& family) {
                   return family.files.empty() ? std::string() : family.files[0].path;
                 }>("File", {.in = kInTables}),
                 F::Count<[](const Family& family) {
                   return report::TotalOf(family.total_files, family.files.size());
                 }>("Files", {.in = kInTables, .carried = true}),
                 report::TotalFilesInLines<Family>(), report::TotalFilesInCsv<Family>()},
      .csv_row = false,
      .level = "family",
      .shown = {"File", "redundant", "Bytes", "Files", "average", "weakest", "Links", "id"},
      .table = report::FamilyTable};
  return type;
}

template <>
const RecordType& TypeOf<Group::File>() {
  using F = FieldsOf<Group::File>;
  using File = Group::File;
  static const RecordType type = {
      .name = "group",
      .fields = {F::Name<&File::path>("path", {.csv = "path_b", .title = "File"}),
                 F::Bytes<&File::size>("size", {.csv = "size_b", .title = "Size"}),
                 F::Share<&File::similarity>("similarity", {.csv = "similarity", .title = "Similarity"}),
                 F::Share<&File::of_reference>("of_reference", {.csv = "of_a", .title = "Of reference"}),
                 F::Share<&File::of_file>("of_file", {.csv = "of_b", .title = "Of file"}),
                 F::Flag<&File::measured>("measured", {.when = F::If<&File::measured>, .in = kInLines}),
                 F::Time<&File::mtime>("mtime", {.csv = "mtime_b", .title = "Modified"})},
      .level = "file",
      .shown = {"path", "similarity", "of_reference", "of_file", "size", "mtime"}};
  return type;
}

template <>
const RecordType& TypeOf<Group>() {
  using F = FieldsOf<Group>;
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
                 }>("Files", {.in = kInTables, .carried = true}),
                 report::TotalFilesInLines<Group>(), report::TotalFilesInCsv<Group>(),
                 F::Time<&Group::mtime>("mtime", {.csv = "mtime_a", .carried = true, .title = "Modified"})},
      .csv_row = false,
      .level = "group",
      .shown = {"reference", "Files", "size", "mtime"},
      .table = report::GroupTable};
  return type;
}

template <>
const RecordType& TypeOf<FilePair>() {
  using F = FieldsOf<FilePair>;
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
                                                       .note = NoteForm::kKey}),
                 F::Time<&FilePair::mtime_a>("mtime_a", {.csv = "mtime_a", .title = "A modified"}),
                 F::Time<&FilePair::mtime_b>("mtime_b", {.csv = "mtime_b", .title = "B modified"})},
      .level = "pair",
      .shown = {"a", "b", "similarity", "of_a", "of_b", "size_a", "size_b", "mtime_a", "mtime_b",
                "shared_bytes", "shared_marks", "Shares"},
      .table = report::PairTable};
  return type;
}

template <>
const RecordType& TypeOf<DirectoryPair>() {
  using F = FieldsOf<DirectoryPair>;
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
                                                         {.csv = "note", .title = "Similar files"}),
                 F::Time<&DirectoryPair::newest_a>("newest_a", {.csv = "mtime_a", .title = "Newest of A"}),
                 F::Time<&DirectoryPair::newest_b>("newest_b", {.csv = "mtime_b", .title = "Newest of B"})},
      .level = "pair",
      .shown = {"a", "b", "similarity", "of_a", "of_b", "identical_files", "similar_files", "files_a",
                "files_b", "size_a", "size_b", "newest_a", "newest_b"},
      .table = report::DirectoryTable};
  return type;
}

template <>
const RecordType& TypeOf<InterestingSet>() {
  using F = FieldsOf<InterestingSet>;
  static const RecordType type = {
      .name = "set",
      .fields = {F::Ordinal("number", {.in = kInCsv, .csv = "set", .carried = true}),
                 F::List<&InterestingSet::files>(
                     "files", FieldKind::kName,
                     {.csv = "path_a", .title = "File", .rows = "set", .total = "Files", .plural = "files"}),
                 F::Count<&InterestingSet::shared_marks>(
                     "shared_marks", {.csv = "shared_marks", .carried = true, .title = "Shared marks"}),
                 F::Name<[](const InterestingSet& set) {
                   return set.files.empty() ? std::string() : set.files[0];
                 }>("File", {.in = kInTables}),
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

}  // namespace kindred::inline v0
