// HTML: one page that needs nothing else. Tables are written as their rows come, so memory does not grow with
// them. An outline becomes cards that open: the first level is the card's head, the others are tables inside.
// Names go through HtmlName and texts through HtmlText, without exception; html_page.h has the rest of the
// defence. Each 200 rows are a <tbody>, of which a browser with scripts lays out the first only.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <span>
#include <string_view>

#include "report/formats.h"
#include "report/graph/cluster_graph.h"
#include "report/number_text.h"
#include "report/table/html_page.h"
#include "report/table/html_text.h"
#include "report/table/table_report.h"

namespace kindred::report {

namespace {

constexpr std::size_t kRowsOfBody = 200;
constexpr std::size_t kOpenCards = 3;  // of the first list with pictures; the others a reader opens

std::string LowerCase(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

std::string Shown(const Cell& cell) {
  switch (cell.kind) {
    case CellKind::kNone:
      return "";
    case CellKind::kText:
      return HtmlText(OneLineText(cell.text));
    case CellKind::kName:
      return HtmlName(cell.text);
    case CellKind::kCount:
      return CountText(cell.number);
    case CellKind::kShare:
      return Percent(cell.share);
  }
  return "";
}

// f: a name, n: a number, s: a share with a bar behind it.
std::string ClassOf(CellKind kind) {
  if (kind == CellKind::kName) return "f";
  if (kind == CellKind::kCount) return "n";
  return kind == CellKind::kShare ? "s" : "";
}

std::string BarClass(const Cell& cell) {
  if (cell.kind != CellKind::kShare) return "";
  const double share = std::isfinite(cell.share) ? std::clamp(cell.share, 0.0, 1.0) : 0;
  return fmt::format(" p{}", std::lround(share * 100));
}

bool IsNumber(const Cell& cell) { return cell.kind == CellKind::kCount || cell.kind == CellKind::kShare; }

class HtmlWriter : public TableWriter {
 public:
  explicit HtmlWriter(std::ostream& stream) : stream_(stream) {}

  void Start(const std::string& title, const std::vector<ReportPart>& parts) override {
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

  void Facts(const ReportPart& part, const std::vector<Fact>& facts) override {
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

  void Row(const TableForm& form, std::size_t level, const std::vector<Cell>& cells) override {
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

  void Note(const TableForm& form, const std::string& text) override {
    if (form_ != &form) OpenTable(form);
    CloseRows();
    stream_ << "<p class=\"note\">" << HtmlText(OneLineText(text)) << "</p>\n";
  }

  void Picture(const Cluster& cluster) override {
    pictures_ = true;
    stream_ << ClusterSvg(cluster);
  }

  void End() override {
    CloseSection();
    stream_ << "</main>\n</body>\n</html>\n";
    EndStream(stream_);
  }

 private:
  void OpenSection(std::string_view id, std::string_view title) {
    std::string count;
    for (const ReportPart& part : parts_) {
      if (part.id == id && part.count) {
        count = fmt::format(" <small>{}</small>", CountText(*part.count));
      }
    }
    stream_ << fmt::format("<section id=\"{}\"><h2>{}{}</h2>\n", id, title, count);
  }

  void WriteFacts(const char* style, std::span<const Fact> facts) {
    stream_ << fmt::format("<dl class=\"{}\">\n", style);
    for (const Fact& fact : facts) {
      stream_ << fmt::format("<div><dt>{}</dt><dd{}>{}</dd></div>\n", HtmlText(OneLineText(fact.label)),
                             fact.cell.kind == CellKind::kName ? " class=\"f\"" : "", Shown(fact.cell));
    }
    stream_ << "</dl>\n";
  }

  void OpenTable(const TableForm& form) {
    CloseSection();
    form_ = &form;
    cards_ = 0;
    OpenSection(form.id, form.title);
    if (form.levels.size() > 1) stream_ << "<div class=\"cards\">\n";
  }

  void CloseSection() {
    if (form_ == nullptr) return;
    CloseRows();
    CloseCard();
    stream_ << (form_->levels.size() > 1 ? "</div></section>\n" : "</section>\n");
    form_ = nullptr;
  }

  void OpenCard(const TableForm& form, const std::vector<Cell>& cells) {
    CloseRows();
    CloseCard();
    in_card_ = true;
    ++cards_;
    // Whether there are pictures is known after the first card; that one is open in any case.
    const bool open = cards_ == 1 || (pictures_ && cards_ <= kOpenCards);
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
                               cell.kind == CellKind::kText ? "id" : ClassOf(cell.kind), BarClass(cell),
                               label, Shown(cell));
      }
    }
    stream_ << "</summary><div class=\"body\">\n";
  }

  void CloseCard() {
    if (in_card_) stream_ << "</div></details>\n";
    in_card_ = false;
  }

  void WriteRow(const TableForm& form, std::size_t level, const std::vector<Cell>& cells) {
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

  void OpenRows(const TableForm& form, std::size_t level) {
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

  void CloseRows() {
    if (level_ > 0) stream_ << "</table></div>\n";
    level_ = 0;
  }

  std::ostream& stream_;
  std::vector<ReportPart> parts_;
  const TableForm* form_ = nullptr;  // of the section that is open
  bool in_card_ = false;
  bool pictures_ = false;
  std::size_t cards_ = 0;
  std::size_t level_ = 0;  // of the rows that are open, plus one; 0: none
  std::size_t rows_ = 0;
  std::string line_;
};

}  // namespace

std::unique_ptr<Report> MakeHtmlReport(const ReportOptions& options, std::ostream& stream) {
  return std::make_unique<TableReport>(options, std::make_unique<HtmlWriter>(stream));
}

}  // namespace kindred::report
