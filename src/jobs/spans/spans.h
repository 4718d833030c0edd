// Spans: all runs that occur several times in a scanned tree.
#pragma once

#include <string>

#include "base/file.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::jobs {

void FindSpans(base::FileSystem& files, const std::string& index_directory, const SpanOptions& options,
               ResultSink& sink, Observer& observer);

}  // namespace kindred::jobs
