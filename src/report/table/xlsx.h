// A workbook for spreadsheet programs, by libxlsxwriter in its mode of constant memory: a row is written to a
// temporary file as soon as the next one begins. Outline tables have a column with the kind of row in front,
// and one with its place behind, so that a sorted sheet can be put back in order. Names are links that open
// the file, up to a spreadsheet's limit.
#pragma once

#include <xlsxwriter.h>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "report/table/tables.h"
#include "report/table/xlsx_check.h"

namespace kindred::report {

class XlsxWriter : public TableWriter {
 public:
  // `most_rows` of a sheet, at least 2; what does not fit goes on in a further sheet. A spreadsheet has room
  // for 1,048,576. `names` is the directory of relative names, for links; empty: no links. Of a sheet
  // `most_links` names are links: Excel takes no more than 65,530.
  explicit XlsxWriter(std::ostream& stream, std::uint32_t most_rows = LXW_ROW_MAX, std::string names = {},
                      std::uint32_t most_links = LXW_MAX_NUMBER_URLS);
  ~XlsxWriter() override;
  XlsxWriter(const XlsxWriter&) = delete;
  XlsxWriter& operator=(const XlsxWriter&) = delete;

  void Start(const std::string& title, const std::vector<ReportPart>& parts) override;
  void Facts(const ReportPart& part, const std::vector<Fact>& facts) override;
  void Row(const TableForm& form, std::size_t level, const std::vector<Cell>& cells) override;
  void Note(const TableForm& form, const std::string& text) override;
  void End() override;

 private:
  struct Sheet {
    std::string title;   // of the part; the sheet's own name may have a number behind
    std::uint32_t part;  // 1, and more for what did not fit
    lxw_worksheet* sheet;
    const TableForm* form = nullptr;
    std::uint32_t next_row = 0;
    std::size_t last_level = 0;
    std::uint32_t links = 0;
    bool links_are_cut = false;  // and a row says so
    SheetCount count = {};
  };
  struct Formats {
    lxw_format* header = nullptr;
    lxw_format* plain[2] = {};  // [1]: bold
    lxw_format* count[2] = {};
    lxw_format* real[2] = {};
    lxw_format* time[2] = {};
    lxw_format* share[2] = {};
    lxw_format* nearly_all[2] = {};  // shares that would be shown as 100.0%
    lxw_format* hardly_any[2] = {};  // or as 0.0%
  };

  void MakeFormats();
  std::size_t AddSheet(const std::string& title, std::uint32_t part);
  // The sheet that takes the next row of that title.
  std::size_t SheetOf(const std::string& title);
  Sheet& SheetFor(const TableForm& form);
  void WriteHeader(Sheet* sheet, const TableForm& form);
  void BeginRow(Sheet* sheet, std::size_t level, bool bold);
  void WriteCell(Sheet* sheet, std::size_t column, const Cell& cell, bool bold);
  void WriteName(Sheet* sheet, std::size_t column, const std::string& name, lxw_format* format);
  void WriteNumber(Sheet* sheet, std::size_t column, const Cell& cell, bool bold);
  lxw_format* ShareFormat(double share, bool bold) const;
  void WriteText(Sheet* sheet, std::size_t column, const std::string& text, lxw_format* format);
  // Filters and bars, which need the last row.
  void FinishTable(const Sheet& sheet);
  void CopyToStream();

  std::ostream& stream_;
  const std::uint32_t most_rows_;
  const std::string names_;
  const std::uint32_t most_links_;
  std::string directory_;  // for temporary files; empty: not made yet
  std::string file_;
  lxw_workbook* book_ = nullptr;
  Formats formats_;
  std::vector<Sheet> sheets_;
};

}  // namespace kindred::report
