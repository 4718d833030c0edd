// Flags for where a report goes, its format, and how much it lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "flags/flag.h"
#include "flags/flag_values.h"

namespace kindred::cli {

struct ReportFlags {
  std::string format = "text";
  std::string output;  // empty: standard output
  When color = When::kAuto;

  static FlagTable<ReportFlags> Table();
};

// For reports that list findings.
struct ListFlags {
  std::optional<std::uint64_t> limit;  // not given: 10 in lists for people, all elsewhere
  bool exit_code = false;

  static FlagTable<ListFlags> Table();
};

// How long a list may be: as requested, or 10 for people and unlimited for programs.
std::uint64_t ListLimit(const ListFlags& list, const ReportFlags& report);

}  // namespace kindred::cli
