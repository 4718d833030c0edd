// One of two files side by side, cut into pieces that each fit into a row of its column: lines of text,
// wrapped where they are too long, or a few bytes in hexadecimal. Cost: one pass over the file.
// Tested in side_by_side_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "report/side/run_plan.h"

namespace kindred::report {

// What the pieces of one side are made from. The vectors and bytes belong to the caller.
struct SideView {
  Side side = Side::kA;
  std::string_view bytes;
  bool text = false;
  std::string_view other_bytes;
  const std::vector<PlannedRun>& runs;
  const SideCover& cover;
  const std::vector<std::uint64_t>& lines;        // where the lines of this side begin
  const std::vector<std::uint64_t>& other_lines;  // and of the other
  // Runs that begin a piece of text because their line is very long, here or there; RunsThatBeginRows.
  const std::vector<bool>& begins_row;
  std::size_t text_width = 0;  // columns for text
  std::size_t row_bytes = 0;   // bytes in a row of hexadecimal
};

// Piece::shared_by of a piece that holds shared and other bytes, or bytes of several runs.
inline constexpr std::uint32_t kMixed = std::numeric_limits<std::uint32_t>::max();

struct Piece {
  std::uint64_t begin = 0;  // bytes shown; a line's end is not
  std::uint64_t end = 0;
  std::uint64_t line = 0;         // its number where a line begins; 0: the line goes on
  std::uint32_t column = 0;       // its position in its line, for tabs
  std::uint32_t first_start = 0;  // the first run start here, an index into SideCover::starts
  std::uint32_t end_start = 0;    //
  std::uint32_t run = 0;          // the run that is named beside the piece; 0: none
  bool run_starts = false;        // it starts here
  std::uint32_t shared_by = 0;    // the run that all bytes belong to; 0: none, or kMixed
};

// Where lines begin; a last line without a newline counts, nothing after a last newline does.
std::vector<std::uint64_t> LineBegins(std::string_view bytes);

// For each run that is in order, whether its first line is longer than a few rows of text on either side.
std::vector<bool> RunsThatBeginRows(const std::vector<PlannedRun>& runs,
                                    const std::vector<std::uint64_t>& lines_a, std::uint64_t size_a,
                                    const std::vector<std::uint64_t>& lines_b, std::uint64_t size_b,
                                    std::size_t text_width);

std::vector<Piece> SplitSide(const SideView& view);

// Whether the start of a run has a label within the piece; else it is named by the number beside the piece.
bool HasLabel(const Piece& piece, std::uint32_t run);
// "[3]", or where a moved run is on the other side: "[3 -> line 120] ", "[3 <- 0x1f0] ".
std::string LabelText(const SideView& view, std::uint32_t run);

}  // namespace kindred::report
