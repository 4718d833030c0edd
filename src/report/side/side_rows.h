// Arranges the pieces of two files in rows: runs that are in order are side by side, and long parts of one
// kind are folded. Cost: n log n in the pieces. Tested in side_by_side_test.cc.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "report/side/side_pieces.h"

namespace kindred::report {

inline constexpr std::size_t kNoPiece = std::numeric_limits<std::size_t>::max();

// One side of a row: a piece, or what a fold hides, or nothing.
struct SideItem {
  std::size_t piece = kNoPiece;  // its place in the pieces
  bool folded = false;
  std::uint64_t hidden_lines = 0;  // that begin in the fold
  std::uint64_t hidden_bytes = 0;
  std::uint32_t hidden_run = 0;  // all the bytes belong to it; 0: to none
};

struct SideRow {
  SideItem a;
  SideItem b;
};

struct FoldRule {
  bool fold = true;
  std::uint64_t context = 3;  // lines shown at each end of what is folded
};

std::vector<SideRow> PairPieces(const RunPlan& plan, const std::vector<Piece>& a, const std::vector<Piece>& b,
                                const FoldRule& rule);

}  // namespace kindred::report
