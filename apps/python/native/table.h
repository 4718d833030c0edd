// A table of records of one type, in batches: Arrow reads it in place, any number of times. One thread fills
// it, then closes it; from then on it does not change.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "arrow_abi.h"
#include "column.h"
#include "kindred/record.h"
#include "kindred/sink.h"

namespace kindred::python {

class Table {
 public:
  using Batch = std::shared_ptr<const Column>;

  explicit Table(const RecordType& record);
  // One batch of another table.
  Table(const Table& of, Batch batch);

  void Append(const Record& record);
  // Ends the last batch.
  void Close();
  // The batches that are full so far; they leave the table.
  std::vector<Batch> Take();

  const ColumnType& type() const { return type_; }
  const std::vector<Batch>& batches() const { return batches_; }
  std::uint64_t rows() const { return rows_; }
  std::uint64_t bytes() const;

  // A table for each batch, of the same memory.
  std::vector<std::shared_ptr<Table>> Divided() const;
  // All batches, as a stream that keeps what it needs of this table.
  void Export(ArrowArrayStream* to) const;

 private:
  ColumnType type_;
  std::vector<const Field*> fields_;
  std::vector<Batch> batches_;
  std::shared_ptr<Column> open_;
  std::uint64_t rows_ = 0;
};

// Collects results by their type. Records that JSON writes as separate lines (FieldForm::apart) are separate
// rows here.
class Collector : public ResultSink {
 public:
  // The types that a call may push, in the order of its tables: each has a table, if only an empty one.
  explicit Collector(std::vector<const RecordType*> types);

  bool On(const Record& record) override;

  struct Named {
    const RecordType* type;
    std::shared_ptr<Table> table;
  };
  const std::vector<Named>& tables() const { return tables_; }
  void Close();

 private:
  Table& TableOf(const RecordType& type);

  std::vector<Named> tables_;
};

}  // namespace kindred::python
