// Lines, columns and words against a reader that counts from the start each time.
#include "span/text_places.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/oracle/memory_source.h"

namespace kindred::span {
namespace {

using testing_support::MemorySource;

PlaceReading AllText(std::uint64_t context = 0) {
  return {.is_text = [](std::uint32_t) { return true; }, .context = context};
}

TEST(TextPlaces, LinesAndColumnsCountCharactersAcrossPieces) {
  std::mt19937 random(1);
  const std::string letters[] = {"a", "\n", "\xC3\xA4", "\xE2\x82\xAC", " ", "b"};
  for (std::size_t piece : {1, 7, 100, 1 << 20}) {
    std::vector<std::string> contents(3);
    for (std::string& content : contents) {
      for (int i = 0; i < 500; ++i) content += letters[random() % std::size(letters)];
    }
    std::vector<ByteRange> ranges;
    for (int i = 0; i < 200; ++i) {
      const auto content = static_cast<std::uint32_t>(random() % contents.size());
      ranges.push_back({content, random() % contents[content].size(), contents[content].size()});
    }
    MemorySource source(contents, piece);
    const std::vector<TextPlace> places = ReadTextPlaces(source, ranges, AllText());
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      std::uint64_t line = 1;
      std::uint64_t column = 1;
      for (std::uint64_t at = 0; at < ranges[i].begin; ++at) {
        const auto byte = static_cast<unsigned char>(contents[ranges[i].content][at]);
        if (byte == '\n') {
          ++line;
          column = 1;
        } else if (byte < 0x80 || byte >= 0xC0) {
          ++column;
        }
      }
      ASSERT_EQ(places[i].line, line) << "piece " << piece << ", at " << ranges[i].begin;
      ASSERT_EQ(places[i].column, column) << "piece " << piece << ", at " << ranges[i].begin;
    }
  }
}

TEST(TextPlaces, WordsAreOnOneLineAndEndWithAWord) {
  EXPECT_EQ(FirstWords("  two\n\n\twords \n"), "two words");
  EXPECT_EQ(FirstWords(""), "");
  EXPECT_EQ(FirstWords(" \n\t "), "");
  EXPECT_EQ(FirstWords(std::string(100, 'x')), std::string(60, 'x'));
  EXPECT_EQ(FirstWords(std::string(58, 'x') + " yy zz"), std::string(58, 'x'));
  EXPECT_EQ(FirstWords(std::string(58, 'x') + " y zz"), std::string(58, 'x') + " y");
  EXPECT_EQ(FirstWords("\xA4\xA4 cut"), "cut");  // begins inside a character
  EXPECT_EQ(FirstWords("caf\xE9 latin\x1b[2J"), "caf\xEF\xBF\xBD latin [2J");
}

TEST(TextPlaces, WordsEndWithTheRange) {
  MemorySource source({"one two three four"}, 5);
  const std::vector<TextPlace> places = ReadTextPlaces(source, {{0, 4, 9, true}, {0, 4, 9}}, AllText());
  EXPECT_EQ(places[0].texts->words, "two t");
  EXPECT_EQ(places[1].texts, nullptr);
}

TEST(TextPlaces, ContextIsWholeLines) {
  const std::string text = "1\n2\n3\nhead RUN rest\n5\n6\n7\n";
  MemorySource source({text}, 4);
  const std::uint64_t begin = text.find("RUN");
  auto around = [&](const ByteRange& range, std::uint64_t lines) {
    return *ReadTextPlaces(source, {range}, AllText(lines))[0].texts;
  };
  const ByteRange run = {0, begin, begin + 3};
  EXPECT_EQ(around(run, 1).before, "head ");
  EXPECT_EQ(around(run, 1).after, " rest\n");
  EXPECT_EQ(around(run, 2).before, "3\nhead ");
  EXPECT_EQ(around(run, 2).after, " rest\n5\n");
  EXPECT_EQ(around(run, 9).before, text.substr(0, begin));
  EXPECT_EQ(around(run, 9).after, text.substr(begin + 3));
  // A run of whole lines, with and without its last line end.
  EXPECT_EQ(around({0, 4, 6}, 1).before, "2\n");
  EXPECT_EQ(around({0, 4, 6}, 1).after, "head RUN rest\n");
  EXPECT_EQ(around({0, 4, 5}, 1).after, "\nhead RUN rest\n");
}

TEST(TextPlaces, OtherContentsHaveNoLinesAndRowsOfBytes) {
  MemorySource source({std::string(200, 'x')});
  PlaceReading reading = AllText(2);
  reading.is_text = [](std::uint32_t) { return false; };
  const std::vector<TextPlace> places = ReadTextPlaces(source, {{0, 100, 190, true}}, reading);
  const TextPlace& place = places[0];
  EXPECT_EQ(place.line, 0u);
  EXPECT_EQ(place.texts->words, "");
  EXPECT_EQ(place.texts->before.size(), 32u);
  EXPECT_EQ(place.texts->after.size(), 10u);
}

TEST(TextPlaces, StopsWhenAsked) {
  MemorySource source({std::string(10'000, 'x')});
  PlaceReading reading = AllText();
  int questions = 0;
  reading.stop = [&] { return ++questions > 3; };
  EXPECT_EQ(ReadTextPlaces(source, {{0, 9'000, 9'999}}, reading)[0].line, 0u);
}

}  // namespace
}  // namespace kindred::span
