// Decisions for other programs: JSON objects and CSV lines.
#pragma once

#include <string>
#include <vector>

#include "http/json_writer.h"
#include "kindred/decision_values.h"

namespace kindred::server {

// One that is only proposed has no id, time and batch.
void WriteDecision(const Decision& decision, JsonWriter& json);
// {"decisions":[...]}, oldest first.
std::string DecisionsAsJson(const std::vector<Decision>& decisions);
// With a line of titles. Names are written as the csv report has them: \ is \\, and what is not plain UTF-8
// text is an escape.
std::string DecisionsAsCsv(const std::vector<Decision>& decisions);

}  // namespace kindred::server
