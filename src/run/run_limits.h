// How many threads and how much memory a run may take.
#pragma once

#include <cstdint>
#include <string>

#include "kindred/options.h"

namespace kindred::run {

// 0 in the options means: all processors, a quarter of the machine's memory.
unsigned ThreadsOf(const RunOptions& options);
std::uint64_t MemoryOf(const RunOptions& options);
// Where what does not fit in memory goes: TMPDIR if that is set, else the index.
std::string SpillDirectory(const std::string& index_directory);

}  // namespace kindred::run
