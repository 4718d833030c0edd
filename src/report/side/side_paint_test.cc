// The colours of runs can be read on white and on black; the rows are tested in side_by_side_test.cc.
#include "report/side/side_paint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>

#include "report/side/side_by_side.h"

namespace kindred::report {
namespace {

// WCAG 2: of a colour of the 6x6x6 cube, or of the greys behind it.
double Luminance(int number) {
  auto linear = [](double level) {
    level /= 255;
    return level <= 0.04045 ? level / 12.92 : std::pow((level + 0.055) / 1.055, 2.4);
  };
  if (number >= 232) return linear(8.0 + 10 * (number - 232));
  auto level = [](int step) { return step == 0 ? 0.0 : 55.0 + 40 * step; };
  number -= 16;
  return 0.2126 * linear(level(number / 36)) + 0.7152 * linear(level(number / 6 % 6)) +
         0.0722 * linear(level(number % 6));
}

TEST(SidePaint, ColoursCanBeReadOnWhiteAndOnBlack) {
  std::string bytes;
  SideBySide files;
  for (unsigned run = 0; run < 8; ++run) {
    files.runs.push_back({bytes.size(), bytes.size(), 6});
    bytes += "shared\n";
  }
  files.bytes_a = bytes;
  files.bytes_b = bytes;
  files.text = true;
  std::ostringstream stream;
  ReportOptions options;
  options.color = true;
  options.fold = false;
  WriteSideBySide(files, options, stream);
  const std::string shown = stream.str();
  const std::string foreground = "38;5;";
  std::set<int> used;
  for (std::size_t at = shown.find("\x1b["); at != std::string::npos; at = shown.find("\x1b[", at + 1)) {
    const std::string codes = shown.substr(at + 2, shown.find('m', at) - at - 2);
    const std::size_t color = codes.find(foreground);
    if (color != std::string::npos) {
      used.insert(std::atoi(codes.c_str() + color + foreground.size()));
    } else {
      // Bold, reverse and plain leave the colours to the terminal.
      EXPECT_TRUE(codes == "0" || codes == "1" || codes == "7") << codes;
    }
  }
  EXPECT_EQ(used.size(), 7u);  // six for runs and a grey
  for (int color : used) {
    ASSERT_GE(color, 16);
    EXPECT_GE(1.05 / (Luminance(color) + 0.05), 3.9) << color << " on white";
    EXPECT_GE((Luminance(color) + 0.05) / 0.05, 3.9) << color << " on black";
  }
}

}  // namespace
}  // namespace kindred::report
