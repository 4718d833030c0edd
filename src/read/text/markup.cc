// HTML and XML, TeX, troff: small state machines, not parsers. They may be wrong about a document, but must
// give the same text for the same bytes and drop nothing but markup. See markup.h.
#include "read/text/markup.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kindred::read {

namespace {

bool IsLetter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsLineEnd(int c) { return c == '\n' || c == '\r'; }
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
        return Text(c, offset, out);
      case State::kOpen:
        return Open(c, offset, out);
      case State::kTag:
        return Tag(c, offset, out);
      case State::kQuoted:
        return Quoted(c, offset, out);
      case State::kComment:
        return Comment(c, offset, out);
      case State::kSection:
        return Section(c, offset, out);
      case State::kEntity:
        return Entity(c, offset, out);
    }
  }

 private:
  enum class State { kText, kOpen, kTag, kQuoted, kComment, kSection, kEntity };

  // What is not closed after so many bytes is not markup: its bytes were held, and are looked at again.
  static constexpr std::size_t kMostComment = 64 * 1024;
  static constexpr std::size_t kMostQuoted = 4096;  // from a > on, which then ended the tag

  void Text(int c, std::uint64_t offset, const Out& out) {
    if (c == '<' || c == '&') {
      state_ = c == '<' ? State::kOpen : State::kEntity;
      start_ = offset;
      name_.clear();
    } else if (c >= 0) {
      out(static_cast<std::uint8_t>(c), offset);
    }
  }

  void Open(int c, std::uint64_t offset, const Out& out) {
    if (IsLetter(c) || c == '/' || c == '!' || c == '?') {
      state_ = State::kTag;
      named_ = after_equals_ = false;
      if (c != '/') Name(c);
    } else {  // a bare "<" is text
      out('<', start_);
      state_ = State::kText;
      Byte(c, offset, out);
    }
  }

  void Tag(int c, std::uint64_t offset, const Out& out) {
    const bool in_name = IsLetter(c) || c == '-' || (c >= '0' && c <= '9') || (c == '[' && name_[0] == '!');
    if (c == '>') {
      EndTag(out);
    } else if (after_equals_ && (c == '"' || c == '\'')) {
      state_ = State::kQuoted;
      quote_ = c;
      held_.clear();
    } else if (!named_ && name_.size() < 12 && in_name) {
      Name(c);
      if (name_ == "!--") StartComment(offset, out);
      if (name_ == "![cdata[") state_ = State::kSection, brackets_ = 0;
    } else {
      named_ = true;
    }
    after_equals_ = c == '=' || (after_equals_ && IsBlank(c));
  }

  void EndTag(const Out& out) {
    if (!IsInline(name_)) out(' ', start_);
    state_ = State::kText;
  }

  // The value of an attribute: a > does not end the tag, unless the value never ends.
  void Quoted(int c, std::uint64_t offset, const Out& out) {
    if (c == quote_) {
      state_ = State::kTag;
      return;
    }
    if (held_.empty()) held_from_ = offset;
    if (c >= 0 && (c == '>' || !held_.empty())) held_.push_back(static_cast<std::uint8_t>(c));
    if (!held_.empty() && (c < 0 || held_.size() >= kMostQuoted)) {
      EndTag(out);
      held_.erase(held_.begin());
      ++held_from_;
      LookAgain(c, offset, out);
    }
  }

  void StartComment(std::uint64_t offset, const Out& out) {
    held_.clear();
    held_from_ = offset + 1;
    dashes_ = 2;  // those of <!-- count: <!--> is whole
    state_ = State::kComment;
    if (start_ < unclosed_before_) GiveCommentBack(out);
  }

  void Comment(int c, std::uint64_t offset, const Out& out) {
    if (c == '>' && dashes_ >= 2) {
      out(' ', start_);
      state_ = State::kText;
      return;
    }
    dashes_ = c == '-' ? dashes_ + 1 : 0;
    if (c >= 0) held_.push_back(static_cast<std::uint8_t>(c));
    if (c >= 0 && held_.size() < kMostComment) return;
    GiveCommentBack(out);
    // No other that starts in here ends in here: without this, many <!-- would cost the square of their
    // number.
    unclosed_before_ = offset + 1;
    LookAgain(c, offset, out);
  }

  void GiveCommentBack(const Out& out) {
    for (const char c : {'<', '!', '-', '-'}) out(static_cast<std::uint8_t>(c), start_++);
    state_ = State::kText;
  }

  // <![CDATA[ text ]]>
  void Section(int c, std::uint64_t offset, const Out& out) {
    if (c == ']' && brackets_ < 2) {
      ++brackets_;
    } else if (c == ']') {
      out(']', offset - 2);
    } else if (c == '>' && brackets_ == 2) {
      state_ = State::kText;
    } else {
      for (; brackets_ > 0; --brackets_) out(']', offset - static_cast<std::uint64_t>(brackets_));
      if (c >= 0) out(static_cast<std::uint8_t>(c), offset);
    }
  }

  void Entity(int c, std::uint64_t offset, const Out& out) {
    if (c == ';') {
      out(Character(), start_);
      state_ = State::kText;
    } else if (name_.size() < 8 && (IsLetter(c) || c == '#' || (c >= '0' && c <= '9'))) {
      name_ += static_cast<char>(c);
    } else {  // not an entity: text
      out('&', start_);
      for (std::size_t i = 0; i < name_.size(); ++i) out(static_cast<std::uint8_t>(name_[i]), start_ + 1 + i);
      state_ = State::kText;
      Byte(c, offset, out);
    }
  }

  // The bytes held, as the state now has it; `c` is the last of them, or the end.
  void LookAgain(int c, std::uint64_t offset, const Out& out) {
    const std::vector<std::uint8_t> bytes = std::exchange(held_, {});
    std::uint64_t at = held_from_;
    for (const std::uint8_t byte : bytes) Byte(byte, at++, out);
    if (c < 0) Byte(c, offset, out);
  }

  void Name(int c) { name_ += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); }

  // Characters beyond these few become one sign; a text that has them otherwise differs there.
  std::uint8_t Character() const {
    if (name_ == "amp") return '&';
    if (name_ == "lt") return '<';
    if (name_ == "gt") return '>';
    if (name_ == "quot" || name_ == "#34") return '"';
    if (name_ == "apos" || name_ == "#39") return '\'';
    return ' ';
  }

  State state_ = State::kText;
  std::uint64_t start_ = 0;  // of the tag, comment or entity
  std::string name_;
  bool named_ = false;  // the name of the tag has ended
  bool after_equals_ = false;
  int quote_ = 0;
  int dashes_ = 0;
  int brackets_ = 0;                // of ]]> so far
  std::vector<std::uint8_t> held_;  // that may turn out to be text
  std::uint64_t held_from_ = 0;
  std::uint64_t unclosed_before_ = 0;
};

class TexMarkup : public Markup {
 public:
  void Byte(int c, std::uint64_t offset, const Out& out) override {
    switch (state_) {
      case State::kComment:  // takes its line end with it
        if (IsLineEnd(c)) state_ = c == '\r' ? State::kReturn : State::kText;
        return;
      case State::kReturn:
        state_ = State::kText;
        if (c == '\n') return;
        break;
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
  enum class State { kText, kBackslash, kCommand, kComment, kReturn };
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
    // The second half of a line end whose first half was dropped.
    if (std::exchange(drop_feed_, false) && c == '\n') return;
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
        return Request(c);
      case State::kDrop:
        if (IsLineEnd(c)) DropLineEnd(c);
        return;
      case State::kEscape:
        return Escape(c, offset, out);
      case State::kText:
        break;
      default:  // the argument of an escape ends with its line at the latest
        if (!IsLineEnd(c)) return Argument(c, offset, out);
        state_ = State::kText;
    }
    if (c == '\\') {
      state_ = State::kEscape;
      return;
    }
    if (c >= 0) out(static_cast<std::uint8_t>(c), offset);
    if (IsLineEnd(c)) state_ = State::kLineStart;
  }

 private:
  // From kName on: what an escape takes with it.
  enum class State {
    kLineStart,
    kText,
    kRequest,
    kDrop,
    kEscape,
    kName,
    kLetters,
    kBracket,
    kSize,
    kQuote,
    kQuoted
  };

  void DropLineEnd(int c) {
    state_ = State::kLineStart;
    drop_feed_ = c == '\r';
  }

  void Request(int c) {
    if (IsLineEnd(c)) {
      DropLineEnd(c);
    } else if (IsBlank(c) && !request_.empty()) {
      state_ = TakesText(request_) ? State::kText : State::kDrop;
    } else if (!IsBlank(c) && request_.size() < 8) {
      request_ += static_cast<char>(c);
    } else {
      state_ = State::kDrop;
    }
  }

  void Escape(int c, std::uint64_t offset, const Out& out) {
    state_ = State::kText;
    if (c < 0) return;
    const char letter = static_cast<char>(c);
    if (std::string_view("f*nmMFgkVY").find(letter) != std::string_view::npos) {
      state_ = State::kName;  // a font, a string, a register, a colour
    } else if (c == '(') {
      state_ = State::kLetters;
      left_ = 2;
    } else if (c == '[') {
      state_ = State::kBracket;
    } else if (c == 's') {
      state_ = State::kSize;
      digits_ = 0;
      is_signed_ = false;
    } else if (std::string_view("hvwlLDNHSXRx").find(letter) != std::string_view::npos) {
      state_ = State::kQuote;  // a motion, a width, a line
    } else if (c == '"') {
      state_ = State::kDrop;
    } else if (c == 'e') {
      out('\\', offset);
    } else if (c == '-' || c == '\'' || c == '`' || c == '.') {
      out(static_cast<std::uint8_t>(c), offset);
    } else if (c == ' ' || c == '~' || c == '0') {
      out(' ', offset);
    } else if (IsLineEnd(c)) {
      DropLineEnd(c);
    }  // \& \c \/ and the like leave nothing
  }

  void Argument(int c, std::uint64_t offset, const Out& out) {
    switch (state_) {
      case State::kName:  // one letter, two behind a "(", or any in brackets; a register may have a sign
        if (c == '+' || c == '-') return;
        left_ = 2;
        state_ = c == '(' ? State::kLetters : c == '[' ? State::kBracket : State::kText;
        return;
      case State::kLetters:
        if (--left_ == 0) state_ = State::kText;
        return;
      case State::kBracket:
        if (c == ']') state_ = State::kText;
        return;
      case State::kSize:
        return Size(c, offset, out);
      case State::kQuote:
        quote_ = c;
        state_ = State::kQuoted;
        return;
      default:
        if (c == quote_) state_ = State::kText;
    }
  }

  // \s0 \s12 \s-1 \s(12 \s[12]: two digits only without a sign, and if the first is up to 3.
  void Size(int c, std::uint64_t offset, const Out& out) {
    const bool digit = c >= '0' && c <= '9';
    if (digits_ == 0 && !is_signed_ && (c == '+' || c == '-')) {
      is_signed_ = true;
    } else if (digits_ == 0 && (c == '(' || c == '[')) {
      left_ = 2;
      state_ = c == '(' ? State::kLetters : State::kBracket;
    } else if (digits_ == 0 && digit) {
      digits_ = 1;
      if (is_signed_ || c == '0' || c > '3') state_ = State::kText;
    } else {
      state_ = State::kText;
      if (digits_ == 0 || !digit) Byte(c, offset, out);
    }
  }

  State state_ = State::kLineStart;
  std::string request_;
  bool drop_feed_ = false;
  int left_ = 0;    // letters of a name
  int digits_ = 0;  // of a size
  bool is_signed_ = false;
  int quote_ = 0;
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

}  // namespace kindred::read
