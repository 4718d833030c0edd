// A record as JSON: for the report, for --filter-command, and for any other output for programs.
#pragma once

#include <string>

#include "kindred/record.h"

namespace kindred::report {

// Appends the record's lines, {"type":...} and a newline each: itself, then its parts that have separate
// lines.
void AppendJsonLines(const Record& record, std::string* to);

}  // namespace kindred::report
