// Chooses an anchor set from the texts of a tree: LearnAnchors of the API.
#pragma once

#include <string>

#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::jobs {

// Returns the text of the set's file.
std::string LearnAnchorSet(const LearnOptions&, ResultSink&, Observer&);

}  // namespace kindred::jobs
