// The files of a tree in an order in which similar ones are neighbours, for archives (Manber 1993, section
// 1).
#pragma once

#include <string>

#include "base/file.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::jobs {

void OrderFiles(base::FileSystem& files, const std::string& index_directory, const OrderOptions& options,
                ResultSink& sink, Observer& observer);

}  // namespace kindred::jobs
