// Compares two directories by content (Manber 1993, section 6, third area).
#pragma once

#include <string>

#include "base/file.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::jobs {

void CompareTrees(base::FileSystem& files, const std::string& index_directory, const std::string& a,
                  const std::string& b, const CompareOptions& options, ResultSink& sink, Observer& observer);

}  // namespace kindred::jobs
