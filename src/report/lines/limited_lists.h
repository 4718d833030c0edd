// Which lists of a report were cut by `limit`: json and csv report it in a separate record at the end, so
// that a program need not compare totals with what it has read. Text and tables report it below each list.
//
// Example: a summary has 30 families, and 10 are pushed:
//     {"type":"limited","list":"family","shown":10,"total":30}
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kindred/record.h"

namespace kindred::report {

// A list by the type of its records.
struct LimitedList {
  std::string list;
  std::uint64_t shown = 0;
  std::uint64_t total = 0;
};

class LimitedLists {
 public:
  // Every record of the report, in its order.
  void On(const Record& record);
  // Those of which fewer were pushed than a summary announced.
  std::vector<LimitedList> Cut() const;

 private:
  void Announce(std::string_view list, std::uint64_t total);

  std::vector<LimitedList> lists_;  // that were announced
};

}  // namespace kindred::report

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<report::LimitedList>();

}  // namespace kindred::inline v0
