// Colours of the 256-colour palette: unlike the basic sixteen, which themes change, these are the same in
// every terminal. Their relative luminance is about 0.18, so that the contrast to white and to black is 4 or
// more (WCAG 2). A run's colour is its number modulo six.
#include "report/side/side_paint.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/wording/glyph.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

namespace {

constexpr const char* kPalette[] = {"38;5;28", "38;5;27", "38;5;164", "38;5;130", "38;5;30", "38;5;196"};
constexpr const char* kGrey = "38;5;243";  // line numbers, folds; "faint" is hard to read in many terminals
constexpr std::string_view kSeparator = " | ";
constexpr std::size_t kLeastContent = 12;  // the widest glyph, or a label and a letter after it

const char* ColorOf(std::uint32_t run) { return kPalette[(run - 1) % std::size(kPalette)]; }

// How a piece of text looks.
struct Look {
  std::uint32_t run = 0;  // its colour; 0: none
  enum Kind { kPlain, kDim, kLabel, kEscaped } kind = kPlain;
  bool operator==(const Look&) const = default;
};

std::string Sequence(const Look& look) {
  if (look.kind == Look::kDim) return kGrey;
  std::string color = look.run == 0 ? "" : ColorOf(look.run);
  const char* kind = look.kind == Look::kLabel ? "1" : "7";
  if (look.kind == Look::kPlain) return color;
  return color.empty() ? kind : fmt::format("{};{}", kind, color);
}

std::size_t HexColumns(std::size_t row_bytes) { return row_bytes * 2 + (row_bytes + 1) / 2; }

}  // namespace

// A column's part of a row: text with its colours, and what is written below it.
struct SidePainter::Cell {
  explicit Cell(bool colored) : color(colored) {}

  void Put(std::string_view piece, std::size_t columns, Look next = {}) {
    if (color && next != look) {
      const std::string from = Sequence(look);
      const std::string to = Sequence(next);
      if (!from.empty()) text += "\x1b[0m";
      if (!to.empty()) text += "\x1b[" + to + "m";
      look = next;
    }
    text += piece;
    width += columns;
  }
  void Pad(std::size_t columns) {
    if (columns > width) Put(std::string(columns - width, ' '), columns - width);
  }

  bool color;
  std::string text;
  std::size_t width = 0;
  Look look;
  std::string below;  // marks of shared parts; empty: none are needed
};

ColumnPlan PlanColumns(std::size_t width, bool text, std::uint64_t largest_place, std::size_t runs) {
  ColumnPlan plan;
  plan.width = width > kSeparator.size() ? (width - kSeparator.size()) / 2 : 0;
  plan.place = text ? fmt::format("{}", largest_place).size()
                    : std::max<std::size_t>(4, fmt::format("{:x}", largest_place).size());
  plan.gutter = runs == 0 ? 0 : fmt::format("[{}]", runs).size();
  const std::size_t gutter = plan.gutter == 0 ? 0 : plan.gutter + 1;
  if (text && plan.width < gutter + plan.place + 1 + kLeastContent) plan.place = 0;
  const std::size_t before = gutter + (plan.place == 0 ? 0 : plan.place + 1);
  plan.content = std::max(plan.width, before + kLeastContent) - before;
  plan.row_bytes = 16;
  while (plan.row_bytes > 2 && HexColumns(plan.row_bytes) + plan.row_bytes > plan.content)
    plan.row_bytes /= 2;
  if (!text) plan.content = HexColumns(plan.row_bytes) + plan.row_bytes;
  plan.width = before + plan.content;
  return plan;
}

std::string SidePainter::Row(const SideView& view_a, const std::vector<Piece>& pieces_a,
                             const SideView& view_b, const std::vector<Piece>& pieces_b,
                             const SideRow& row) const {
  const Cell left = Paint(view_a, pieces_a, row.a);
  const Cell right = Paint(view_b, pieces_b, row.b);
  std::string lines = Join(left, right);
  if (left.below.empty() && right.below.empty()) return lines;
  Cell below_left(color_);
  Cell below_right(color_);
  below_left.Put(left.below, left.below.size());
  below_right.Put(right.below, right.below.size());
  return lines + Join(below_left, below_right);
}

std::string SidePainter::Join(const Cell& a, const Cell& b) const {
  Cell row = a;
  row.Pad(plan_.width);
  row.Put(kSeparator, kSeparator.size(), {0, Look::kDim});
  row.Put("", 0);
  row.text += b.text;
  row.look = b.look;
  row.Put("", 0);
  if (!color_) row.text.erase(row.text.find_last_not_of(' ') + 1);
  return row.text + "\n";
}

SidePainter::Cell SidePainter::Paint(const SideView& view, const std::vector<Piece>& pieces,
                                     const SideItem& item) const {
  Cell cell(color_);
  if (item.folded) {
    PaintFold(view.text, item, &cell);
  } else if (item.piece != kNoPiece) {
    const Piece& piece = pieces[item.piece];
    PaintPlace(view, piece, &cell);
    PaintGutter(piece.run, piece.run_starts, &cell);
    if (view.text || piece.begin == piece.end) {
      PaintText(view, piece, &cell);
    } else {
      PaintBytes(view, piece, &cell);
    }
  }
  return cell;
}

void SidePainter::PaintPlace(const SideView& view, const Piece& piece, Cell* cell) const {
  if (plan_.place == 0) return;
  std::string place = view.text ? fmt::format("{:>{}} ", piece.line, plan_.place)
                                : fmt::format("{:0{}x} ", piece.begin, plan_.place);
  if (piece.line == 0) place.assign(plan_.place + 1, ' ');
  cell->Put(place, place.size(), {0, Look::kDim});
}

void SidePainter::PaintGutter(std::uint32_t run, bool starts, Cell* cell) const {
  if (plan_.gutter == 0) return;
  const std::string number = run == 0 ? "" : starts ? fmt::format("[{}]", run) : fmt::format("{} ", run);
  cell->Put(fmt::format("{:>{}}", number, plan_.gutter), plan_.gutter,
            {run, run == 0 ? Look::kPlain : Look::kLabel});
  cell->Put(" ", 1);
}

void SidePainter::PaintText(const SideView& view, const Piece& piece, Cell* cell) const {
  const std::vector<RunStart>& starts = view.cover.starts;
  CoverCursor cover(view.cover, piece.begin);
  GlyphReader reader(view.bytes.substr(piece.begin, piece.end - piece.begin), piece.column);
  std::string marks(cell->width, ' ');
  bool shared = false;
  bool other = false;
  std::uint32_t start = piece.first_start;
  auto labels = [&](std::uint64_t at) {
    for (; start < piece.end_start && starts[start].offset <= at; ++start) {
      if (!HasLabel(piece, starts[start].run)) continue;
      const std::string label = LabelText(view, starts[start].run);
      cell->Put(label, label.size(), {starts[start].run, Look::kLabel});
      marks.append(label.size(), ' ');
    }
  };
  for (std::uint64_t at = piece.begin; !reader.AtEnd();) {
    labels(at);
    const Glyph glyph = reader.Next();
    const std::uint32_t run = cover.RunAt(at);
    cell->Put(glyph.text, glyph.width, {run, glyph.escaped ? Look::kEscaped : Look::kPlain});
    marks.append(glyph.width, run == 0 ? ' ' : '=');
    (run == 0 ? other : shared) = true;
    at += glyph.bytes;
  }
  labels(view.bytes.size());
  if (!color_ && shared && other) cell->below = marks.substr(0, marks.find_last_of('=') + 1);
}

void SidePainter::PaintBytes(const SideView& view, const Piece& piece, Cell* cell) const {
  std::string hex;
  std::string characters;
  for (std::uint64_t at = piece.begin; at < piece.end; ++at) {
    const auto byte = static_cast<unsigned char>(view.bytes[at]);
    hex += fmt::format("{:02x}{}", byte, (at - piece.begin) % 2 == 1 ? " " : "");
    characters += byte >= ' ' && byte <= '~' ? static_cast<char>(byte) : '.';
  }
  hex.resize(HexColumns(plan_.row_bytes), ' ');
  cell->Put(hex + characters, hex.size() + characters.size(), {piece.run});
}

void SidePainter::PaintFold(bool text, const SideItem& item, Cell* cell) const {
  const bool lines = text && item.hidden_lines > 0;
  const std::uint64_t count = lines ? item.hidden_lines : item.hidden_bytes;
  const std::string unit = lines ? "line" : "byte";
  std::string what = "... " + Counted(count, item.hidden_run != 0 ? "more shared " + unit : unit);
  if (what.size() > plan_.content) what = "... " + Counted(count, unit);
  if (what.size() > plan_.content) what = "...";
  cell->Pad(plan_.place == 0 ? 0 : plan_.place + 1);
  PaintGutter(item.hidden_run, false, cell);
  cell->Put(what, what.size(), {0, Look::kDim});
}

}  // namespace kindred::report
