// What `near` found, for people.
#pragma once

#include <cstdint>
#include <string>

#include "kindred/report.h"
#include "report/text_layout.h"

namespace kindred {

class NearText {
 public:
  NearText(const ReportOptions& options, TextLayout& layout) : options_(options), layout_(layout) {}

  void Begin(const NearSummary& summary);
  void Set(const NearSet& set);
  void Pair(const NearPair& pair);
  // "n of m shown", where lists were cut.
  void CloseLists();
  // The closing lines; nothing if `near` did not run.
  void End();

 private:
  bool TakeOne(std::uint64_t* shown) const;

  ReportOptions options_;
  TextLayout& layout_;
  NearSummary summary_;
  std::uint64_t sets_ = 0;
  std::uint64_t pairs_ = 0;
  bool sets_closed_ = true;
  bool pairs_closed_ = true;
};

}  // namespace kindred
