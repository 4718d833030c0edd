// bench_scale_match: matches all contents of an index as `kindred find` does it after the list of files is
// loaded: weigh, collate, pair, judge, group, family. Prints one line of CSV with the seconds of each, and a
// hash of the pairs, which must not depend on memory or threads.
//
// The list of files is left out on purpose: `find` holds some 150 bytes a file for paths and times, whatever
// the match does, and 15 million of them are no test of matching.
//
// Usage: bench_scale_match INDEX METHOD MEMORY_BYTES THREADS
#include <fmt/format.h>
#include <sys/resource.h>
#include <xxhash.h>

#include <chrono>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "base/release_memory.h"
#include "index/store/store.h"
#include "match/groups/families.h"
#include "match/groups/groups.h"
#include "match/pairs/pairs.h"
#include "tree/methods/make_method.h"
#include "tree/methods/stored_method.h"

namespace kindred {
namespace {

class Watch {
 public:
  // Seconds since the last call. Prints the peak of memory so far.
  double Lap(const char* stage) {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    fmt::print(stderr, "{:8} {:7.2f} s, peak so far {:5} MB\n", stage, seconds, used.ru_maxrss / 1024);
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// All contents in the order of their numbers, some at a time.
match::Scope LoadScope(index::CatalogReader& catalog, std::uint64_t contents) {
  match::Scope scope;
  scope.reserve(contents);
  std::vector<ContentId> wanted(1 << 17);
  for (ContentId first = 0; scope.size() < contents; first += static_cast<ContentId>(wanted.size())) {
    std::iota(wanted.begin(), wanted.end(), first);
    for (const Content& content : catalog.FindContents(wanted))
      scope.push_back({content.id, TypeOf(content), content.size, 0});
  }
  return scope;
}

int Run(const std::string& index, const std::string& method, std::uint64_t memory, unsigned threads) {
  Watch watch;
  auto snapshot = index::OpenSnapshot(base::PosixFileSystem(), index);
  const index::StoredMethod stored = tree::ToStored(*tree::MethodFrom(method));
  const std::vector<std::shared_ptr<const index::Segment>> segments = snapshot->SegmentsOf(stored);
  std::uint64_t contents = 0, postings = 0;
  for (const auto& segment : segments) {
    contents += segment->totals().contents;
    postings += segment->totals().postings;
  }
  const match::Scope scope = LoadScope(snapshot->catalog(), contents);
  snapshot.reset();
  const double load = watch.Lap("load");
  const match::ScopeWeights weights = match::WeighScope(segments, scope, threads);
  const double weigh = watch.Lap("weigh");
  const MatchOptions options;
  match::ProposedPairs proposed;
  std::uint64_t bins = 1, spilled = 0;
  double collate = 0;
  {
    const match::Collated collated =
        match::CollateKeys({segments, scope, weights}, 0, {memory, &base::PosixFileSystem(), index}, threads);
    if (collated.bins) bins = collated.bins->bins().size(), spilled = collated.bins->spilled_bytes();
    collate = watch.Lap("collate");
    proposed = match::ProposePairs(collated, weights, stored, options, match::Judgement::kByReading, threads);
  }
  const double pair = watch.Lap("pair");
  const std::uint64_t hash = XXH3_64bits(proposed.pairs.data(), proposed.pairs.size() * sizeof(PairSums));
  const std::vector<Pair> pairs = match::JudgePairs(proposed.pairs, scope, weights, stored, options,
                                                    match::Judgement::kByReading, threads);
  base::Free(&proposed.pairs);
  const std::size_t groups = match::Groups(pairs, scope.size()).size();
  const std::size_t families = match::Families(pairs, scope.size(), FamilyShape::kAroundCentre).size();
  const double group = watch.Lap("group");
  fmt::print(
      "contents,marks,load,weigh,collate,pair,group,bins,spilled,cap,capped,pairs,groups,families,hash\n");
  fmt::print("{},{},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{},{},{},{},{},{},{},{:016x}\n", contents, postings,
             load, weigh, collate, pair, group, bins, spilled, proposed.degree_cap, proposed.capped_keys,
             pairs.size(), groups, families, hash);
  return 0;
}

}  // namespace
}  // namespace kindred

int main(int count, char** arguments) {
  if (count != 5) {
    fmt::print(stderr, "usage: bench_scale_match INDEX METHOD MEMORY_BYTES THREADS\n");
    return 2;
  }
  try {
    return kindred::Run(arguments[1], arguments[2], std::strtoull(arguments[3], nullptr, 10),
                        static_cast<unsigned>(std::strtoul(arguments[4], nullptr, 10)));
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_scale_match: {}\n", error.what());
    return 4;
  }
}
