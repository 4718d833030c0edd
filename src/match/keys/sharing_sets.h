// Sharing sets: sif's Sorted_Fingers (Manber 1993, section 4). The sorted keys are streamed once; each key
// that occurs in more than one content of the scope gives the set of those contents; equal sets are collapsed
// to one with counters. The keys themselves are not needed any more.
//
// Example. Keys 1, 2 and 3 occur in contents A and B, key 4 in A and C, key 5 only in B. That gives two sets:
// {A, B} with 3 keys and {A, C} with 1.
//
// Cost: one pass over the segments; memory at most one number per (key, content) that is shared, usually far
// less. The key space is cut into parts of equal weight that are collected in parallel; what they have in
// common is joined in parallel, too, by the first bits of the sets' hashes.
// Tested by match_test.cc, and by tests/oracle against brute force.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/segment/segment.h"
#include "match/keys/key_stream.h"
#include "match/keys/spill.h"
#include "match/scope.h"

namespace kindred::match {

class SharingSets {
 public:
  // The contents of a set, ascending, with what the shared keys weigh in each of them.
  struct Set {
    std::uint64_t first = 0;  // of its members
    std::uint64_t hash = 0;   // of them
    std::uint64_t keys = 0;
    std::uint32_t members = 0;  // the degree of its keys
  };

  std::span<const Set> sets() const { return sets_; }
  std::span<const std::uint32_t> Members(const Set& set) const { return {&members_[set.first], set.members}; }
  std::span<const std::uint64_t> Weights(const Set& set) const { return {&weights_[set.first], set.members}; }

  // Adds `keys` keys that exactly `members` share.
  void Add(std::span<const std::uint32_t> members, std::span<const std::uint64_t> weights,
           std::uint64_t keys) {
    Add(HashOfMembers(members), members, weights, keys);
  }
  // The same with the members' hash.
  void Add(std::uint64_t hash, std::span<const std::uint32_t> members, std::span<const std::uint64_t> weights,
           std::uint64_t keys);
  void AddAll(const SharingSets& other);
  // All sets of `parts`, no two of which have one in common. Takes them.
  static SharingSets OfDisjoint(std::span<SharingSets> parts, unsigned threads);

  // Marks of the scope that were streamed, shared or not.
  std::uint64_t marks() const { return marks_; }
  void CountMarks(std::uint64_t marks) { marks_ += marks; }

 private:
  void Grow();

  std::uint64_t marks_ = 0;
  std::vector<Set> sets_;
  std::vector<std::uint32_t> members_;
  std::vector<std::uint64_t> weights_;
  std::vector<std::uint32_t> table_;  // open addressing by members: number of the set + 1, 0 is free
};

// How many different keys each content of the scope has, by place.
std::vector<std::uint64_t> CountKeys(const KeySource& source, unsigned threads);

SharingSets CollectSharingSets(const KeyStream& stream, unsigned threads);
// The same from sets on disk; `marks` is the number of marks that they were streamed from.
SharingSets CollectSharingSets(const Spill& spilled, std::uint64_t marks, unsigned threads);

}  // namespace kindred::match
