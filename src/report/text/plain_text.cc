// See plain_text.h.
#include "report/text/plain_text.h"

#include <fmt/format.h>

#include "kindred/report.h"
#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

std::string ValueText(const Field& field, const Value& value) {
  switch (field.kind) {
    case FieldKind::kName:
      return QuotePath(value.Text());
    case FieldKind::kText:
      return OneLineText(value.Text());
    case FieldKind::kCount:
      return CountText(value.Count());
    case FieldKind::kBytes:
      return SizeText(value.Count());
    case FieldKind::kShare:
      return Percent(value.Real());
    case FieldKind::kReal:
    case FieldKind::kSeconds:
      return RealText(value.Real());
    case FieldKind::kTime:
      return TimeText(value.Time());
    case FieldKind::kKey:
      return KeyText(value.Time());
    case FieldKind::kFlag:
      return value.Flag() ? "yes" : "no";
    case FieldKind::kRecord:
      return "(" + PlainText(value.Nested()) + ")";
    case FieldKind::kMap:
    case FieldKind::kList:
      return CountText(value.List().size);
    case FieldKind::kOrdinal:
      break;
  }
  return "";
}

}  // namespace

std::string PlainText(const Record& record) {
  std::string line(record.type().name);
  for (const Field& field : record.type().fields) {
    if (!field.In(kInLines) || !field.Present(record)) continue;
    line += fmt::format("  {}={}", field.key, ValueText(field, field.read(record)));
  }
  return line;
}

}  // namespace kindred::report
