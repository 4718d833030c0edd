// Reads decisions as a review exports them (docs/formats/http.md, "Decisions"): JSON or CSV, distinguished by
// the first byte. Names are bytes: \udc80 to \udcff in them is a byte that is not UTF-8.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kindred/decision_values.h"

namespace kindred::jobs {

// Error(kUsage), naming the file and the place, if the text is not such a list.
std::vector<Decision> ParseDecisions(std::string_view text, const std::string& file);
std::vector<Decision> ReadDecisionFile(const std::string& file);

}  // namespace kindred::jobs
