// See query_matches.h.
#include "jobs/query/query_matches.h"

#include <algorithm>

#include "tree/entries/type_filter.h"

namespace kindred::jobs {

std::uint64_t LeastShared(const QueryOptions& options, Weight weight) {
  return match::LeastProposed(options.match, weight,
                              options.verify ? match::Judgement::kByReading : match::Judgement::kByEstimate);
}

namespace {

// Two keys may have the same hash, so the same key may come twice.
QueryKeys UnderKey(const QueryKeys& query, const PoolKey& key, int bits) {
  QueryKeys hashed = query;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> sorted;
  for (std::size_t i = 0; i < query.keys.size(); ++i)
    sorted.emplace_back(key.Mark(query.keys[i], bits), query.weights[i]);
  std::ranges::sort(sorted);
  for (std::size_t i = 0; i < sorted.size(); ++i) std::tie(hashed.keys[i], hashed.weights[i]) = sorted[i];
  return hashed;
}

}  // namespace

void LookIntoPool(const OpenedPool& opened, const PoolKey* key, const QueryKeys& query,
                  std::span<const std::uint64_t> ignored, const tree::ReadContent& content,
                  const QueryOptions& options, const MatchRules& rules, std::vector<JudgedMatch>* matches) {
  const index::Pool& pool = opened.pool;
  std::vector<index::CoveredContent> covered;
  for (std::uint32_t place = 0; place < pool.contents.size(); ++place)
    covered.push_back({place, pool.contents[place].level});
  const auto segment = index::MakeMemorySegment(pool.method, covered, pool.postings, opened.label);
  std::vector<std::uint64_t> templates(ignored.begin(), ignored.end());
  if (key != nullptr) {
    for (std::uint64_t& ignored_key : templates) ignored_key = key->Mark(ignored_key, pool.method.key_bits);
    std::ranges::sort(templates);
  }
  const QueryKeys hashed = key == nullptr ? query : UnderKey(query, *key, pool.method.key_bits);
  std::vector<Candidate> candidates;
  LookUp(*segment, hashed, LeastShared(options, pool.method.weight), templates, 1, &candidates);
  const Digest digest = key == nullptr ? content.digest : key->Of(content.digest);
  for (std::uint32_t place = 0; place < pool.contents.size(); ++place) {
    const index::PoolContent& file = pool.contents[place];
    const bool identical = file.digest == digest && file.size == content.size;
    const auto found = std::ranges::lower_bound(candidates, place, {}, &Candidate::content);
    const bool shares = found != candidates.end() && found->content == place;
    if (!identical && !shares) continue;
    const Content known{place, file.size, file.digest, file.type, file.media};
    if (!tree::IsOneOf(options.types, known)) continue;
    const auto match = rules.Take(known, identical, shares ? found->shared : match::SharedWeight{});
    if (!match) continue;
    for (const std::string& path : Pools::PathsOf(opened, place)) {
      if (!rules.TakesPath(path)) continue;
      matches->push_back(*match);
      matches->back().path = path;
      if (pool.anonymous) matches->back().copies = file.copies;
    }
  }
}

std::vector<JudgedMatch> JudgeAll(std::span<const Candidate> candidates, const std::optional<Content>& same,
                                  const QueryOptions& options, const MatchRules& rules,
                                  index::CatalogReader& catalog) {
  std::vector<ContentId> wanted;
  std::vector<match::SharedWeight> shares;
  for (const Candidate& candidate : candidates) {
    if (!rules.MayMatch(candidate.shared) && !(same && same->id == candidate.content)) continue;
    wanted.push_back(candidate.content);
    shares.push_back(candidate.shared);
  }
  // Contents without files stay in the segments until the next merge.
  std::vector<ContentId> taken;
  std::vector<JudgedMatch> judged;
  judged.reserve(wanted.size());
  for (const Content& file : catalog.FindContents(wanted)) {
    if (!tree::IsOneOf(options.types, file)) continue;
    const auto at = std::ranges::lower_bound(wanted, file.id) - wanted.begin();
    auto match = rules.Take(file, same && same->id == file.id, shares[static_cast<std::size_t>(at)]);
    if (!match) continue;
    taken.push_back(file.id);
    judged.push_back(std::move(*match));
  }
  std::vector<JudgedMatch> matches;
  matches.reserve(judged.size());
  for (index::ContentPath& found : catalog.PathsOfAll(taken)) {
    if (!rules.TakesPath(found.path)) continue;
    const auto at = std::ranges::lower_bound(taken, found.content) - taken.begin();
    matches.push_back(judged[static_cast<std::size_t>(at)]);
    matches.back().path = std::move(found.path);
    matches.back().mtime = found.mtime_ns;
  }
  return matches;
}

}  // namespace kindred::jobs
