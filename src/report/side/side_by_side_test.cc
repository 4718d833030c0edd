// What a reader sees of two files, small cases byte by byte. Random files are in
// side_by_side_property_test.cc.
#include "report/side/side_by_side.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <sstream>

namespace kindred::report {
namespace {

using testing::HasSubstr;
using testing::Not;

using Run = SideBySide::Run;

// Everything after the header and its blank line, or the header alone.
struct Shown {
  std::string header;
  std::string rows;
};

Shown Show(std::string_view a, std::string_view b, std::vector<Run> runs, ReportOptions options = {},
           bool text = true) {
  SideBySide files;
  files.comparison = {.a = "a", .b = "b", .size_a = a.size(), .size_b = b.size()};
  files.comparison.identical = a == b;
  files.comparison.min_length = 4;
  for (const Run& run : runs) files.comparison.shared_a += run.length;
  files.comparison.shared_b = files.comparison.shared_a;
  files.bytes_a = a;
  files.bytes_b = b;
  files.text = text;
  files.runs = std::move(runs);
  std::ostringstream stream;
  WriteSideBySide(files, options, stream);
  const std::string all = stream.str();
  const std::size_t blank = all.find("\n\n");
  if (blank == std::string::npos) return {all, ""};
  return {all.substr(0, blank + 1), "\n" + all.substr(blank + 2)};
}

ReportOptions Wide(std::size_t width, bool color = false) {
  ReportOptions options;
  options.width = width;
  options.color = color;
  return options;
}

const ReportOptions kNarrow = Wide(60);
const ReportOptions kColored = Wide(60, true);

std::string Lines(const std::string& name, int count) {
  std::string lines;
  for (int i = 1; i <= count; ++i) lines += name + " " + std::to_string(i) + "\n";
  return lines;
}

TEST(SideBySide, SharedLinesStandBesideEachOther) {
  EXPECT_EQ(Show("one\ntwo\nthree\n", "two\nthree\nfour\n", {{4, 0, 10}}, kNarrow).rows, R"(
1     one                    |
2 [1] two                    | 1 [1] two
3  1  three                  | 2  1  three
                             | 3     four
)");
}

TEST(SideBySide, ColorInsteadOfMarks) {
  EXPECT_EQ(Show("one\ntwo three\n", "zero two three\n", {{4, 5, 10}}, kColored).rows,
            "\n"
            "\x1b[38;5;243m1 \x1b[0m    one                   \x1b[38;5;243m | \x1b[0m\n"
            "\x1b[38;5;243m2 \x1b[0m\x1b[1;38;5;28m[1]\x1b[0m \x1b[38;5;28mtwo three\x1b[0m             "
            "\x1b[38;5;243m | "
            "\x1b[0m\x1b[38;5;243m1 \x1b[0m\x1b[1;38;5;28m[1]\x1b[0m zero \x1b[38;5;28mtwo three\x1b[0m\n");
}

TEST(SideBySide, OnlyTheSharedPartOfALineIsMarked) {
  EXPECT_EQ(Show("the quick brown fox\n", "the slow brown fox\n", {{0, 0, 4}, {9, 8, 11}}, kNarrow).rows, R"(
1 [1] the quick[2] brown fox | 1 [1] the slow[2] brown fox
      ====        ========== |       ====       ==========
)");
}

TEST(SideBySide, MovedRunTellsWhereItStands) {
  EXPECT_EQ(
      Show("alpha\nbeta\ngamma gamma\n", "gamma gamma\nalpha\nbeta\n", {{0, 12, 11}, {11, 0, 12}}, kNarrow)
          .rows,
      R"(
1  1  [1 -> line 2] alpha    |
2  1  beta                   |
3 [2] gamma gamma            | 1 [2] gamma gamma
                             | 2  1  [1 <- line 1] alpha
                             | 3  1  beta
)");
}

TEST(SideBySide, LongPartsAreFolded) {
  std::string same = Lines("same", 20);
  EXPECT_EQ(Show(Lines("left", 12) + same, Lines("right", 5) + same,
                 {{Lines("left", 12).size(), Lines("right", 5).size(), same.size()}}, kNarrow)
                .rows,
            R"(
 1     left 1                |  1     right 1
 2     left 2                |  2     right 2
 3     left 3                |  3     right 3
       ... 6 lines           |  4     right 4
10     left 10               |  5     right 5
11     left 11               |
12     left 12               |
13 [1] same 1                |  6 [1] same 1
14  1  same 2                |  7  1  same 2
15  1  same 3                |  8  1  same 3
    1  ... 14 lines          |     1  ... 14 lines
30  1  same 18               | 23  1  same 18
31  1  same 19               | 24  1  same 19
32  1  same 20               | 25  1  same 20
)");
  ReportOptions no_context = kNarrow;
  no_context.context = 0;
  EXPECT_EQ(
      Show(Lines("left", 12) + same, same, {{Lines("left", 12).size(), 0, same.size()}}, no_context).rows, R"(
       ... 12 lines          |
    1  ... 20 lines          |     1  ... 20 lines
)");
}

TEST(SideBySide, NothingIsFoldedOnRequest) {
  ReportOptions all = kNarrow;
  all.fold = false;
  std::string same = Lines("same", 300);
  std::string rows = Show(same, same, {{0, 0, same.size()}}, all).rows;
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 301);
  EXPECT_THAT(rows, Not(HasSubstr("...")));
}

TEST(SideBySide, WideCharactersMarksAndTabs) {
  EXPECT_EQ(Show("日本語のとても長い一行の文章です\na\tb\ncafe\xcc\x81 x\n", "日本語\n", {}, kNarrow).rows,
            R"(
1 日本語のとても長い一行の文 | 1 日本語
  章です                     |
2 a       b                  |
3 café x                     |
)");
}

TEST(SideBySide, NothingOfAFileReachesTheTerminalRaw) {
  std::string hostile =
      "\x1b]0;title\x07 \x1b[2J\xff\xc2\x9b"
      "31m \xe2\x80\xae"
      "abc\r\x08\x7f\n";
  EXPECT_EQ(Show(hostile, "x\n", {}, Wide(120)).rows, R"(
1 \x1b]0;title\x07 \x1b[2J\xff\x9b31m \u{202e}abc\x0d\x08  | 1 x
  \x7f                                                     |
)");
}

TEST(SideBySide, LongLinesWrapAndRunsBeginRows) {
  std::string filler(120, '.');
  std::string shared = "0123456789012345678901234567890123456789";
  EXPECT_EQ(Show(filler + shared + filler, "<" + shared + ">", {{120, 1, 40}}, kNarrow).rows, R"(
1     ...................... | 1     <
      ...................... |
      ...................... |
      ...................... |
      ...................... |
      ..........             |
  [1] 0123456789012345678901 |   [1] 0123456789012345678901
   1  234567890123456789.... |    1  234567890123456789>
      ==================     |       ==================
      ...................... |
      ...................... |
      ...................... |
      ...................... |
      ...................... |
      ......                 |
)");
}

TEST(SideBySide, Hexadecimal) {
  std::string a("\0\1\2\3magic bytes and more of them....", 36);
  std::string b = "XY" + a.substr(4);
  EXPECT_EQ(Show(a, b, {{4, 2, 32}}, Wide(80), false).rows, R"(
0000     0001 0203           ....     | 0000     5859                XY
0004 [1] 6d61 6769 6320 6279 magic by | 0002 [1] 6d61 6769 6320 6279 magic by
000c  1  7465 7320 616e 6420 tes and  | 000a  1  7465 7320 616e 6420 tes and
0014  1  6d6f 7265 206f 6620 more of  | 0012  1  6d6f 7265 206f 6620 more of
001c  1  7468 656d 2e2e 2e2e them.... | 001a  1  7468 656d 2e2e 2e2e them....
)");
  EXPECT_EQ(Show(a, b, {{4, 2, 32}}, Wide(160), false).rows, R"(
0000     0001 0203                               ....             | 0000     5859                                    XY
0004 [1] 6d61 6769 6320 6279 7465 7320 616e 6420 magic bytes and  | 0002 [1] 6d61 6769 6320 6279 7465 7320 616e 6420 magic bytes and
0014  1  6d6f 7265 206f 6620 7468 656d 2e2e 2e2e more of them.... | 0012  1  6d6f 7265 206f 6620 7468 656d 2e2e 2e2e more of them....
)");
  EXPECT_EQ(Show("abcdefgh", "efghabcd", {{0, 4, 4}, {4, 0, 4}}, Wide(80), false).rows, R"(
                                      |       2  [2 <- 0x4]
                                      | 0000  2  6566 6768           efgh
0000 [1] 6162 6364           abcd     | 0004 [1] 6162 6364           abcd
      2  [2 -> 0x0]                   |
0004  2  6566 6768           efgh     |
)");
}

TEST(SideBySide, OverlappingRunsAreAllNamed) {
  // The block occurs once in A and twice in B.
  EXPECT_EQ(
      Show("block of text\n", "block of text\nblock of text\n", {{0, 0, 14}, {0, 14, 14}}, kNarrow).rows, R"(
1 [1] [2 -> line 2] block of | 1 [1] block of text
   1   text                  | 2  2  [2 <- line 1] block of
                             |    2   text
)");
}

TEST(SideBySide, RepeatsWithinSharedTextAreOnlyCounted) {
  const std::string twice = "block of text\nblock of text\n";
  Shown shown = Show(twice, twice + "x", {{0, 0, 28}, {0, 14, 14}, {14, 0, 14}}, kNarrow);
  EXPECT_THAT(shown.header, HasSubstr("1 run of 4"));
  EXPECT_THAT(shown.header, HasSubstr("2 repeats not shown"));
  EXPECT_EQ(shown.rows, R"(
1 [1] block of text          | 1 [1] block of text
2  1  block of text          | 2  1  block of text
                             | 3     x
)");
}

TEST(SideBySide, FoldsKeepLinesWhole) {
  const std::string line(100, 'x');
  std::string a;
  for (int i = 0; i < 30; ++i) a += line + "\n";
  ReportOptions options = Wide(120);
  options.context = 1;
  EXPECT_EQ(Show(a, a, {{0, 0, a.size()}}, options).rows, R"(
 1 [1] xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx |  1 [1] xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
    1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx   |     1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
    1  ... 28 more shared lines                            |     1  ... 28 more shared lines
30  1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | 30  1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
    1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx   |     1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
)");
  EXPECT_EQ(Show(a, "", {}, options).rows, R"(
 1 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx |
   xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx           |
   ... 28 lines                                            |
30 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx |
   xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx           |
)");
}

TEST(SideBySide, FoldsOfOneLongLineCountBytes) {
  const std::string line(1000, 'x');
  ReportOptions options = Wide(120);
  options.context = 1;
  EXPECT_EQ(Show(line, line, {{0, 0, line.size()}}, options).rows, R"(
1 [1] xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | 1 [1] xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
   1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx |    1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
   1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx |    1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
   1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx |    1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
   1  ... 624 more shared bytes                            |    1  ... 624 more shared bytes
   1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx |    1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
   1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx |    1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
   1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx |    1  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
   1  xxxxxxxxxxxx                                         |    1  xxxxxxxxxxxx
)");
  EXPECT_EQ(Show(line, line, {{0, 0, line.size()}}, options, false).rows, R"(
0000 [1] 7878 7878 7878 7878 xxxxxxxx | 0000 [1] 7878 7878 7878 7878 xxxxxxxx
      1  ... 984 more shared bytes    |       1  ... 984 more shared bytes
03e0  1  7878 7878 7878 7878 xxxxxxxx | 03e0  1  7878 7878 7878 7878 xxxxxxxx
)");
}

TEST(SideBySide, LineEndsBelongToRunsButAreNotShown) {
  // The run begins with the end of the first line: it is named where its text begins.
  EXPECT_EQ(Show("left\r\n\r\nsame\r\n", "right\r\n\r\nsame\r\n", {{4, 5, 10}}, kNarrow).rows, R"(
1     left                   | 1     right
2 [1]                        | 2 [1]
3  1  same                   | 3  1  same
)");
  // A run of nothing but the last line's end is named all the same.
  EXPECT_EQ(Show("left\n", "right\n", {{4, 5, 1}}, kNarrow).rows, R"(
1 [1] left                   | 1 [1] right
)");
}

TEST(SideBySide, HintsOfMovedRunsAreShortenedInNarrowColumns) {
  EXPECT_EQ(Show("alpha\nbeta gamma\n", "beta gamma\nalpha\n", {{0, 11, 6}, {6, 0, 11}}, Wide(40)).rows, R"(
1  1  [1]alpha     |
2 [2] beta gamma   | 1 [2] beta gamma
                   | 2  1  [1]alpha
)");
}

TEST(SideBySide, EscapedBytesAreReversedInColor) {
  EXPECT_EQ(Show("\x01z\n", "\x01z\n", {{0, 0, 3}}, kColored).rows,
            "\n"
            "\x1b[38;5;243m1 \x1b[0m\x1b[1;38;5;28m[1]\x1b[0m "
            "\x1b[7;38;5;28m\\x01\x1b[0m\x1b[38;5;28mz\x1b[0m                 "
            "\x1b[38;5;243m | \x1b[0m\x1b[38;5;243m1 \x1b[0m\x1b[1;38;5;28m[1]\x1b[0m "
            "\x1b[7;38;5;28m\\x01\x1b[0m\x1b[38;5;28mz\x1b[0m\n");
}

TEST(SideBySide, HeaderOfTwoFiles) {
  SideBySide files;
  files.comparison = {.a = "dir/with blank/old.txt",
                      .b = "new\x1b.txt",
                      .size_a = 14,
                      .size_b = 15,
                      .of_a = 0.7912,
                      .of_b = 0.7543,
                      .shared_a = 10,
                      .shared_b = 10};
  files.comparison.min_length = 8;
  files.bytes_a = "one\ntwo\nthree\n";
  files.bytes_b = "two\nthree\nfour\n";
  files.text = true;
  files.runs = {{4, 0, 10}};
  std::ostringstream stream;
  WriteSideBySide(files, Wide(60), stream);
  EXPECT_EQ(stream.str().substr(0, stream.str().find("\n\n") + 1),
            R"(  A        'dir/with blank/old.txt', 14 bytes, 3 lines
  B        $'new\033.txt', 15 bytes, 3 lines
  shared   79% of A is also in B, 75% of B in A; 1 run of 8
           bytes or more
)");
}

TEST(SideBySide, RunsOutsideTheFilesAreCut) {
  EXPECT_EQ(Show("same\n", "same\n.", {{0, 0, 100}, {7, 0, 3}, {1, 1, 0}}, kNarrow).rows, R"(
1 [1] same                   | 1 [1] same
                             | 2     .
)");
}

// Two files of 100,000 lines with a change in every tenth, and a line of a megabyte: linear, or this takes
// minutes.
TEST(SideBySide, LargeFilesAreFast) {
  const auto begin = std::chrono::steady_clock::now();
  std::string a;
  std::string b;
  std::vector<SideBySide::Run> runs;
  for (int i = 0; i < 10000; ++i) {
    a += "changed on the left " + std::to_string(i) + "\n";
    b += "changed on the right\n";
    const std::string same = Lines("the same line of text in both files, number", 9);
    runs.push_back({a.size(), b.size(), same.size()});
    a += same;
    b += same;
  }
  std::string rows = Show(a, b, runs).rows;
  EXPECT_THAT(rows, HasSubstr("[10000]"));
  rows = Show(a, b, {}).rows;
  EXPECT_THAT(rows, HasSubstr("... 99,994 lines"));
  for (std::string* text : {&a, &b}) std::replace(text->begin(), text->end(), '\n', ';');
  rows = Show(a, b, runs).rows;
  EXPECT_THAT(rows, HasSubstr("[10000]"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

TEST(SideBySide, EmptyFiles) {
  Shown both = Show("", "", {});
  EXPECT_EQ(both.header + both.rows, R"(  A        a, 0 bytes
  B        b, 0 bytes
  shared   both files are empty
)");
  Shown one = Show("", "text\n", {});
  EXPECT_EQ(one.header + one.rows, R"(  A        a, 0 bytes
  B        b, 5 bytes, 1 line
  shared   nothing: A is empty

                                       | 1 text
)");
}

TEST(SideBySide, HeaderTellsWhatRowsDoNotShow) {
  EXPECT_EQ(Show("a\r\nb\r\n", "a\r\nb\nc", {}).header, R"(  A        a, 6 bytes, 2 lines, CRLF line ends
  B        b, 6 bytes, 3 lines, mixed line ends, no final newline
  shared   nothing: no common run of 4 bytes or more
)");
  EXPECT_EQ(Show("same", "same", {}).header, R"(  A        a, 4 bytes, 1 line, no final newline
  B        b, 4 bytes, 1 line, no final newline
  shared   all: the two files are identical
)");
}

}  // namespace
}  // namespace kindred::report
