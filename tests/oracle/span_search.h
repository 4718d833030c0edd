// Runs of contents in memory, as the engine finds them: seeds by winnowing (and landmarks), then FindRuns.
// What is true of every answer is expected here: the places of a run are two or more, ascend, differ, and
// have the same bytes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "mark/methods/landmarks.h"
#include "mark/methods/winnowing.h"
#include "span/runs/runs.h"
#include "tests/oracle/memory_source.h"
#include "tests/oracle/span_promise.h"

namespace kindred::testing_support {

// By length and places, as Repeats::all().
using RunSet = std::set<std::pair<std::uint64_t, std::vector<span::Place>>>;

inline std::string TextOf(const RunSet::value_type& run) {
  std::string text = std::to_string(run.first) + " at";
  for (const span::Place& place : run.second)
    text += " " + std::to_string(place.content) + ":" + std::to_string(place.offset);
  return text;
}

inline bool BitOf(const std::string& bytes, std::uint64_t bit, span::Grain grain) {
  const int in_byte = static_cast<int>(bit % 8);
  return static_cast<unsigned char>(bytes[bit / 8]) >>
             (grain == span::Grain::kBitLsbFirst ? in_byte : 7 - in_byte) &
         1;
}

inline bool EqualAt(const MemorySource& source, const span::Place& a, const span::Place& b,
                    std::uint64_t length, span::Grain grain) {
  const std::string& in_a = source[a.content];
  const std::string& in_b = source[b.content];
  if (grain == span::Grain::kByte) {
    return a.offset + length <= in_a.size() && b.offset + length <= in_b.size() &&
           in_a.compare(a.offset, length, in_b, b.offset, length) == 0;
  }
  if (a.offset + length > in_a.size() * 8 || b.offset + length > in_b.size() * 8) return false;
  for (std::uint64_t i = 0; i < length; ++i) {
    if (BitOf(in_a, a.offset + i, grain) != BitOf(in_b, b.offset + i, grain)) return false;
  }
  return true;
}

inline void ExpectTrue(const MemorySource& source, const span::FoundRuns& found, span::Grain grain) {
  for (const span::Run& run : found.runs) {
    EXPECT_GE(run.places.size(), 2);
    EXPECT_TRUE(std::ranges::is_sorted(run.places)) << TextOf({run.length, run.places});
    EXPECT_EQ(std::ranges::adjacent_find(run.places), run.places.end())
        << "a place is listed twice: " << TextOf({run.length, run.places});
    for (const span::Place& place : run.places) {
      EXPECT_TRUE(EqualAt(source, run.places.front(), place, run.length, grain))
          << "not equal: " << TextOf({run.length, run.places});
    }
  }
}

inline span::FoundRuns EveryRun(MemorySource& source, std::uint64_t length, unsigned threads = 1,
                                std::uint64_t fold = 0) {
  span::FoundRuns found = SearchBytes(source, length, threads, fold);
  ExpectTrue(source, found, span::Grain::kByte);
  return found;
}

inline span::FoundRuns RunsOfBits(MemorySource& source, std::uint64_t min_bytes, span::Grain grain) {
  span::SeedTable seeds(1);
  const char* order = grain == span::Grain::kBitMsbFirst ? "run=7,order=msb" : "run=7";
  AddSeeds(source, grain, *mark::MakeLandmarks(order)->NewMarker(), 1, &seeds);
  AddSeeds(source, grain, *mark::NewWinnower(mark::WinnowingFor(min_bytes)), 8, &seeds);
  seeds.Prune();
  span::RunListener listener;
  span::FoundRuns found = span::FindRuns(source, seeds, {min_bytes * 8, grain, 0, 1}, listener);
  ExpectTrue(source, found, grain);
  return found;
}

// What one has and the other has not; empty if they are equal.
inline std::string Difference(const RunSet& found, const RunSet& expected) {
  std::string text;
  for (const auto& run : found) {
    if (!expected.contains(run)) text += "found only: " + TextOf(run) + "\n";
  }
  for (const auto& run : expected) {
    if (!found.contains(run)) text += "missed: " + TextOf(run) + "\n";
  }
  return text;
}

inline RunSet SetOf(const span::FoundRuns& found) {
  RunSet set;
  for (const auto& run : found.runs)
    EXPECT_TRUE(set.insert({run.length, run.places}).second) << "reported twice";
  return set;
}

class Random {
 public:
  explicit Random(unsigned seed) : random_(seed) {}
  std::size_t Below(std::size_t end) { return random_() % end; }
  std::string Bytes(std::size_t size, unsigned letters = 255) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(1 + random_() % letters);
    return bytes;
  }

 private:
  std::mt19937 random_;
};

}  // namespace kindred::testing_support
