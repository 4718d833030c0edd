// HTML and XML, TeX, troff: small state machines, not parsers. They need not be right about every document,
// but must give the same text for the same bytes, and lose no more than markup. See markup.h.
#include "read/markup.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace kindred {

namespace {

bool IsLetter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsBlank(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Tags within a word or sentence leave nothing; all others leave a blank.
bool IsInline(std::string_view tag) {
  constexpr std::string_view kInline[] = {"a",  "abbr",     "b",     "big",    "cite",   "code", "del",
                                          "em", "emphasis", "font",  "i",      "ins",    "kbd",  "q",
                                          "s",  "samp",     "small", "span",   "strong", "sub",  "sup",
                                          "tt", "u",        "var",   "literal"};
  return std::ranges::find(kInline, tag) != std::end(kInline);
}

class HtmlMarkup : public Markup {
 public:
  void Byte(int c, std::uint64_t offset, const Out& out) override {
    switch (state_) {
      case State::kText:
        if (c == '<' || c == '&') {
          state_ = c == '<' ? State::kOpen : State::kEntity;
          start_ = offset;
          name_.clear();
        } else if (c >= 0) {
          out(static_cast<std::uint8_t>(c), offset);
        }
        return;
      case State::kOpen:
        if (IsLetter(c) || c == '/' || c == '!' || c == '?') {
          state_ = State::kTag;
          if (c != '/') Name(c);
        } else {  // a bare "<" is text
          out('<', start_);
          state_ = State::kText;
          Byte(c, offset, out);
        }
        return;
      case State::kTag:
        if (c == '>') {
          if (!IsInline(name_)) out(' ', start_);
          state_ = State::kText;
        } else if (!named_done_ && name_.size() < 12 && (IsLetter(c) || c == '-' || (c >= '0' && c <= '9'))) {
          Name(c);
          if (name_ == "!--") state_ = State::kComment, dashes_ = 0;
        } else {
          named_done_ = true;
        }
        if (state_ != State::kTag) named_done_ = false;
        return;
      case State::kComment:
        if (c == '>' && dashes_ >= 2) {
          out(' ', start_);
          state_ = State::kText;
        }
        dashes_ = c == '-' ? dashes_ + 1 : 0;
        return;
      case State::kEntity:
        if (c == ';') {
          out(Entity(), start_);
          state_ = State::kText;
        } else if (name_.size() < 8 && (IsLetter(c) || c == '#' || (c >= '0' && c <= '9'))) {
          name_ += static_cast<char>(c);
        } else {  // not an entity: text
          out('&', start_);
          for (std::size_t i = 0; i < name_.size(); ++i)
            out(static_cast<std::uint8_t>(name_[i]), start_ + 1 + i);
          state_ = State::kText;
          Byte(c, offset, out);
        }
        return;
    }
  }

 private:
  enum class State { kText, kOpen, kTag, kComment, kEntity };

  void Name(int c) { name_ += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); }

  // Characters beyond these few become one sign; a text that has them otherwise differs there.
  std::uint8_t Entity() const {
    if (name_ == "amp") return '&';
    if (name_ == "lt") return '<';
    if (name_ == "gt") return '>';
    if (name_ == "quot" || name_ == "#34") return '"';
    if (name_ == "apos" || name_ == "#39") return '\'';
    return ' ';
  }

  State state_ = State::kText;
  std::uint64_t start_ = 0;
  std::string name_;
  bool named_done_ = false;
  int dashes_ = 0;
};

class TexMarkup : public Markup {
 public:
  void Byte(int c, std::uint64_t offset, const Out& out) override {
    switch (state_) {
      case State::kComment:
        if (c == '\n') state_ = State::kText;  // the comment takes its line end with it
        return;
      case State::kBackslash:
        if (IsLetter(c)) {
          state_ = State::kCommand;
          return;
        }
        state_ = State::kText;
        if (c == '\\') {
          out(' ', offset);
        } else if (c == '%' || c == '&' || c == '$' || c == '#' || c == '_' || c == '{' || c == '}') {
          out(static_cast<std::uint8_t>(c), offset);
        } else if (IsBlank(c)) {
          out(' ', offset);
        }
        return;
      case State::kCommand:
        if (IsLetter(c) || c == '*') return;
        state_ = State::kText;
        break;
      case State::kText:
        break;
    }
    if (c == '%') {
      state_ = State::kComment;
    } else if (c == '\\') {
      state_ = State::kBackslash;
    } else if (c == '~' || c == '&') {
      out(' ', offset);
    } else if (c >= 0 && c != '{' && c != '}' && c != '$') {
      out(static_cast<std::uint8_t>(c), offset);
    }
  }

 private:
  enum class State { kText, kBackslash, kCommand, kComment };
  State state_ = State::kText;
};

// Requests whose arguments are text: fonts and headings of man pages.
bool TakesText(std::string_view request) {
  constexpr std::string_view kText[] = {"B",  "I",  "BR", "BI", "IB", "IR", "RB", "RI",
                                        "SM", "SB", "SH", "SS", "Sh", "Ss", "Nm", "Nd"};
  return std::ranges::find(kText, request) != std::end(kText);
}

class TroffMarkup : public Markup {
 public:
  void Byte(int c, std::uint64_t offset, const Out& out) override {
    switch (state_) {
      case State::kLineStart:
        state_ = State::kText;
        if (c == '.' || c == '\'') {
          state_ = State::kRequest;
          request_.clear();
          return;
        }
        break;
      case State::kRequest:
        if (c == '\n') {
          state_ = State::kLineStart;
        } else if (IsBlank(c) && !request_.empty()) {
          state_ = TakesText(request_) ? State::kText : State::kDrop;
        } else if (!IsBlank(c) && request_.size() < 8) {
          request_ += static_cast<char>(c);
        } else {
          state_ = State::kDrop;
        }
        return;
      case State::kDrop:
        if (c == '\n') state_ = State::kLineStart;
        return;
      case State::kEscape:
        Escape(c, offset, out);
        return;
      case State::kName:  // of a font, a string or a character: one letter, or two behind a "("
        if (c == '(' && left_ == 1) {
          left_ = 2;
        } else if (--left_ == 0) {
          state_ = State::kText;
        }
        return;
      case State::kText:
        break;
    }
    if (c == '\\') {
      state_ = State::kEscape;
      return;
    }
    if (c >= 0) out(static_cast<std::uint8_t>(c), offset);
    if (c == '\n') state_ = State::kLineStart;
  }

 private:
  enum class State { kLineStart, kText, kRequest, kDrop, kEscape, kName };

  void Escape(int c, std::uint64_t offset, const Out& out) {
    state_ = State::kText;
    if (c == 'f' || c == '*' || c == 'n') {
      state_ = State::kName;
      left_ = 1;
    } else if (c == '(') {
      state_ = State::kName;
      left_ = 2;
    } else if (c == '"') {
      state_ = State::kDrop;
    } else if (c == 'e') {
      out('\\', offset);
    } else if (c == '-' || c == '\'' || c == '`' || c == '.') {
      out(static_cast<std::uint8_t>(c), offset);
    } else if (c == ' ' || c == '~' || c == '0') {
      out(' ', offset);
    } else if (c == '\n') {
      state_ = State::kLineStart;
    }  // \& \c \/ and the like leave nothing
  }

  State state_ = State::kLineStart;
  std::string request_;
  int left_ = 0;
};

}  // namespace

std::unique_ptr<Markup> MarkupOf(MediaType type) {
  switch (type) {
    case MediaType::kHtml:
    case MediaType::kXml:
      return std::make_unique<HtmlMarkup>();
    case MediaType::kTex:
      return std::make_unique<TexMarkup>();
    case MediaType::kTroff:
      return std::make_unique<TroffMarkup>();
    default:
      return nullptr;
  }
}

}  // namespace kindred
