// Lines wrap rather than being cut: a run may begin beyond any cut. In lines much longer than the column, and
// in hexadecimal always, a run begins a piece, so that both sides break it at the same bytes.
#include "report/side/side_pieces.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/wording/glyph.h"

namespace kindred::report {

namespace {

// A line of so many rows is no longer read as a line.
constexpr std::size_t kLongLine = 4;

class TextSplitter {
 public:
  explicit TextSplitter(const SideView& view) : view_(view), cover_(view.cover, 0) {}

  std::vector<Piece> Split() {
    for (std::size_t i = 0; i < view_.lines.size(); ++i) {
      const bool last = i + 1 == view_.lines.size();
      SplitLine(i, last ? view_.bytes.size() : view_.lines[i + 1], last);
    }
    return std::move(pieces_);
  }

 private:
  void SplitLine(std::size_t index, std::uint64_t line_end, bool last) {
    const std::uint64_t begin = view_.lines[index];
    std::string_view content = view_.bytes.substr(begin, line_end - begin);
    if (content.ends_with('\n')) content.remove_suffix(1);
    if (content.ends_with('\r') && begin + content.size() < line_end) content.remove_suffix(1);
    const std::uint64_t end = begin + content.size();
    Begin(begin, 0);
    piece_.line = index + 1;

    // The reader begins anew with each piece: a mark needs a letter in its own row.
    std::uint64_t at = begin;
    while (at < end) {
      GlyphReader reader(content.substr(at - begin), piece_.column);
      while (at < end && TakeStarts(at)) {
        Glyph glyph = reader.Next();
        if (used_ > 0 && used_ + glyph.width > view_.text_width) break;
        used_ += glyph.width;
        next_column_ = reader.column();
        Own(cover_.RunAt(at));
        at += glyph.bytes;
      }
      if (at < end) {
        Close(at);
        Begin(at, next_column_);
      }
    }
    // A run that starts with the line's end is named in the next line, if this one shows something.
    const std::uint64_t told_here = last ? view_.bytes.size() : end;
    while ((last || content.empty()) && !TakeStarts(told_here)) {
      Close(end);
      Begin(end, next_column_);
    }
    if (content.empty() && at < view_.bytes.size()) Own(cover_.RunAt(at));
    Close(end);
  }

  void Begin(std::uint64_t at, std::size_t column) {
    piece_ = Piece{};
    piece_.begin = at;
    piece_.column = static_cast<std::uint32_t>(column);
    piece_.first_start = next_start_;
    piece_.end_start = next_start_;
    used_ = 0;
    next_column_ = column;
    empty_ = true;
  }

  void Close(std::uint64_t at) {
    // A run that starts in bytes of another must not be folded away with them.
    if (piece_.run_starts && piece_.shared_by != piece_.run) piece_.shared_by = kMixed;
    piece_.end = at;
    pieces_.push_back(piece_);
  }

  // Takes the starts up to `at` into the piece; false when the next must begin another piece.
  bool TakeStarts(std::uint64_t at) {
    const std::vector<RunStart>& starts = view_.cover.starts;
    for (; next_start_ < starts.size() && starts[next_start_].offset <= at; ++next_start_) {
      const std::uint32_t run = starts[next_start_].run;
      const bool moved = !view_.runs[run - 1].in_order;
      if (view_.begins_row[run - 1] && used_ > 0) return false;
      if (piece_.run == 0 && !moved) {
        piece_.run = run;
        piece_.run_starts = true;
      } else {
        const std::size_t width = LabelText(view_, run).size();
        if (used_ > 0 && used_ + width + kRoomAfterLabel > view_.text_width) return false;
        used_ += width;
        piece_.shared_by = kMixed;
        empty_ = false;
        if (piece_.run == 0) piece_.run = run;
      }
      piece_.end_start = next_start_ + 1;
    }
    return true;
  }

  void Own(std::uint32_t run) {
    if (piece_.run == 0) piece_.run = run;
    if (empty_) piece_.shared_by = run;
    if (piece_.shared_by != run) piece_.shared_by = kMixed;
    empty_ = false;
  }

  static constexpr std::size_t kRoomAfterLabel = 2;  // a label does not end a row

  const SideView& view_;
  CoverCursor cover_;
  std::vector<Piece> pieces_;
  Piece piece_;
  std::size_t used_ = 0;
  std::size_t next_column_ = 0;
  bool empty_ = true;
  std::uint32_t next_start_ = 0;
};

// Pieces of bytes: a new one at every start and at every change of run. Starts that cannot be named beside
// the bytes get separate pieces, without bytes.
class ByteSplitter {
 public:
  explicit ByteSplitter(const SideView& view) : view_(view) {}

  std::vector<Piece> Split() {
    const std::vector<RunStart>& starts = view_.cover.starts;
    CoverCursor cover(view_.cover, 0);
    std::size_t stretch = 0;
    for (std::uint64_t at = 0; at < view_.bytes.size();) {
      bool run_starts = false;
      const std::uint32_t run = cover.RunAt(at);
      for (; next_start_ < starts.size() && starts[next_start_].offset == at; ++next_start_) {
        const std::uint32_t starting = starts[next_start_].run;
        const bool moved = !view_.runs[starting - 1].in_order;
        run_starts = run_starts || (starting == run && !moved);
        if (starting != run || moved) AddLabel(at, starting);
      }
      std::uint64_t end = std::min<std::uint64_t>(view_.bytes.size(), at + view_.row_bytes);
      if (next_start_ < starts.size()) end = std::min(end, starts[next_start_].offset);
      end = std::min(end, NextChange(at, &stretch));
      pieces_.push_back(
          {.begin = at, .end = end, .line = 1, .run = run, .run_starts = run_starts, .shared_by = run});
      at = end;
    }
    return std::move(pieces_);
  }

 private:
  void AddLabel(std::uint64_t at, std::uint32_t run) {
    pieces_.push_back({.begin = at,
                       .end = at,
                       .first_start = next_start_,
                       .end_start = next_start_ + 1,
                       .run = run,
                       .shared_by = kMixed});
  }

  // Where bytes after `at` begin to belong to another run, or to none.
  std::uint64_t NextChange(std::uint64_t at, std::size_t* stretch) const {
    const std::vector<Stretch>& stretches = view_.cover.stretches;
    while (*stretch < stretches.size() && stretches[*stretch].end <= at) ++*stretch;
    if (*stretch == stretches.size()) return view_.bytes.size();
    return stretches[*stretch].begin > at ? stretches[*stretch].begin : stretches[*stretch].end;
  }

  const SideView& view_;
  std::vector<Piece> pieces_;
  std::uint32_t next_start_ = 0;
};

}  // namespace

std::vector<std::uint64_t> LineBegins(std::string_view bytes) {
  std::vector<std::uint64_t> begins;
  for (std::size_t at = 0; at < bytes.size();) {
    begins.push_back(at);
    const std::size_t newline = bytes.find('\n', at);
    if (newline == std::string_view::npos) break;
    at = newline + 1;
  }
  return begins;
}

std::vector<bool> RunsThatBeginRows(const std::vector<PlannedRun>& runs,
                                    const std::vector<std::uint64_t>& lines_a, std::uint64_t size_a,
                                    const std::vector<std::uint64_t>& lines_b, std::uint64_t size_b,
                                    std::size_t text_width) {
  auto is_long = [&](const std::vector<std::uint64_t>& lines, std::uint64_t size, std::uint64_t offset) {
    auto after = std::upper_bound(lines.begin(), lines.end(), offset);
    return (after == lines.end() ? size : *after) - *(after - 1) > kLongLine * text_width;
  };
  std::vector<bool> begins;
  for (const PlannedRun& run : runs) {
    begins.push_back(run.in_order && (is_long(lines_a, size_a, run.a) || is_long(lines_b, size_b, run.b)));
  }
  return begins;
}

std::vector<Piece> SplitSide(const SideView& view) {
  return view.text ? TextSplitter(view).Split() : ByteSplitter(view).Split();
}

namespace {

// The line that names a run that starts at `offset` of the other side: not one of which it has the end only.
std::uint64_t OtherLine(const SideView& view, std::uint64_t offset) {
  auto after = std::upper_bound(view.other_lines.begin(), view.other_lines.end(), offset);
  std::string_view rest = view.other_bytes.substr(offset);
  const bool end_only = rest.starts_with('\n') || rest.starts_with("\r\n");
  const bool whole = *(after - 1) == offset;
  if (end_only && !whole && after != view.other_lines.end()) ++after;
  return static_cast<std::uint64_t>(after - view.other_lines.begin());
}

}  // namespace

bool HasLabel(const Piece& piece, std::uint32_t run) { return !(piece.run_starts && piece.run == run); }

std::string LabelText(const SideView& view, std::uint32_t run) {
  const PlannedRun& planned = view.runs[run - 1];
  std::string label = fmt::format("[{}]", run);
  if (planned.in_order) return label;
  const bool is_a = view.side == Side::kA;
  const std::uint64_t there = planned.At(is_a ? Side::kB : Side::kA);
  std::string place =
      view.text ? fmt::format("line {}", OtherLine(view, there)) : fmt::format("{:#x}", there);
  std::string hint = fmt::format("[{} {} {}] ", run, is_a ? "->" : "<-", place);
  return hint.size() + 2 <= view.text_width ? hint : label;
}

}  // namespace kindred::report
