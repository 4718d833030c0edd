// Marks of bytes in memory, as a scan makes them of files: the documents of a table or a message queue, which
// never are files. Needs no index.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "kindred/tables.h"
#include "model/mark.h"

namespace kindred::jobs {

void MarkInMemory(std::span<const std::string_view> documents, const MarkOptions& options, ResultSink& sink,
                  Observer& observer);

// What marks weigh from their content's level on, zeros at the end left out.
std::vector<std::uint64_t> WeightsFrom(int level, std::span<const std::uint64_t> weight_at);

}  // namespace kindred::jobs
