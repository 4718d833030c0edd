// See document_text.h.
#include "extract/types/office/document_text.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace kindred::extract {

namespace {

using namespace std::string_view_literals;

bool OneOf(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

constexpr std::size_t kValueBytes = 1 << 20;  // of one cell

unsigned NumberIn(std::string_view text, unsigned otherwise) {
  unsigned number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc() ? number : otherwise;
}

}  // namespace

const TextRules& WordprocessingRules() {
  static constexpr std::string_view kTextIn[] = {"t"};
  static constexpr std::string_view kLines[] = {"p"};
  static constexpr std::string_view kBreaks[] = {"br", "cr"};
  // Tabs among properties are not text; a fallback repeats what is there already; deleted text is left out.
  static constexpr std::string_view kSkipped[] = {"pPr",      "rPr", "tblPr",   "sectPr",
                                                  "Fallback", "del", "moveFrom"};
  static constexpr TextRules kRules = {
      .text_in = kTextIn, .lines = kLines, .breaks = kBreaks, .skipped = kSkipped, .aside = {}};
  return kRules;
}

const TextRules& OpenDocumentRules() {
  static constexpr std::string_view kTextIn[] = {"p", "h"};
  static constexpr std::string_view kBreaks[] = {"line-break"};
  static constexpr std::string_view kSkipped[] = {"tracked-changes", "note-citation", "automatic-styles",
                                                  "font-face-decls", "scripts"};
  static constexpr std::string_view kAside[] = {"note", "annotation", "notes"};
  static constexpr TextRules kRules = {
      .text_in = kTextIn, .lines = kTextIn, .breaks = kBreaks, .skipped = kSkipped, .aside = kAside};
  return kRules;
}

const TextRules& MasterPageRules() {
  static constexpr std::string_view kTextIn[] = {"header",      "footer",       "header-left",
                                                 "footer-left", "header-first", "footer-first"};
  static constexpr std::string_view kLines[] = {"p", "h"};
  static constexpr std::string_view kBreaks[] = {"line-break"};
  static constexpr std::string_view kSkipped[] = {"styles", "automatic-styles", "font-face-decls"};
  static constexpr TextRules kRules = {
      .text_in = kTextIn, .lines = kLines, .breaks = kBreaks, .skipped = kSkipped, .aside = {}};
  return kRules;
}

const TextRules& BookRules() {
  static constexpr std::string_view kTextIn[] = {"body"};
  static constexpr std::string_view kLines[] = {
      "p",  "div", "h1",      "h2",      "h3",    "h4",         "h5",        "h6", "li",
      "tr", "td",  "th",      "dt",      "dd",    "pre",        "ul",        "ol", "dl",
      "hr", "br",  "section", "article", "table", "blockquote", "figcaption"};
  static constexpr std::string_view kSkipped[] = {"script", "style", "head"};
  static constexpr TextRules kRules = {.text_in = kTextIn,
                                       .lines = kLines,
                                       .breaks = {},
                                       .skipped = kSkipped,
                                       .aside = {},
                                       .collapse_space = true};
  return kRules;
}

void LineText::Add(std::string_view text) {
  budget_->Work(text.size());
  text_ += text;
}

void LineText::Space() {
  if (!text_.empty() && !text_.ends_with(' ') && !text_.ends_with('\n')) Add(" ");
}

void LineText::EndLine() {
  while (text_.ends_with(' ')) text_.pop_back();
  if (text_.empty() || text_.ends_with('\n')) return;
  Add("\n");
}

std::string LineText::Take() {
  EndLine();
  return std::exchange(text_, {});
}

void DocumentText::Open(std::string_view name, const XmlAttributes& attributes) {
  if (skip_depth_ > 0 || OneOf(rules_.skipped, name)) {
    ++skip_depth_;
    return;
  }
  if (aside_depth_ > 0 || OneOf(rules_.aside, name)) ++aside_depth_;
  if (OneOf(rules_.text_in, name)) ++text_depth_;
  if (OneOf(rules_.breaks, name)) Now().EndLine();
  if (name == "tab") Now().Add("\t");
  // OpenDocument's spaces in a row.
  if (name == "s" && &rules_ == &OpenDocumentRules() && TextCounts())
    Now().Add(std::string(std::min(NumberIn(attributes.Get("c"), 1), 1000u), ' '));
}

void DocumentText::Close(std::string_view name) {
  if (skip_depth_ > 0) {
    --skip_depth_;
    return;
  }
  if (OneOf(rules_.lines, name)) Now().EndLine();
  if (OneOf(rules_.text_in, name)) --text_depth_;
  if (aside_depth_ > 0) --aside_depth_;
}

void DocumentText::Text(std::string_view text) {
  if (skip_depth_ > 0 || !TextCounts()) return;
  if (!rules_.collapse_space) {
    Now().Add(text);
    return;
  }
  while (!text.empty()) {
    const std::size_t word = text.find_first_not_of(" \t\r\n");
    if (word != 0) Now().Space();
    if (word == std::string_view::npos) return;
    text.remove_prefix(word);
    const std::string_view some = text.substr(0, text.find_first_of(" \t\r\n"));
    Now().Add(some);
    text.remove_prefix(some.size());
  }
}

void SharedStrings::Open(std::string_view name, const XmlAttributes&) {
  if (name == "rPh" || phonetic_depth_ > 0) ++phonetic_depth_;
  if (name == "si") {
    budget_.Work(sizeof(std::string));
    strings.emplace_back();
  }
  if (name == "t") in_text_ = true;
}

void SharedStrings::Close(std::string_view name) {
  if (phonetic_depth_ > 0) --phonetic_depth_;
  if (name == "t") in_text_ = false;
}

void SharedStrings::Text(std::string_view text) {
  if (!in_text_ || phonetic_depth_ > 0 || strings.empty()) return;
  budget_.Work(text.size());
  strings.back() += text;
}

void SheetText::Open(std::string_view name, const XmlAttributes& attributes) {
  if (name == "c") {
    is_reference_ = attributes.Get("t") == "s";
    value_.clear();
  }
  if (name == "v" || name == "t") in_value_ = true;
}

void SheetText::Close(std::string_view name) {
  if (name == "v" || name == "t") in_value_ = false;
  if (name != "c") return;
  if (is_reference_) {
    const unsigned number = NumberIn(value_, ~0u);
    if (number < strings_.size()) text_.Add(strings_[number]);
  } else {
    text_.Add(value_);
  }
  text_.EndLine();
}

void SheetText::Text(std::string_view text) {
  if (in_value_ && value_.size() < kValueBytes) value_ += text;
}

}  // namespace kindred::extract
