// Lists of skips: sorted, compared, counted for a summary, and reported with paths as the user typed them.
#pragma once

#include <vector>

#include "kindred/sink.h"
#include "kindred/values.h"
#include "walk/walk.h"

namespace kindred::tree {

// By path, then stage.
void SortSkips(std::vector<Skip>* skips);

// The same paths, stages and reasons in the same order.
bool SameSkips(const std::vector<Skip>& a, const std::vector<Skip>& b);

// Skips by reason, the most frequent first.
std::vector<SkipCount> CountSkips(const std::vector<Skip>& skips);

// Paths below a root are shown below the root as typed.
void PushSkips(const std::vector<walk::Root>& roots, const std::vector<Skip>& skips, ResultSink& sink);

}  // namespace kindred::tree
