// A column of an Arrow table that grows row by row, and the type it has: a tree, since records hold records
// and lists. Made from the description of a record (kindred/record.h), as JSON and CSV are:
//
//   name -> large_binary    text -> large_utf8    count, bytes -> uint64    key -> int64    flag -> bool
//   share, real, seconds -> float64    time -> timestamp[ns, UTC]    record -> struct    map -> map<utf8,
//   utf8> list -> large_list of its elements
//
// A field that a record does not have is null; so are an empty name that is nullable and a time that is not
// known. Offsets have 64 bits: the files of one large family may well have more than 2 GB of names.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arrow_abi.h"
#include "kindred/record.h"

namespace kindred::python {

// The type of a column.
struct ColumnType {
  std::string name;
  std::string format;  // of the C data interface
  std::vector<ColumnType> children = {};
  bool nullable = true;
};

// The columns of a record: the fields for programs, except records that are written as separate lines.
std::vector<const Field*> ColumnFields(const RecordType& type);
// As a struct.
ColumnType TypeOfRecord(const RecordType& type);

// Writes a type in the form of the C data interface. The caller releases it.
void ExportSchema(const ColumnType& type, ArrowSchema* to);

// Bytes of a buffer that never move once they are exported.
using Buffer = std::vector<std::uint8_t>;

class Column {
 public:
  explicit Column(const ColumnType& type);

  std::uint64_t size() const { return size_; }
  // Approximate memory use.
  std::uint64_t bytes() const;

  void AppendNull();
  // The value of a field; `kind` is its kind, or that of the list's elements.
  void Append(const Field& field, FieldKind kind, const Value& value);
  // Of a struct: all fields of the record.
  void AppendRecord(const Record& record, std::span<const Field* const> fields);

  // An Arrow array that refers to this column's buffers; `owner` keeps them until it is released.
  void Export(const std::shared_ptr<const void>& owner, ArrowArray* to) const;

 private:
  void AppendValidity(bool valid);
  void AppendText(std::string_view text);
  void AppendFlag(bool flag);
  template <typename T>
  void Put(T value);

  char form_;  // the first letter of the format; 'n' for numbers of 64 bits
  std::uint64_t size_ = 0;
  std::uint64_t nulls_ = 0;
  Buffer validity_;  // empty: all are there
  Buffer values_;    // numbers, flags, the bytes of texts, or a map's offsets, which Arrow has in 32 bits
  std::vector<std::int64_t> offsets_;
  std::vector<Column> children_;
  std::vector<const Field*> fields_;  // of the last record appended
  const RecordType* fields_of_ = nullptr;
};

}  // namespace kindred::python
