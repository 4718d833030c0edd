// The laws of src/mark/method/method.h, for every method and for variants of its parameters.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "kindred/error.h"
#include "mark/methods/methods.h"

namespace kindred {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes RandomBytes(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

// Words of a small vocabulary: repeats everywhere, as in real text.
Bytes RandomText(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes;
  while (bytes.size() < size) {
    const auto word = static_cast<unsigned>(random() % 400);
    for (unsigned i = 0; i < 2 + word % 7; ++i)
      bytes.push_back(static_cast<std::uint8_t>('a' + (word * 7 + i * 5) % 26));
    bytes.push_back(random() % 12 == 0 ? '\n' : ' ');
  }
  bytes.resize(size);
  return bytes;
}

Bytes Periodic(std::size_t size, std::size_t period) {
  Bytes cycle = RandomBytes(period, 9);
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = cycle[i % period];
  return bytes;
}

// An anchor set for random bytes as well as text: one pair of bytes in 32.
std::string PairsSet(const std::string& name) {
  std::string text = "kindred anchors 1\nname " + name + "\nevery 32\n";
  constexpr char kHex[] = "0123456789abcdef";
  for (unsigned pair = 0; pair < 65536; ++pair) {
    if ((pair * 40503u >> 11) % 32 != 3) continue;
    text += "\\x";
    for (const int shift : {12, 8}) text += kHex[pair >> shift & 15];
    text += "\\x";
    for (const int shift : {4, 0}) text += kHex[pair >> shift & 15];
    text += '\n';
  }
  return text;
}

std::unique_ptr<mark::Method> MethodOf(const std::string& text) { return mark::MakeMethod(text, PairsSet); }

// The sets that come with the program were learned from texts, and do not fit random bytes.
bool IsForRealTexts(const std::string& method) {
  return method.starts_with("anchors") && method.find("set=pairs") == std::string::npos;
}

std::vector<Mark> MarksOf(const mark::Method& method, const Bytes& bytes, int level, std::size_t piece) {
  auto marker = method.NewMarker();
  std::vector<Mark> marks;
  marker->Begin(level);
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    marker->Feed(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)));
  }
  marker->Finish(&marks);
  return marks;
}

std::vector<Mark> MarksOf(const mark::Method& method, const Bytes& bytes) {
  return MarksOf(method, bytes, method.LevelFor(bytes.size()), bytes.size() + 1);
}

std::vector<Bytes> Inputs() {
  std::vector<Bytes> inputs;
  for (std::size_t size : {0, 1, 15, 49, 50, 51, 99, 100, 101, 460, 2800, 2801, 70000}) {
    inputs.push_back(RandomBytes(size, 1 + static_cast<unsigned>(size)));
    inputs.push_back(RandomText(size, 2));
  }
  inputs.push_back(Bytes(20000, 0));
  inputs.push_back(Bytes(20000, 0xFF));
  inputs.push_back(Periodic(30000, 2));
  inputs.push_back(Periodic(30000, 37));
  inputs.push_back(Periodic(30000, 3001));
  return inputs;
}

std::uint64_t SizeIn(Unit unit, const Bytes& bytes) {
  return unit == Unit::kBit ? 8 * bytes.size() : bytes.size();
}

// The bytes, or the bits from the least significant on, that a mark covers.
Bytes Covered(const Bytes& input, const Mark& mark, Unit unit) {
  if (unit == Unit::kByte) {
    return {input.begin() + static_cast<std::ptrdiff_t>(mark.offset),
            input.begin() + static_cast<std::ptrdiff_t>(mark.offset + mark.length)};
  }
  Bytes bits;
  for (std::uint64_t bit = mark.offset; bit < mark.offset + mark.length; ++bit)
    bits.push_back(input[bit / 8] >> bit % 8 & 1);
  return bits;
}

class MethodContract : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<mark::Method> method_ = MethodOf(GetParam());
};

// Taken early and at the end, they are the same marks.
TEST_P(MethodContract, MarksCanBeTakenBeforeTheEnd) {
  for (const Bytes& input : Inputs()) {
    const auto whole = MarksOf(*method_, input);
    auto marker = method_->NewMarker();
    marker->Begin(method_->LevelFor(input.size()));
    std::vector<Mark> all, taken;
    for (std::size_t at = 0; at < input.size(); at += 1000) {
      marker->Feed(std::span(input).subspan(at, std::min<std::size_t>(1000, input.size() - at)));
      if (!marker->Take(5, &taken)) continue;
      EXPECT_GT(taken.size(), 5u);
      all.insert(all.end(), taken.begin(), taken.end());
      EXPECT_FALSE(marker->Take(0, &taken));
    }
    marker->Finish(&all);
    ASSERT_EQ(all, whole);
  }
}

TEST_P(MethodContract, PieceSizeDoesNotMatter) {
  for (const Bytes& input : Inputs()) {
    const auto whole = MarksOf(*method_, input);
    for (std::size_t piece : {1, 2, 7, 48, 49, 50, 51, 64, 1000, 4096, 65536}) {
      if (input.size() / piece > 30000) continue;
      EXPECT_EQ(MarksOf(*method_, input, method_->LevelFor(input.size()), piece), whole)
          << input.size() << " bytes in pieces of " << piece;
    }
  }
}

TEST_P(MethodContract, AMarkerCanBeUsedAgain) {
  const Bytes first = RandomText(9000, 3), second = RandomText(5000, 4);
  auto marker = method_->NewMarker();
  std::vector<Mark> marks;
  for (const Bytes* input : {&first, &second, &first}) {
    marks.clear();
    marker->Begin(method_->LevelFor(input->size()));
    marker->Feed(*input);
    marker->Finish(&marks);
    EXPECT_EQ(marks, MarksOf(*method_, *input));
  }
}

TEST_P(MethodContract, MarksLieInTheContentInOrder) {
  for (const Bytes& input : Inputs()) {
    std::uint64_t last = 0;
    for (const Mark& mark : MarksOf(*method_, input)) {
      EXPECT_GE(mark.offset, last);
      EXPECT_GT(mark.length, 0u);
      EXPECT_LE(mark.offset + mark.length, SizeIn(method_->unit(), input));
      last = mark.offset;
    }
  }
}

TEST_P(MethodContract, EqualKeysMeanEqualBytes) {
  for (const Bytes& input : Inputs()) {
    std::map<std::uint64_t, Bytes> seen;
    for (const Mark& mark : MarksOf(*method_, input)) {
      const Bytes bytes = Covered(input, mark, method_->unit());
      EXPECT_EQ(seen.emplace(mark.key, bytes).first->second, bytes);
    }
  }
}

TEST_P(MethodContract, KeysAreOfTheLevelAskedForAndLevelsNest) {
  if (GetParam().find("overlap=none") != std::string::npos) return;  // Manber's literal rule does not nest
  const Bytes input = RandomText(200000, 5);
  const int finest = method_->FinestLevel();
  const auto fine = MarksOf(*method_, input, finest, 65536);
  for (int level = finest; level <= kMaxLevel; ++level) {
    std::vector<Mark> expected;
    std::copy_if(fine.begin(), fine.end(), std::back_inserter(expected),
                 [&](const Mark& mark) { return KeyLevel(mark.key) >= level; });
    EXPECT_EQ(MarksOf(*method_, input, level, 65536), expected) << "level " << level;
  }
}

TEST_P(MethodContract, CoarseningOnTheWayIsTheSameAsFromTheStart) {
  if (GetParam().find("overlap=none") != std::string::npos) return;
  const Bytes input = RandomText(100000, 12);
  const int finest = method_->FinestLevel();
  auto marker = method_->NewMarker();
  marker->Begin(finest);
  marker->Feed(std::span(input).first(30000));
  marker->Coarsen(finest + 2);
  marker->Feed(std::span(input).subspan(30000, 40000));
  marker->Coarsen(finest + 3);
  marker->Feed(std::span(input).subspan(70000));
  std::vector<Mark> marks;
  marker->Finish(&marks);
  EXPECT_TRUE(marks == MarksOf(*method_, input, finest + 3, 65536));
}

// The same bytes give the same keys at any offset, but near the ends of what is the same.
TEST_P(MethodContract, SharedBytesGiveTheSameKeysAtAnyOffset) {
  const std::size_t margin = 2 * 2800 + 100;  // two chunks of the maximum, more than two windows
  const Bytes shared = RandomText(60000, 6);
  for (std::size_t before : {0, 1, 13, 50, 4711}) {
    Bytes other = RandomBytes(before, 7);
    other.insert(other.end(), shared.begin(), shared.end());
    const Bytes after = RandomBytes(777, 8);
    other.insert(other.end(), after.begin(), after.end());
    const int level = method_->LevelFor(other.size());
    auto inner = [&](const std::vector<Mark>& marks, std::size_t from) {
      const std::uint64_t scale = method_->unit() == Unit::kBit ? 8 : 1;
      std::vector<Mark> kept;
      for (Mark mark : marks) {
        if (mark.offset < scale * (from + margin)) continue;
        if (mark.offset + mark.length > scale * (from + shared.size() - margin)) continue;
        mark.offset -= scale * from;
        kept.push_back(mark);
      }
      return kept;
    };
    const auto expected = inner(MarksOf(*method_, shared, level, 65536), 0);
    EXPECT_GE(expected.size(), IsForRealTexts(GetParam()) ? 0u : 20u);
    EXPECT_TRUE(inner(MarksOf(*method_, other, level, 65536), before) == expected) << before;
  }
}

TEST_P(MethodContract, ARateIsKept) {
  if (IsForRealTexts(GetParam())) return;
  const Bytes input = RandomBytes(1 << 20, 10);
  const auto marks = MarksOf(*method_, input, method_->LevelFor(input.size()), 65536);
  ASSERT_GT(marks.size(), 100u);
  if (method_->weight() == Weight::kBytes) {
    std::uint64_t covered = 0;
    for (const Mark& mark : marks) covered += mark.length;
    EXPECT_EQ(covered, input.size()) << "chunks cover everything";
    EXPECT_NEAR(static_cast<double>(input.size()) / static_cast<double>(marks.size()), 1015, 1015 * 0.15);
  } else {
    const double expected = static_cast<double>(method_->ExpectedMarks(input.size()));
    EXPECT_NEAR(static_cast<double>(marks.size()), expected, expected * 0.25);
  }
}

TEST_P(MethodContract, TheNumberOfMarksIsForeseen) {
  if (IsForRealTexts(GetParam())) return;
  for (std::size_t size : {20000, 100000, 600000}) {
    const double marks = static_cast<double>(MarksOf(*method_, RandomBytes(size, 11)).size());
    EXPECT_NEAR(marks, static_cast<double>(method_->ExpectedMarks(size)), 10 + 0.4 * marks) << size;
  }
}

TEST_P(MethodContract, TextNamesTheMethodCompletely) {
  EXPECT_EQ(MethodOf(method_->info().Text())->info(), method_->info());
}

INSTANTIATE_TEST_SUITE_P(AllMethods, MethodContract,
                         testing::Values("fingerprints", "fingerprints:rate=64",
                                         "fingerprints:rate=fine,overlap=all", "fingerprints:overlap=none",
                                         "fingerprints:window=17,rate=32", "chunks", "landmarks",
                                         "landmarks:run=7", "anchors:set=pairs",
                                         "anchors:set=pairs,rate=fine", "anchors:set=pairs,window=32",
                                         "anchors", "anchors:set=code", "anchors:set=html,rate=fine",
                                         "fingerprints:ignore=case+space", "fingerprints:text=raw",
                                         "chunks:ignore=case,text=raw"));

TEST(MakeMethod, AllMethodsAreReachedByTheirName) {
  for (const auto& method : mark::AllMethods())
    EXPECT_EQ(mark::MakeMethod(method->info().name)->info(), method->info());
}

TEST(MakeMethod, PlainTextIsTheDefault) {
  EXPECT_EQ(mark::MakeMethod("chunks:text=plain")->info(), mark::MakeMethod("chunks")->info());
  EXPECT_NE(mark::MakeMethod("chunks:text=raw")->info(), mark::MakeMethod("chunks")->info());
  EXPECT_THROW(mark::MakeMethod("chunks:text=utf8"), Error);
}

TEST(MakeMethod, BadTextIsAUsageErrorThatNamesWhatThereIs) {
  for (const char* text :
       {"", "fingers", "chunks:size=3", "chunks:average=x", "chunks:average=", "chunks:average",
        "chunks:average=1", "fingerprints:rate=3", "fingerprints:rate=auto,overlap=none",
        "fingerprints:overlap=some", "fingerprints:window=50,window=50", "landmarks:run=3",
        "landmarks:order=big", "anchors:set=none", "anchors:rate=64", "anchors:window=8", "anchors:digest=12",
        "chunks:ignore=", "chunks:ignore=words"}) {
    try {
      mark::MakeMethod(text);
      ADD_FAILURE() << text << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage) << text;
    }
  }
}

}  // namespace
}  // namespace kindred
