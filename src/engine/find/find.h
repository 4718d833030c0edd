// Find: everything that is similar in a scanned tree, as values for a sink.
#pragma once

#include <string>

#include "base/file.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::engine {

// As CheckFind of the API.
void CheckQuestion(const FindOptions& options);

void FindSimilar(base::FileSystem& files, const std::string& index_directory, const FindOptions& options,
                 ResultSink& sink, Observer& observer);

}  // namespace kindred::engine
