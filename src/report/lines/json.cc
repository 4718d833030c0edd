// JSON lines, the output contract for programs: keys in the order of the record's description, new keys at
// its end. Written by hand because names that are not UTF-8 need lone surrogates, which JSON libraries refuse
// to write.
#include "report/lines/json.h"

#include <fmt/format.h>

#include <ostream>

#include "report/formats/formats.h"
#include "report/lines/limited_lists.h"
#include "report/wording/number_text.h"
#include "report/wording/path_text.h"

namespace kindred::report {

namespace {

void AppendObject(const Record& record, bool with_type, std::string* to);

void AppendValue(const Field& field, FieldKind kind, const Value& value, std::string* to) {
  switch (kind) {
    case FieldKind::kName:
    case FieldKind::kText:
      if (field.form.nullable && value.Text().empty()) {
        *to += "null";
      } else {
        AppendJsonString(value.Text(), to);
      }
      return;
    case FieldKind::kCount:
    case FieldKind::kBytes:
      fmt::format_to(std::back_inserter(*to), "{}", value.Count());
      return;
    case FieldKind::kShare:
      *to += ShareText(value.Real());
      return;
    case FieldKind::kReal:
    case FieldKind::kSeconds:
      *to += RealText(value.Real());
      return;
    case FieldKind::kTime:
      *to += value.Time() == kNoTime ? "null" : '"' + IsoTime(value.Time()) + '"';
      return;
    case FieldKind::kKey:
      *to += '"' + KeyText(value.Time()) + '"';
      return;
    case FieldKind::kFlag:
      *to += value.Flag() ? "true" : "false";
      return;
    case FieldKind::kRecord:
      AppendObject(value.Nested(), false, to);
      return;
    case FieldKind::kMap: {
      const ListValue& list = value.List();
      *to += '{';
      for (std::size_t i = 0; i < list.size; ++i) {
        const Value element = list.at(list, i);
        const Record& entry = element.Nested();
        if (i > 0) *to += ',';
        AppendJsonString(entry.type().fields[0].read(entry).Text(), to);
        *to += ':';
        AppendJsonString(entry.type().fields[1].read(entry).Text(), to);
      }
      *to += '}';
      return;
    }
    case FieldKind::kList: {
      const ListValue& list = value.List();
      *to += '[';
      for (std::size_t i = 0; i < list.size; ++i) {
        if (i > 0) *to += ',';
        AppendValue(field, field.form.element, list.at(list, i), to);
      }
      *to += ']';
      return;
    }
    case FieldKind::kOrdinal:
      return;  // is never in lines
  }
}

void AppendObject(const Record& record, bool with_type, std::string* to) {
  *to += '{';
  bool comma = false;
  auto key = [&](std::string_view name) {
    if (comma) *to += ',';
    comma = true;
    AppendJsonString(name, to);
    *to += ':';
  };
  if (with_type) {
    key("type");
    AppendJsonString(record.type().name, to);
  }
  for (const Field& field : record.type().fields) {
    if (!field.In(kInLines) || field.form.apart || !field.Present(record)) continue;
    key(field.key);
    AppendValue(field, field.kind, field.read(record), to);
  }
  *to += '}';
}

class JsonReport : public Report {
 public:
  JsonReport(std::ostream& stream, bool limited) : stream_(stream), limited_(limited) {}

  bool On(const Record& record) override {
    if (limited_) lists_.On(record);
    Write(record);
    return true;
  }
  void End() override {
    for (const LimitedList& list : lists_.Cut()) Write(list);
    EndStream(stream_);
  }

 private:
  void Write(const Record& record) {
    line_.clear();
    AppendJsonLines(record, &line_);
    stream_.write(line_.data(), static_cast<std::streamsize>(line_.size()));
  }

  std::ostream& stream_;
  bool limited_;
  LimitedLists lists_;
  std::string line_;
};

}  // namespace

void AppendJsonLines(const Record& record, std::string* to) {
  if (record.type().json_line) {
    AppendObject(record, true, to);
    *to += '\n';
  }
  for (const Field& field : record.type().fields) {
    if (!field.form.apart || !field.In(kInLines) || !field.Present(record)) continue;
    const Value value = field.read(record);
    if (field.kind == FieldKind::kRecord) {
      AppendJsonLines(value.Nested(), to);
      continue;
    }
    const ListValue& list = value.List();
    for (std::size_t i = 0; i < list.size; ++i) AppendJsonLines(list.at(list, i).Nested(), to);
  }
}

std::unique_ptr<Report> MakeJsonReport(const ReportOptions& options, std::ostream& stream) {
  return std::make_unique<JsonReport>(stream, options.limit != 0);
}

}  // namespace kindred::report
