// See near.h. The stages of SimFind: key range, size, sum tables, and at distance zero the bytes.
#include "jobs/near/near.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "jobs/match/near/near_answer.h"
#include "jobs/match/near/near_sets.h"
#include "jobs/match/near/near_verify.h"
#include "jobs/match/near/tally_scan.h"
#include "kindred/error.h"
#include "kindred/values.h"
#include "read/files/same_bytes.h"
#include "run/stage_timer.h"
#include "run/stop.h"
#include "tally/near_pairs.h"
#include "tally/tally_store.h"
#include "tree/entries/skips.h"

namespace kindred::jobs {

namespace {

// The stored tallies that may be near: one query for a range of keys and sizes (section 4.2).
std::vector<tally::Tally> Candidates(const tally::NearItem& query, tally::KeyKind kind,
                                     tally::TallyStore& store) {
  // The reach is a part of the larger of two sizes, and the other file may be the larger one.
  const double tolerance = std::min(query.tolerance, 0.99);
  const double largest = static_cast<double>(query.size) / (1 - tolerance) + 1;
  const auto key_reach = static_cast<std::int64_t>(std::min(query.key_tolerance * largest + 1, 0x1p62));
  const auto size_reach = static_cast<std::uint64_t>(tolerance * largest + 1);
  return store.InRange(kind, query.key - key_reach, query.key + key_reach,
                       query.size - std::min(size_reach, query.size), query.size + size_reach);
}

bool IsIdentical(const tally::Tally& query, const tally::Tally& found) {
  return query.size == found.size && query.digest == found.digest;
}

}  // namespace

void NearInTree(base::FileSystem& files, const std::string& index_directory, const NearOptions& asked,
                ResultSink& sink, Observer& observer) {
  run::StageTimer whole(observer, "near");
  const NearOptions options = WithKey(asked, tally::KeyKind::kSkewSuffix);
  const tally::TagSet tags = tally::ParseTagSet(options.tags);
  tally::TallyStore store = OpenTallies(files, index_directory, options, tags);
  NearSummary summary = StartSummary(options, tags, store);
  const TalliedTree tree = TallyTree(index_directory, options, tags, store, observer);
  for (const walk::Root& root : tree.roots) summary.roots.push_back(root.typed);
  NearAnswer answer(tree, {}, options, observer);
  answer.Find();
  answer.Fill(&summary);
  summary.seconds = whole.Seconds();
  sink.On(summary);
  answer.Push(sink);
  tree::PushSkips(tree.roots, answer.Skips(), sink);
}

namespace {

// One file was read, and these pairs were found.
void CountAnswer(std::uint64_t size, std::span<const NearPair> pairs, const std::vector<Skip>& skips,
                 NearSummary* summary) {
  summary->bytes = summary->read_bytes = size;
  summary->read_files = 1;
  summary->pairs = pairs.size();
  summary->identical_pairs = static_cast<std::uint64_t>(std::ranges::count_if(pairs, &NearPair::identical));
  summary->unread = static_cast<std::uint64_t>(std::ranges::count_if(pairs, &NearPair::unread));
  summary->skips = skips.size();
  summary->skip_counts = tree::CountSkips(skips);
}

// The tallies of the store that are near the query, or of equal bytes; those first that are nearest.
std::vector<NearPair> NearTo(const tally::Tally& query, bool is_file,
                             std::span<const tally::Tally> candidates, const NearRules& rules,
                             const NearOptions& options, const std::string& host, std::vector<Skip>* skips,
                             Observer& observer) {
  const tally::NearItem item = rules.ItemOf(query);
  const bool enough_tags = rules.HasEnoughTags(query.counts);
  std::vector<NearPair> pairs;
  for (const tally::Tally& found : candidates) {
    run::StopIfAsked(observer);
    const bool local = found.host == host;
    if (local && is_file && found.path == query.path) continue;
    const tally::NearItem other = rules.ItemOf(found);
    bool identical = IsIdentical(query, found);
    if (!identical && !(enough_tags && tally::IsNear(item, other))) continue;
    NearPair pair = PairOf(query, found, item, other);
    if (identical && local && is_file && !options.trust_digest) {
      std::optional<Skip> unread;
      identical = read::HaveSameBytes(query.path, found.path, options.walk.follow_links, &unread);
      if (unread) skips->push_back(*std::move(unread));
    }
    pair.identical = identical;
    if (!local) pair.b = found.host + ":" + found.path;
    pairs.push_back(std::move(pair));
  }
  std::ranges::stable_sort(pairs, [](const NearPair& a, const NearPair& b) {
    return std::tuple(!a.identical, a.distance) < std::tuple(!b.identical, b.distance);
  });
  return pairs;
}

}  // namespace

void NearOneFile(base::FileSystem& files, const std::string& index_directory, const Input& input,
                 const NearOptions& asked, ResultSink& sink, Observer& observer) {
  run::StopIfAsked(observer);
  const bool is_file = input.kind() == Input::Kind::kFile;
  run::StageTimer whole(observer, "near");
  const NearOptions options = WithKey(asked, tally::KeyKind::kSkew);
  const tally::TagSet tags = tally::ParseTagSet(options.tags);
  const tally::KeyKind kind = tally::ParseKeyKind(options.key);
  tally::TallyStore store = OpenTallies(files, index_directory, options, tags);
  if (store.IsEmpty()) {
    throw Error(ErrorKind::kNotFound, "the store has no tallies of these tags yet", store.name(),
                "fill it with `Index::Near`");
  }
  const tally::Tally query = TallyInput(input, tags, observer);
  const NearRules rules(options);

  run::StageTimer searching(observer, "search");
  const std::vector<tally::Tally> candidates = Candidates(rules.ItemOf(query), kind, store);
  std::vector<Skip> skips;
  const bool enough_tags = rules.HasEnoughTags(query.counts);
  std::vector<NearPair> pairs =
      NearTo(query, is_file, candidates, rules, options, store.host(), &skips, observer);
  const std::size_t near = pairs.size();
  std::uint64_t judged = near;
  if (options.verify) {
    std::vector<NearPair> passed;
    judged = VerifyInOrder(
        0, near, PairLimit(options), options, observer, &skips, [&](std::uint64_t i) { return pairs[i]; },
        [&](std::uint64_t, const NearPair& pair) { passed.push_back(pair); });
    passed.insert(passed.end(), pairs.begin() + static_cast<std::ptrdiff_t>(judged), pairs.end());
    pairs = std::move(passed);
  }
  for (NearPair& pair : pairs) pair.a = input.name();
  searching.Done(candidates.size(), "candidates");

  NearSummary summary = StartSummary(options, tags, store);
  summary.query = input.name();
  summary.files = candidates.size();
  summary.too_small = enough_tags ? 0 : 1;
  summary.dropped = near - pairs.size();
  summary.unverified = near - judged;
  CountAnswer(query.size, pairs, skips, &summary);
  summary.seconds = whole.Seconds();
  sink.On(summary);
  for (const Skip& skip : skips) sink.On(skip);
  for (std::size_t i = 0; i < pairs.size() && (options.limit == 0 || i < options.limit); ++i)
    sink.On(pairs[i]);
}

void ForgetTallies(base::FileSystem& files, const std::string& index_directory, const std::string& absolute) {
  const tally::DatabaseUrl url = TalliesOfIndex(index_directory);
  if (files.Exists(url.file)) tally::TallyStore(url, tally::DefaultTagSet(), "").Forget(absolute);
}

}  // namespace kindred::jobs
