// Matches of a query, measured by reading their files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/catalog/catalog.h"
#include "inside/part_spool.h"
#include "jobs/query/query_matches.h"
#include "kindred/sink.h"
#include "model/ignore.h"

namespace kindred::jobs {

struct VerifiedMatches {
  std::vector<JudgedMatch> matches;
  std::uint64_t dropped = 0;  // fell below the minimum
  std::vector<Skip> skips;    // files that are not as they were scanned
};

// Measures each match by reading its file.
VerifiedMatches VerifyMatches(std::span<const std::uint8_t> query, Ignore ignore, const QueryOptions& options,
                              index::CatalogReader& catalog, inside::PartSpool& parts, Observer& observer,
                              std::vector<JudgedMatch> matches);

}  // namespace kindred::jobs
