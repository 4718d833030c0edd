// The filters of MatchOptions as a stage: the expression first, then the user's own program for what it lets
// through. Pairs are filtered before groups and families are made of them, so that all lists agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kindred/options.h"
#include "kindred/sink.h"
#include "match/filter/pair_filter.h"

namespace kindred::jobs {

// A pair as both filters see it.
struct FilterItem {
  FilePair pair;
  FileType type_a;
  FileType type_b;
};

class FilterStage {
 public:
  // Throws FilterError at once, before anything is scanned.
  explicit FilterStage(const MatchOptions& options);

  bool Empty() const { return !expression_ && command_.empty(); }
  // Which of `count` items pass. Throws Error(kFailed) if the program fails or answers wrongly.
  std::vector<bool> Pass(std::size_t count, const std::function<FilterItem(std::size_t)>& item,
                         Observer& observer) const;

 private:
  void AskProgram(const std::function<FilterItem(std::size_t)>& item, std::vector<bool>* passed,
                  Observer& observer) const;

  std::optional<match::PairFilter> expression_;
  std::string command_;
  std::uint64_t timeout_ = 0;  // seconds
};

}  // namespace kindred::jobs
