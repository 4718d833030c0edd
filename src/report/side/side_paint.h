// Draws the pieces of two files as rows of two columns. Plain rows name the run beside each line, and mark
// the shared part of a line by = below it where only a part is shared; coloured rows colour it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/side/side_pieces.h"
#include "report/side/side_rows.h"

namespace kindred::report {

// How a column is divided: "  12 [3] text", or "01f0 [3] 4b69 6e64 7265 6400 Kindred."
struct ColumnPlan {
  std::size_t width = 0;    // of each of the two columns
  std::size_t place = 0;    // columns of the line number or offset; 0: not shown
  std::size_t gutter = 0;   // columns of the run's number with its brackets; 0: there are no runs
  std::size_t content = 0;  // what is left
  std::size_t row_bytes = 0;
};

ColumnPlan PlanColumns(std::size_t width, bool text, std::uint64_t largest_place, std::size_t runs);

class SidePainter {
 public:
  SidePainter(const ColumnPlan& plan, bool color) : plan_(plan), color_(color) {}

  // One or two lines of output, each with its newline. The pieces are those of the views.
  std::string Row(const SideView& view_a, const std::vector<Piece>& pieces_a, const SideView& view_b,
                  const std::vector<Piece>& pieces_b, const SideRow& row) const;

 private:
  struct Cell;
  Cell Paint(const SideView& view, const std::vector<Piece>& pieces, const SideItem& item) const;
  void PaintPlace(const SideView& view, const Piece& piece, Cell* cell) const;
  void PaintGutter(std::uint32_t run, bool starts, Cell* cell) const;
  void PaintText(const SideView& view, const Piece& piece, Cell* cell) const;
  void PaintBytes(const SideView& view, const Piece& piece, Cell* cell) const;
  void PaintFold(bool text, const SideItem& item, Cell* cell) const;
  std::string Join(const Cell& a, const Cell& b) const;

  ColumnPlan plan_;
  bool color_;
};

}  // namespace kindred::report
