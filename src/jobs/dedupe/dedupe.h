// Dedupe: identical files of a scanned tree, or of a list of decisions, planned and replaced by src/act.
#pragma once

#include <cstdint>
#include <string>

#include "base/file.h"
#include "kindred/dedupe.h"
#include "kindred/sink.h"

namespace kindred::jobs {

// Pushes a DedupeSummary, DedupeSets, DedupeActions for what is left alone otherwise, and skips.
void DedupeTree(base::FileSystem& files, const std::string& index_directory, const DedupeOptions& options,
                ResultSink& sink, Observer& observer);

// Pushes an UndoSummary and a DedupeAction for each copy. `run` 0: the newest that is not undone.
void UndoDedupe(base::FileSystem& files, const std::string& index_directory, std::uint64_t run,
                ResultSink& sink, Observer& observer);

// Brings interrupted runs to an end, then pushes all runs, oldest first, and DedupeActions for what was
// recovered.
void ListRuns(base::FileSystem& files, const std::string& index_directory, ResultSink& sink);

}  // namespace kindred::jobs
