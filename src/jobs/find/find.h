// Find: everything that is similar in a scanned tree, as values for a sink.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/file.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::jobs {

// As CheckFind of the API.
void CheckQuestion(const FindOptions& options);

// Pushes suggestions for templates, at most so many (0: all). Another job makes them.
using Suggest = std::function<void(std::uint64_t limit, ResultSink& sink)>;

void FindSimilar(base::FileSystem& files, const std::string& index_directory, const FindOptions& options,
                 const Suggest& suggest, ResultSink& sink, Observer& observer);

}  // namespace kindred::jobs
