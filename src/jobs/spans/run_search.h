// The search for shared runs in some contents: seeds from marks, then runs from seeds.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kindred/options.h"
#include "kindred/sink.h"
#include "span/runs/runs.h"
#include "span/source.h"

namespace kindred::jobs {

struct SearchResources {
  unsigned threads = 1;
  std::uint64_t memory = 0;  // for seeds
};

// Throws Error(kUsage) if runs of that length cannot be promised.
void CheckSearch(const RunSearch& search);

// How runs are searched, and what cannot be missed, for the report.
std::string SeedsText(const RunSearch& search);
std::string GuaranteeText(const RunSearch& search, const span::FoundRuns& found);

// The largest crowds of a search.
std::vector<SpanCrowd> LargestCrowds(const span::FoundRuns& found,
                                     const std::function<std::string(std::uint32_t)>& path_of);

span::Grain GrainOf(const RunSearch& search);

// `path_of` names contents in traces. Throws Error(kCancelled) when the observer asks to stop.
span::FoundRuns SearchRuns(span::Source& source, const RunSearch& search, std::uint64_t fold_bytes,
                           const SearchResources& resources,
                           const std::function<std::string(std::uint32_t)>& path_of, Observer& observer);

}  // namespace kindred::jobs
