// Random files, runs and widths: what holds for every picture of two files.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <sstream>

#include "report/side/run_plan.h"
#include "report/side/side_by_side.h"
#include "report/wording/glyph.h"
#include "tests/rounds.h"

namespace kindred::report {
namespace {

// Text of odd pieces, or any bytes.
std::string RandomBytes(std::mt19937& random, bool text) {
  static const std::vector<std::string> kPieces = {"a",        "word ",  "\n",      "\n",
                                                   "\t",       "日本",   "e\u0301", "\U0001F600",
                                                   "\x1b[31m", "\xff",   "\r\n",    "....................",
                                                   "\u202e",   "\u200d", "[1]",     "\r"};
  std::string bytes;
  for (auto count = random() % 150; count > 0; --count) {
    bytes += text ? kPieces[random() % kPieces.size()] : std::string(1, static_cast<char>(random()));
  }
  return bytes;
}

// Copies random parts of `a` into `b` and returns these and some more runs; they need not be equal bytes.
std::vector<SideBySide::Run> RandomRuns(std::mt19937& random, const std::string& a, std::string* b) {
  std::vector<SideBySide::Run> runs;
  for (auto count = random() % 6; count > 0 && !a.empty(); --count) {
    const std::uint64_t from = random() % a.size();
    const std::string part = a.substr(from, 1 + random() % 80);
    const std::uint64_t to = random() % (b->size() + 1);
    b->insert(to, part);
    for (SideBySide::Run& run : runs) run.b += run.b >= to ? part.size() : 0;
    runs.push_back({from, to, part.size()});
  }
  if (random() % 4 == 0) runs.push_back({0, 0, 1 + random() % 100});
  return runs;
}

std::string WithoutEscapes(const std::string& text) {
  std::string stripped;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\x1b') {
      at = text.find_first_not_of("[0123456789;", at + 1);  // is at the final m now
    } else {
      stripped += text[at];
    }
  }
  return stripped;
}

// The numbers named in one column, "[3]", "[3 -> line 120]", or " 3 " beside a line or fold.
bool Names(const std::string& column, std::size_t run) {
  const std::string number = std::to_string(run);
  return column.find("[" + number + "]") != std::string::npos ||
         column.find("[" + number + " ") != std::string::npos ||
         column.find(" " + number + "  ...") != std::string::npos;
}

struct Picture {
  std::vector<std::string> lines;  // rows only
  std::string left;
  std::string right;
};

// Columns of equal width: the separator is in the same column of every row.
Picture Read(const std::string& output) {
  Picture picture;
  std::istringstream lines(output);
  bool rows = false;
  std::size_t separator = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) rows = true;
    if (!rows || line.empty()) continue;
    picture.lines.push_back(line);
  }
  for (const std::string& line : picture.lines) {
    std::size_t column = 0;
    std::set<std::size_t> here;
    for (GlyphReader reader(line, 0); !reader.AtEnd();) {
      Glyph glyph = reader.Next();
      if (glyph.text == "|") here.insert(column);
      column += glyph.width;
    }
    // No test file has the sign itself.
    EXPECT_EQ(here.size(), 1u) << line;
    if (here.empty()) continue;
    if (separator == 0) separator = *here.begin();
    EXPECT_EQ(*here.begin(), separator) << line;
    picture.left += line.substr(0, line.find('|')) + "\n";
    picture.right += line.substr(line.find('|')) + "\n";
  }
  return picture;
}

TEST(SideBySideProperty, WidthsNumbersAndHarmlessBytes) {
  std::mt19937 random(11);
  for (unsigned round = 0; round < Rounds(1500); ++round) {
    const bool text = random() % 3 != 0;
    std::string a = RandomBytes(random, text);
    std::string b = RandomBytes(random, text);
    SideBySide files;
    files.runs = RandomRuns(random, a, &b);
    std::erase(a, '|');
    std::erase(b, '|');
    files.bytes_a = a;
    files.bytes_b = b;
    files.text = text;
    files.comparison = {.a = "a", .b = "b", .size_a = a.size(), .size_b = b.size(), .shared_a = 1};
    files.comparison.identical = a == b;
    ReportOptions options;
    options.width = 60 + random() % 100;
    options.context = random() % 4;
    options.fold = random() % 4 != 0;
    std::ostringstream plain;
    WriteSideBySide(files, options, plain);
    options.color = true;
    std::ostringstream colored;
    WriteSideBySide(files, options, colored);

    SCOPED_TRACE(testing::Message() << "round " << round << ", width " << options.width << "\n"
                                    << plain.str());
    const std::size_t runs = PlanRuns(files).runs.size();
    for (const std::string& output : {plain.str(), WithoutEscapes(colored.str())}) {
      for (char c : output) ASSERT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= ' ');
      std::istringstream lines(output);
      for (std::string line; std::getline(lines, line);) ASSERT_LE(DisplayWidth(line), options.width) << line;
      const Picture picture = Read(output);
      for (std::size_t run = 1; run <= runs; ++run) {
        EXPECT_TRUE(Names(picture.left, run)) << run;
        EXPECT_TRUE(Names(picture.right, run)) << run;
      }
      if (HasFailure()) return;
    }
  }
}

// Unfolded, every byte of both files is shown: as many hexadecimal digits, and every line number.
TEST(SideBySideProperty, NothingIsLostWithoutFolds) {
  std::mt19937 random(13);
  for (unsigned round = 0; round < Rounds(300); ++round) {
    std::string a = RandomBytes(random, true);
    std::string b = RandomBytes(random, true);
    SideBySide files;
    files.runs = RandomRuns(random, a, &b);
    files.bytes_a = a;
    files.bytes_b = b;
    files.text = true;
    files.comparison = {.a = "a", .b = "b", .size_a = a.size(), .size_b = b.size(), .shared_a = 1};
    ReportOptions options;
    options.fold = false;
    std::ostringstream stream;
    WriteSideBySide(files, options, stream);
    const Picture picture = Read(stream.str());
    auto last_number = [](const std::string& column) {
      std::istringstream lines(column);
      int last = 0;
      for (std::string line; std::getline(lines, line);) {
        line.erase(0, line.find_first_not_of("| "));
        const bool numbered = !line.empty() && line[0] == std::to_string(last + 1)[0];
        if (numbered && line.starts_with(std::to_string(last + 1))) ++last;
      }
      return last;
    };
    auto lines_of = [](const std::string& bytes) {
      return std::count(bytes.begin(), bytes.end(), '\n') + (bytes.empty() || bytes.back() == '\n' ? 0 : 1);
    };
    EXPECT_GE(last_number(picture.left), lines_of(a)) << stream.str();
    EXPECT_GE(last_number(picture.right), lines_of(b)) << stream.str();
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace kindred::report
