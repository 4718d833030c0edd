// Plain ASCII around the names, so that any terminal can show it; colour is bold headings and dim dates,
// nothing more.
#include "report/wording/text_layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "kindred/report.h"
#include "report/wording/glyph.h"

namespace kindred::report {

namespace {

constexpr std::size_t kWidth = 79;
constexpr std::size_t kRootsShown = 5;

std::string ReasonList(const std::vector<SkipCount>& counts, bool error) {
  std::string list;
  for (const SkipCount& count : counts) {
    if (count.error != error || count.files == 0) continue;
    list +=
        fmt::format("{}{} ({})", list.empty() ? "" : ", ", OneLineText(count.reason), CountText(count.files));
  }
  return list;
}

}  // namespace

std::string Counted(std::uint64_t count, const std::string& noun, const std::string& plural) {
  std::string word = count == 1 ? noun : plural.empty() ? noun + "s" : plural;
  return CountText(count) + " " + word;
}

std::string TextLayout::Bold(const std::string& text) const {
  return color_ ? "\x1b[1m" + text + "\x1b[0m" : text;
}

std::string TextLayout::Dim(const std::string& text) const {
  return color_ ? "\x1b[2m" + text + "\x1b[0m" : text;
}

void TextLayout::Title(const std::string& title, const std::string& rest) {
  stream_ << Bold(title);
  if (!rest.empty()) stream_ << "  " << OneLineText(rest);
  stream_ << "\n\n";
}

void TextLayout::Heading(const std::string& name, const std::string& rest) {
  stream_ << "\n" << Bold(name + ":") << " " << rest << "\n";
}

void TextLayout::Field(const std::string& label, const std::string& value) {
  stream_ << fmt::format("  {:<8} {}\n", label, value);
}

void TextLayout::WrappedField(const std::string& label, std::string_view value, std::size_t width) {
  constexpr std::size_t kIndent = 11;
  bool first = true;
  for (const std::string& row : WrapText(value, std::max(width, kIndent + kWidestGlyph) - kIndent)) {
    Field(first ? label : "", row);
    first = false;
  }
}

void TextLayout::Roots(const std::vector<std::string>& roots) {
  std::size_t shown = std::min(roots.size(), kRootsShown);
  for (std::size_t i = 0; i < shown; ++i) Field(i == 0 ? "roots" : "", QuotePath(roots[i]));
  if (shown < roots.size()) Field("", fmt::format("and {} more", CountText(roots.size() - shown)));
}

void TextLayout::Time(double seconds) {
  Field("time", seconds < 100 ? fmt::format("{:.2f} s", seconds) : fmt::format("{:.0f} s", seconds));
}

void TextLayout::Line(const std::string& line) { stream_ << line << "\n"; }

void TextLayout::Closing(std::string_view text) {
  if (!closing_) stream_ << "\n";
  closing_ = true;
  std::size_t column = 0;
  while (!text.empty()) {
    std::size_t end = text.find(' ');
    std::string_view word = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (column > 0 && column + 1 + word.size() > kWidth) {
      stream_ << "\n  ";
      column = 2;
    } else if (column > 0) {
      stream_ << " ";
      ++column;
    }
    stream_ << word;
    column += word.size();
  }
  stream_ << "\n";
}

void TextLayout::Shown(std::uint64_t shown, std::uint64_t all, const std::string& what, int indent) {
  if (shown >= all) return;
  stream_ << fmt::format("{:{}}{} of {} {} shown (--limit 0 shows all)\n", "", indent, CountText(shown),
                         CountText(all), what);
}

void TextLayout::Skips(const std::vector<SkipCount>& counts, std::uint64_t hidden, std::uint64_t filtered) {
  std::string errors = ReasonList(counts, true);
  if (!errors.empty()) Closing("Skipped for an error: " + errors + ".");
  std::string left_out = ReasonList(counts, false);
  auto add = [&](const char* reason, std::uint64_t files) {
    if (files == 0) return;
    left_out += fmt::format("{}{} ({})", left_out.empty() ? "" : ", ", reason, CountText(files));
  };
  add("hidden", hidden);
  add("filtered", filtered);
  if (!left_out.empty()) Closing("Left out: " + left_out + ".");
}

}  // namespace kindred::report
