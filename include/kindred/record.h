// One description of each result value: its fields in order, with the properties that the formats need.
// JSON, CSV, xlsx and html are written by visiting these descriptions, and so is any format that a user of
// the API adds (HTTP, Arrow, a database). To add a result, describe it once (ours are in
// src/report/records/):
//
//     struct Visit { std::string path; std::uint64_t size = 0; };
//
//     template <> const RecordType& TypeOf<Visit>() {
//       using F = FieldsOf<Visit>;   // kindred/fields.h
//       static const RecordType type = {
//           .name = "visit",
//           .fields = {F::Name<&Visit::path>("path", {.csv = "path_a", .title = "File"}),
//                      F::Bytes<&Visit::size>("size", {.csv = "size_a", .title = "Size"})}};
//       return type;
//     }
//
// sink.On(Visit{"/a", 10}) is then the line {"type":"visit","path":"/a","size":10}, a record of the CSV, a
// row of a table. Reading a field costs a call through a pointer; nothing is copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kindred::inline v0 {

// Marks an unknown time.
inline constexpr std::int64_t kNoTime = std::numeric_limits<std::int64_t>::min();

struct RecordType;

// The description of T's fields.
template <typename T>
const RecordType& TypeOf();

// A result value together with its description. Refers to the value: keep a copy of the value, not the
// Record.
class Record {
 public:
  // Implicit, so that a value can be pushed into a sink as it is.
  template <typename T>
  Record(const T& value) : Record(TypeOf<T>(), &value) {}  // NOLINT(google-explicit-constructor)
  // `owner` is the value whose list contains this one, if the fields refer to it.
  Record(const RecordType& type, const void* value, const void* owner = nullptr)
      : type_(&type), value_(value), owner_(owner) {}

  const RecordType& type() const { return *type_; }
  const void* value() const { return value_; }
  const void* owner() const { return owner_; }

  // The value, if it is a T; else nullptr.
  template <typename T>
  const T* As() const {
    return type_ == &TypeOf<T>() ? static_cast<const T*>(value_) : nullptr;
  }

 private:
  const RecordType* type_;
  const void* value_;
  const void* owner_;
};

class Value;

// The elements of a list, read one by one.
struct ListValue {
  std::size_t size = 0;
  Value (*at)(const ListValue&, std::size_t) = nullptr;
  const void* data = nullptr;
  const void* owner = nullptr;
};

// The value of a field. Text is a string_view into the result where possible, otherwise a new string.
class Value : public std::variant<std::monostate, std::string_view, std::string, std::uint64_t, std::int64_t,
                                  double, bool, Record, ListValue> {
 public:
  using variant::variant;
  std::string_view Text() const {
    const std::string* made = std::get_if<std::string>(this);
    return made != nullptr ? std::string_view(*made) : std::get<std::string_view>(*this);
  }
  std::uint64_t Count() const { return std::get<std::uint64_t>(*this); }
  std::int64_t Time() const { return std::get<std::int64_t>(*this); }
  double Real() const { return std::get<double>(*this); }
  bool Flag() const { return std::get<bool>(*this); }
  const Record& Nested() const { return std::get<Record>(*this); }
  const ListValue& List() const { return std::get<ListValue>(*this); }
};

enum class FieldKind : std::uint8_t {
  kName,     // of a file or directory: bytes, not necessarily UTF-8
  kText,     // words: UTF-8, or what a user typed
  kCount,    // a number of things
  kBytes,    // a number of bytes
  kShare,    // 0..1
  kReal,     // any other number
  kSeconds,  // a duration
  kTime,     // a moment: nanoseconds since 1970, or kNoTime
  kKey,      // a 64-bit number that is compared for equality only; read as its std::int64_t (Value::Time)
  kFlag,
  kRecord,   // a value with its own description
  kMap,      // a list of records with two texts each: a key and its value
  kList,     // of what FieldForm::element says
  kOrdinal,  // the number of this record among its type, or in its list, from 1; counted by the reader
};

// The formats that a field is for.
enum FieldFormats : unsigned {
  kInLines = 1,   // JSON, HTTP, Arrow: what programs read
  kInCsv = 2,     // CSV, whose one table holds all types of record
  kInTables = 4,  // html and xlsx
  kInAll = 7,
};

// How a field is written where the CSV's column is "note".
enum class NoteForm : std::uint8_t {
  kKeyAndValue,  // size=10
  kKey,          // of a flag: verified
  kValue,        // the value alone
};

struct FieldForm {
  // Whether this record has the field; nullptr: always.
  bool (*when)(const Record&) = nullptr;
  unsigned in = kInAll;
  // An empty name is null in JSON.
  bool nullable = false;

  std::string_view csv = {};  // the CSV's column; empty: none
  NoteForm note = NoteForm::kKeyAndValue;
  // In CSV and xlsx the field is repeated in the rows of this record's lists: each file of a family has the
  // family's id.
  bool carried = false;

  // Title of the column in tables, or of the fact in a summary. For a table-only field it is also the key.
  std::string_view title = {};
  std::string_view label = {};  // the column's heading in the html of this record, if not its title

  FieldKind element = FieldKind::kRecord;  // of a list
  // For a list: each element is a row of this type in CSV. Records are rows of their own type.
  std::string_view rows = {};
  // For a record or a list of records: they follow as separate lines instead of being nested in this one.
  bool apart = false;
  // For a list in tables: the key of the field that counts all elements, since the list may be cut, and the
  // plural noun for the elements.
  std::string_view total = {};
  std::string_view plural = {};
};

struct Field {
  std::string_view key;
  FieldKind kind;
  Value (*read)(const Record&);  // nullptr for an ordinal
  FieldForm form;
  const RecordType& (*nested)() = nullptr;  // for a record, or the records in a list

  std::string_view Title() const { return form.title.empty() ? key : form.title; }
  bool In(FieldFormats format) const { return (form.in & format) != 0; }
  bool Present(const Record& record) const { return form.when == nullptr || form.when(record); }
};

// A table of html and xlsx. It is an outline if its records have lists, or if it mixes records of two types,
// such as a query and its matches.
struct TableShape {
  struct Column {
    std::string_view title;
    FieldKind kind;
  };
  std::string_view id;                         // for links within a page
  std::string_view title;                      // "Identical files"
  std::string_view plural;                     // what its first level counts: "identical sets"
  std::vector<Column> columns = {};            // of the workbook. Empty: the fields that are shown
  std::vector<const RecordType*> levels = {};  // the pushed records, outermost first; their lists follow
};

struct RecordType {
  std::string_view name;  // the "type" of its JSON line, and the first column of its CSV rows
  std::vector<Field> fields;
  // False: only the records of its lists are written (in JSON: those that are `apart`).
  bool csv_row = true;
  bool json_line = true;

  std::string_view level = {};  // the noun for one row in an outline: "family"
  // Keys of the fields that tables show, in their order. None: all.
  std::vector<std::string_view> shown = {};
  const TableShape& (*table)() = nullptr;  // nullptr: a separate plain table
  // For a summary: the fields that are facts about the run, and those that repeat the options.
  std::vector<std::string_view> facts = {};
  std::vector<std::string_view> settings = {};
  // The record as one word, for CSV and tables in which it is a field of another record.
  std::string (*text)(const Record&) = nullptr;
  // A remark under its rows in tables; empty: none.
  std::string (*remark)(const Record&) = nullptr;

  const Field* Find(std::string_view key) const {
    for (const Field& field : fields) {
      if (field.key == key) return &field;
    }
    return nullptr;
  }
};

}  // namespace kindred::inline v0
