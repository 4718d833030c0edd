// Query: one file, or other bytes, against the index (Manber 1993, section 3). Reads the query file and the
// index, nothing else.
#pragma once

#include <string>

#include "base/file.h"
#include "index/store/store.h"
#include "kindred/input.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::jobs {

// `opened` is the state of the index to search; nullptr: the newest one.
void QuerySimilar(base::FileSystem& files, const std::string& index_directory, index::Snapshot* opened,
                  const Input& input, const QueryOptions& options, ResultSink& sink, Observer& observer);

}  // namespace kindred::jobs
