// See pair_shares.h. Threads share nothing but what each step names; results do not depend on their number.
#include "span/shares/pair_shares.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "span/shares/coverage.h"
#include "span/shares/distinct_contexts.h"
#include "span/shares/shared_row.h"
#include "span/shares/window_lists.h"

namespace kindred::span {

namespace {

// What a batch takes for each byte of its contents, if all of them are distinct: the bytes, a hash and a
// position for each window, tables and lists.
constexpr std::uint64_t kMemoryPerByte = 32;
constexpr std::uint64_t kShortestForOne = 16;                    // runs that coverage.h can find
constexpr std::uint64_t kLargestBatch = std::uint64_t{1} << 30;  // positions have 32 bits

// A pair as one of its contents sees it.
struct Partner {
  std::uint32_t content = 0;  // index in the batch
  std::uint32_t pair = 0;
  bool is_b = false;  // the content itself is the pair's B
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
    std::vector<SharedRow> rows(input_.threads, SharedRow(lists, contents_.size(), input_.least));
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

  std::uint32_t IndexOf(std::uint32_t content) const {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(contents_, content) - contents_.begin());
  }

  // By index in contents_.
  std::vector<std::vector<Partner>> Partners(const DistinctContexts& contexts) const {
    std::vector<std::vector<Partner>> partners(contents_.size());
    for (std::uint32_t pair : pairs_) {
      const std::uint32_t a = IndexOf(input_.pairs[pair].a), b = IndexOf(input_.pairs[pair].b);
      if (!contexts.HasRead(a) || !contexts.HasRead(b)) continue;
      partners[a].push_back({b, pair, false});
      partners[b].push_back({a, pair, true});
    }
    return partners;
  }

  void WalkContent(const DistinctContexts& contexts, const WindowLists& lists, std::size_t index,
                   std::span<const Partner> partners, SharedRow* row, std::vector<PairShare>* shares) const {
    std::vector<std::uint32_t> numbers;
    for (const Partner& partner : partners) numbers.push_back(partner.content);
    row->Begin(numbers, contexts.TrivialOf(index));
    for (const DistinctContexts::Use& use : contexts.UsesOf(index)) {
      for (const Segment& segment : lists.SegmentsOf(use.context))
        row->Add(use.offset + segment.begin, segment.windows, segment.list);
    }
    row->End();
    for (const Partner& partner : partners) {
      PairShare& share = (*shares)[partner.pair];
      (partner.is_b ? share.shared_b : share.shared_a) = row->BytesOf(partner.content);
    }
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
      if (OneByOne(component, size)) {
        singles_.insert(singles_.end(), component.begin(), component.end());
        continue;
      }
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

  // Those that no batch had: each is better measured by itself.
  std::span<const std::uint32_t> singles() const { return singles_; }

 private:
  // Whether the pairs have so few bytes that comparing each costs less than to find out what all contents
  // share: a chain of ten thousand versions, or two large files.
  bool OneByOne(std::span<const std::uint32_t> pairs, std::uint64_t size) const {
    constexpr std::uint64_t kFew = 6;
    if (input_.least < kShortestForOne) return false;
    std::uint64_t bytes = 0;
    for (std::uint32_t pair : pairs)
      bytes += input_.size(input_.pairs[pair].a) + input_.size(input_.pairs[pair].b);
    return bytes <= kFew * size;
  }

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
  std::vector<std::uint32_t> singles_;
};

// One pair after the other.
void MeasureSingles(const PairSharesInput& input, std::span<const std::uint32_t> pairs,
                    std::vector<PairShare>* shares) {
  std::mutex mutex;  // of the progress
  base::ParallelFor(input.threads, pairs.size(), [&](std::size_t i, unsigned) {
    if (input.stop && input.stop()) return;
    const ContentPair& pair = input.pairs[pairs[i]];
    const Source::Piece a = input.whole(pair.a), b = input.whole(pair.b);
    if (!a.bytes.empty() && !b.bytes.empty()) {
      (*shares)[pairs[i]] = {CountedBytes(a.bytes, b.bytes, input.least, input.stop),
                             CountedBytes(b.bytes, a.bytes, input.least, input.stop), true};
    }
    if (!input.progress) return;
    const std::lock_guard lock(mutex);
    input.progress(2);
  });
}

}  // namespace

std::vector<PairShare> MeasurePairs(const PairSharesInput& input) {
  std::vector<PairShare> shares(input.pairs.size());
  const std::uint64_t room = std::clamp<std::uint64_t>(input.memory / kMemoryPerByte, 1 << 16, kLargestBatch);
  Batches batches(input, room);
  batches.ForEach([&](const std::vector<std::uint32_t>& pairs) {
    if (input.stop && input.stop()) return;
    Batch(input, ContentsOf(input, pairs), pairs).Measure(&shares);
  });
  MeasureSingles(input, batches.singles(), &shares);
  return shares;
}

}  // namespace kindred::span
