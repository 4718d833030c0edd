// The first half of a query: its keys, and which contents of a segment share enough of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "index/segment/segment.h"
#include "match/measure.h"
#include "tree/bytes/content_reader.h"

namespace kindred::jobs {

// The query's keys as the index stores them, ascending, each with what it weighs.
struct QueryKeys {
  int level = 0;
  std::vector<std::uint64_t> keys;
  std::vector<std::uint64_t> weights;
  std::array<std::uint64_t, kMaxLevel + 1> weight_at{};
};

// Those of templates (`ignored`, ascending) are left out.
QueryKeys KeysOf(const tree::ReadContent& content, const index::StoredMethod& method,
                 std::span<const std::uint64_t> ignored);

// What a content of the index shares with the query: a is the query, b the file.
struct Candidate {
  ContentId content = 0;
  match::SharedWeight shared;
};

// Appends, by ascending content, those of the segment. Contents that share fewer than `min_shared` keys are
// left out: most of a large index shares one by chance.
void LookUp(const index::Segment& segment, const QueryKeys& query, std::uint64_t min_shared,
            std::span<const std::uint64_t> ignored, unsigned threads, std::vector<Candidate>* candidates);

}  // namespace kindred::jobs
