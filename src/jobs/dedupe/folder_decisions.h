// Decisions on folders, as decisions on their files: of a folder that was decided to be a copy of another,
// each file is a copy of the one with the same path below the other. What is in one of them only is reported.
// Whether two files are equal is not checked here: bytes are compared before anything is replaced.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "act/plan/plan.h"
#include "kindred/decision_values.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::jobs {

// Whether a decision is about a folder: such files have no digest.
bool IsFolder(const DecidedFile& file);

// The decisions, with those on files in the place of each copied folder; they have its id, so that a later
// decision on one of the files counts more. Folders are walked as `walk` says, whatever its roots are; what
// is not `within` is left out.
std::vector<Decision> WithFilesOfFolders(const std::vector<Decision>& decisions, const WalkOptions& walk,
                                         const std::function<bool(const std::string&)>& within,
                                         unsigned threads, Observer& observer,
                                         std::vector<act::LeftAlone>* left);

}  // namespace kindred::jobs
