// Compares two files by reading both: CompareFiles of the API.
#pragma once

#include "kindred/input.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::jobs {

// Needs no index. Throws Error(kFailed) for a file that cannot be read whole, or does not fit in memory.
void CompareTwoFiles(const Input& a, const Input& b, const FileCompareOptions&, ResultSink&, Observer&);

}  // namespace kindred::jobs
