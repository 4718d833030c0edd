// The look of text reports: headings, labelled lines, wrapped sentences, "n of m shown".
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "kindred/values.h"

namespace kindred::report {

class TextLayout {
 public:
  TextLayout(std::ostream& stream, bool color) : stream_(stream), color_(color) {}

  // For what is beside the point.
  std::string Dim(const std::string& text) const;
  void Title(const std::string& title, const std::string& rest);
  // A blank line, then "name: rest".
  void Heading(const std::string& name, const std::string& rest);
  void Field(const std::string& label, const std::string& value);
  // Breaks the value at blanks so that no line is wider than `width` columns.
  void WrappedField(const std::string& label, std::string_view value, std::size_t width = 79);
  void Roots(const std::vector<std::string>& roots);
  void Time(double seconds);
  void Line(const std::string& line);
  // A sentence of the closing lines, wrapped at 79 columns; a blank line precedes the first.
  void Closing(std::string_view text);
  // "20 of 340 sets shown (--limit 0 shows all)"; nothing if all were shown.
  void Shown(std::uint64_t shown, std::uint64_t all, const std::string& what, int indent);
  // What was skipped and left out, by reason; nothing if nothing was.
  void Skips(const std::vector<SkipCount>& counts, std::uint64_t hidden, std::uint64_t filtered);

 private:
  std::string Bold(const std::string& text) const;

  std::ostream& stream_;
  bool color_;
  bool closing_ = false;
};

// "1 file", "1,234 files"; `plural` only where it is not one with an s.
std::string Counted(std::uint64_t count, const std::string& noun, const std::string& plural = "");

}  // namespace kindred::report
