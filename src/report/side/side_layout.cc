// See side_layout.h.
#include "report/side/side_layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "kindred/error.h"
#include "kindred/report.h"
#include "report/wording/number_text.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

namespace {

// "CRLF line ends": they are not shown in the rows, so they are named here.
std::string LineEnds(std::string_view bytes) {
  std::uint64_t newlines = 0;
  std::uint64_t with_return = 0;
  for (std::size_t at = bytes.find('\n'); at != std::string_view::npos; at = bytes.find('\n', at + 1)) {
    ++newlines;
    if (at > 0 && bytes[at - 1] == '\r') ++with_return;
  }
  if (with_return == 0) return "";
  return with_return == newlines ? ", CRLF line ends" : ", mixed line ends";
}

}  // namespace

SideLayout::SideLayout(const SideBySide& files, std::function<bool()> stop)
    : files_(files),
      stop_(std::move(stop)),
      plan_(PlanRuns(files)),
      a_(ViewOf(Side::kA)),
      b_(ViewOf(Side::kB)) {
  StopIfAsked();
  if (!files.text) return;
  lines_a_ = LineBegins(files.bytes_a);
  lines_b_ = LineBegins(files.bytes_b);
}

SideView SideLayout::ViewOf(Side side) {
  const bool is_a = side == Side::kA;
  return {.side = side,
          .bytes = is_a ? files_.bytes_a : files_.bytes_b,
          .text = files_.text,
          .other_bytes = is_a ? files_.bytes_b : files_.bytes_a,
          .runs = plan_.runs,
          .cover = is_a ? plan_.a : plan_.b,
          .lines = is_a ? lines_a_ : lines_b_,
          .other_lines = is_a ? lines_b_ : lines_a_,
          .begins_row = begins_row_};
}

void SideLayout::Cut(std::size_t text_width, std::size_t row_bytes, const FoldRule& rule) {
  for (SideView* view : {&a_, &b_}) {
    view->text_width = text_width;
    view->row_bytes = row_bytes;
  }
  if (files_.text) {
    begins_row_ = RunsThatBeginRows(plan_.runs, lines_a_, files_.bytes_a.size(), lines_b_,
                                    files_.bytes_b.size(), text_width);
  }
  pieces_a_ = SplitSide(a_);
  StopIfAsked();
  pieces_b_ = SplitSide(b_);
  StopIfAsked();
  rows_ = PairPieces(plan_, pieces_a_, pieces_b_, rule);
}

std::uint64_t SideLayout::LargestPlace() const {
  return files_.text ? std::max(lines_a_.size(), lines_b_.size())
                     : std::max(files_.bytes_a.size(), files_.bytes_b.size());
}

std::string SideLayout::FileText(Side side) const {
  const std::string_view bytes = side == Side::kA ? files_.bytes_a : files_.bytes_b;
  std::string text = SizeText(bytes.size());
  if (!files_.text || bytes.empty()) return text;
  text += ", " + Counted(lines(side).size(), "line") + LineEnds(bytes);
  return bytes.ends_with('\n') ? text : text + ", no final newline";
}

std::string SideLayout::SharedText() const {
  const FileComparison& comparison = files_.comparison;
  const std::vector<PlannedRun>& runs = plan_.runs;
  if (comparison.size_a == 0 && comparison.size_b == 0) return "both files are empty";
  if (comparison.identical) return "all: the two files are identical";
  if (comparison.size_a == 0 || comparison.size_b == 0) {
    return fmt::format("nothing: {} is empty", comparison.size_a == 0 ? "A" : "B");
  }
  if (comparison.shared_a == 0 && comparison.shared_b == 0 && runs.empty()) {
    return fmt::format("nothing: no common run of {} or more",
                       Counted(std::max<std::uint64_t>(comparison.min_length, 1), "byte"));
  }
  std::string more;
  const auto moved = std::count_if(runs.begin(), runs.end(), [](const auto& run) { return !run.in_order; });
  if (moved > 0) more += fmt::format(", {} moved", CountText(static_cast<std::uint64_t>(moved)));
  if (plan_.repeats > 0) more += fmt::format(", {} not shown", Counted(plan_.repeats, "repeat"));
  return fmt::format("{}% of A is also in B, {}% of B in A; {} of {} or more{}", PercentText(comparison.of_a),
                     PercentText(comparison.of_b), Counted(runs.size(), "run"),
                     Counted(comparison.min_length, "byte"), more);
}

void SideLayout::StopIfAsked() const {
  if (stop_ && stop_()) throw Error(ErrorKind::kCancelled, "interrupted", "", "run again");
}

}  // namespace kindred::report
