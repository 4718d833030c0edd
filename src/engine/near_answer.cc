// See near_answer.h. The stages of SimFind for all pairs.
#include "engine/near_answer.h"

#include <unistd.h>

#include <algorithm>

#include "engine/near_verify.h"
#include "engine/scan.h"
#include "engine/stage_timer.h"
#include "index/store.h"
#include "kindred/error.h"
#include "kindred/kindred.h"

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

void StopIfAsked(Observer& observer) {
  if (observer.StopRequested()) {
    throw Error(ErrorKind::kInterrupted, "interrupted", "",
                "the tallies are stored; run again for the answer");
  }
}

}  // namespace

TallyStore OpenTallies(FileSystem& files, const std::string& directory, const NearOptions& options,
                       const TagSet& tags) {
  return TallyStore(UrlOf(files, directory, options), tags, HostName());
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

void NearAnswer::Find() {
  StageTimer grouping(observer_, "group");
  sets_ = FormNearSets(tree_.tallies, rules_, asked_);
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

void NearAnswer::Fill(NearSummary* summary) const {
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

void NearAnswer::Push(ResultSink& sink) const {
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

NearPair NearAnswer::PairOfFiles(std::uint32_t a, std::uint32_t b) const {
  return PairOf(tree_.tallies[a], tree_.tallies[b], rules_.ItemOf(tree_.tallies[a]),
                rules_.ItemOf(tree_.tallies[b]));
}

void NearAnswer::PushSets(const ShownPaths& shown, ResultSink& sink) const {
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

void NearAnswer::Verify() {
  StageTimer verifying(observer_, "verify");
  std::vector<NearPair> pairs;
  for (const NearEdge& edge : edges_.edges)
    pairs.push_back(PairOfFiles(sets_.nodes[edge.a], sets_.nodes[edge.b]));
  verified_ = VerifyNearPairs(std::move(pairs), options_, observer_);
  dropped_ = edges_.total - verified_.size();
  verifying.Done(edges_.edges.size(), "pairs");
}

}  // namespace kindred
