// A segment in memory: marks that come from elsewhere (a pool) or are hashed anew, for readers of segments.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "index/segment/segment.h"

namespace kindred::index {

// A key in a content, with how often it occurs there.
struct CountedPosting {
  std::uint64_t key = 0;
  ContentId content = 0;
  std::uint32_t count = 0;
  std::uint32_t length = 0;  // 0 for methods weighed in marks
  bool operator==(const CountedPosting&) const = default;
};

// Sorts by key and content, and joins what is equal in both.
void SortPostings(std::vector<CountedPosting>* postings);

// `postings` as SortPostings leaves them, `covered` ascending. What a content weighs follows from its
// postings. `name` is for messages.
std::shared_ptr<const Segment> MakeMemorySegment(const StoredMethod& method,
                                                 std::span<const CoveredContent> covered,
                                                 std::vector<CountedPosting> postings,
                                                 const std::string& name);

}  // namespace kindred::index
