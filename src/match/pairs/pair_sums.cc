// See pair_sums.h.
#include "match/pairs/pair_sums.h"

#include <algorithm>
#include <optional>

#include "base/parallel.h"
#include "base/release_memory.h"
#include "match/pairs/shared_weight.h"

namespace kindred::match {

namespace {

// The sets each content of a range belongs to, and its position in them.
class Memberships {
 public:
  struct Seat {
    std::uint32_t set;
    std::uint32_t position;
  };

  explicit Memberships(const PairInput& in) : begin_(in.first), first_(in.last - in.first + std::size_t{1}) {
    ForEachSeat(in, [&](std::uint32_t member, Seat) { ++first_[member - begin_ + 1]; });
    for (std::size_t i = 0; i + 1 < first_.size(); ++i) first_[i + 1] += first_[i];
    seats_.resize(first_.back());
    // While filling, each content's start moves to the next one's; then it is moved back.
    ForEachSeat(in, [&](std::uint32_t member, Seat seat) { seats_[first_[member - begin_]++] = seat; });
    std::shift_right(first_.begin(), first_.end(), 1);
    first_[0] = 0;
  }

  std::span<const Seat> Of(std::uint32_t content) const {
    return {seats_.data() + first_[content - begin_], seats_.data() + first_[content - begin_ + 1]};
  }

 private:
  template <typename Visit>
  static void ForEachSeat(const PairInput& in, Visit visit) {
    for (std::uint32_t number = 0; number < in.sets.sets().size(); ++number) {
      const SharingSets::Set& set = in.sets.sets()[number];
      if (in.cap != 0 && set.members > in.cap) continue;
      const auto members = in.sets.Members(set);
      // The last member of a set proposes nothing.
      for (std::uint32_t position = 0; position + 1 < members.size(); ++position) {
        const std::uint32_t member = members[position];
        if (member >= in.first && member < in.last) visit(member, Seat{number, position});
      }
    }
  }

  std::uint32_t begin_;
  std::vector<std::uint64_t> first_;
  std::vector<Seat> seats_;
};

void Add(std::uint64_t keys, std::uint64_t weight_a, std::uint64_t weight_b, PairSums* to) {
  to->keys += keys;
  to->weight_a += weight_a;
  to->weight_b += weight_b;
}

// One thread's row of sums. The table by content holds only the index of a sum; there are only as many sums
// as later contents that share something, so they stay in the cache.
class Row {
 public:
  explicit Row(std::size_t contents) : slot_of_(contents, 0) {}

  // Appends what the sets propose for `a`, ascending in b.
  void Propose(const SharingSets& sets, std::span<const Memberships::Seat> seats, std::uint32_t a,
               std::uint64_t min_shared, std::vector<PairSums>* proposals) {
    sums_.clear();
    for (const auto& seat : seats) {
      const SharingSets::Set& set = sets.sets()[seat.set];
      const auto members = sets.Members(set);
      const auto weights = sets.Weights(set);
      const std::uint64_t weight_a = weights[seat.position];
      for (std::size_t i = seat.position + 1; i < members.size(); ++i) {
        std::uint32_t& slot = slot_of_[members[i]];
        if (slot == 0) {
          sums_.push_back({a, members[i], set.keys, weight_a, weights[i]});
          slot = static_cast<std::uint32_t>(sums_.size());
        } else {
          Add(set.keys, weight_a, weights[i], &sums_[slot - 1]);
        }
      }
    }
    const std::size_t before = proposals->size();
    for (const PairSums& sum : sums_) {
      slot_of_[sum.b] = 0;
      if (sum.keys >= min_shared) proposals->push_back(sum);
    }
    std::ranges::sort(proposals->begin() + static_cast<std::ptrdiff_t>(before), proposals->end(), {},
                      &PairSums::b);
  }

  // By content, all zero; to be left so.
  std::vector<std::uint32_t>& table() { return slot_of_; }

 private:
  std::vector<std::uint32_t> slot_of_;  // + 1; 0: none
  std::vector<PairSums> sums_;
};

// Proposals of one range of contents, by (a, b), and where each content's begin.
class Batch {
 public:
  Batch(std::uint32_t first, std::uint32_t last, std::vector<PairSums> proposals)
      : begin_(first), proposals_(std::move(proposals)), first_(last - first + std::size_t{1}) {
    for (const PairSums& proposal : proposals_) ++first_[proposal.a - begin_ + 1];
    for (std::size_t i = 0; i + 1 < first_.size(); ++i) first_[i + 1] += first_[i];
  }

  // Adds what capped sets contribute to the proposals in [low, high). `position_of` is a table by content,
  // all zero.
  void AddCapped(const std::function<void(const SetVisitor&)>& capped, std::size_t low, std::size_t high,
                 std::vector<std::uint32_t>& position_of) {
    if (low == high) return;
    const std::uint32_t first_a = proposals_[low].a, last_a = proposals_[high - 1].a;
    capped([&](std::span<const std::uint32_t> members, std::span<const std::uint64_t> weights,
               std::uint64_t keys) {
      const auto from = std::ranges::lower_bound(members, first_a);
      const auto to = std::upper_bound(from, members.end(), last_a);
      if (from == to) return;
      const auto start = static_cast<std::size_t>(from - members.begin());
      for (std::size_t i = start; i < members.size(); ++i)
        position_of[members[i]] = static_cast<std::uint32_t>(i) + 1;
      for (auto a = from; a != to; ++a) {
        const std::uint64_t weight_a = weights[static_cast<std::size_t>(a - members.begin())];
        const std::size_t end = std::min<std::size_t>(high, first_[*a - begin_ + 1]);
        for (std::size_t i = std::max<std::size_t>(low, first_[*a - begin_]); i < end; ++i) {
          const std::uint32_t position = position_of[proposals_[i].b];
          if (position != 0) Add(keys, weight_a, weights[position - 1], &proposals_[i]);
        }
      }
      for (std::size_t i = start; i < members.size(); ++i) position_of[members[i]] = 0;
    });
  }

  std::span<const PairSums> proposals() const { return proposals_; }

 private:
  std::uint32_t begin_;
  std::vector<PairSums> proposals_;
  std::vector<std::uint64_t> first_;
};

class Summer {
 public:
  Summer(const PairInput& input, const PairRule& rule, unsigned threads)
      : in_(input), rule_(rule), threads_(threads), memberships_(input), rows_(threads) {}

  std::vector<PairSums> Run() {
    // A range of contents at a time, larger or smaller as they propose less or more.
    std::uint32_t stretch = std::max(kBlock * threads_, 4096u);
    std::uint32_t batch_first = in_.first;
    std::vector<PairSums> proposals;
    for (std::uint32_t at = in_.first; at < in_.last;) {
      const std::uint32_t end = at + std::min(stretch, in_.last - at);
      const std::size_t before = proposals.size();
      Propose(at, end, &proposals);
      at = end;
      if (in_.batch == 0) {
        stretch = in_.last - in_.first;
      } else if (const std::size_t came = proposals.size() - before; came > in_.batch / 4) {
        stretch = std::max(kBlock, stretch / 2);
      } else if (came < in_.batch / 16 && stretch < 1u << 24) {
        stretch *= 2;
      }
      if (at < in_.last && (in_.batch == 0 || proposals.size() < in_.batch)) continue;
      Keep(Batch(batch_first, at, std::move(proposals)));
      proposals = {};
      batch_first = at;
    }
    return std::move(kept_);
  }

 private:
  static constexpr std::uint32_t kBlock = 256;

  void Propose(std::uint32_t from, std::uint32_t to, std::vector<PairSums>* proposals) {
    const std::size_t blocks = (to - from + kBlock - 1) / kBlock;
    std::vector<std::vector<PairSums>> found(blocks);
    base::ParallelFor(threads_, blocks, [&](std::size_t block, unsigned thread) {
      if (rule_.poll) rule_.poll();
      Row& row = RowOf(thread);
      const std::uint32_t first = from + static_cast<std::uint32_t>(block) * kBlock;
      for (std::uint32_t a = first; a < std::min(to, first + kBlock); ++a) {
        const auto seats = memberships_.Of(a);
        if (!seats.empty()) row.Propose(in_.sets, seats, a, rule_.min_shared, &found[block]);
      }
    });
    std::size_t total = proposals->size();
    for (const auto& block : found) total += block.size();
    proposals->reserve(total);
    for (auto& block : found) {
      proposals->insert(proposals->end(), block.begin(), block.end());
      base::Free(&block);
    }
  }

  // Completes the sums of a batch, and keeps those that a threshold may want.
  void Keep(Batch batch) {
    const std::size_t count = batch.proposals().size();
    const std::size_t parts = count < 1000 ? 1 : threads_;
    std::vector<std::vector<PairSums>> wanted(parts);
    base::ParallelFor(threads_, parts, [&](std::size_t part, unsigned thread) {
      const std::size_t low = count * part / parts, high = count * (part + 1) / parts;
      if (in_.cap != 0) batch.AddCapped(in_.capped, low, high, RowOf(thread).table());
      for (PairSums sums : batch.proposals().subspan(low, high - low)) {
        if (!in_.place_of.empty()) sums.a = in_.place_of[sums.a], sums.b = in_.place_of[sums.b];
        if (rule_.MayWant(sums)) wanted[part].push_back(sums);
      }
    });
    for (const auto& part : wanted) kept_.insert(kept_.end(), part.begin(), part.end());
  }

  Row& RowOf(unsigned thread) {
    if (!rows_[thread]) rows_[thread].emplace(in_.contents);
    return *rows_[thread];
  }

  const PairInput& in_;
  const PairRule& rule_;
  unsigned threads_;
  Memberships memberships_;
  std::vector<std::optional<Row>> rows_;  // made when needed
  std::vector<PairSums> kept_;
};

}  // namespace

bool MayReach(const SharedWeight& shared, double minimum, const ShareRules& rules) {
  // Most reach the threshold by their estimate alone.
  auto reaches = [minimum](std::uint64_t of, std::uint64_t total) {
    return total != 0 && static_cast<double>(of) >= minimum * static_cast<double>(total);
  };
  if (rules.count == Count::kOnce &&
      (reaches(shared.weight_a, shared.total_a) || reaches(shared.weight_b, shared.total_b)))
    return true;
  ShareRules either = rules;  // of the two sides
  either.measure = Measure::kContainment;
  const Shares found = MeasureShares(shared, either);
  return std::max(found.could_be, found.at_most) >= static_cast<float>(minimum);
}

bool PairRule::MayWant(const PairSums& sums) const {
  return MayReach(AtCoarserLevel(sums, weights), minimum, shares);
}

std::vector<PairSums> SumPairs(const PairInput& input, const PairRule& rule, unsigned threads) {
  return Summer(input, rule, threads).Run();
}

}  // namespace kindred::match
