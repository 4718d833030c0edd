// Query: one file against the index (Manber 1993, section 3). Reads the query file and the index, nothing
// else.
#pragma once

#include <string>

#include "base/file.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::engine {

void QuerySimilar(base::FileSystem& files, const std::string& index_directory, const std::string& query,
                  const QueryOptions& options, ResultSink& sink, Observer& observer);

}  // namespace kindred::engine
