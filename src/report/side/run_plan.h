// The runs of two files, prepared for drawing side by side: numbered in the order of A, with the runs that
// are in the same order in both files, and for each side which bytes belong to which run. Cost: n log n.
// Tested in run_plan_test.cc against all chains.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kindred/values.h"

namespace kindred::report {

enum class Side { kA, kB };

// Its number is its place in the plan, counted from 1.
struct PlannedRun {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t length = 0;
  bool in_order = false;  // a member of the chain; others are moved: shown at their own position on each side
  std::uint64_t lead = 0;  // so many of its first bytes belong to another run on one side at least

  std::uint64_t At(Side side) const { return side == Side::kA ? a : b; }
};

// Where a run is named: at the first byte that belongs to it, or where it starts if all belong to others.
struct RunStart {
  std::uint64_t offset = 0;
  std::uint32_t run = 0;
};
// Bytes that belong to one run.
struct Stretch {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t run = 0;
};
struct SideCover {
  std::vector<RunStart> starts;    // of every run, by offset
  std::vector<Stretch> stretches;  // apart from each other, by offset
};

// Where runs overlap, the bytes belong to the one in order, else to the longest, else to the first. Where two
// that are in order overlap and `bytes` has a line's end there, the second owns from the last such line on.
SideCover CoverSide(const std::vector<PlannedRun>& runs, Side side, std::string_view bytes);

struct RunPlan {
  std::vector<PlannedRun> runs;  // by place in A, then in B
  SideCover a;
  SideCover b;
  // Runs left out because all their bytes belong to other runs on both sides: text that repeats within the
  // files. They add nothing to the others.
  std::uint64_t repeats = 0;
};

// Runs are clipped to the files. The chain in order is the heaviest one, by bytes, of runs that follow one
// another in both files.
RunPlan PlanRuns(const SideBySide& files);

// Which run a byte belongs to, asked for offsets that do not fall. 0: none.
class CoverCursor {
 public:
  CoverCursor(const SideCover& cover, std::uint64_t from);
  std::uint32_t RunAt(std::uint64_t offset);

 private:
  const std::vector<Stretch>& stretches_;
  std::size_t next_;
};

}  // namespace kindred::report
