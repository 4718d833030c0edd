// The second half of a query: which candidates are matches, by the caller's rules, and with which shares.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "index/store/store.h"
#include "jobs/match/pools/pools.h"
#include "jobs/query/query_lookup.h"
#include "kindred/options.h"
#include "match/measure.h"
#include "match/pairs/pairs.h"
#include "model/entry.h"
#include "tree/bytes/content_reader.h"

namespace kindred::jobs {

// A match as it is sorted and filtered. It becomes a Match, with its texts, when it is shown: most are not.
struct JudgedMatch {
  std::string path = {};
  std::uint64_t size = 0;
  std::int64_t mtime = kNoTime;
  Digest digest;
  std::uint64_t shared_marks = 0;
  std::uint64_t copies = 1;
  float similarity = 0;
  float of_query = 0;
  float of_file = 0;
  float error = 0;  // of the similarity
  FileType type;
  bool identical = false;
  bool measured = false;
};

// Keys that a match must share with the query.
std::uint64_t LeastShared(const QueryOptions& options, Weight weight);

// The candidates that pass the caller's rules, with paths.
class MatchRules {
 public:
  MatchRules(const std::string& query, const tree::ReadContent& content, const QueryOptions& options,
             const index::StoredMethod& method)
      : query_(query),
        content_(content),
        options_(options.match),
        shares_(match::ShareRulesOf(options.match, method.info)),
        verify_(options.verify),
        min_shared_(LeastShared(options, method.weight)) {}

  // By its shares alone; avoids a lookup in the catalog.
  bool MayMatch(const match::SharedWeight& shared) const {
    if (shared.keys < min_shared_) return false;
    const match::Shares shares = match::MeasureShares(shared, shares_);
    return (verify_ ? std::max(shares.at_most, shares.could_be) : shares.at_most) >=
           static_cast<float>(options_.minimum);
  }

  // A content that passes, with all but its path. `identical`: whether its bytes are the query's.
  std::optional<JudgedMatch> Take(const Content& file, bool identical,
                                  const match::SharedWeight& shared) const {
    match::Shares shares = match::MeasureShares(shared, shares_);
    // A copy without marks is still a copy.
    if (identical && (options_.count == Count::kOnce || shared.total_a == 0)) shares = {1, 1, 1, 0, 1, 1};
    if (!identical) {
      if (!MayMatch(shared)) return std::nullopt;
      if (!options_.types_together && file.type != content_.type) return std::nullopt;
      const auto [smaller, larger] = std::minmax(file.size, content_.size);
      if (static_cast<double>(smaller) < options_.size_ratio * static_cast<double>(larger))
        return std::nullopt;
    }
    return JudgedMatch{.size = file.size,
                       .digest = file.digest,
                       .shared_marks = shared.keys,
                       .similarity = shares.similarity,
                       .of_query = shares.of_a,
                       .of_file = shares.of_b,
                       .error = shares.error,
                       .type = TypeOf(file),
                       .identical = identical};
  }

  bool TakesPath(const std::string& path) const {
    return !options_.same_suffix || SuffixOf(BaseName(path)) == SuffixOf(BaseName(query_));
  }

 private:
  const std::string& query_;
  const tree::ReadContent& content_;
  const MatchOptions& options_;
  match::ShareRules shares_;
  bool verify_;  // all that could match will be read
  std::uint64_t min_shared_;
};

// Appends those of a pool, whose contents are named by their places.
void LookIntoPool(const OpenedPool& opened, const PoolKey* key, const QueryKeys& query,
                  std::span<const std::uint64_t> ignored, const tree::ReadContent& content,
                  const QueryOptions& options, const MatchRules& rules, std::vector<JudgedMatch>* matches);

// The candidates that pass, once for each path, in no order.
std::vector<JudgedMatch> JudgeAll(std::span<const Candidate> candidates, const std::optional<Content>& same,
                                  const QueryOptions& options, const MatchRules& rules,
                                  index::CatalogReader& catalog);

}  // namespace kindred::jobs
