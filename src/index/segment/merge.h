// Merging segments: which, and how. Size-tiered: a tier holds segments of sizes within a factor of four, and
// when it has four of them they become one of the next tier. So a mark is rewritten once per tier, and a
// method has at most three segments in each.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/file.h"
#include "index/segment/content_set.h"
#include "index/segment/segment_file.h"
#include "index/segment/segment_format.h"

namespace kindred::index {

using SegmentFiles = std::vector<std::shared_ptr<const SegmentFile>>;

// Groups of segments of one method to be merged with each other. A segment of which most contents are gone is
// a group by itself.
std::vector<SegmentFiles> PlanMerges(const SegmentFiles& segments, const ContentSet& live);

// Writes what is live in `segments`, all of one method, as one new segment; nullopt, and no file, if nothing
// is. Throws Error(kCancelled) when stopped.
std::optional<SegmentFrame> MergeSegments(base::FileSystem& files, const std::string& path,
                                          const SegmentFiles& segments, const ContentSet& live,
                                          std::stop_token stop);

}  // namespace kindred::index
