// What `near` found, for people.
#pragma once

#include <cstdint>

#include "kindred/report.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

class NearText {
 public:
  NearText(const ReportOptions& options, TextLayout& layout) : options_(options), layout_(layout) {}

  void Begin(const NearSummary& summary);
  void Set(const NearSet& set);
  void Pair(const NearPair& pair);
  // "n of m shown", if the open list was cut.
  void CloseLists();
  // The closing lines; nothing if `near` did not run.
  void End();

 private:
  // A list of the report: its heading comes with the first item, what was cut is reported at its end.
  struct List {
    const char* heading = "";
    const char* item = "";
    std::uint64_t total = 0;
    std::uint64_t seen = 0;
  };

  void TellRead(const NearSummary& summary);
  // Closes the list before this one. False if the item is beyond the limit.
  bool Enter(List* list);

  ReportOptions options_;
  TextLayout& layout_;
  NearSummary summary_;
  List sets_{"Equal", "set"};
  List pairs_{"Near", "pair"};
  List identical_{"Identical", "pair"};
  List* open_ = nullptr;
};

}  // namespace kindred::report
