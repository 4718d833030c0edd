// See collate.h.
#include "match/pairs/collate.h"

#include <algorithm>

#include "base/release_memory.h"
#include "match/keys/degree_census.h"
#include "match/pairs/crowds.h"
#include "match/pairs/pair_sums.h"

namespace kindred::match {

namespace {

// A cursor's block and the members of the current key, per thread and member of the largest key.
constexpr std::uint64_t kBytesPerKeyMember = 64;
// While components are found and bins made: union-find, counts, crowds, bins.
constexpr std::uint64_t kBinningBytesPerContent = 16;

// Everything at once, if no key were in one content only.
std::uint64_t InMemoryBytes(std::uint64_t contents, std::uint64_t members, unsigned threads) {
  return contents * (kBytesPerContent + threads * kBytesPerRow) + members * kBytesPerMember;
}

// A quarter of the work is for the buffers of the bins while they are filled.
bool BuffersFit(std::uint64_t bytes, std::uint64_t work, unsigned threads) {
  const std::uint64_t bins = 2 * bytes / std::max<std::uint64_t>(1, BinShare(work, threads)) + 1;
  return 2 * bins * threads * 1024 <= work / 4;
}

}  // namespace

Collated CollateSets(SharingSets sets, const ScopeWeights& weights, std::uint64_t max_degree,
                     unsigned threads) {
  Collated all;
  DegreeCensus census;
  for (const SharingSets::Set& set : sets.sets()) census.Add(set.hash, set.members);
  all.degree_cap = census.Cap(max_degree);
  for (const SharingSets::Set& set : sets.sets()) {
    if (all.degree_cap != 0 && set.members > all.degree_cap) all.capped_keys += set.keys;
  }
  if (all.degree_cap != 0) {
    CrowdedWeights crowded(weights.size());
    for (const SharingSets::Set& set : sets.sets())
      if (set.members > all.degree_cap) crowded.Add(sets.Members(set), sets.Weights(set));
    const PassSets pass{threads, [&](std::size_t part, const SetVisitor& visit) {
                          const std::size_t count = sets.sets().size();
                          const std::size_t first = count * part / threads,
                                            end = count * (part + 1) / threads;
                          for (const SharingSets::Set& set : sets.sets().subspan(first, end - first))
                            visit(sets.Members(set), sets.Weights(set), set.keys);
                        }};
    all.crowds = LinkCrowds(crowded.Crowded(weights), pass, all.degree_cap, weights, threads);
  }
  all.marks = sets.marks();
  all.sets = sets.sets().size();
  all.in_memory = std::move(sets);
  return all;
}

Collated CollateKeys(const KeySource& source, std::uint64_t max_degree, const MatchMemory& limits,
                     unsigned threads) {
  if (source.segments.empty()) return {};
  const std::uint64_t memory = std::max(limits.memory, kLeastMatchMemory);
  const std::uint64_t contents = source.scope.size();
  std::uint64_t postings = 0;
  for (const auto& segment : source.segments) postings += segment->totals().postings;
  if (InMemoryBytes(contents, postings, threads) <= memory / 2) {
    return CollateSets(CollectSharingSets(KeyStream(source, threads), threads), source.weights, max_degree,
                       threads);
  }
  KeyCensus census = TakeCensus(KeyStream(source, threads), *limits.files, limits.directory, threads);
  if (InMemoryBytes(contents, census.members, threads) <= memory / 2) {
    return CollateSets(CollectSharingSets(*census.spilled, census.marks, threads), source.weights, max_degree,
                       threads);
  }

  Collated all;
  all.beside = contents * (sizeof(ScopeContent) + kBinningBytesPerContent) + source.weights.bytes() +
               threads * census.sets.largest() * kBytesPerKeyMember;
  const std::uint64_t bytes = InMemoryBytes(contents, census.members, 1);
  auto enough = [&](std::uint64_t budget) {
    return budget >= all.beside + kLeastMatchMemory / 2 && BuffersFit(bytes, budget - all.beside, threads);
  };
  if (!enough(memory)) {
    std::uint64_t least = std::max(memory, all.beside + kLeastMatchMemory / 2);
    while (!enough(least)) least += least / 16;
    ThrowTooLittleMemory(least);
  }
  all.work = memory - all.beside;
  all.marks = census.marks;
  all.degree_cap = census.sets.Cap(max_degree);
  census.sets = DegreeCensus();
  base::ReleaseFreedMemory();
  all.bins =
      std::make_unique<KeyBins>(*census.spilled, source.weights, all.degree_cap, BinShare(all.work, threads),
                                all.work / 4, *limits.files, limits.directory, threads);
  if (all.degree_cap != 0) {
    const PassSets pass{census.spilled->bins(), [&](std::size_t part, const SetVisitor& visit) {
                          census.spilled->Read(part, [&](KeySet set) { visit(set.members, set.weights, 1); });
                        }};
    all.crowds = LinkCrowds(all.bins->crowded(), pass, all.degree_cap, source.weights, threads);
  }
  all.capped_keys = all.bins->capped_keys();
  for (const KeyBins::Bin& bin : all.bins->bins()) all.sets += bin.members;
  return all;
}

}  // namespace kindred::match
