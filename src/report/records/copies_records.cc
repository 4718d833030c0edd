// Descriptions of what find reports of equal files: identical sets, copied folders, contained files, equal
// parts. kindred/record.h explains descriptions.
#include "kindred/sink.h"
#include "report/records/shared_fields.h"
#include "report/wording/number_text.h"
#include "report/wording/path_text.h"

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
                                               {"Modified", kTime},
                                               {"Digest", kText}},
                                   .levels = {&TypeOf<IdenticalSet>()}};
  return shape;
}

const TableShape& FolderTable() {
  static const TableShape shape = {.id = "folders",
                                   .title = "Copied folders",
                                   .plural = "sets of folders",
                                   .columns = {{"File", kName},
                                               {"Folders", kCount},
                                               {"Files in each", kCount},
                                               {"Size", kBytes},
                                               {"Spare bytes", kBytes},
                                               {"Contained", kText},
                                               {"Not compared", kCount},
                                               {"Modified", kTime}},
                                   .levels = {&TypeOf<CopiedFolders>()}};
  return shape;
}

const TableShape& ContainedTable() {
  static const TableShape shape = {
      .id = "contained", .title = "Contained files", .plural = "files", .levels = {&TypeOf<ContainedFile>()}};
  return shape;
}

const TableShape& InsideTable() {
  static const TableShape shape = {.id = "inside",
                                   .title = "Equal parts inside files",
                                   .plural = "sets of equal parts",
                                   .columns = {{"File", kName},
                                               {"Size", kBytes},
                                               {"Files", kCount},
                                               {"Modified", kTime},
                                               {"Digest", kText}},
                                   .levels = {&TypeOf<SameInside>()}};
  return shape;
}

std::string FirstOf(const std::vector<NamedFile>& files) { return files.empty() ? "" : files[0].path; }

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

}  // namespace

}  // namespace kindred::report

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<NamedFile>() {
  using F = FieldsOf<NamedFile>;
  static const RecordType type = {
      .name = "file",
      .fields = {F::Name<&NamedFile::path>("path", {.csv = "path_a", .title = "File"}),
                 F::Time<&NamedFile::mtime>("mtime", {.csv = "mtime_a", .title = "Modified"})},
      .level = "file"};
  return type;
}

template <>
const RecordType& TypeOf<IdenticalSet>() {
  using F = FieldsOf<IdenticalSet>;
  static const RecordType type = {
      .name = "identical",
      .fields = {F::Bytes<&IdenticalSet::size>("size", {.csv = "size_a", .carried = true, .title = "Size"}),
                 F::Text<&IdenticalSet::digest>("digest", {.csv = "set", .carried = true, .title = "Digest"}),
                 F::Each<&IdenticalSet::files, &NamedFile::path>("files", FieldKind::kName, {.in = kInLines}),
                 F::List<&IdenticalSet::files>("members", FieldKind::kRecord,
                                               {.in = kInCsv | kInTables,
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
                 F::Count<report::FilesOf>("Files", {.in = kInTables, .carried = true}),
                 F::Bytes<report::SpareBytes>("Spare bytes", {.in = kInTables, .carried = true}),
                 F::Count<[](const IdenticalSet& set) {
                   return report::TotalOf(set.total_files, set.files.size());
                 }>("Files named", {.in = kInTables}),
                 F::Flag<&IdenticalSet::covered>("covered",
                                                 {.when = F::If<&IdenticalSet::covered>, .in = kInLines}),
                 report::TotalFilesInLines<IdenticalSet>(), report::TotalFilesInCsv<IdenticalSet>(),
                 F::Each<&IdenticalSet::files, &NamedFile::mtime>("times", FieldKind::kTime,
                                                                  {.in = kInLines})},
      .csv_row = false,
      .level = "set",
      .shown = {"File", "Files", "size", "Spare bytes", "links", "digest"},
      .table = report::IdenticalTable,
      .remark = report::PoolRemark};
  return type;
}

template <>
const RecordType& TypeOf<CopiedFolders>() {
  using F = FieldsOf<CopiedFolders>;
  static const RecordType type = {
      .name = "folders",
      .fields = {F::Ordinal("number", {.in = kInCsv, .csv = "set", .carried = true}),
                 F::Each<&CopiedFolders::folders, &NamedFile::path>("folders", FieldKind::kName,
                                                                    {.in = kInLines}),
                 F::List<&CopiedFolders::folders>(
                     "members", FieldKind::kRecord,
                     {.in = kInCsv | kInTables, .rows = "folders", .total = "Folders", .plural = "folders"}),
                 F::Count<&CopiedFolders::files>("files",
                                                 {.csv = "note", .carried = true, .title = "Files in each"}),
                 F::Bytes<&CopiedFolders::size>("size", {.csv = "size_a", .carried = true, .title = "Size"}),
                 F::Bytes<&CopiedFolders::spare>("spare",
                                                 {.csv = "note", .carried = true, .title = "Spare bytes"}),
                 F::Flag<&CopiedFolders::contained>("contained", {.when = F::If<&CopiedFolders::contained>,
                                                                  .csv = "note",
                                                                  .note = NoteForm::kKey,
                                                                  .carried = true,
                                                                  .title = "Contained"}),
                 F::Count<&CopiedFolders::unseen>("unseen",
                                                  {.csv = "note", .carried = true, .title = "Not compared"}),
                 F::Each<&CopiedFolders::folders, &NamedFile::mtime>("times", FieldKind::kTime,
                                                                     {.in = kInLines}),
                 F::Name<[](const CopiedFolders& set) { return report::FirstOf(set.folders); }>(
                     "File", {.in = kInTables}),
                 F::Count<[](const CopiedFolders& set) { return set.folders.size(); }>("Folders",
                                                                                       {.in = kInTables})},
      .csv_row = false,
      .level = "set",
      .shown = {"File", "Folders", "files", "size", "spare", "contained", "unseen"},
      .table = report::FolderTable};
  return type;
}

template <>
const RecordType& TypeOf<ContainedFile>() {
  using F = FieldsOf<ContainedFile>;
  using C = ContainedFile;
  static const RecordType type = {
      .name = "contained",
      .fields = {F::Name<&C::path>("path", {.csv = "path_a", .title = "File"}),
                 F::Name<&C::in>("in", {.csv = "path_b", .title = "Is in"}),
                 F::Bytes<&C::size>("size", {.csv = "size_a", .title = "Size"}),
                 F::Bytes<&C::size_in>("size_in", {.csv = "size_b", .title = "Size of the other"}),
                 F::Share<&C::share>("share", {.csv = "of_a", .title = "Share"}),
                 F::Flag<&C::measured>("measured", {.when = F::If<&C::measured>,
                                                    .in = kInLines | kInCsv,
                                                    .csv = "note",
                                                    .note = NoteForm::kKey}),
                 F::Time<&C::mtime>("mtime", {.csv = "mtime_a", .title = "Modified"}),
                 F::Time<&C::mtime_in>("mtime_in", {.csv = "mtime_b", .title = "The other modified"})},
      .level = "file",
      .table = report::ContainedTable};
  return type;
}

template <>
const RecordType& TypeOf<SameInside>() {
  using F = FieldsOf<SameInside>;
  static const RecordType type = {
      .name = "same_inside",
      .fields =
          {F::Bytes<&SameInside::size>("size", {.csv = "size_a", .carried = true, .title = "Size"}),
           F::Text<&SameInside::digest>("digest", {.csv = "set", .carried = true, .title = "Digest"}),
           F::Each<&SameInside::files, &NamedFile::path>("files", FieldKind::kName, {.in = kInLines}),
           F::List<&SameInside::files>(
               "members", FieldKind::kRecord,
               {.in = kInCsv | kInTables, .rows = "same_inside", .total = "Files", .plural = "files"}),
           F::Name<[](const SameInside& set) { return report::FirstOf(set.files); }>("File",
                                                                                     {.in = kInTables}),
           F::Count<[](const SameInside& set) { return report::TotalOf(set.total_files, set.files.size()); }>(
               "Files", {.in = kInTables}),
           report::TotalFilesInLines<SameInside>(), report::TotalFilesInCsv<SameInside>(),
           F::Each<&SameInside::files, &NamedFile::mtime>("times", FieldKind::kTime, {.in = kInLines})},
      .csv_row = false,
      .level = "set",
      .shown = {"File", "Files", "size", "digest"},
      .table = report::InsideTable};
  return type;
}

}  // namespace kindred::inline v0
