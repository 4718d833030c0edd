// Flags for what find shows, and in which order.
#pragma once

#include <optional>

#include "flags/flag.h"
#include "flags/report/report_flags.h"
#include "kindred/options.h"

namespace kindred::cli {

struct ShowFlags {
  bool given = false;  // --show was
  FindSections sections = {.identical = false, .inside = false, .families = false, .groups = false};
  bool directories = false;
  bool pairs = false;
  bool sets = false;
  bool boilerplate = false;
  std::optional<FindOrder> order;

  static FlagTable<ShowFlags> Table();
};

// The text of find is an overview unless it was asked for lists.
bool IsOverview(const ShowFlags& show, const ListFlags& list, const ReportFlags& report);

// The lists that a format has without --show.
FindSections SectionsOf(const ShowFlags& show, const ReportFlags& report);

}  // namespace kindred::cli
