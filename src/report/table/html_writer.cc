// See html_writer.h. Each 200 rows are a <tbody>, of which a browser with scripts lays out the first only.
#include "report/table/html_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <span>
#include <string_view>

#include "report/formats/formats.h"
#include "report/graph/family_graph.h"
#include "report/graph/share_matrix.h"
#include "report/html/file_link.h"
#include "report/html/html_page.h"
#include "report/html/html_text.h"
#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

constexpr std::size_t kRowsOfBody = 200;
constexpr std::size_t kMostTitles = 3000;  // each is a file to be opened
constexpr std::size_t kOpenCards = 2;  // of a list with links, which has pictures; the others a reader opens

std::string LowerCase(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

// f: a name, n: a number, d: a date, s: a share with a bar behind it.
std::string ClassOf(CellKind kind) {
  if (kind == CellKind::kName) return "f";
  if (kind == CellKind::kCount || kind == CellKind::kReal) return "n";
  if (kind == CellKind::kTime) return "d";
  return kind == CellKind::kShare ? "s" : "";
}

std::string BarClass(const Cell& cell) {
  if (cell.kind != CellKind::kShare) return "";
  const double share = std::isfinite(cell.share) ? std::clamp(cell.share, 0.0, 1.0) : 0;
  return fmt::format(" p{}", std::lround(share * 100));
}

bool IsNumber(const Cell& cell) {
  return cell.kind == CellKind::kCount || cell.kind == CellKind::kReal || cell.kind == CellKind::kShare;
}

std::string PictureOf(const Family& family) {
  const std::string matrix = ShareMatrix(family);
  return matrix.empty() ? FamilySvg(family) : matrix;
}

}  // namespace

HtmlWriter::HtmlWriter(const ReportOptions& options, std::ostream& stream)
    : options_(options), stream_(stream) {}

std::string HtmlWriter::Shown(const Cell& cell) {
  switch (cell.kind) {
    case CellKind::kNone:
      return "";
    case CellKind::kText:
      return HtmlText(OneLineText(cell.text));
    case CellKind::kName:
      return LinkedName(cell.text, options_.directory) + TitleOf(cell.text);
    case CellKind::kCount:
      return CountText(cell.number);
    case CellKind::kReal:
      return RealText(cell.share);
    case CellKind::kTime:
      return cell.time == kNoTime ? "" : TimeText(cell.time);
    case CellKind::kShare:
      return Percent(cell.share);
  }
  return "";
}

std::string HtmlWriter::TitleOf(const std::string& path) {
  if (!options_.title_of) return "";
  if (const auto known = titles_.find(path); known != titles_.end()) return known->second;
  if (titles_.size() >= kMostTitles) return "";
  const std::string title = options_.title_of(path);
  return titles_[path] = title.empty() ? "" : " <small>" + HtmlName(title) + "</small>";
}

void HtmlWriter::Start(const std::string& title, const std::vector<ReportPart>& parts) {
  const std::string safe = HtmlText(OneLineText(title));
  stream_ << HtmlHead(safe) << "<header><h1>Kindred</h1>\n<p>" << safe << "</p>\n<nav>";
  for (const ReportPart& part : parts) {
    const std::string count = part.count ? fmt::format("<b>{}</b>", CountText(*part.count)) : "";
    stream_ << (part.count == 0u ? fmt::format("<span>{}{}</span>", part.title, count)
                                 : fmt::format("<a href=\"#{}\">{}{}</a>", part.id, part.title, count));
  }
  stream_ << "</nav></header>\n<main>\n";
  parts_ = parts;
}

void HtmlWriter::Facts(const ReportPart& part, const std::vector<Fact>& facts) {
  CloseSection();
  OpenSection(part.id, part.title);
  // Numbers that follow each other are tiles, and what is longer is a list. What was asked is all a list.
  const bool tiles = part.id != kSettingsPart.id;
  for (std::size_t first = 0; first < facts.size();) {
    const bool numbers = tiles && IsNumber(facts[first].cell);
    std::size_t last = first + 1;
    while (last < facts.size() && (tiles && IsNumber(facts[last].cell)) == numbers) ++last;
    WriteFacts(numbers ? "tiles" : "facts", std::span(facts).subspan(first, last - first));
    first = last;
  }
  stream_ << "</section>\n";
}

void HtmlWriter::Row(const TableForm& form, std::size_t level, const std::vector<Cell>& cells) {
  if (form_ != &form) OpenTable(form);
  if (form.levels.size() == 1) {
    WriteRow(form, 0, cells);
  } else if (level == 0) {
    OpenCard(form, cells);
  } else {
    if (!in_card_) OpenCard(form, cells);
    WriteRow(form, level, cells);
  }
}

void HtmlWriter::Note(const TableForm& form, const std::string& text) {
  if (form_ != &form) OpenTable(form);
  CloseRows();
  stream_ << "<p class=\"note\">" << HtmlText(OneLineText(text)) << "</p>\n";
}

void HtmlWriter::More(const TableForm& form, const std::string& text) {
  if (form_ != &form) OpenTable(form);
  CloseRows();
  CloseCard();
  if (form.levels.size() > 1 && !cards_closed_) stream_ << "</div>\n";
  cards_closed_ = true;
  stream_ << "<p class=\"note more\">" << HtmlText(OneLineText(text)) << "</p>\n";
}

void HtmlWriter::Picture(const Family& family) { stream_ << PictureOf(family); }

void HtmlWriter::End() {
  CloseSection();
  stream_ << "</main>\n</body>\n</html>\n";
  EndStream(stream_);
}

void HtmlWriter::OpenSection(std::string_view id, std::string_view title) {
  std::string count;
  for (const ReportPart& part : parts_) {
    if (part.id == id && part.count) {
      count = fmt::format(" <small>{}</small>", CountText(*part.count));
    }
  }
  stream_ << fmt::format("<section id=\"{}\"><h2>{}{}</h2>\n", id, title, count);
}

void HtmlWriter::WriteFacts(const char* style, std::span<const Fact> facts) {
  stream_ << fmt::format("<dl class=\"{}\">\n", style);
  for (const Fact& fact : facts) {
    stream_ << fmt::format("<div><dt>{}</dt><dd{}>{}</dd></div>\n", HtmlText(OneLineText(fact.label)),
                           fact.cell.kind == CellKind::kName ? " class=\"f\"" : "", Shown(fact.cell));
  }
  stream_ << "</dl>\n";
}

void HtmlWriter::OpenTable(const TableForm& form) {
  CloseSection();
  form_ = &form;
  cards_ = 0;
  OpenSection(form.id, form.title);
  if (form.levels.size() > 1) stream_ << "<div class=\"cards\">\n";
}

void HtmlWriter::CloseSection() {
  if (form_ == nullptr) return;
  CloseRows();
  CloseCard();
  stream_ << (form_->levels.size() > 1 && !cards_closed_ ? "</div></section>\n" : "</section>\n");
  form_ = nullptr;
  cards_closed_ = false;
}

void HtmlWriter::OpenCard(const TableForm& form, const std::vector<Cell>& cells) {
  CloseRows();
  CloseCard();
  in_card_ = true;
  ++cards_;
  const bool open = form.levels.size() > 2 && cards_ <= kOpenCards;
  stream_ << (open ? "<details class=\"card\" open><summary>" : "<details class=\"card\"><summary>");
  for (const LevelColumn& used : form.levels[0].columns) {
    const Cell& cell = cells[used.column];
    if (cell.kind == CellKind::kNone || (cell.kind == CellKind::kText && cell.text.empty())) continue;
    if (cell.kind == CellKind::kName) {
      stream_ << "<span class=\"f\">" << Shown(cell) << "</span>";
    } else {
      const std::string label =
          LowerCase(std::string(used.title.empty() ? form.columns[used.column].title : used.title));
      stream_ << fmt::format("<span class=\"chip {}{}\"><i>{} </i>{}</span>",
                             cell.kind == CellKind::kText ? "id" : ClassOf(cell.kind), BarClass(cell), label,
                             Shown(cell));
    }
  }
  stream_ << "</summary><div class=\"body\">\n";
}

void HtmlWriter::CloseCard() {
  if (in_card_) stream_ << "</div></details>\n";
  in_card_ = false;
}

void HtmlWriter::WriteRow(const TableForm& form, std::size_t level, const std::vector<Cell>& cells) {
  if (level_ != level + 1) {
    CloseRows();
    OpenRows(form, level);
  } else if (rows_ % kRowsOfBody == 0) {
    stream_ << "<tbody>\n";
  }
  ++rows_;
  line_ = "<tr>";
  for (const LevelColumn& used : form.levels[level].columns) {
    const Cell& cell = cells[used.column];
    const std::string style = ClassOf(cell.kind) + BarClass(cell);
    line_ += style.empty() ? "<td>" : "<td class=\"" + style + "\">";
    line_ += Shown(cell);
  }
  stream_ << line_ << '\n';
}

void HtmlWriter::OpenRows(const TableForm& form, std::size_t level) {
  level_ = level + 1;
  rows_ = 0;
  stream_ << "<div class=\"box\"><table><thead><tr>";
  for (const LevelColumn& used : form.levels[level].columns) {
    const Column& column = form.columns[used.column];
    const std::string style = column.kind == CellKind::kName ? "" : ClassOf(column.kind);
    stream_ << (style.empty() ? "<th>" : "<th class=\"" + style + "\">")
            << (used.title.empty() ? column.title : used.title) << "</th>";
  }
  stream_ << "</tr></thead><tbody>\n";
}

void HtmlWriter::CloseRows() {
  if (level_ > 0) stream_ << "</table></div>\n";
  level_ = 0;
}

}  // namespace kindred::report
