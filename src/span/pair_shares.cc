// See pair_shares.h. Threads share nothing but what each step names; results do not depend on their number.
#include "span/pair_shares.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "span/distinct_contexts.h"
#include "span/window_lists.h"

namespace kindred::span {

namespace {

// What a batch takes for each byte of its contents, if all of them are distinct: the bytes, a hash and a
// position for each window, tables and lists.
constexpr std::uint64_t kMemoryPerByte = 32;
constexpr std::uint64_t kLargestBatch = std::uint64_t{1} << 30;  // positions have 32 bits

// Visiting a member of a list is cheaper by this factor than looking a partner up in it.
constexpr std::size_t kFewMembers = 8;

// Windows of a content that occur in the same contents.
struct PlacedSegment {
  std::uint64_t begin = 0;
  std::uint64_t windows = 0;
  std::uint32_t list = 0;
};

// A pair as one of its contents sees it.
struct Partner {
  std::uint32_t content = 0;
  std::uint32_t pair = 0;
  bool is_b = false;  // the content itself is the pair's B
};

// Sums up what one content shares with its partners.
class Row {
 public:
  explicit Row(std::uint32_t contents) : slot_of_(contents, 0) {}

  void Begin(std::span<const Partner> partners) {
    sums_.assign(partners.size(), {});
    for (std::uint32_t i = 0; i < partners.size(); ++i) slot_of_[partners[i].content] = i + 1;
  }
  void Cover(std::uint32_t content, std::uint64_t begin, std::uint64_t end) {
    const std::uint32_t slot = slot_of_[content];
    if (slot == 0) return;
    Sum& sum = sums_[slot - 1];
    // Segments come in order of their begin.
    sum.bytes += end - std::max(begin, std::min(end, sum.end));
    sum.end = std::max(sum.end, end);
  }
  std::uint64_t Bytes(std::size_t partner) const { return sums_[partner].bytes; }
  void End(std::span<const Partner> partners) {
    for (const Partner& partner : partners) slot_of_[partner.content] = 0;
  }

 private:
  struct Sum {
    std::uint64_t bytes = 0;
    std::uint64_t end = 0;  // of what is covered
  };
  std::vector<std::uint32_t> slot_of_;  // by content: index among the partners, plus one
  std::vector<Sum> sums_;
};

// One batch: all its contents are held, as contexts.
class Batch {
 public:
  Batch(const PairSharesInput& input, std::vector<std::uint32_t> contents, std::vector<std::uint32_t> pairs)
      : input_(input), contents_(std::move(contents)), pairs_(std::move(pairs)) {}

  void Measure(std::vector<PairShare>* shares) {
    DistinctContexts contexts(input_.least);
    if (!contexts.Read(contents_, input_)) return;
    const WindowLists lists(contexts, input_.least, input_.threads);
    const std::vector<std::vector<Partner>> partners = Partners(contexts);
    std::vector<Row> rows(input_.threads, Row(input_.contents));
    base::ParallelFor(input_.threads, contents_.size(), [&](std::size_t i, unsigned thread) {
      if (partners[i].empty() || Stopped()) return;
      WalkContent(contexts, lists, i, partners[i], &rows[thread], shares);
    });
    if (Stopped()) return;
    for (std::uint32_t pair : pairs_) {
      (*shares)[pair].measured =
          contexts.HasRead(IndexOf(input_.pairs[pair].a)) && contexts.HasRead(IndexOf(input_.pairs[pair].b));
    }
  }

 private:
  bool Stopped() const { return input_.stop && input_.stop(); }

  std::size_t IndexOf(std::uint32_t content) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(contents_, content) - contents_.begin());
  }

  // By index in contents_.
  std::vector<std::vector<Partner>> Partners(const DistinctContexts& contexts) const {
    std::vector<std::vector<Partner>> partners(contents_.size());
    for (std::uint32_t pair : pairs_) {
      const auto [a, b] = input_.pairs[pair];
      if (!contexts.HasRead(IndexOf(a)) || !contexts.HasRead(IndexOf(b))) continue;
      partners[IndexOf(a)].push_back({b, pair, false});
      partners[IndexOf(b)].push_back({a, pair, true});
    }
    return partners;
  }

  void WalkContent(const DistinctContexts& contexts, const WindowLists& lists, std::size_t index,
                   std::span<const Partner> partners, Row* row, std::vector<PairShare>* shares) const {
    row->Begin(partners);
    auto cover = [&](const PlacedSegment& segment) {
      if (segment.windows == 0) return;
      const std::uint64_t end = segment.begin + segment.windows - 1 + input_.least;
      const std::span<const std::uint32_t> members = lists.ContentsOf(segment.list);
      if (members.size() <= kFewMembers * partners.size()) {
        for (std::uint32_t member : members) row->Cover(contents_[member], segment.begin, end);
        return;
      }
      for (const Partner& partner : partners) {
        const auto number = static_cast<std::uint32_t>(IndexOf(partner.content));
        if (std::ranges::binary_search(members, number)) row->Cover(partner.content, segment.begin, end);
      }
    };
    PlacedSegment run;  // segments of one list that follow each other without a gap
    for (const DistinctContexts::Use& use : contexts.UsesOf(index)) {
      for (const Segment& segment : lists.SegmentsOf(use.context)) {
        const std::uint64_t begin = use.offset + segment.begin;
        if (segment.list == run.list && begin == run.begin + run.windows) {
          run.windows += segment.windows;
        } else {
          cover(std::exchange(run, {begin, segment.windows, segment.list}));
        }
      }
    }
    cover(run);
    for (std::size_t i = 0; i < partners.size(); ++i) {
      PairShare& share = (*shares)[partners[i].pair];
      (partners[i].is_b ? share.shared_b : share.shared_a) = row->Bytes(i);
    }
    row->End(partners);
  }

  const PairSharesInput& input_;
  std::vector<std::uint32_t> contents_;  // ascending
  std::vector<std::uint32_t> pairs_;     // numbers in input_.pairs
};

// The contents of some pairs, ascending.
std::vector<std::uint32_t> ContentsOf(const PairSharesInput& input, std::span<const std::uint32_t> pairs) {
  std::vector<std::uint32_t> contents;
  for (std::uint32_t pair : pairs) {
    contents.push_back(input.pairs[pair].a);
    contents.push_back(input.pairs[pair].b);
  }
  std::ranges::sort(contents);
  contents.erase(std::unique(contents.begin(), contents.end()), contents.end());
  return contents;
}

// Divides pairs into batches whose contents fit. Contents that are connected by pairs come together, so that
// most are read once; what is connected but too large is cut into parts, and each two parts are a batch.
class Batches {
 public:
  Batches(const PairSharesInput& input, std::uint64_t room)
      : input_(input), room_(room), leader_(input.contents) {
    std::iota(leader_.begin(), leader_.end(), 0u);
    for (const ContentPair& pair : input.pairs) leader_[LeaderOf(pair.a)] = LeaderOf(pair.b);
  }

  template <typename Work>
  void ForEach(Work work) {
    // Pairs by component, then in their order.
    std::vector<std::uint32_t> pairs(input_.pairs.size());
    std::iota(pairs.begin(), pairs.end(), 0u);
    std::ranges::stable_sort(pairs, {}, [&](std::uint32_t pair) { return LeaderOf(input_.pairs[pair].a); });
    std::vector<std::uint32_t> batch;
    std::uint64_t bytes = 0;
    for (std::size_t first = 0, last; first < pairs.size(); first = last) {
      last = first;
      const std::uint32_t leader = LeaderOf(input_.pairs[pairs[first]].a);
      while (last < pairs.size() && LeaderOf(input_.pairs[pairs[last]].a) == leader) ++last;
      const std::span component = std::span(pairs).subspan(first, last - first);
      const std::uint64_t size = BytesOf(ContentsOf(input_, component));
      if (bytes + size > room_ && !batch.empty()) {
        work(batch);
        batch.clear();
        bytes = 0;
      }
      if (size > room_) {
        InParts(component, work);
      } else {
        batch.insert(batch.end(), component.begin(), component.end());
        bytes += size;
      }
    }
    if (!batch.empty()) work(batch);
  }

 private:
  std::uint32_t LeaderOf(std::uint32_t content) {
    while (leader_[content] != content) content = leader_[content] = leader_[leader_[content]];
    return content;
  }

  std::uint64_t BytesOf(const std::vector<std::uint32_t>& contents) const {
    std::uint64_t bytes = 0;
    for (std::uint32_t content : contents) bytes += input_.size(content);
    return bytes;
  }

  template <typename Work>
  void InParts(std::span<const std::uint32_t> pairs, Work& work) const {
    const std::vector<std::uint32_t> contents = ContentsOf(input_, pairs);
    std::vector<std::uint32_t> part_of(contents.size());
    std::uint32_t part = 0;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < contents.size(); ++i) {
      bytes += input_.size(contents[i]);
      if (bytes > room_ / 2 && i > 0) {
        ++part;
        bytes = input_.size(contents[i]);
      }
      part_of[i] = part;
    }
    auto part_at = [&](std::uint32_t content) {
      return part_of[static_cast<std::size_t>(std::ranges::lower_bound(contents, content) -
                                              contents.begin())];
    };
    std::vector<std::vector<std::uint32_t>> of_parts((part + std::size_t{1}) * (part + std::size_t{1}));
    for (std::uint32_t pair : pairs) {
      const auto [low, high] = std::minmax({part_at(input_.pairs[pair].a), part_at(input_.pairs[pair].b)});
      of_parts[low * (part + std::size_t{1}) + high].push_back(pair);
    }
    for (const std::vector<std::uint32_t>& some : of_parts) {
      if (!some.empty()) work(some);
    }
  }

  const PairSharesInput& input_;
  const std::uint64_t room_;
  std::vector<std::uint32_t> leader_;  // union-find
};

}  // namespace

std::vector<PairShare> MeasurePairs(const PairSharesInput& input) {
  std::vector<PairShare> shares(input.pairs.size());
  const std::uint64_t room = std::clamp<std::uint64_t>(input.memory / kMemoryPerByte, 1 << 16, kLargestBatch);
  Batches(input, room).ForEach([&](const std::vector<std::uint32_t>& pairs) {
    if (input.stop && input.stop()) return;
    Batch(input, ContentsOf(input, pairs), pairs).Measure(&shares);
  });
  return shares;
}

}  // namespace kindred::span
