// The pieces of two files brought into rows: runs that are in order stand beside each other, and what is long
// and all of one kind is folded. Cost: n log n in the pieces. Tested in side_by_side_test.cc.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "report/side_pieces.h"

namespace kindred {

inline constexpr std::size_t kNoPiece = std::numeric_limits<std::size_t>::max();

// What a fold hides on one side.
struct Hidden {
  std::uint64_t lines = 0;  // that begin in it
  std::uint64_t bytes = 0;
  std::uint32_t run = 0;  // all bytes belong to it; 0: to none
};

struct SideRow {
  std::size_t a = kNoPiece;  // places in the pieces
  std::size_t b = kNoPiece;
  bool folded = false;  // stands for hidden rows instead
  Hidden hidden_a;
  Hidden hidden_b;
};

struct FoldRule {
  bool fold = true;
  std::uint64_t context = 3;  // rows shown at each end
};

std::vector<SideRow> PairPieces(const std::vector<PlannedRun>& runs, const std::vector<Piece>& a,
                                const std::vector<Piece>& b, const FoldRule& rule);

}  // namespace kindred
