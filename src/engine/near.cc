// See near.h. The stages of SimFind: key range, size, sum tables, and at distance zero the bytes.
#include "engine/near.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "engine/near_sets.h"
#include "engine/near_verify.h"
#include "engine/scan.h"
#include "engine/shown_paths.h"
#include "engine/stage_timer.h"
#include "engine/tally_scan.h"
#include "index/store.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "read/same_bytes.h"
#include "tally/near_pairs.h"
#include "tally/tally_store.h"

namespace kindred {

namespace {

std::string HostName() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

DatabaseUrl UrlOf(FileSystem& files, const std::string& directory, const NearOptions& options) {
  DatabaseUrl url;
  if (options.database.empty()) {
    ClaimDirectory(files, directory);
    url.file = JoinPath(directory, kTalliesName);
  } else {
    url = ParseDatabaseUrl(options.database);
  }
  if (!options.password_file.empty()) url.password = ReadPasswordFile(options.password_file);
  return url;
}

NearSummary StartSummary(const NearOptions& options, const TagSet& tags, const TallyStore& store) {
  NearSummary summary;
  summary.version = Version();
  summary.database = store.name();
  summary.tags = tags.name;
  summary.key = options.key;
  summary.tolerance = options.tolerance;
  summary.verified = options.verify;
  return summary;
}

void StopIfAsked(Observer& observer) {
  if (observer.StopRequested()) {
    throw Error(ErrorKind::kInterrupted, "interrupted", "",
                "the tallies are stored; run again for the answer");
  }
}

NearPair PairOf(const Tally& a, const Tally& b, const NearItem& item_a, const NearItem& item_b) {
  NearPair pair;
  pair.a = a.path;
  pair.b = b.path;
  pair.size_a = a.size;
  pair.size_b = b.size;
  pair.key_distance = KeyDistance(item_a.key, item_b.key);
  pair.distance = SumDistance(a.counts, b.counts);
  return pair;
}

// Everything that is pushed about a tree, in its order. Pairs and sets hold absolute paths until they are
// shown.
class TreeAnswer {
 public:
  TreeAnswer(const TalliedTree& tree, const NearOptions& options, Observer& observer)
      : tree_(tree), options_(options), observer_(observer), rules_(options) {}

  void Find() {
    StageTimer grouping(observer_, "group");
    sets_ = FormNearSets(tree_.tallies, rules_);
    grouping.Done(sets_.nodes.size(), "contents");
    StopIfAsked(observer_);
    StageTimer searching(observer_, "search");
    edges_ = FindNearPairs(sets_.items, options_.verify ? 0 : options_.limit, MemoryOf(options_.run),
                           ThreadsOf(options_.run));
    searching.Done(edges_.compared, "comparisons");
    StopIfAsked(observer_);
    StageTimer comparing(observer_, "compare bytes");
    if (!options_.trust_digest)
      DropUnequal(tree_.tallies, options_.walk.follow_links, ThreadsOf(options_.run), &sets_);
    comparing.Done(sets_.identical.size(), "sets");
    if (options_.verify) Verify();
  }

  void Fill(NearSummary* summary) const {
    summary->files = tree_.tallies.size();
    for (const Tally& tally : tree_.tallies) summary->bytes += tally.size;
    summary->contents = sets_.contents;
    summary->read_files = tree_.read_files;
    summary->read_bytes = tree_.read_bytes;
    summary->skips = tree_.skips.size();
    summary->skip_counts = CountSkips(tree_.skips);
    summary->filtered = tree_.filtered;
    summary->hidden = tree_.hidden;
    summary->too_small = sets_.too_small;
    summary->dropped = dropped_;
    for (const NearMembers& members : sets_.identical)
      ++(members.size() > 2 ? summary->sets : summary->identical_pairs);
    summary->sets += sets_.equal.size();
    summary->pairs = edges_.total - dropped_ + summary->identical_pairs;
  }

  // Sets, pairs that differ, pairs that do not: each list is cut at the limit.
  void Push(ResultSink& sink) const {
    const ShownPaths shown(tree_.roots);
    PushSets(shown, sink);
    auto push = [&](NearPair pair) {
      pair.a = shown.Of(pair.a);
      pair.b = shown.Of(pair.b);
      sink.OnNearPair(pair);
    };
    std::uint64_t room = options_.limit == 0 ? ~std::uint64_t{0} : options_.limit;
    if (options_.verify) {
      for (std::size_t i = 0; i < std::min<std::uint64_t>(verified_.size(), room); ++i) push(verified_[i]);
    } else {
      for (const NearEdge& edge : edges_.edges) push(PairOfFiles(sets_.nodes[edge.a], sets_.nodes[edge.b]));
    }
    for (const NearMembers& members : sets_.identical) {
      if (members.size() != 2) continue;
      if (room-- == 0) break;
      NearPair pair = PairOfFiles(members[0], members[1]);
      pair.identical = true;
      push(std::move(pair));
    }
  }

 private:
  NearPair PairOfFiles(std::uint32_t a, std::uint32_t b) const {
    return PairOf(tree_.tallies[a], tree_.tallies[b], rules_.ItemOf(tree_.tallies[a]),
                  rules_.ItemOf(tree_.tallies[b]));
  }

  void PushSets(const ShownPaths& shown, ResultSink& sink) const {
    std::uint64_t pushed = 0;
    for (const auto* sets : {&sets_.identical, &sets_.equal}) {
      for (const NearMembers& members : *sets) {
        if (members.size() < 3) continue;
        if (options_.limit != 0 && pushed++ == options_.limit) return;
        NearSet set{sets == &sets_.identical, tree_.tallies[members[0]].size, {}, members.size()};
        for (std::uint32_t member : members) {
          if (options_.limit != 0 && set.files.size() == options_.limit) break;
          set.files.push_back(shown.Of(tree_.tallies[member].path));
        }
        sink.OnNearSet(set);
      }
    }
  }

  void Verify() {
    StageTimer verifying(observer_, "verify");
    std::vector<NearPair> pairs;
    for (const NearEdge& edge : edges_.edges)
      pairs.push_back(PairOfFiles(sets_.nodes[edge.a], sets_.nodes[edge.b]));
    verified_ = VerifyNearPairs(std::move(pairs), options_, observer_);
    dropped_ = edges_.total - verified_.size();
    verifying.Done(edges_.edges.size(), "pairs");
  }

  const TalliedTree& tree_;
  const NearOptions& options_;
  Observer& observer_;
  NearRules rules_;
  NearSets sets_;
  NearEdges edges_;
  std::vector<NearPair> verified_;
  std::uint64_t dropped_ = 0;
};

// The stored tallies that may be near: one query for a range of keys and sizes (section 4.2).
std::vector<Tally> Candidates(const NearItem& query, KeyKind kind, TallyStore& store) {
  // The reach counts from the larger of two sizes, and that one may be larger by the tolerance.
  const double tolerance = std::min(query.tolerance, 0.99);
  const double largest = static_cast<double>(query.size) / (1 - tolerance) + 1;
  const auto key_reach = static_cast<std::int64_t>(std::min(query.key_tolerance * largest + 1, 0x1p62));
  const auto size_reach = static_cast<std::uint64_t>(tolerance * largest + 1);
  return store.InRange(kind, query.key - key_reach, query.key + key_reach,
                       query.size - std::min(size_reach, query.size), query.size + size_reach);
}

bool IsIdentical(const Tally& query, const Tally& found) {
  return query.size == found.size && query.digest == found.digest;
}

}  // namespace

void NearInTree(FileSystem& files, const std::string& directory, const NearOptions& options, ResultSink& sink,
                Observer& observer) {
  StageTimer whole(observer, "near");
  const TagSet tags = ParseTagSet(options.tags);
  ParseKeyKind(options.key);
  TallyStore store(UrlOf(files, directory, options), tags, HostName());
  NearSummary summary = StartSummary(options, tags, store);
  const TalliedTree tree = TallyTree(directory, options, tags, store, observer);
  for (const Root& root : tree.roots) summary.roots.push_back(root.typed);
  TreeAnswer answer(tree, options, observer);
  answer.Find();
  answer.Fill(&summary);
  summary.seconds = whole.Seconds();
  sink.OnNearSummary(summary);
  answer.Push(sink);
  const ShownPaths shown(tree.roots);
  for (Skip skip : tree.skips) {
    skip.path = shown.Of(skip.path);
    sink.OnSkip(skip);
  }
}

void NearOneFile(FileSystem& files, const std::string& directory, const std::string& file,
                 const NearOptions& options, ResultSink& sink, Observer& observer) {
  StageTimer whole(observer, "near");
  const TagSet tags = ParseTagSet(options.tags);
  const KeyKind kind = ParseKeyKind(options.key);
  TallyStore store(UrlOf(files, directory, options), tags, HostName());
  if (store.IsEmpty()) {
    throw Error(ErrorKind::kFailed, "the store has no tallies of these tags yet", store.name(),
                "fill it with 'kindred near DIRECTORY'");
  }
  const Tally query = TallyFile(file, tags);
  const NearRules rules(options);
  const NearItem item = rules.ItemOf(query);

  StageTimer searching(observer, "search");
  const std::vector<Tally> candidates = Candidates(item, kind, store);
  std::vector<NearPair> pairs;
  const bool says_enough = rules.SaysEnough(query.counts);
  for (const Tally& found : candidates) {
    const bool local = found.host == store.host();
    if (local && found.path == query.path) continue;
    const NearItem other = rules.ItemOf(found);
    bool identical = IsIdentical(query, found);
    if (!identical && !(says_enough && IsNear(item, other))) continue;
    NearPair pair = PairOf(query, found, item, other);
    if (identical && local && file != "-" && !options.trust_digest)
      identical = HaveSameBytes(query.path, found.path, options.walk.follow_links);
    pair.identical = identical;
    if (!local) pair.b = found.host + ":" + found.path;
    pairs.push_back(std::move(pair));
  }
  const std::size_t near = pairs.size();
  if (options.verify) pairs = VerifyNearPairs(std::move(pairs), options, observer);
  for (NearPair& pair : pairs) pair.a = file;
  std::ranges::stable_sort(pairs, [](const NearPair& a, const NearPair& b) {
    return std::tuple(!a.identical, a.distance) < std::tuple(!b.identical, b.distance);
  });
  searching.Done(candidates.size(), "candidates");

  NearSummary summary = StartSummary(options, tags, store);
  summary.query = file;
  summary.files = candidates.size();
  summary.bytes = query.size;
  summary.read_files = 1;
  summary.read_bytes = query.size;
  summary.too_small = says_enough ? 0 : 1;
  summary.pairs = pairs.size();
  summary.identical_pairs = static_cast<std::uint64_t>(std::ranges::count_if(pairs, &NearPair::identical));
  summary.dropped = near - pairs.size();
  summary.seconds = whole.Seconds();
  sink.OnNearSummary(summary);
  for (std::size_t i = 0; i < pairs.size() && (options.limit == 0 || i < options.limit); ++i)
    sink.OnNearPair(pairs[i]);
}

void ForgetTallies(FileSystem& files, const std::string& directory, const std::string& absolute) {
  DatabaseUrl url;
  url.file = JoinPath(directory, kTalliesName);
  if (files.Exists(url.file)) TallyStore(url, DefaultTagSet(), "").Forget(absolute);
}

}  // namespace kindred
