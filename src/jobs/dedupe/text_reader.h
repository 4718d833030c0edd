// The words of a JSON or CSV text, one after another, for the list of decisions. Libraries refuse the lone
// surrogates that names have: \udc80 to \udcff is a byte that is not UTF-8.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "kindred/error.h"

namespace kindred::jobs {

inline void AppendUtf8(std::uint32_t code, std::string* to) {
  if (code < 0x80) {
    *to += static_cast<char>(code);
  } else if (code < 0x800) {
    *to += static_cast<char>(0xc0 | code >> 6);
    *to += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    *to += static_cast<char>(0xe0 | code >> 12);
    *to += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    *to += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    *to += static_cast<char>(0xf0 | code >> 18);
    *to += static_cast<char>(0x80 | (code >> 12 & 0x3f));
    *to += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    *to += static_cast<char>(0x80 | (code & 0x3f));
  }
}

class TextReader {
 public:
  TextReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  bool AtEnd() const { return at_ >= text_.size(); }
  char Peek() const { return AtEnd() ? '\0' : text_[at_]; }
  char Next() { return AtEnd() ? '\0' : text_[at_++]; }
  void SkipSpace() {
    while (!AtEnd() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  bool Accept(char c) {
    SkipSpace();
    if (Peek() != c) return false;
    ++at_;
    return true;
  }
  void Expect(char c) {
    if (!Accept(c)) Fail(std::string("'") + c + "' should be here");
  }
  [[noreturn]] void Fail(const std::string& what) const {
    throw Error(ErrorKind::kUsage,
                "is not a list of decisions: " + what + " (offset " + std::to_string(at_) + ")", file_,
                "export it from the review page");
  }
  // Behind a backslash: one character of JSON's.
  void Escape(std::string* to) {
    const char c = Next();
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kBytes = "\"\\/\b\f\n\r\t";
    if (const std::size_t at = kNames.find(c); c != '\0' && at != std::string_view::npos) {
      *to += kBytes[at];
      return;
    }
    if (c != 'u') Fail("invalid escape sequence");
    std::uint32_t code = Four();
    if (code >= 0xdc80 && code <= 0xdcff) {
      *to += static_cast<char>(code - 0xdc00);
      return;
    }
    if (code >= 0xd800 && code < 0xdc00 && text_.substr(at_).starts_with("\\u")) {
      at_ += 2;
      const std::uint32_t low = Four();
      if (low < 0xdc00 || low > 0xdfff) Fail("half a character");
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    AppendUtf8(code, to);
  }
  std::string Text() {
    Expect('"');
    std::string text;
    for (;;) {
      if (AtEnd()) Fail("unterminated string");
      const char c = Next();
      if (c == '"') return text;
      if (c == '\\') {
        Escape(&text);
      } else {
        text += c;
      }
    }
  }
  // A number, true, false or null, as written.
  std::string Word() {
    SkipSpace();
    const std::size_t begin = at_;
    while (!AtEnd() && std::string_view(",]} \t\r\n").find(text_[at_]) == std::string_view::npos) ++at_;
    if (at_ == begin) Fail("a value is missing");
    return std::string(text_.substr(begin, at_ - begin));
  }
  std::uint64_t Number(const std::string& word) const {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) Fail("'" + word + "' is not a number");
    return number;
  }

 private:
  std::uint32_t Four() {
    std::uint32_t code = 0;
    if (text_.size() - at_ < 4) Fail("truncated escape sequence");
    const auto [end, error] = std::from_chars(&text_[at_], &text_[at_] + 4, code, 16);
    if (error != std::errc() || end != &text_[at_] + 4) Fail("invalid escape sequence");
    at_ += 4;
    return code;
  }

  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
};

}  // namespace kindred::jobs
