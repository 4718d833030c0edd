// See degree_census.h.
#include "match/keys/degree_census.h"

#include <algorithm>
#include <bit>

namespace kindred::match {

namespace {

// Additions spent per member of a sharing set, and the least allowance: a single set of 3,000 files.
constexpr std::uint64_t kWorkPerMember = 2;
constexpr std::uint64_t kLeastWork = 5'000'000;

std::uint64_t PairsOf(std::uint64_t degree) { return degree * (degree - 1) / 2; }

}  // namespace

void DegreeCensus::Add(std::uint64_t hash, std::uint32_t degree) {
  largest_ = std::max<std::uint64_t>(largest_, degree);
  Put(hash, degree, &classes_[std::bit_width(degree)]);
}

void DegreeCensus::AddAll(const DegreeCensus& other) {
  largest_ = std::max(largest_, other.largest_);
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    for (const Seen& seen : other.classes_[i].table) {
      if (seen.degree != 0) Put(seen.hash, seen.degree, &classes_[i]);
    }
    // What the other has dropped is missing here, too.
    if (other.classes_[i].halvings <= classes_[i].halvings) continue;
    classes_[i].halvings = other.classes_[i].halvings;
    Resize(classes_[i].table.size(), &classes_[i]);
  }
}

void DegreeCensus::Put(std::uint64_t hash, std::uint32_t degree, Class* to) const {
  if (!to->Below(hash)) return;
  if (2 * (to->used + 1) > to->table.size()) Resize(std::max<std::size_t>(64, 2 * to->table.size()), to);
  // By the low bits: a sample keeps small hashes, whose high bits would put them all at the front of the
  // table.
  const std::uint64_t mask = to->table.size() - 1;
  std::uint64_t slot = hash & mask;
  for (; to->table[slot].degree != 0; slot = (slot + 1) & mask) {
    if (to->table[slot].hash == hash && to->table[slot].degree == degree) return;
  }
  to->table[slot] = {hash, degree};
  ++to->used;
  while (to->used > capacity_) {
    ++to->halvings;
    Resize(to->table.size(), to);
  }
}

void DegreeCensus::Resize(std::size_t slots, Class* of) {
  std::vector<Seen> before(slots);
  before.swap(of->table);
  of->used = 0;
  for (const Seen& seen : before) {
    if (seen.degree == 0 || !of->Below(seen.hash)) continue;
    std::uint64_t slot = seen.hash & (slots - 1);
    while (of->table[slot].degree != 0) slot = (slot + 1) & (slots - 1);
    of->table[slot] = seen;
    ++of->used;
  }
}

std::map<std::uint64_t, std::uint64_t> DegreeCensus::Sets() const {
  std::map<std::uint64_t, std::uint64_t> sets;
  for (const Class& of : classes_) {
    for (const Seen& seen : of.table) {
      if (seen.degree != 0) sets[seen.degree] += std::uint64_t{1} << of.halvings;
    }
  }
  return sets;
}

std::uint64_t DegreeCensus::Cap(std::uint64_t asked) const {
  if (asked != 0) return largest_ > asked ? asked : 0;
  return CapOf(Sets());
}

std::map<std::uint64_t, std::uint64_t> DegreeCensus::SetsOf(std::span<const SetCount> counts,
                                                            std::size_t capacity) {
  // A class is halved until what is below its limit fits: h halvings keep the hashes with h leading zeros.
  std::array<std::array<std::uint64_t, 65>, 33> with_zeros{};  // by class: so many leading zeros, or more
  for (const SetCount& count : counts) {
    for (int zeros = 0; zeros <= count.zeros; ++zeros)
      with_zeros[std::bit_width(count.degree)][static_cast<std::size_t>(zeros)] += count.sets;
  }
  std::map<std::uint64_t, std::uint64_t> sets;
  for (const SetCount& count : counts) {
    int halvings = 0;
    while (with_zeros[std::bit_width(count.degree)][static_cast<std::size_t>(halvings)] > capacity)
      ++halvings;
    if (count.zeros >= halvings) sets[count.degree] += count.sets << halvings;
  }
  return sets;
}

std::uint64_t CapOf(const std::map<std::uint64_t, std::uint64_t>& sets) {
  std::uint64_t members = 0;
  for (const auto& [degree, number] : sets) members += number * degree;
  const std::uint64_t budget = std::max(kLeastWork, members * kWorkPerMember);
  std::uint64_t work = 0;
  std::uint64_t cap = 2;
  for (const auto& [degree, number] : sets) {
    work += number * PairsOf(degree);
    if (work > budget) return cap;
    cap = std::max(cap, degree);
  }
  return 0;
}

}  // namespace kindred::match
