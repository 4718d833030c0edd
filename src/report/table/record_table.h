// A table made from the descriptions of its records: columns, levels, and the cells of a record.
#pragma once

#include <vector>

#include "kindred/record.h"
#include "report/table/tables.h"

namespace kindred::report {

class RecordTable {
 public:
  // The table that the type names, or a plain one.
  explicit RecordTable(const RecordType& type);

  const TableForm& form() const { return form_; }
  std::string_view plural() const { return plural_; }
  // Where rows of the type are in the outline; its lists follow, one level each.
  std::size_t LevelOf(const RecordType& type) const;

  // A cell for each column that the record has a field for; those of `carried`, an owner's, elsewhere.
  // `number` is its ordinal.
  std::vector<Cell> Cells(const Record& record, std::uint64_t number, std::vector<Cell> carried = {}) const;
  // What the rows of its lists have, too.
  std::vector<Cell> Carried(const Record& record, std::uint64_t number) const;
  // The cells of an element that is not a record: a name.
  std::vector<Cell> Cells(const Field& field, const Value& element, std::vector<Cell> carried) const;

 private:
  // The fields that are shown of it and of its lists, each title once.
  void AddColumns(const RecordType& type);
  void AddLevel(const RecordType& type);
  std::size_t ColumnOf(std::string_view title) const;  // columns.size(): none
  void Fill(const Record& record, std::uint64_t number, bool only_carried, std::vector<Cell>* cells) const;

  TableForm form_;
  std::string_view plural_;
  std::vector<const RecordType*> types_;  // of the levels; nullptr: names
};

// The lists of a record that are rows below it.
std::vector<const Field*> ListsInTables(const RecordType& type);

// Fields of a record as facts, in the order of `keys`: those that it has.
std::vector<Fact> FactsOf(const Record& record, const std::vector<std::string_view>& keys);

}  // namespace kindred::report
