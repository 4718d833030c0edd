// From seeds to exact runs: maximal runs of equal bytes or bits, each once, with all the places it was found
// at.
//
// A run is identified by its bytes, not by a pair of places: k copies of a passage are one run with k places.
// Every maximal run through a key is found (group_search.h). If a key has many places (more than kFew), runs
// that are folded anyway (RunRules::fold) are left out at once, and what is reported of one key is bounded,
// so neither time nor output is quadratic.
//
// Example: nine files begin with the same licence of 1,000 bytes: one run with nine places. Two of them have
// the same 200 bytes behind it: a second run of 1,200 bytes with two places. Were it only 20 bytes, the
// second run would be folded into the first (fold = 32).
//
// A run that overlaps itself is periodic data. It is reported at its smallest period, and of the many ways to
// lay two such regions over each other only two kinds count: one lies wholly inside the other, or they stick
// out of each other by less than a period. What exactly is promised, and why it holds: docs/inside/spans.md.
#pragma once

#include <cstdint>
#include <vector>

#include "span/extend.h"
#include "span/runs/seeds.h"
#include "span/source.h"

namespace kindred::span {

struct Run {
  std::uint64_t length = 0;
  std::vector<Place> places;  // ascending, two or more
};

// The order of reports: by length, then by places.
bool LongestFirst(const Run& a, const Run& b);

struct RunRules {
  std::uint64_t min_length = 256;  // in units
  Grain grain = Grain::kByte;
  // A run of some of the places of another is left out if it is longer by less than this, in units; 0: none
  // is.
  std::uint64_t fold = 0;
  unsigned threads = 1;
  std::uint64_t seed_length = 8;  // no seed is shorter, in units
};

// Receives events of the search, from any thread.
class RunListener {
 public:
  virtual ~RunListener() = default;
  virtual void OnMatch(const Place&, const Place&, std::uint64_t /*length*/) {}
  // Equal keys, unequal bytes: Hardy's vernier fault.
  virtual void OnFault(const Place&, const Place&) {}
  virtual bool StopRequested() { return false; }
};

// A key of which not all runs were reported.
struct Crowd {
  Place first;
  std::uint64_t places = 0;  // how many it has
};

struct FoundRuns {
  std::vector<Run> runs;      // longest first, then by places
  std::vector<Crowd> crowds;  // those with most places first
};

// A key with more places is a crowd.
inline constexpr std::size_t kFew = 64;

// Where each content starts when all are laid end to end, in units; one more than there are contents.
std::vector<std::uint64_t> Starts(const Source& source, Grain grain);

// Nothing when the listener asks to stop.
FoundRuns FindRuns(Source& source, const SeedTable& seeds, const RunRules& rules, RunListener& listener);

}  // namespace kindred::span
