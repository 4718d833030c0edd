// Compares a directory with a pool of another machine: which files are there, and which must be sent: "not
// merging any content that is already represented in the master repository" (Forman et al. 2005, section
// 2.4), and file synchronization between machines (Manber 1993, section 1).
#pragma once

#include <string>

#include "base/file.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::jobs {

void CompareWithPool(base::FileSystem& files, const std::string& index_directory, const std::string& a,
                     const CompareOptions& options, ResultSink& sink, Observer& observer);

}  // namespace kindred::jobs
