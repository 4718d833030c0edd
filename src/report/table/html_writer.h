// HTML: one page that needs nothing else. Tables are written as their rows come, so memory does not grow with
// them. An outline becomes cards that open: the first level is the card's head, the others are tables inside.
// Names go through HtmlName and texts through HtmlText, without exception; html_page.h has the rest of the
// defence.
#pragma once

#include <iosfwd>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kindred/report.h"
#include "report/table/tables.h"

namespace kindred::report {

class HtmlWriter : public TableWriter {
 public:
  HtmlWriter(const ReportOptions& options, std::ostream& stream);

  void Start(const std::string& title, const std::vector<ReportPart>& parts) override;
  void Facts(const ReportPart& part, const std::vector<Fact>& facts) override;
  void Row(const TableForm& form, std::size_t level, const std::vector<Cell>& cells) override;
  void Note(const TableForm& form, const std::string& text) override;
  void More(const TableForm& form, const std::string& text) override;
  void Picture(const Family& family) override;
  void End() override;

 private:
  void OpenSection(std::string_view id, std::string_view title);
  void WriteFacts(const char* style, std::span<const Fact> facts);
  void OpenTable(const TableForm& form);
  void CloseSection();
  void OpenCard(const TableForm& form, const std::vector<Cell>& cells);
  void CloseCard();
  void WriteRow(const TableForm& form, std::size_t level, const std::vector<Cell>& cells);
  void OpenRows(const TableForm& form, std::size_t level);
  void CloseRows();

  std::string Shown(const Cell& cell);
  // The title of the document, behind its name; empty without a title.
  std::string TitleOf(const std::string& path);

  const ReportOptions options_;
  std::ostream& stream_;
  std::vector<ReportPart> parts_;
  const TableForm* form_ = nullptr;  // of the section that is open
  bool in_card_ = false;
  bool cards_closed_ = false;  // of the section: a remark on all of them follows
  std::size_t cards_ = 0;
  std::size_t level_ = 0;  // of the rows that are open, plus one; 0: none
  std::size_t rows_ = 0;
  std::string line_;
  std::map<std::string, std::string> titles_;  // by path, as HTML
};

}  // namespace kindred::report
