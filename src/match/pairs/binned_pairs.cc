// See binned_pairs.h.
#include "match/pairs/binned_pairs.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/release_memory.h"
#include "match/pairs/match_memory.h"

namespace kindred::match {

namespace {

constexpr std::size_t kWorthReleasing = std::size_t{32} << 20;  // bytes

// The match of one bin in `work` bytes.
class BinMatch {
 public:
  BinMatch(const KeyBins& bins, std::size_t bin, std::uint64_t cap, const PairRule& rule, std::uint64_t work,
           std::uint64_t beside, unsigned threads)
      : bins_(bins),
        bin_(bin),
        cap_(cap),
        rule_(rule),
        beside_(beside),
        threads_(threads),
        place_of_(bins.PlacesOf(bin)),
        contents_(bins.bins()[bin].contents) {
    const std::uint64_t tables = contents_ * (kBytesPerContent + threads * kBytesPerRow);
    const std::uint64_t left = work - std::min(work, tables);
    batch_ = std::max<std::uint64_t>(1000, left / 4 / kBytesPerProposal);
    most_members_ = left * 3 / 4 / kBytesPerMember;
  }

  std::vector<PairSums> Run() {
    std::vector<PairSums> found;
    const bool whole = bins_.bins()[bin_].members <= most_members_;
    if (!whole) TakeCosts();
    for (std::uint32_t first = 0; first < contents_;) {
      const std::uint32_t last = whole ? contents_ : EndOfSlice(first);
      const SharingSets sets = Load(first, last, !whole);
      const PairInput input{.sets = sets,
                            .cap = cap_,
                            .contents = contents_,
                            .first = first,
                            .last = last,
                            .place_of = place_of_,
                            .capped =
                                [&](const SetVisitor& visit) {
                                  bins_.ReadCapped(bin_,
                                                   [&](KeySet set) { visit(set.members, set.weights, 1); });
                                },
                            .batch = batch_};
      const std::vector<PairSums> of_slice = SumPairs(input, rule_, threads_);
      found.insert(found.end(), of_slice.begin(), of_slice.end());
      first = last;
    }
    found.shrink_to_fit();
    return found;
  }

 private:
  // A slice [first, last) holds of each set the members from its first one in the slice on; costs_[a] sums
  // these up for the sets whose first member at or after `first` is a.
  void TakeCosts() {
    costs_.assign(contents_, 0);
    bins_.ReadRare(bin_, [&](KeySet set) { costs_[set.members.front()] += set.members.size(); });
  }

  std::uint32_t EndOfSlice(std::uint32_t first) const {
    std::uint64_t members = 0;
    std::uint32_t last = first;
    while (last < contents_ && members + costs_[last] <= most_members_) members += costs_[last++];
    if (last > first) return last;
    ThrowTooLittleMemory(beside_ + contents_ * (kBytesPerContent + threads_ * kBytesPerRow) +
                         costs_[first] * kBytesPerMember * 4 / 3 + kBytesPerMember);
  }

  // The sets of a slice; and the costs for the one after it, which begins at `last`.
  SharingSets Load(std::uint32_t first, std::uint32_t last, bool more) {
    SharingSets sets;
    if (more) std::fill(costs_.begin() + last, costs_.end(), 0);
    bins_.ReadRare(bin_, [&](KeySet set) {
      const auto from = std::ranges::lower_bound(set.members, first);
      const std::size_t before = static_cast<std::size_t>(from - set.members.begin());
      if (set.members.size() < before + 2) return;
      if (*from < last) sets.Add(set.members.subspan(before), set.weights.subspan(before), 1);
      if (!more) return;
      const auto next = std::lower_bound(from, set.members.end(), last);
      if (set.members.end() - next >= 2)
        costs_[*next] += static_cast<std::uint64_t>(set.members.end() - next);
    });
    return sets;
  }

  const KeyBins& bins_;
  std::size_t bin_;
  std::uint64_t cap_;
  const PairRule& rule_;
  std::uint64_t beside_;
  unsigned threads_;
  std::vector<std::uint32_t> place_of_;
  std::uint32_t contents_;
  std::uint64_t batch_ = 0;
  std::uint64_t most_members_ = 0;
  std::vector<std::uint64_t> costs_;
};

}  // namespace

std::vector<PairSums> SumPairsOfBins(const KeyBins& bins, std::uint64_t cap, const PairRule& rule,
                                     std::vector<PairSums> more, std::uint64_t work, std::uint64_t beside,
                                     unsigned threads) {
  std::vector<std::vector<PairSums>> found(bins.bins().size());
  std::vector<std::size_t> small, large;
  for (std::size_t bin = 0; bin < found.size(); ++bin) {
    const KeyBins::Bin& of = bins.bins()[bin];
    (BinBytes(of.contents, of.members) <= BinShare(work, threads) ? small : large).push_back(bin);
  }
  base::ParallelFor(threads, small.size(), [&](std::size_t i, unsigned) {
    found[small[i]] = BinMatch(bins, small[i], cap, rule, work / threads, beside, 1).Run();
  });
  for (std::size_t bin : large) found[bin] = BinMatch(bins, bin, cap, rule, work, beside, threads).Run();

  found.push_back(std::move(more));
  base::ReleaseFreedMemory();
  std::vector<PairSums> all;
  std::size_t total = 0;
  for (const auto& of_bin : found) total += of_bin.size();
  all.reserve(total);
  std::size_t freed = 0;  // bytes
  for (auto& of_bin : found) {
    all.insert(all.end(), of_bin.begin(), of_bin.end());
    freed += of_bin.size() * sizeof of_bin[0];
    base::Free(&of_bin);
    if (freed < kWorthReleasing) continue;
    base::ReleaseFreedMemory();
    freed = 0;
  }
  auto place = [](const PairSums& sums) { return std::pair(sums.a, sums.b); };
  std::ranges::sort(all, {}, place);
  const auto twice = std::ranges::unique(all, {}, place);
  all.erase(twice.begin(), twice.end());
  return all;
}

}  // namespace kindred::match
