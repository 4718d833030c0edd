// Decisions for other programs: JSON objects and CSV lines.
#pragma once

#include <string>
#include <vector>

#include "http/json_writer.h"
#include "kindred/decision_values.h"

namespace kindred::server {

// A proposed decision has no id, time or batch.
void WriteDecision(const Decision& decision, JsonWriter& json);
// {"decisions":[...]}, oldest first.
std::string DecisionsAsJson(const std::vector<Decision>& decisions);
// With a header line. Names are written as in the csv report: \ is \\, and anything but plain UTF-8 text is
// an escape.
std::string DecisionsAsCsv(const std::vector<Decision>& decisions);

}  // namespace kindred::server
