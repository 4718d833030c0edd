// Steps of find for callers that have no tree: see kindred/steps.h. Each is the code that find itself runs.
#pragma once

#include <span>
#include <string_view>

#include "kindred/steps.h"

namespace kindred::jobs {

void JudgeEvidence(std::span<const PairEvidence> evidence, const StepOptions& options, ResultSink& sink);

void MeasureInMemory(std::span<const std::string_view> documents, std::span<const DocumentPair> pairs,
                     const StepOptions& options, ResultSink& sink, Observer& observer);

void GroupLinked(std::span<const LinkedContent> contents, std::span<const ContentLink> links,
                 const StepOptions& options, ResultSink& sink);

}  // namespace kindred::jobs
