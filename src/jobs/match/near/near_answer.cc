// See near_answer.h. The stages of SimFind for all pairs.
#include "jobs/match/near/near_answer.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "index/store/store.h"
#include "jobs/match/near/near_verify.h"
#include "kindred/error.h"
#include "kindred/values.h"
#include "run/run_limits.h"
#include "run/stage_timer.h"
#include "run/stop.h"
#include "tree/entries/skips.h"

namespace kindred::jobs {

namespace {

std::string HostName() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

tally::DatabaseUrl UrlOf(base::FileSystem& files, const std::string& index_directory,
                         const NearOptions& options) {
  tally::DatabaseUrl url;
  if (options.database.empty()) {
    index::ClaimDirectory(files, index_directory);
    url = TalliesOfIndex(index_directory);
  } else {
    url = tally::ParseDatabaseUrl(options.database);
  }
  if (!options.password_file.empty()) url.password = tally::ReadPasswordFile(options.password_file);
  return url;
}

}  // namespace

tally::DatabaseUrl TalliesOfIndex(const std::string& index_directory) {
  tally::DatabaseUrl url;
  url.file = JoinPath(index_directory, index::kTalliesName);
  std::error_code ignored;
  if (std::filesystem::is_symlink(url.file, ignored)) {
    throw Error(ErrorKind::kFailed, "is a link, and may lead to another user's file", url.file,
                "remove it, or name another database with `database`");
  }
  return url;
}

tally::TallyStore OpenTallies(base::FileSystem& files, const std::string& index_directory,
                              const NearOptions& options, const tally::TagSet& tags) {
  return tally::TallyStore(UrlOf(files, index_directory, options), tags, HostName());
}

NearSummary StartSummary(const NearOptions& options, const tally::TagSet& tags,
                         const tally::TallyStore& store) {
  NearSummary summary;
  summary.version = Version();
  summary.database = store.name();
  summary.tags = tags.name;
  summary.key = options.key;
  summary.tolerance = options.tolerance;
  summary.verified = options.verify;
  return summary;
}

std::uint64_t PairLimit(const NearOptions& options) {
  return options.limit == 0 ? ~std::uint64_t{0} : options.limit;
}

NearPair PairOf(const tally::Tally& a, const tally::Tally& b, const tally::NearItem& item_a,
                const tally::NearItem& item_b) {
  NearPair pair;
  pair.a = a.path;
  pair.b = b.path;
  pair.size_a = a.size;
  pair.size_b = b.size;
  pair.key_distance = tally::KeyDistance(item_a.key, item_b.key);
  pair.distance = tally::SumDistance(a.counts, b.counts);
  return pair;
}

void NearAnswer::Find() {
  run::StageTimer grouping(observer_, "group");
  sets_ = FormNearSets(tree_.tallies, rules_, asked_);
  grouping.Done(sets_.nodes.size(), "contents");
  run::StopIfAsked(observer_, run::kTalliesAreStored);
  run::StageTimer searching(observer_, "search");
  edges_ = Search(options_.limit);
  searching.Done(edges_.compared, "comparisons");
  run::StopIfAsked(observer_, run::kTalliesAreStored);
  run::StageTimer comparing(observer_, "compare bytes");
  if (!options_.trust_digest)
    DropUnequal(tree_.tallies, options_.walk.follow_links, run::ThreadsOf(options_.run), &sets_);
  comparing.Done(sets_.identical.size(), "sets");
  if (options_.verify) Verify();
}

tally::NearEdges NearAnswer::Search(std::uint64_t limit) const {
  return tally::FindNearPairs(sets_.items, limit, run::MemoryOf(options_.run), run::ThreadsOf(options_.run));
}

void NearAnswer::Fill(NearSummary* summary) const {
  summary->files = tree_.tallies.size();
  for (const tally::Tally& tally : tree_.tallies) summary->bytes += tally.size;
  summary->contents = sets_.contents;
  summary->read_files = tree_.read_files;
  summary->read_bytes = tree_.read_bytes;
  const std::vector<Skip> skips = Skips();
  summary->skips = skips.size();
  summary->skip_counts = tree::CountSkips(skips);
  summary->filtered = tree_.filtered;
  summary->hidden = tree_.hidden;
  summary->too_small = sets_.too_small;
  summary->dropped = Dropped();
  if (options_.verify) summary->unverified = edges_.total - judged_;
  summary->unread = static_cast<std::uint64_t>(
      std::ranges::count_if(verified_, [](const VerifiedEdge& edge) { return !edge.verified; }));
  for (const NearMembers& members : sets_.identical)
    ++(members.size() > 2 ? summary->sets : summary->identical_pairs);
  summary->sets += sets_.equal.size();
  summary->pairs = edges_.total - Dropped() + summary->identical_pairs;
}

std::vector<Skip> NearAnswer::Skips() const {
  std::vector<Skip> skips = tree_.skips;
  skips.insert(skips.end(), sets_.skips.begin(), sets_.skips.end());
  skips.insert(skips.end(), unread_.begin(), unread_.end());
  tree::SortSkips(&skips);
  return skips;
}

void NearAnswer::Push(ResultSink& sink) const {
  const tree::ShownPaths shown(tree_.roots);
  PushSets(shown, sink);
  auto push = [&](NearPair pair) {
    pair.a = shown.Of(pair.a);
    pair.b = shown.Of(pair.b);
    sink.On(pair);
  };
  if (!options_.verify) {
    for (const tally::NearEdge& edge : edges_.edges) push(PairOfEdge(edge));
  }
  for (const VerifiedEdge& passed : verified_) {
    NearPair pair = PairOfEdge(passed.edge);
    pair.verified = passed.verified;
    pair.unread = !passed.verified;
    pair.of_a = passed.of_a;
    pair.of_b = passed.of_b;
    push(std::move(pair));
  }
  std::uint64_t left = PairLimit(options_);
  for (const NearMembers& members : sets_.identical) {
    if (members.size() != 2) continue;
    if (left-- == 0) break;
    NearPair pair = PairOfFiles(members[0], members[1]);
    pair.identical = true;
    push(std::move(pair));
  }
}

NearPair NearAnswer::PairOfEdge(const tally::NearEdge& edge) const {
  return PairOfFiles(sets_.nodes[edge.a], sets_.nodes[edge.b]);
}

NearPair NearAnswer::PairOfFiles(std::uint32_t a, std::uint32_t b) const {
  return PairOf(tree_.tallies[a], tree_.tallies[b], rules_.ItemOf(tree_.tallies[a]),
                rules_.ItemOf(tree_.tallies[b]));
}

void NearAnswer::PushSets(const tree::ShownPaths& shown, ResultSink& sink) const {
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
      sink.On(set);
    }
  }
}

// In the order of the report, and no more than will be shown. When many do not pass, the search is done again
// for more of them: it takes less time than the reading, and all edges may not fit into the memory.
void NearAnswer::Verify() {
  run::StageTimer verifying(observer_, "verify");
  constexpr std::uint64_t kMore = 8;
  std::uint64_t limit = options_.limit;
  for (;;) {
    judged_ = VerifyInOrder(
        judged_, edges_.edges.size(), PairLimit(options_) - verified_.size(), options_, observer_, &unread_,
        [&](std::uint64_t number) { return PairOfEdge(edges_.edges[number]); },
        [&](std::uint64_t number, const NearPair& pair) {
          verified_.push_back({edges_.edges[number], pair.verified, pair.of_a, pair.of_b});
        });
    const bool enough = verified_.size() == PairLimit(options_);
    if (enough || judged_ == edges_.total) break;
    limit *= kMore;
    edges_ = Search(limit);
  }
  verifying.Done(judged_, "pairs");
}

}  // namespace kindred::jobs
