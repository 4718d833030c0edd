// Two pieces are tied when they begin at the same place of a run that is in order; in text also those in
// which such a run starts. Ties must rise on both sides; what stands between two ties is shown side by side
// from the top.
#include "report/side_rows.h"

#include <algorithm>
#include <utility>

namespace kindred {

namespace {

// Of a line of more rows, so many are shown for a line of context.
constexpr std::size_t kRowsOfLine = 4;

using Tie = std::pair<std::size_t, std::size_t>;

class Pairing {
 public:
  Pairing(const std::vector<PlannedRun>& runs, const std::vector<Piece>& a, const std::vector<Piece>& b,
          const FoldRule& rule)
      : runs_(runs),
        a_(a),
        b_(b),
        fold_(rule.fold),
        context_(std::min<std::size_t>(rule.context, a.size() + b.size())) {}  // twice it must not overflow

  std::vector<SideRow> Rows() {
    FindTies();
    Tie from = {0, 0};
    ties_.emplace_back(a_.size(), b_.size());
    for (const Tie& tie : ties_) {
      Between(from, tie);
      from = tie;
    }
    return fold_ ? Folded() : std::move(rows_);
  }

 private:
  // The last piece that begins at `offset` or before: pieces of labels stand before the bytes that they name.
  static std::size_t PieceAt(const std::vector<Piece>& pieces, std::uint64_t offset) {
    auto after = std::upper_bound(pieces.begin(), pieces.end(), offset,
                                  [](std::uint64_t at, const Piece& piece) { return at < piece.begin; });
    return static_cast<std::size_t>(after - pieces.begin()) - 1;
  }

  void FindTies() {
    for (const PlannedRun& run : runs_) {
      if (!run.in_order) continue;
      std::size_t i = PieceAt(a_, run.a);
      AddTie(i, PieceAt(b_, run.b));
      for (; i < a_.size() && a_[i].begin <= run.a + run.length; ++i) {
        if (a_[i].begin < run.a || (i + 1 < a_.size() && a_[i + 1].begin == a_[i].begin)) continue;
        const std::uint64_t there = run.b + (a_[i].begin - run.a);
        const std::size_t j = PieceAt(b_, there);
        if (b_[j].begin == there) AddTie(i, j);
      }
    }
  }

  void AddTie(std::size_t i, std::size_t j) {
    if (ties_.empty() || (i > ties_.back().first && j > ties_.back().second)) ties_.emplace_back(i, j);
  }

  // Where rows will be folded, the shorter side is shown at both ends and its gap is in the middle.
  void Between(const Tie& from, const Tie& to) {
    const std::size_t count_a = to.first - from.first;
    const std::size_t count_b = to.second - from.second;
    const std::size_t rows = std::max(count_a, count_b);
    const std::size_t shorter = std::min(count_a, count_b);
    const bool split = fold_ && rows > 2 * context_ + 1;
    const std::size_t top = split ? (shorter + 1) / 2 : shorter;
    auto piece = [&](std::size_t row, std::size_t first, std::size_t count) {
      if (count == rows || row < top) return first + row;
      return row >= rows - (count - top) ? first + row - (rows - count) : kNoPiece;
    };
    for (std::size_t row = 0; row < rows; ++row) {
      SideRow next;
      next.a = piece(row, from.first, count_a);
      next.b = piece(row, from.second, count_b);
      rows_.push_back(next);
    }
  }

  // Rows of equal kinds may be folded; a mixed one is shown always.
  std::pair<std::uint32_t, std::uint32_t> KindOf(const SideRow& row) const {
    return {row.a == kNoPiece ? 0 : a_[row.a].shared_by, row.b == kNoPiece ? 0 : b_[row.b].shared_by};
  }

  std::vector<SideRow> Folded() const {
    std::vector<SideRow> folded;
    for (std::size_t begin = 0, end = 0; begin < rows_.size(); begin = end) {
      const auto kind = KindOf(rows_[begin]);
      end = begin + 1;
      while (end < rows_.size() && KindOf(rows_[end]) == kind) ++end;
      AddPart(begin, end, kind.first == kMixed || kind.second == kMixed, &folded);
    }
    return folded;
  }

  void AddPart(std::size_t begin, std::size_t end, bool mixed, std::vector<SideRow>* to) const {
    const std::size_t hidden_begin = mixed ? end : AfterHead(begin, end);
    const std::size_t hidden_end = mixed ? end : BeforeTail(begin, end);
    if (hidden_begin + 1 >= hidden_end) {
      to->insert(to->end(), Row(begin), Row(end));
      return;
    }
    to->insert(to->end(), Row(begin), Row(hidden_begin));
    to->push_back(FoldOf(hidden_begin, hidden_end));
    to->insert(to->end(), Row(hidden_end), Row(end));
  }

  // Where the rows shown at the beginning of a part end: after whole lines, if these are not too long.
  std::size_t AfterHead(std::size_t begin, std::size_t end) const {
    std::size_t lines = 0;
    for (std::size_t row = begin; row < end && row - begin < context_ * kRowsOfLine; ++row) {
      lines += BeginsLine(rows_[row]) || row == begin ? 1 : 0;
      if (lines > context_) return row;
    }
    return std::min(end, begin + context_ * kRowsOfLine);
  }
  std::size_t BeforeTail(std::size_t begin, std::size_t end) const {
    std::size_t lines = 0;
    std::size_t row = end;
    for (; row > begin && end - row < context_ * kRowsOfLine && lines < context_; --row) {
      lines += BeginsLine(rows_[row - 1]) ? 1 : 0;
    }
    return row;
  }

  bool BeginsLine(const SideRow& row) const {
    return row.a != kNoPiece ? a_[row.a].line != 0 : b_[row.b].line != 0;
  }

  std::vector<SideRow>::const_iterator Row(std::size_t index) const {
    return rows_.begin() + static_cast<std::ptrdiff_t>(index);
  }

  SideRow FoldOf(std::size_t begin, std::size_t end) const {
    SideRow fold;
    fold.folded = true;
    for (std::size_t row = begin; row < end; ++row) {
      if (rows_[row].a != kNoPiece) Hide(a_[rows_[row].a], &fold.hidden_a);
      if (rows_[row].b != kNoPiece) Hide(b_[rows_[row].b], &fold.hidden_b);
    }
    return fold;
  }

  static void Hide(const Piece& piece, Hidden* hidden) {
    hidden->lines += piece.line != 0 ? 1 : 0;
    hidden->bytes += piece.end - piece.begin;
    hidden->run = piece.shared_by;
  }

  const std::vector<PlannedRun>& runs_;
  const std::vector<Piece>& a_;
  const std::vector<Piece>& b_;
  const bool fold_;
  const std::size_t context_;
  std::vector<Tie> ties_;
  std::vector<SideRow> rows_;
};

}  // namespace

std::vector<SideRow> PairPieces(const std::vector<PlannedRun>& runs, const std::vector<Piece>& a,
                                const std::vector<Piece>& b, const FoldRule& rule) {
  return Pairing(runs, a, b, rule).Rows();
}

}  // namespace kindred
