// Reports in tables (html, xlsx): results become rows of typed cells once, in record_table.cc, and a writer
// gives them their form. A table is an outline: a family, then its files, then its links.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kindred/values.h"

namespace kindred::report {

enum class CellKind {
  kNone,
  kText,   // our own words, or text that the user gave
  kName,   // of a file: bytes
  kCount,  // a whole number
  kReal,   // any other number
  kTime,   // nanoseconds since 1970, or kNoTime
  kShare,  // 0..1, shown as a percentage
};

struct Cell {
  CellKind kind = CellKind::kNone;
  std::string text = {};
  std::uint64_t number = 0;
  double share = 0;  // or any other number
  std::int64_t time = 0;
};

inline Cell TextCell(std::string text) { return {.kind = CellKind::kText, .text = std::move(text)}; }
inline Cell YesOrNoCell(bool yes) { return TextCell(yes ? "yes" : "no"); }
inline Cell NameCell(std::string name) { return {.kind = CellKind::kName, .text = std::move(name)}; }
inline Cell CountCell(std::uint64_t number) { return {.kind = CellKind::kCount, .number = number}; }
inline Cell RealCell(double number) { return {.kind = CellKind::kReal, .share = number}; }
inline Cell TimeCell(std::int64_t time) { return {.kind = CellKind::kTime, .time = time}; }
inline Cell ShareCell(double share) { return {.kind = CellKind::kShare, .share = share}; }

struct Column {
  std::string_view title;
  CellKind kind;
};

// The rows of one level use some of the table's columns; `title` is what the column means there, if that
// is not its own title.
struct LevelColumn {
  std::size_t column;
  std::string_view title = {};
};

struct Level {
  std::string_view name;  // "family", "file", "link"
  std::vector<LevelColumn> columns;
};

struct TableForm {
  std::string_view id;  // for links within a page
  std::string_view title;
  std::vector<Column> columns;
  std::vector<Level> levels;  // one: a plain table
};

// A part of a report: a table, or a list of facts.
struct ReportPart {
  std::string_view id;
  std::string_view title;
  std::optional<std::uint64_t> count = {};  // of what it lists, if it is known at the start
  const TableForm* form = nullptr;          // of a table
};

struct Fact {
  std::string label;
  Cell cell;
};

inline const ReportPart kSettingsPart = {"settings", "Settings"};

class TableWriter {
 public:
  virtual ~TableWriter() = default;
  // Comes first. `parts` are in the order in which a reader wants them; further ones may follow.
  virtual void Start(const std::string& title, const std::vector<ReportPart>& parts) = 0;
  virtual void Facts(const ReportPart& part, const std::vector<Fact>& facts) = 0;
  // `cells` has a cell for each column of the form, those that the level does not use are kNone. Forms must
  // outlive the writer.
  virtual void Row(const TableForm& form, std::size_t level, const std::vector<Cell>& cells) = 0;
  // A remark under the last row.
  virtual void Note(const TableForm& form, const std::string& text) = 0;
  // A remark on a table as a whole, after its last row: what it does not show.
  virtual void More(const TableForm&, const std::string&) {}
  // A picture of the family whose row was the last.
  virtual void Picture(const Family&) {}
  // Throws Error(kFailed) if anything could not be written.
  virtual void End() = 0;
};

}  // namespace kindred::report
