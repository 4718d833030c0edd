// Two pieces are tied when they begin at the same offset of a run that is in order, or when such a run starts
// in both. Ties must ascend on both sides; the pieces between two ties are shown side by side from the top.
// Within a run both sides are folded together; elsewhere each side by itself.
#include "report/side/side_rows.h"

#include <algorithm>
#include <utility>

namespace kindred::report {

namespace {

using Tie = std::pair<std::size_t, std::size_t>;

// The last piece that begins at `offset` or before: pieces of labels precede the bytes that they name.
std::size_t PieceAt(const std::vector<Piece>& pieces, std::uint64_t offset) {
  auto after = std::upper_bound(pieces.begin(), pieces.end(), offset,
                                [](std::uint64_t at, const Piece& piece) { return at < piece.begin; });
  return static_cast<std::size_t>(after - pieces.begin()) - 1;
}

// The ties of all runs, in order.
class TieFinder {
 public:
  TieFinder(const RunPlan& plan, const std::vector<Piece>& a, const std::vector<Piece>& b)
      : plan_(plan), a_(a), b_(b) {}

  std::vector<Tie> Find() {
    for (std::uint32_t run = 1; run <= plan_.runs.size(); ++run) {
      if (plan_.runs[run - 1].in_order) AddRun(run);
    }
    return std::move(ties_);
  }

 private:
  void AddRun(std::uint32_t number) {
    const PlannedRun& run = plan_.runs[number - 1];
    std::size_t i = PieceAt(a_, run.a + run.lead);
    Add(i, PieceAt(b_, run.b + run.lead), false);
    const std::uint64_t end = run.a + run.length;
    for (; i < a_.size() && a_[i].begin <= end; ++i) {
      if (a_[i].begin < run.a || (i + 1 < a_.size() && a_[i + 1].begin == a_[i].begin)) continue;
      const std::uint64_t there = run.b + (a_[i].begin - run.a);
      const std::size_t j = PieceAt(b_, there);
      const bool loose = a_[i].begin == end;
      if (b_[j].begin == there && (loose || Owns(number, a_[i].begin, there))) Add(i, j, loose);
    }
  }

  // Where runs overlap, only the one that is seen there ties.
  bool Owns(std::uint32_t run, std::uint64_t in_a, std::uint64_t in_b) const {
    return CoverCursor(plan_.a, in_a).RunAt(in_a) == run && CoverCursor(plan_.b, in_b).RunAt(in_b) == run;
  }

  // A loose tie, of what follows two ends of a run, gives way to a tie of another run.
  void Add(std::size_t i, std::size_t j, bool loose) {
    auto rises = [&] { return ties_.empty() || (i > ties_.back().first && j > ties_.back().second); };
    if (!rises() && loose_ && !loose) {
      ties_.pop_back();
      loose_ = false;
    }
    if (!rises()) return;
    ties_.emplace_back(i, j);
    loose_ = loose;
  }

  const RunPlan& plan_;
  const std::vector<Piece>& a_;
  const std::vector<Piece>& b_;
  std::vector<Tie> ties_;
  bool loose_ = false;  // the last one is
};

// Folds pieces of one kind that follow one another.
class Folder {
 public:
  Folder(const std::vector<Piece>& pieces, const FoldRule& rule)
      : pieces_(pieces), fold_(rule.fold), context_(rule.context) {}

  std::vector<SideItem> Fold(std::size_t begin, std::size_t end) const {
    std::vector<SideItem> items;
    for (std::size_t next = begin; begin < end; begin = next) {
      while (next < end && pieces_[next].shared_by == pieces_[begin].shared_by) ++next;
      FoldPart(begin, next, &items);
    }
    return items;
  }

 private:
  // Counts lines of context. Of a line of many rows, each counts as a line after the first few.
  struct LineCount {
    static constexpr std::size_t kRowsOfLine = 4;
    std::size_t count = 0;
    std::size_t rows = 0;

    void Add(bool begins_line) {
      rows = begins_line ? 0 : rows + 1;
      if (begins_line || rows >= kRowsOfLine) ++count;
    }
  };

  void FoldPart(std::size_t begin, std::size_t end, std::vector<SideItem>* items) const {
    const bool may_fold = fold_ && pieces_[begin].shared_by != kMixed;
    const std::size_t head = may_fold ? AfterHead(begin, end) : end;
    const std::size_t tail = may_fold ? BeforeTail(begin, end) : end;
    const bool fold = head + 1 < tail;  // the line that announces a fold takes a row, too
    for (std::size_t i = begin; i < end; ++i) {
      if (fold && i == head) {
        items->push_back(Hide(head, tail));
        i = tail;
      }
      if (i < end) items->push_back({.piece = i});
    }
  }

  // Where the rows shown at the beginning of a part end: after whole lines, if these are not too long.
  std::size_t AfterHead(std::size_t begin, std::size_t end) const {
    LineCount lines;
    for (std::size_t i = begin; i < end; ++i) {
      lines.Add(pieces_[i].line != 0 || i == begin);
      if (lines.count > context_) return i;
    }
    return end;
  }
  std::size_t BeforeTail(std::size_t begin, std::size_t end) const {
    LineCount lines;
    std::size_t i = end;
    for (; i > begin && lines.count < context_; --i) lines.Add(pieces_[i - 1].line != 0);
    return i;
  }

  SideItem Hide(std::size_t begin, std::size_t end) const {
    SideItem item = {.folded = true, .hidden_run = pieces_[begin].shared_by};
    for (std::size_t i = begin; i < end; ++i) {
      item.hidden_lines += pieces_[i].line != 0 ? 1 : 0;
      item.hidden_bytes += pieces_[i].end - pieces_[i].begin;
    }
    return item;
  }

  const std::vector<Piece>& pieces_;
  const bool fold_;
  const std::uint64_t context_;
};

class Pairing {
 public:
  Pairing(const std::vector<Piece>& a, const std::vector<Piece>& b, const FoldRule& rule)
      : a_(a), b_(b), fold_a_(a, rule), fold_b_(b, rule) {}

  std::vector<SideRow> Rows(std::vector<Tie> ties) {
    ties.emplace_back(a_.size(), b_.size());
    Tie from = {0, 0};
    for (std::size_t i = 0; i < ties.size(); ++i) {
      // All that is tied row by row within one run makes one part.
      const std::uint32_t run = SharedBy(from, ties[i]);
      while (run != 0 && i + 1 < ties.size() && SharedBy(ties[i], ties[i + 1]) == run) ++i;
      AddPart(from, ties[i], run);
      from = ties[i];
    }
    return std::move(rows_);
  }

 private:
  // The run that all pieces between two ties belong to, on both sides, if there are as many on both; else 0.
  std::uint32_t SharedBy(const Tie& from, const Tie& to) const {
    const std::size_t count = to.first - from.first;
    if (count == 0 || count != to.second - from.second) return 0;
    const std::uint32_t run = a_[from.first].shared_by;
    if (run == kMixed) return 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (a_[from.first + i].shared_by != run || b_[from.second + i].shared_by != run) return 0;
    }
    return run;
  }

  void AddPart(const Tie& from, const Tie& to, std::uint32_t run) {
    const std::vector<SideItem> a = fold_a_.Fold(from.first, to.first);
    std::vector<SideItem> b;
    if (run == 0) {
      b = fold_b_.Fold(from.second, to.second);
    } else {
      for (SideItem item : a) {
        if (!item.folded) item.piece += from.second - from.first;
        b.push_back(item);
      }
    }
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      rows_.push_back({i < a.size() ? a[i] : SideItem{}, i < b.size() ? b[i] : SideItem{}});
    }
  }

  const std::vector<Piece>& a_;
  const std::vector<Piece>& b_;
  const Folder fold_a_;
  const Folder fold_b_;
  std::vector<SideRow> rows_;
};

}  // namespace

std::vector<SideRow> PairPieces(const RunPlan& plan, const std::vector<Piece>& a, const std::vector<Piece>& b,
                                const FoldRule& rule) {
  return Pairing(a, b, rule).Rows(TieFinder(plan, a, b).Find());
}

}  // namespace kindred::report
