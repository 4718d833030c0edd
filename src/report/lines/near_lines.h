// What `near` found, as lines for programs. JSON keys in the order of docs/cli.md; CSV columns as everywhere
// (kindred/report.h).
#pragma once

#include <cstdint>
#include <string>

#include "kindred/values.h"

namespace kindred::report {

std::string NearJsonLine(const NearSummary& summary);
std::string NearJsonLine(const NearSet& set);
std::string NearJsonLine(const NearPair& pair);

std::string NearCsvLines(const NearSummary& summary);
std::string NearCsvLines(const NearSet& set, std::uint64_t number);
std::string NearCsvLines(const NearPair& pair);

}  // namespace kindred::report
