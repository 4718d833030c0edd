// Two files cut into rows, for every format that shows them side by side: the steps of side_by_side.h up to
// drawing. Made once for a pair of files; Cut is called when the width of a column is known.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kindred/values.h"
#include "report/side/run_plan.h"
#include "report/side/side_pieces.h"
#include "report/side/side_rows.h"

namespace kindred::report {

// How many rows are written between two polls of `stop`.
inline constexpr std::size_t kRowsPerQuestion = 1024;

class SideLayout {
 public:
  // `files` must outlive it. `stop` is called between steps; true ends them with Error(kCancelled).
  SideLayout(const SideBySide& files, std::function<bool()> stop);
  SideLayout(const SideLayout&) = delete;
  SideLayout& operator=(const SideLayout&) = delete;

  // Columns of text in a row, bytes in a row of hexadecimal.
  void Cut(std::size_t text_width, std::size_t row_bytes, const FoldRule& rule);

  const RunPlan& plan() const { return plan_; }
  const std::vector<std::uint64_t>& lines(Side side) const { return side == Side::kA ? lines_a_ : lines_b_; }
  const SideView& view(Side side) const { return side == Side::kA ? a_ : b_; }
  const std::vector<Piece>& pieces(Side side) const { return side == Side::kA ? pieces_a_ : pieces_b_; }
  const std::vector<SideRow>& rows() const { return rows_; }
  // Of lines, or of bytes if the files are not text.
  std::uint64_t LargestPlace() const;

  // "3 kB, 120 lines, no final newline"
  std::string FileText(Side side) const;
  // What the two share, in a sentence.
  std::string SharedText() const;
  void StopIfAsked() const;

 private:
  SideView ViewOf(Side side);

  const SideBySide& files_;
  std::function<bool()> stop_;
  RunPlan plan_;
  std::vector<std::uint64_t> lines_a_;
  std::vector<std::uint64_t> lines_b_;
  std::vector<bool> begins_row_;
  SideView a_;
  SideView b_;
  std::vector<Piece> pieces_a_;
  std::vector<Piece> pieces_b_;
  std::vector<SideRow> rows_;
};

}  // namespace kindred::report
