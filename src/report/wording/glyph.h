// What a terminal shows for the bytes of a file, and how many columns it takes. Nothing is passed that a
// terminal would interpret: control characters, invalid bytes and characters of uncertain width are written
// as escapes. Widths are those of utf8proc (Unicode 15 in Debian 12), not of the locale. Tested in
// glyph_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kindred::report {

struct Glyph {
  std::size_t bytes = 0;  // how many bytes of the file it shows
  std::string text;       // what is sent to the terminal; may be empty
  std::size_t width = 0;  // columns
  bool escaped = false;
};

// No glyph is wider than this.
inline constexpr std::size_t kWidestGlyph = 10;

// Reads the glyphs of one row of a line.
class GlyphReader {
 public:
  // `column` is where the row starts in its line, for tabs, which go to the next multiple of 8.
  GlyphReader(std::string_view bytes, std::size_t column) : rest_(bytes), column_(column) {}

  bool AtEnd() const { return rest_.empty(); }
  std::size_t column() const { return column_; }
  Glyph Next();

 private:
  Glyph Read();
  bool MarkFits() const { return has_base_ && marks_ < kMarks; }

  // More marks than any script puts on one letter would run over the rows above and below.
  static constexpr std::size_t kMarks = 8;

  std::string_view rest_;
  std::size_t column_;
  bool has_base_ = false;  // this row has a letter that a combining mark can attach to
  std::size_t marks_ = 0;
};

// Columns of a text as its glyphs are shown.
std::size_t DisplayWidth(std::string_view text);
// The text in rows of at most `width` columns: broken at blanks, and within a word only where it must be.
std::vector<std::string> WrapText(std::string_view text, std::size_t width);

}  // namespace kindred::report
