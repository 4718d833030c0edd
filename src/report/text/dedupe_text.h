// The text of dedupe, undo and journal: what stays, what becomes of each copy, what is left alone and why.
#pragma once

#include <cstdint>

#include "kindred/dedupe_values.h"
#include "kindred/report.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

class DedupeText {
 public:
  DedupeText(const ReportOptions& options, TextLayout& layout) : options_(options), layout_(layout) {}

  void Begin(const DedupeSummary& summary);
  void Begin(const UndoSummary& summary);
  void Write(const DedupeSet& set);
  void Write(const DedupeAction& action);
  void Write(const JournalRun& run);
  // The closing lines, and those of lists that were cut.
  void End();

 private:
  void WriteCopy(const DedupeAction& action);
  // True if a list begins; the one before gets its last line.
  bool Enter(const char* items);
  bool TakeOne();
  void CloseList();

  const ReportOptions& options_;
  TextLayout& layout_;
  DedupeSummary summary_;
  bool begun_ = false;  // a summary of dedupe
  bool undo_ = false;
  const char* items_ = "";
  std::uint64_t shown_ = 0;
  std::uint64_t seen_ = 0;
};

}  // namespace kindred::report
