// The walk of a tree whose index may lie in the tree itself, and roots as they are stored.
#pragma once

#include <string>

#include "kindred/options.h"
#include "kindred/sink.h"
#include "walk/walk.h"

namespace kindred::tree {

// As walk::Walk, without the files of the index itself: every scan changes them.
walk::WalkResult WalkTree(const WalkOptions& options, unsigned threads, const std::string& index,
                          Observer& observer);

// As typed to as stored; a path that no longer exists is made absolute by its text alone.
walk::Root ResolveRoot(const std::string& typed);

}  // namespace kindred::tree
