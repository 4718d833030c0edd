// A record as JSON: for the report, for --filter-command, and for anything else that speaks to programs.
#pragma once

#include <string>

#include "kindred/record.h"

namespace kindred::report {

// Appends the record's lines, {"type":...} and a newline each: itself, then what is told apart from it.
void AppendJsonLines(const Record& record, std::string* to);

}  // namespace kindred::report
