// See xlsx.h. Cells are strings or numbers, written as such: nothing of a name is ever read as a formula or a
// number, and its link is the URL of the file, percent-encoded (file_link.h). The library neither checks its
// writes to temporary files nor reports failures, so End() reads the workbook again (xlsx_check.h) before the
// first byte goes to the stream.
#include "report/table/xlsx.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "kindred/error.h"
#include "report/formats/formats.h"
#include "report/html/file_link.h"
#include "report/table/table_report.h"
#include "report/table/xlsx_text.h"
#include "report/wording/number_text.h"
#include "report/wording/path_text.h"

namespace kindred::report {

namespace {

constexpr std::uint32_t kRowsBetweenChecks = 4096;
constexpr std::size_t kTitleBytes = 200;  // a property of the file holds 255 characters
constexpr std::size_t kHiddenLevel = 2;   // rows of this level are folded until a reader opens them

void Check(lxw_error error) {
  if (error == LXW_NO_ERROR) return;
  throw Error(ErrorKind::kFailed, std::string("cannot write the workbook: ") + lxw_strerror(error), "",
              "make sure there is space for temporary files, or set TMPDIR to a place that has it");
}

double WidthOf(CellKind kind) {
  if (kind == CellKind::kName) return 60;
  if (kind == CellKind::kTime) return 17;
  return kind == CellKind::kText ? 18 : 13;
}

bool IsOutline(const TableForm& form) { return form.levels.size() > 1; }

// Columns of the form start behind the kind of row.
std::size_t FirstColumn(const TableForm& form) { return IsOutline(form) ? 1 : 0; }

std::size_t ColumnsOf(const TableForm& form) { return form.columns.size() + (IsOutline(form) ? 2 : 0); }

// As a spreadsheet has it: a calendar day and an hour, of no time zone; here those of the place of the
// report.
lxw_datetime LocalTime(std::int64_t nanoseconds) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::time_t seconds = nanoseconds / kSecond - (nanoseconds % kSecond < 0 ? 1 : 0);
  std::tm local = {};
  localtime_r(&seconds, &local);
  return {local.tm_year + 1900, local.tm_mon + 1, local.tm_mday,
          local.tm_hour,        local.tm_min,     static_cast<double>(local.tm_sec)};
}

// Spreadsheets begin with 1900 and end with 9999.
bool HasDate(const lxw_datetime& time) { return time.year >= 1900 && time.year <= 9999; }

std::string MakeDirectory() {
  std::error_code error;
  std::string path = std::filesystem::temp_directory_path(error).string();
  if (error) path = "/tmp";
  path += "/kindred-xlsx-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) {
    throw Error(ErrorKind::kFailed, std::string("cannot make a temporary directory: ") + std::strerror(errno),
                path, "set TMPDIR to a place that can be written");
  }
  return path;
}

}  // namespace

XlsxWriter::XlsxWriter(std::ostream& stream, std::uint32_t most_rows, std::string names,
                       std::uint32_t most_links)
    : stream_(stream), most_rows_(most_rows), names_(std::move(names)), most_links_(most_links) {}

XlsxWriter::~XlsxWriter() {
  if (book_ != nullptr) {
    // Left by an error: the library frees the sheets, but leaves their temporary files open.
    for (const Sheet& sheet : sheets_) {
      if (sheet.sheet->optimize_tmpfile != nullptr) std::fclose(sheet.sheet->optimize_tmpfile);
    }
    lxw_workbook_free(book_);
  }
  std::error_code ignored;
  if (!directory_.empty()) std::filesystem::remove_all(directory_, ignored);
}

// Made only now, because a scan of the temporary directory must not meet our files.
void XlsxWriter::Start(const std::string& title, const std::vector<ReportPart>& parts) {
  directory_ = MakeDirectory();
  file_ = directory_ + "/report.xlsx";
  lxw_workbook_options options = {};
  options.constant_memory = LXW_TRUE;
  options.tmpdir = directory_.data();
  book_ = workbook_new_opt(file_.c_str(), &options);
  if (book_ == nullptr) Check(LXW_ERROR_MEMORY_MALLOC_FAILED);
  lxw_doc_properties properties = {};
  std::string safe = OneLineText(title);
  std::size_t size = std::min(safe.size(), kTitleBytes);
  while (size < safe.size() && size > 0 && (safe[size] & 0xC0) == 0x80) --size;  // a whole character
  safe.resize(size);
  std::string program = "Kindred";
  properties.title = safe.data();
  properties.author = program.data();
  properties.created = 315532800;  // 1980, as the parts of the file have it: the same results, the same bytes
  Check(workbook_set_properties(book_, &properties));
  MakeFormats();
  for (const ReportPart& part : parts) {
    const std::size_t sheet = AddSheet(std::string(part.title), 1);
    if (part.form != nullptr) WriteHeader(&sheets_[sheet], *part.form);
  }
}

void XlsxWriter::MakeFormats() {
  formats_.header = workbook_add_format(book_);
  format_set_bold(formats_.header);
  format_set_bg_color(formats_.header, 0xDCE6F5);
  format_set_bottom(formats_.header, LXW_BORDER_THIN);
  for (int bold = 0; bold < 2; ++bold) {
    formats_.plain[bold] = workbook_add_format(book_);
    formats_.count[bold] = workbook_add_format(book_);
    formats_.share[bold] = workbook_add_format(book_);
    format_set_num_format(formats_.count[bold], "#,##0");
    formats_.real[bold] = workbook_add_format(book_);
    formats_.time[bold] = workbook_add_format(book_);
    format_set_num_format(formats_.time[bold], "yyyy-mm-dd hh:mm");
    formats_.nearly_all[bold] = workbook_add_format(book_);
    formats_.hardly_any[bold] = workbook_add_format(book_);
    format_set_num_format(formats_.share[bold], "0.0%");
    format_set_num_format(formats_.nearly_all[bold], "\"99.9%\"");
    format_set_num_format(formats_.hardly_any[bold], "\"0.1%\"");
    for (lxw_format* format :
         {formats_.plain[bold], formats_.count[bold], formats_.real[bold], formats_.time[bold],
          formats_.share[bold], formats_.nearly_all[bold], formats_.hardly_any[bold]}) {
      if (bold == 1) format_set_bold(format);
    }
  }
}

std::size_t XlsxWriter::AddSheet(const std::string& title, std::uint32_t part) {
  const std::string name = part == 1 ? title : fmt::format("{} {}", title, part);
  lxw_worksheet* sheet = workbook_add_worksheet(book_, name.c_str());
  if (sheet == nullptr) Check(LXW_ERROR_CREATING_TMPFILE);
  sheets_.push_back({title, part, sheet});
  return sheets_.size() - 1;
}

std::size_t XlsxWriter::SheetOf(const std::string& title) {
  std::size_t found = sheets_.size();
  for (std::size_t i = 0; i < sheets_.size(); ++i) {
    if (sheets_[i].title == title) found = i;  // the last one is the one with room
  }
  if (found == sheets_.size()) return AddSheet(title, 1);
  if (sheets_[found].next_row < most_rows_) return found;
  return AddSheet(title, sheets_[found].part + 1);
}

XlsxWriter::Sheet& XlsxWriter::SheetFor(const TableForm& form) {
  Sheet& sheet = sheets_[SheetOf(std::string(form.title))];
  if (sheet.form == nullptr) WriteHeader(&sheet, form);
  return sheet;
}

void XlsxWriter::WriteHeader(Sheet* sheet, const TableForm& form) {
  sheet->form = &form;
  worksheet_freeze_panes(sheet->sheet, 1, 0);
  worksheet_outline_settings(sheet->sheet, LXW_TRUE, LXW_FALSE, LXW_TRUE, LXW_FALSE);
  auto column = [&](std::size_t place, std::string_view title, double width) {
    const auto number = static_cast<lxw_col_t>(place);
    Check(worksheet_set_column(sheet->sheet, number, number, width, nullptr));
    WriteText(sheet, place, std::string(title), formats_.header);
  };
  if (IsOutline(form)) column(0, "Row", 9);
  for (std::size_t i = 0; i < form.columns.size(); ++i) {
    column(FirstColumn(form) + i, form.columns[i].title, WidthOf(form.columns[i].kind));
  }
  if (IsOutline(form)) column(ColumnsOf(form) - 1, "Order", 9);
  ++sheet->count.rows;
  sheet->next_row = 1;
}

void XlsxWriter::BeginRow(Sheet* sheet, std::size_t level, bool bold) {
  lxw_row_col_options options = {};
  // The row above a folded part has to be marked; it is still in memory.
  if (level >= kHiddenLevel && sheet->last_level < kHiddenLevel && sheet->next_row > 1) {
    options.level = static_cast<std::uint8_t>(sheet->last_level);
    options.collapsed = LXW_TRUE;
    Check(worksheet_set_row_opt(sheet->sheet, sheet->next_row - 1, LXW_DEF_ROW_HEIGHT, nullptr, &options));
    options.collapsed = LXW_FALSE;
  }
  if (level > 0 || bold) {
    options.level = static_cast<std::uint8_t>(level);
    options.hidden = level >= kHiddenLevel ? LXW_TRUE : LXW_FALSE;
    Check(worksheet_set_row_opt(sheet->sheet, sheet->next_row, LXW_DEF_ROW_HEIGHT, nullptr, &options));
  }
  sheet->last_level = level;
}

void XlsxWriter::Row(const TableForm& form, std::size_t level, const std::vector<Cell>& cells) {
  if (const Sheet& last = SheetFor(form); last.links >= most_links_ && !last.links_are_cut) {
    sheets_[SheetOf(std::string(form.title))].links_are_cut = true;
    Note(form, fmt::format("names below are not links: a sheet holds {} links only", CountText(most_links_)));
  }
  Sheet& sheet = SheetFor(form);
  const bool bold = IsOutline(form) && level == 0;
  BeginRow(&sheet, level, bold);
  if (IsOutline(form)) WriteText(&sheet, 0, std::string(form.levels[level].name), formats_.plain[bold]);
  for (std::size_t i = 0; i < cells.size(); ++i) WriteCell(&sheet, FirstColumn(form) + i, cells[i], bold);
  if (IsOutline(form)) {
    const std::uint64_t order = sheet.next_row + (sheet.part - 1ull) * (most_rows_ - 1ull);
    WriteCell(&sheet, ColumnsOf(form) - 1, CountCell(order), bold);
  }
  ++sheet.count.rows;
  ++sheet.next_row;
  // A full disk is reported soon, not after the last of a million rows.
  if (sheet.next_row % kRowsBetweenChecks == 0 && std::ferror(sheet.sheet->optimize_tmpfile) != 0)
    Check(LXW_ERROR_CREATING_TMPFILE);
}

void XlsxWriter::Note(const TableForm& form, const std::string& text) {
  Sheet& sheet = SheetFor(form);
  BeginRow(&sheet, IsOutline(form) ? 1 : 0, false);
  if (IsOutline(form)) WriteText(&sheet, 0, "note", formats_.plain[0]);
  // Where a reader looks first: in the column of names.
  std::size_t column = 0;
  while (column + 1 < form.columns.size() && form.columns[column].kind != CellKind::kName) ++column;
  WriteText(&sheet, FirstColumn(form) + column, CellText(OneLineText(text)), formats_.plain[0]);
  ++sheet.count.rows;
  ++sheet.next_row;
}

void XlsxWriter::WriteText(Sheet* sheet, std::size_t column, const std::string& text, lxw_format* format) {
  if (text.empty()) return;
  Check(worksheet_write_string(sheet->sheet, sheet->next_row, static_cast<lxw_col_t>(column), text.c_str(),
                               format));
  ++sheet->count.cells;
  sheet->count.text_bytes += XmlBytes(text);
}

void XlsxWriter::WriteCell(Sheet* sheet, std::size_t column, const Cell& cell, bool bold) {
  if (cell.kind == CellKind::kNone) return;
  if (cell.kind == CellKind::kName) {
    WriteName(sheet, column, cell.text, formats_.plain[bold]);
  } else if (cell.kind == CellKind::kText) {
    WriteText(sheet, column, CellText(OneLineText(cell.text)), formats_.plain[bold]);
  } else {
    WriteNumber(sheet, column, cell, bold);
  }
}

void XlsxWriter::WriteNumber(Sheet* sheet, std::size_t column, const Cell& cell, bool bold) {
  const auto place = static_cast<lxw_col_t>(column);
  if (cell.kind == CellKind::kTime) {
    lxw_datetime time = LocalTime(cell.time);
    if (!HasDate(time)) return WriteText(sheet, column, TimeText(cell.time), formats_.plain[bold]);
    Check(worksheet_write_datetime(sheet->sheet, sheet->next_row, place, &time, formats_.time[bold]));
  } else {
    const bool count = cell.kind == CellKind::kCount;
    const double number = count ? static_cast<double>(cell.number) : cell.share;
    lxw_format* format = count                           ? formats_.count[bold]
                         : cell.kind == CellKind::kShare ? ShareFormat(number, bold)
                                                         : formats_.real[bold];
    Check(worksheet_write_number(sheet->sheet, sheet->next_row, place, number, format));
  }
  ++sheet->count.cells;
}

// The string first: the link is beside it, in a list of the sheet.
void XlsxWriter::WriteName(Sheet* sheet, std::size_t column, const std::string& name, lxw_format* format) {
  constexpr std::size_t kLongestUrl = 2000;  // Excel's limit is 2,079
  const std::string text = CellText(EscapedName(name));
  const std::string url = sheet->links < most_links_ ? FileUrl(name, names_) : "";
  if (text.empty() || url.empty() || url.size() > kLongestUrl || sheet->form == nullptr)
    return WriteText(sheet, column, text, format);
  Check(worksheet_write_url_opt(sheet->sheet, sheet->next_row, static_cast<lxw_col_t>(column), url.c_str(),
                                format, text.c_str(), nullptr));
  ++sheet->links;
  ++sheet->count.links;
  ++sheet->count.cells;
  sheet->count.text_bytes += XmlBytes(text);
}

// The number is exact; what a reader sees is never rounded to all or nothing.
lxw_format* XlsxWriter::ShareFormat(double share, bool bold) const {
  if (share > 0.999 && share < 1) return formats_.nearly_all[bold];
  if (share > 0 && share < 0.001) return formats_.hardly_any[bold];
  return formats_.share[bold];
}

// A part that is not among the sheets of the start goes below the first list of facts.
void XlsxWriter::Facts(const ReportPart& part, const std::vector<Fact>& facts) {
  std::size_t place = sheets_.size();
  for (std::size_t i = sheets_.size(); i-- > 0;) {
    if (sheets_[i].title == part.title) place = i;
  }
  const bool below = place == sheets_.size() && !sheets_.empty() && sheets_[0].form == nullptr;
  if (below) place = 0;
  if (place == sheets_.size()) place = AddSheet(std::string(part.title), 1);
  Sheet& sheet = sheets_[place];
  Check(worksheet_set_column(sheet.sheet, 0, 0, 34, nullptr));
  Check(worksheet_set_column(sheet.sheet, 1, 1, 60, nullptr));
  if (sheet.next_row > 0) ++sheet.next_row;
  WriteText(&sheet, 0, std::string(part.title), formats_.header);
  ++sheet.count.rows;
  ++sheet.next_row;
  for (const Fact& fact : facts) {
    WriteText(&sheet, 0, CellText(OneLineText(fact.label)), formats_.plain[0]);
    WriteCell(&sheet, 1, fact.cell, false);
    ++sheet.count.rows;
    ++sheet.next_row;
  }
}

void XlsxWriter::FinishTable(const Sheet& sheet) {
  if (sheet.form == nullptr || sheet.next_row < 2) return;
  const lxw_row_t last = sheet.next_row - 1;
  const TableForm& form = *sheet.form;
  Check(worksheet_autofilter(sheet.sheet, 0, 0, last, static_cast<lxw_col_t>(ColumnsOf(form) - 1)));
  for (std::size_t i = 0; i < form.columns.size(); ++i) {
    if (form.columns[i].kind != CellKind::kShare) continue;
    lxw_conditional_format bar = {};
    bar.type = LXW_CONDITIONAL_DATA_BAR;
    bar.min_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER;
    bar.max_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER;
    bar.max_value = 1;
    bar.bar_color = 0xBBD2F5;
    bar.bar_solid = LXW_TRUE;
    const auto column = static_cast<lxw_col_t>(FirstColumn(form) + i);
    Check(worksheet_conditional_format_range(sheet.sheet, 1, column, last, column, &bar));
  }
}

void XlsxWriter::End() {
  std::vector<SheetCount> counts;
  for (const Sheet& sheet : sheets_) {
    FinishTable(sheet);
    counts.push_back(sheet.count);
  }
  lxw_workbook* book = book_;
  book_ = nullptr;  // closing frees it, also when it fails
  Check(workbook_close(book));
  CheckWorkbook(file_, counts);
  CopyToStream();
  EndStream(stream_);
}

void XlsxWriter::CopyToStream() {
  std::ifstream file(file_, std::ios::binary);
  std::vector<char> buffer(64 * 1024);
  while (file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    stream_.write(buffer.data(), file.gcount());
  }
  if (!file.eof() || file.bad()) throw Error(ErrorKind::kFailed, "cannot read the workbook again", file_);
}

std::unique_ptr<Report> MakeXlsxReport(const ReportOptions& options, std::ostream& stream) {
  return std::make_unique<TableReport>(options,
                                       std::make_unique<XlsxWriter>(stream, LXW_ROW_MAX, options.directory));
}

}  // namespace kindred::report
