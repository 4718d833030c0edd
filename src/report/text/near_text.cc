// See near_text.h.
#include "report/text/near_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

// 1% as "1%", 0.05% as "0.05%".
std::string SharePercent(double share) { return fmt::format("{:.4g}%", 100 * share); }

std::string RelativeDistance(const NearPair& pair) {
  const double larger = static_cast<double>(std::max({pair.size_a, pair.size_b, std::uint64_t{1}}));
  return fmt::format("{:.2f}%", 100 * static_cast<double>(pair.distance) / larger);
}

// "3 contents with too few marks, 2 files too large to mark; 7 others of like size"
std::string NearStageFiles(const NearSummary& summary) {
  if (summary.few_marks + summary.too_large == 0) return "none: all have enough marks";
  std::string text;
  if (summary.few_marks > 0) text = Counted(summary.few_marks, "content") + " with too few marks";
  if (summary.too_large > 0) {
    text +=
        fmt::format("{}{} too large to mark", text.empty() ? "" : ", ", Counted(summary.too_large, "file"));
  }
  const std::uint64_t asked = summary.few_marks + summary.too_large;
  if (summary.files > asked) {
    text += fmt::format("; compared also with {} of like size", Counted(summary.files - asked, "other"));
  }
  return text;
}

}  // namespace

void NearText::TellRead(const NearSummary& summary) {
  layout_.Field("read", fmt::format("{} new or changed, {}", Counted(summary.read_files, "file"),
                                    SizeText(summary.read_bytes)));
}

void NearText::Begin(const NearSummary& summary) {
  summary_ = summary;
  sets_.total = summary.sets;
  pairs_.total = summary.pairs - std::min(summary.pairs, summary.identical_pairs);
  identical_.total = summary.identical_pairs;
  if (summary.near_stage) {
    layout_.Heading("First look", "files that marks cannot judge, by their tallies");
    layout_.WrappedField("files", NearStageFiles(summary));
  } else {
    layout_.Title("Kindred " + summary.version, options_.command_line);
  }
  if (summary.near_stage && summary.files == 0) return;
  if (summary.near_stage) {
    TellRead(summary);
  } else if (summary.query.empty()) {
    layout_.Roots(summary.roots);
    layout_.Field("files", fmt::format("{}, {}; {}", Counted(summary.files, "file"), SizeText(summary.bytes),
                                       Counted(summary.contents, "distinct content")));
    TellRead(summary);
  } else {
    const std::string name = summary.query == "-" ? "standard input" : QuotePath(summary.query);
    layout_.Field("query", fmt::format("{}, {}", name, SizeText(summary.bytes)));
    layout_.Field("looked", fmt::format("at {} with a key within reach",
                                        Counted(summary.files, "stored tally", "stored tallies")));
  }
  layout_.Field("store", QuotePath(summary.database));
  layout_.Field("tally", fmt::format("tags {}, key {}", summary.tags, summary.key));
  layout_.Field("near", fmt::format("sizes and sums differ by {} of the larger size at most",
                                    SharePercent(summary.tolerance)));
  layout_.Time(summary.seconds);
  if (summary.sets + summary.pairs > 0) return;
  layout_.Line("");
  layout_.Line(summary.query.empty() ? "No two tallies are near." : "No stored tally is near.");
}

bool NearText::Enter(List* list) {
  if (open_ != list) {
    CloseLists();
    open_ = list;
    layout_.Heading(list->heading, Counted(std::max<std::uint64_t>(list->total, 1), list->item));
    if (list != &sets_) layout_.Line("  distance  of size       size  A, then B");
  }
  return options_.limit == 0 || list->seen++ < options_.limit;
}

void NearText::CloseLists() {
  if (open_ == nullptr) return;
  const std::uint64_t shown = options_.limit == 0 ? open_->total : std::min(open_->seen, options_.limit);
  layout_.Shown(shown, open_->total, std::string(open_->item) + "s", 2);
  open_ = nullptr;
}

void NearText::Set(const NearSet& set) {
  if (!Enter(&sets_)) return;
  const std::uint64_t total = std::max<std::uint64_t>(set.total_files, set.files.size());
  layout_.Line(fmt::format("  {} x {}, {}", CountText(total), SizeText(set.size),
                           set.identical ? "identical" : "equal tallies, different bytes"));
  const std::size_t count =
      options_.limit == 0 ? set.files.size() : std::min<std::size_t>(set.files.size(), options_.limit);
  for (std::size_t i = 0; i < count; ++i) layout_.Line("    " + QuotePath(set.files[i]));
  layout_.Shown(count, total, "files", 4);
}

void NearText::Pair(const NearPair& pair) {
  if (!Enter(pair.identical ? &identical_ : &pairs_)) return;
  std::string note;
  if (pair.verified) {
    note += fmt::format("  ({}% of A in B, {}% of B in A)", PercentText(pair.of_a), PercentText(pair.of_b));
  }
  if (pair.unread) note += "  (not verified: cannot be read)";
  layout_.Line(fmt::format("  {:>8}  {:>7}  {:>9}  {}", CountText(pair.distance), RelativeDistance(pair),
                           SizeText(pair.size_a), QuotePath(pair.a)));
  layout_.Line(
      fmt::format("                     {:>9}  {}{}", SizeText(pair.size_b), QuotePath(pair.b), note));
}

void NearText::End() {
  if (summary_.version.empty()) return;
  CloseLists();
  layout_.Skips(summary_.skip_counts, summary_.hidden, summary_.filtered);
  if (summary_.too_small > 0) {
    layout_.Closing(
        fmt::format("{} had too few tags to be near another.", Counted(summary_.too_small, "content")));
  }
  if (summary_.dropped > 0) {
    layout_.Closing(fmt::format("{} shared too little and {} dropped (--verify).",
                                Counted(summary_.dropped, "near pair"),
                                summary_.dropped == 1 ? "was" : "were"));
  }
  if (summary_.unread > 0) {
    layout_.Closing(fmt::format("{} could not be read and {} not verified.",
                                Counted(summary_.unread, "near pair"),
                                summary_.unread == 1 ? "was" : "were"));
  }
  if (summary_.unverified > 0) {
    layout_.Closing(fmt::format("{} beyond those shown {} not verified (--limit 0 verifies all).",
                                Counted(summary_.unverified, "near pair"),
                                summary_.unverified == 1 ? "was" : "were"));
  }
}

}  // namespace kindred::report
