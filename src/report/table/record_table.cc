// See record_table.h.
#include "report/table/record_table.h"

#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

CellKind CellKindOf(FieldKind kind) {
  switch (kind) {
    case FieldKind::kName:
      return CellKind::kName;
    case FieldKind::kCount:
    case FieldKind::kBytes:
    case FieldKind::kOrdinal:
      return CellKind::kCount;
    case FieldKind::kReal:
    case FieldKind::kSeconds:
      return CellKind::kReal;
    case FieldKind::kTime:
      return CellKind::kTime;
    case FieldKind::kShare:
      return CellKind::kShare;
    default:
      return CellKind::kText;
  }
}

Cell CellOf(FieldKind kind, const Value& value) {
  switch (kind) {
    case FieldKind::kName:
      return NameCell(std::string(value.Text()));
    case FieldKind::kText:
      return TextCell(std::string(value.Text()));
    case FieldKind::kCount:
    case FieldKind::kBytes:
    case FieldKind::kOrdinal:
      return CountCell(value.Count());
    case FieldKind::kShare:
      return ShareCell(value.Real());
    case FieldKind::kReal:
    case FieldKind::kSeconds:
      return RealCell(value.Real());
    case FieldKind::kTime:
      return value.Time() == kNoTime ? Cell{} : TimeCell(value.Time());
    case FieldKind::kKey:
      return TextCell(KeyText(value.Time()));
    case FieldKind::kFlag:
      return YesOrNoCell(value.Flag());
    case FieldKind::kRecord:
      return TextCell(value.Nested().type().text(value.Nested()));
    case FieldKind::kMap:
    case FieldKind::kList:
      break;
  }
  return {};
}

// Whether it can be a cell: a record that has no word for itself cannot.
bool IsCell(const Field& field) {
  if (!field.In(kInTables) || field.kind == FieldKind::kList || field.kind == FieldKind::kMap) return false;
  return field.kind != FieldKind::kRecord || field.nested().text != nullptr;
}

const Field* FindForTables(const RecordType& type, std::string_view key) {
  for (const Field& field : type.fields) {
    if (field.key == key && field.In(kInTables)) return &field;
  }
  return nullptr;
}

std::vector<const Field*> ShownFields(const RecordType& type) {
  std::vector<const Field*> shown;
  for (std::string_view key : type.shown) {
    if (const Field* field = FindForTables(type, key)) shown.push_back(field);
  }
  if (!type.shown.empty()) return shown;
  for (const Field& field : type.fields) {
    if (IsCell(field)) shown.push_back(&field);
  }
  return shown;
}

}  // namespace

std::vector<const Field*> ListsInTables(const RecordType& type) {
  std::vector<const Field*> lists;
  for (const Field& field : type.fields) {
    if (field.kind == FieldKind::kList && field.In(kInTables)) lists.push_back(&field);
  }
  return lists;
}

RecordTable::RecordTable(const RecordType& type) {
  const TableShape* shape = type.table == nullptr ? nullptr : &type.table();
  form_.id = shape == nullptr ? type.name : shape->id;
  form_.title = shape == nullptr ? type.name : shape->title;
  plural_ = shape == nullptr ? type.name : shape->plural;
  if (shape != nullptr) {
    for (const TableShape::Column& column : shape->columns)
      form_.columns.push_back({column.title, CellKindOf(column.kind)});
  }
  if (form_.columns.empty()) AddColumns(type);
  if (shape == nullptr) {
    AddLevel(type);
  } else {
    for (const RecordType* level : shape->levels) AddLevel(*level);
  }
}

void RecordTable::AddColumns(const RecordType& type) {
  auto add = [&](std::string_view title, FieldKind kind) {
    if (ColumnOf(title) == form_.columns.size()) form_.columns.push_back({title, CellKindOf(kind)});
  };
  for (const Field* field : ShownFields(type)) add(field->Title(), field->kind);
  for (const Field* list : ListsInTables(type)) {
    if (list->nested != nullptr) {
      AddColumns(list->nested());
    } else {
      add(list->Title(), list->form.element);
    }
  }
}

void RecordTable::AddLevel(const RecordType& type) {
  Level level = {type.level.empty() ? type.name : type.level, {}};
  for (const Field* field : ShownFields(type)) {
    const std::size_t column = ColumnOf(field->Title());
    if (column < form_.columns.size()) level.columns.push_back({column, field->form.label});
  }
  form_.levels.push_back(std::move(level));
  types_.push_back(&type);
  for (const Field* list : ListsInTables(type)) {
    if (list->nested != nullptr) {
      AddLevel(list->nested());
    } else {
      form_.levels.push_back({"file", {{ColumnOf(list->Title())}}});
      types_.push_back(nullptr);
    }
  }
}

std::size_t RecordTable::LevelOf(const RecordType& type) const {
  std::size_t level = 0;
  while (level < types_.size() && types_[level] != &type) ++level;
  return level;
}

std::size_t RecordTable::ColumnOf(std::string_view title) const {
  std::size_t column = 0;
  while (column < form_.columns.size() && form_.columns[column].title != title) ++column;
  return column;
}

void RecordTable::Fill(const Record& record, std::uint64_t number, bool only_carried,
                       std::vector<Cell>* cells) const {
  cells->resize(form_.columns.size());
  for (const Field& field : record.type().fields) {
    if (!IsCell(field) || (only_carried && !field.form.carried) || !field.Present(record)) continue;
    const std::size_t column = ColumnOf(field.Title());
    if (column == form_.columns.size()) continue;
    (*cells)[column] = CellOf(field.kind, field.read == nullptr ? Value(number) : field.read(record));
  }
}

std::vector<Cell> RecordTable::Cells(const Record& record, std::uint64_t number,
                                     std::vector<Cell> carried) const {
  Fill(record, number, false, &carried);
  return carried;
}

std::vector<Cell> RecordTable::Carried(const Record& record, std::uint64_t number) const {
  std::vector<Cell> cells;
  Fill(record, number, true, &cells);
  return cells;
}

std::vector<Cell> RecordTable::Cells(const Field& field, const Value& element,
                                     std::vector<Cell> carried) const {
  const std::size_t column = ColumnOf(field.Title());
  if (column < carried.size()) carried[column] = CellOf(field.form.element, element);
  return carried;
}

std::vector<Fact> FactsOf(const Record& record, const std::vector<std::string_view>& keys) {
  std::vector<Fact> facts;
  for (std::string_view key : keys) {
    const Field* field = FindForTables(record.type(), key);
    if (field == nullptr || !field->Present(record)) continue;
    const Value value = field->read(record);
    const std::string label(field->Title());
    if (field->kind != FieldKind::kList) {
      facts.push_back({label, CellOf(field->kind, value)});
      continue;
    }
    const ListValue& list = value.List();
    for (std::size_t i = 0; i < list.size; ++i)
      facts.push_back({label, CellOf(field->form.element, list.at(list, i))});
  }
  return facts;
}

}  // namespace kindred::report
