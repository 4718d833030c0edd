// CSV: one table for every type of record; kindred/report.h describes the columns. A field goes to the column
// that its description names, or into the note as key=value. Lists become separate rows, which also have what
// their record carries.
#include <fmt/format.h>

#include <array>
#include <map>
#include <ostream>

#include "kindred/error.h"
#include "report/formats/formats.h"
#include "report/lines/limited_lists.h"
#include "report/wording/number_text.h"
#include "report/wording/path_text.h"

namespace kindred::report {

namespace {

constexpr std::array<std::string_view, 23> kColumns = {
    "type",         "path_a",       "path_b", "size_a",   "size_b",   "of_a",     "of_b",   "similarity",
    "shared_bytes", "shared_marks", "set",    "note",     "offset_a", "offset_b", "length", "unit",
    "line_a",       "column_a",     "line_b", "column_b", "text",     "mtime_a",  "mtime_b"};
constexpr std::size_t kNote = 11;

using Row = std::array<std::string, kColumns.size()>;

std::size_t ColumnOf(std::string_view name) {
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    if (kColumns[i] == name) return i;
  }
  throw Error(ErrorKind::kUsage, fmt::format("the CSV has no column '{}'", name));
}

std::string ValueText(FieldKind kind, const Value& value) {
  switch (kind) {
    case FieldKind::kName:
      return CsvEscaped(value.Text());
    case FieldKind::kText:
      return std::string(value.Text());
    case FieldKind::kCount:
    case FieldKind::kBytes:
    case FieldKind::kOrdinal:
      return fmt::format("{}", value.Count());
    case FieldKind::kShare:
      return ShareText(value.Real());
    case FieldKind::kReal:
    case FieldKind::kSeconds:
      return RealText(value.Real());
    case FieldKind::kTime:
      return value.Time() == kNoTime ? "" : IsoTime(value.Time());
    case FieldKind::kKey:
      return KeyText(value.Time());
    case FieldKind::kFlag:
      return value.Flag() ? "true" : "false";
    case FieldKind::kRecord:
      return value.Nested().type().text(value.Nested());
    case FieldKind::kMap:
    case FieldKind::kList:
      break;
  }
  return "";
}

void Put(const Field& field, FieldKind kind, const Value& value, Row* row) {
  const std::size_t column = ColumnOf(field.form.csv);
  std::string text = ValueText(kind, value);
  if (column != kNote) {
    (*row)[column] = std::move(text);
    return;
  }
  if (field.form.note == NoteForm::kKey) text = std::string(field.key);
  if (field.form.note == NoteForm::kKeyAndValue) text = fmt::format("{}={}", field.key, text);
  std::string& note = (*row)[kNote];
  if (!note.empty() && !text.empty()) note += ' ';
  note += text;
}

class CsvReport : public Report {
 public:
  CsvReport(std::ostream& stream, bool limited) : stream_(stream), limited_(limited) {
    stream_ << fmt::format("{}\n", fmt::join(kColumns, ","));
  }

  bool On(const Record& record) override {
    if (limited_) lists_.On(record);
    WriteRecord(record, record.type().name, {}, 0);
    return true;
  }

  void End() override {
    for (const LimitedList& list : lists_.Cut()) WriteRecord(list, "limited", {}, 0);
    EndStream(stream_);
  }

 private:
  // `row` has what the owner carries; `number` counts within its list, from 1; 0: it is in none.
  void WriteRecord(const Record& record, std::string_view type, Row row, std::uint64_t number) {
    Row carried;
    for (const Field& field : record.type().fields) {
      if (!field.In(kInCsv) || field.form.csv.empty() || !field.Present(record)) continue;
      if (field.kind == FieldKind::kList) continue;
      Value value;
      if (field.kind == FieldKind::kOrdinal) {
        if (number == 0) number = ++counts_[std::string(type)];
        value = Value(number);
      } else {
        value = field.read(record);
      }
      Put(field, field.kind, value, &row);
      if (field.form.carried) Put(field, field.kind, value, &carried);
    }
    if (record.type().csv_row) Write(type, row);
    for (const Field& field : record.type().fields) {
      if (!field.In(kInCsv) || !field.Present(record)) continue;
      if (field.form.apart && field.kind == FieldKind::kRecord) {
        const Value value = field.read(record);
        WriteRecord(value.Nested(), value.Nested().type().name, {}, 0);
      } else if (field.kind == FieldKind::kList && (field.form.apart || !field.form.rows.empty())) {
        WriteList(field, field.read(record).List(), carried);
      }
    }
  }

  void WriteList(const Field& field, const ListValue& list, const Row& carried) {
    for (std::size_t i = 0; i < list.size; ++i) {
      const Value element = list.at(list, i);
      if (field.form.element == FieldKind::kRecord) {
        const Record& record = element.Nested();
        WriteRecord(record, field.form.rows.empty() ? record.type().name : field.form.rows, carried, i + 1);
        continue;
      }
      Row row = carried;
      Put(field, field.form.element, element, &row);
      Write(field.form.rows, row);
    }
  }

  void Write(std::string_view type, const Row& row) {
    line_.assign(type);
    for (std::size_t i = 1; i < row.size(); ++i) {
      line_ += ',';
      line_ += row[i].empty() ? "" : CsvField(row[i]);
    }
    line_ += '\n';
    stream_ << line_;
  }

  std::ostream& stream_;
  bool limited_;
  LimitedLists lists_;
  std::map<std::string, std::uint64_t> counts_;  // by type
  std::string line_;
};

}  // namespace

std::unique_ptr<Report> MakeCsvReport(const ReportOptions& options, std::ostream& stream) {
  return std::make_unique<CsvReport>(stream, options.limit != 0);
}

}  // namespace kindred::report
