// The text of the XML of a document: which elements are paragraphs, breaks or left out is a table for each
// family of formats. Paragraphs and cells become lines; empty lines are left out. Tested in office_test.cc
// and fuzz/fuzz_office.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/types/office/xml_reader.h"
#include "extract/worker/budget.h"

namespace kindred::extract {

struct TextRules {
  std::span<const std::string_view> text_in;  // only text inside of these counts; empty: all text
  std::span<const std::string_view> lines;    // end a line
  std::span<const std::string_view> breaks;   // begin a new line where they are
  std::span<const std::string_view> skipped;  // with all that is in them
  std::span<const std::string_view> aside;    // with all that is in them, after the rest: notes
  bool collapse_space = false;                // as HTML does
};

const TextRules& WordprocessingRules();  // docx, pptx
const TextRules& OpenDocumentRules();    // odt, ods, odp
const TextRules& MasterPageRules();      // headers and footers of an OpenDocument
const TextRules& BookRules();            // the XHTML of an epub

// Text in lines. Each byte is charged to the budget, as what is collected lies in memory.
class LineText {
 public:
  explicit LineText(Budget& budget) : budget_(&budget) {}
  void Add(std::string_view text);
  void Space();  // one, unless the line begins here or has one
  void EndLine();
  std::string Take();

 private:
  Budget* budget_;
  std::string text_;
};

class DocumentText : public XmlHandler {
 public:
  DocumentText(const TextRules& rules, Budget& budget) : rules_(rules), body_(budget), aside_(budget) {}
  void Open(std::string_view name, const XmlAttributes& attributes) override;
  void Close(std::string_view name) override;
  void Text(std::string_view text) override;

  std::string TakeBody() { return body_.Take(); }
  std::string TakeAside() { return aside_.Take(); }

 private:
  LineText& Now() { return aside_depth_ > 0 ? aside_ : body_; }
  bool TextCounts() const { return rules_.text_in.empty() || text_depth_ > 0; }

  const TextRules& rules_;
  LineText body_;
  LineText aside_;
  // How many elements deep we are in one of each kind.
  int skip_depth_ = 0;
  int aside_depth_ = 0;
  int text_depth_ = 0;
};

// The strings that the cells of an xlsx refer to.
class SharedStrings : public XmlHandler {
 public:
  explicit SharedStrings(Budget& budget) : budget_(budget) {}
  void Open(std::string_view name, const XmlAttributes& attributes) override;
  void Close(std::string_view name) override;
  void Text(std::string_view text) override;

  std::vector<std::string> strings;

 private:
  Budget& budget_;
  bool in_text_ = false;
  int phonetic_depth_ = 0;
};

// The cells of a sheet, a line each, in the order of the file.
class SheetText : public XmlHandler {
 public:
  SheetText(const std::vector<std::string>& strings, Budget& budget) : strings_(strings), text_(budget) {}
  void Open(std::string_view name, const XmlAttributes& attributes) override;
  void Close(std::string_view name) override;
  void Text(std::string_view text) override;
  std::string Take() { return text_.Take(); }

 private:
  const std::vector<std::string>& strings_;
  LineText text_;
  std::string value_;
  bool is_reference_ = false;
  bool in_value_ = false;
};

}  // namespace kindred::extract
