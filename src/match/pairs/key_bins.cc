// See key_bins.h.
#include "match/pairs/key_bins.h"

#include <algorithm>
#include <atomic>

#include "base/parallel.h"
#include "base/release_memory.h"
#include "match/pairs/crowds.h"
#include "match/pairs/pair_sums.h"
#include "match/union_find.h"

namespace kindred::match {

namespace {

struct Component {
  std::uint32_t contents = 0;
  std::uint64_t members = 0;
};

// Packs components into bins, each into the next bin with enough space. Components come in the order of their
// first contents, so a bin is mostly a contiguous part of the tree.
class Packer {
 public:
  Packer(std::uint64_t bin_bytes, std::vector<KeyBins::Bin>* bins) : bin_bytes_(bin_bytes), bins_(*bins) {}

  // Returns the number of its bin.
  std::uint32_t Pack(const Component& component) {
    const std::uint64_t need = BinBytes(component.contents, component.members);
    if (need > bin_bytes_) return Open();
    if (bins_.empty() || need > left_) {
      left_ = bin_bytes_;
      open_ = Open();
    }
    left_ -= need;
    return open_;
  }

 private:
  std::uint32_t Open() {
    bins_.emplace_back();
    return static_cast<std::uint32_t>(bins_.size() - 1);
  }

  std::uint64_t bin_bytes_;
  std::vector<KeyBins::Bin>& bins_;
  std::uint64_t left_ = 0;
  std::uint32_t open_ = 0;
};

// One thread's sets on their way to the file, a buffer for each bin.
class Buffers {
 public:
  Buffers(Spill& spill, std::size_t bins, std::size_t most) : spill_(spill), most_(most), buffers_(bins) {}

  void Add(std::size_t bin, KeySet set) {
    Spill::Encode(set, &buffers_[bin]);
    if (buffers_[bin].size() >= most_) Flush(bin);
  }
  void FlushAll() {
    for (std::size_t bin = 0; bin < buffers_.size(); ++bin) Flush(bin);
  }

 private:
  void Flush(std::size_t bin) {
    spill_.Append(bin, buffers_[bin]);
    // One key that occurs everywhere makes a buffer far too large; do not keep it.
    if (buffers_[bin].capacity() > 4 * most_) base::Free(&buffers_[bin]);
    buffers_[bin].clear();
  }

  Spill& spill_;
  std::size_t most_;
  std::vector<std::vector<std::uint8_t>> buffers_;
};

constexpr std::size_t kLargestBuffer = 64 * 1024;
constexpr std::size_t kSmallestBuffer = 512;

}  // namespace

std::uint64_t BinBytes(std::uint64_t contents, std::uint64_t members) {
  return contents * (kBytesPerContent + kBytesPerRow) + members * kBytesPerMember;
}

KeyCensus TakeCensus(const KeyStream& stream, base::FileSystem& files, const std::string& directory,
                     unsigned threads) {
  KeyCensus all;
  all.spilled = std::make_unique<Spill>(files, directory, stream.parts());
  std::vector<KeyCensus> of_thread(threads);
  base::ParallelFor(threads, stream.parts(), [&](std::size_t part, unsigned thread) {
    KeyCensus& census = of_thread[thread];
    std::vector<std::uint8_t> buffer;
    census.marks += stream.Read(part, [&](KeySet set) {
      census.members += set.members.size();
      census.sets.Add(HashOfMembers(set.members), static_cast<std::uint32_t>(set.members.size()));
      Spill::Encode(set, &buffer);
      if (buffer.size() < kLargestBuffer) return;
      all.spilled->Append(part, buffer);
      buffer.clear();
    });
    all.spilled->Append(part, buffer);
  });
  for (KeyCensus& census : of_thread) {
    all.marks += census.marks;
    all.members += census.members;
    all.sets.AddAll(census.sets);
    census = KeyCensus();
  }
  return all;
}

KeyBins::KeyBins(const Spill& sets, const ScopeWeights& weights, std::uint64_t cap, std::uint64_t bin_bytes,
                 std::uint64_t buffer_bytes, base::FileSystem& files, const std::string& directory,
                 unsigned threads)
    : cap_(cap) {
  const std::size_t contents = weights.size();
  {
    UnionFind joined(contents);
    std::vector<std::atomic<std::uint32_t>> members(contents);  // keys up to the cap that a content shares
    std::vector<std::uint64_t> capped(threads, 0);
    CrowdedWeights crowded(cap_ == 0 ? 0 : contents);
    base::ParallelFor(threads, sets.bins(), [&](std::size_t part, unsigned thread) {
      sets.Read(part, [&](KeySet set) {
        if (cap_ != 0 && set.members.size() > cap_) {
          ++capped[thread];
          crowded.Add(set.members, set.weights);
          return;
        }
        for (std::uint32_t place : set.members) {
          members[place].fetch_add(1, std::memory_order_relaxed);
          joined.Join(set.members.front(), place);
        }
      });
    });
    for (std::uint64_t keys : capped) capped_keys_ += keys;
    if (cap_ != 0) crowded_ = crowded.Crowded(weights);

    // First the number of the component, then that of its bin. A root comes before the rest.
    bin_of_.assign(contents, kNoBin);
    std::vector<Component> components;
    for (std::uint32_t place = 0; place < contents; ++place) {
      const std::uint32_t keys = members[place].load(std::memory_order_relaxed);
      if (keys == 0) continue;
      const std::uint32_t root = joined.Find(place);
      if (root == place) components.emplace_back();
      const auto newest = static_cast<std::uint32_t>(components.size() - 1);
      bin_of_[place] = root == place ? newest : bin_of_[root];
      ++components[bin_of_[place]].contents;
      components[bin_of_[place]].members += keys;
    }
    Packer packer(bin_bytes, &bins_);
    std::vector<std::uint32_t> bin_of_component;
    for (const Component& component : components) bin_of_component.push_back(packer.Pack(component));
    for (std::uint32_t place = 0; place < contents; ++place) {
      if (bin_of_[place] == kNoBin) continue;
      bin_of_[place] = bin_of_component[bin_of_[place]];
      bins_[bin_of_[place]].members += members[place].load(std::memory_order_relaxed);
    }
  }
  number_of_.assign(contents, 0);
  for (std::uint32_t place = 0; place < contents; ++place) {
    if (bin_of_[place] != kNoBin) number_of_[place] = bins_[bin_of_[place]].contents++;
  }
  if (bins_.empty()) return;
  spill_ = std::make_unique<Spill>(files, directory, 2 * bins_.size());
  Divide(sets, buffer_bytes, threads);
}

void KeyBins::Divide(const Spill& sets, std::uint64_t buffer_bytes, unsigned threads) {
  const std::size_t most =
      std::clamp<std::size_t>(buffer_bytes / (2 * bins_.size() * threads), kSmallestBuffer, kLargestBuffer);
  std::vector<std::unique_ptr<Buffers>> buffers(threads);
  base::ParallelFor(threads, sets.bins(), [&](std::size_t part, unsigned thread) {
    if (!buffers[thread]) buffers[thread] = std::make_unique<Buffers>(*spill_, 2 * bins_.size(), most);
    struct Seat {
      std::uint32_t bin;
      std::uint32_t number;
      std::uint64_t weight;
    };
    std::vector<Seat> seats;
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint64_t> weights;
    sets.Read(part, [&](KeySet set) {
      if (cap_ == 0 || set.members.size() <= cap_) {
        numbers.clear();
        for (std::uint32_t place : set.members) numbers.push_back(number_of_[place]);
        buffers[thread]->Add(2 * bin_of_[set.members.front()], {numbers, set.weights});
        return;
      }
      seats.clear();
      for (std::size_t i = 0; i < set.members.size(); ++i) {
        const std::uint32_t place = set.members[i];
        if (bin_of_[place] != kNoBin) seats.push_back({bin_of_[place], number_of_[place], set.weights[i]});
      }
      std::ranges::stable_sort(seats, {}, &Seat::bin);  // numbers ascend with places already
      for (std::size_t i = 0; i < seats.size();) {
        numbers.clear(), weights.clear();
        const std::uint32_t bin = seats[i].bin;
        for (; i < seats.size() && seats[i].bin == bin; ++i) {
          numbers.push_back(seats[i].number);
          weights.push_back(seats[i].weight);
        }
        if (numbers.size() > 1) buffers[thread]->Add(2 * bin + std::size_t{1}, {numbers, weights});
      }
    });
  });
  for (const auto& of_thread : buffers) {
    if (of_thread) of_thread->FlushAll();
  }
}

std::vector<std::uint32_t> KeyBins::PlacesOf(std::size_t bin) const {
  std::vector<std::uint32_t> places;
  places.reserve(bins_[bin].contents);
  for (std::uint32_t place = 0; place < bin_of_.size(); ++place) {
    if (bin_of_[place] == bin) places.push_back(place);
  }
  return places;
}

}  // namespace kindred::match
