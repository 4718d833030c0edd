// Counts the different sharing sets of each degree, from a stream of sets and in little memory. The degree
// cap follows from these counts: the highest degree whose sets, with all of lower degree, stay within a work
// budget of two additions per member (docs/inside/matching.md, "Keys that occur everywhere").
//
// Sets are counted once however many keys they have, so they must be remembered: by a hash each, in classes
// of a factor of two in degree. A class that outgrows its capacity keeps only the hashes below a limit that
// is halved as often as needed (Wegman's adaptive sampling, as described by Flajolet 1990), and counts are
// scaled up from the sample. The result depends on the sets alone, not on their order, their repeats, or how
// the stream was cut; for all but very large trees it is exact. Tested by degree_census_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace kindred::match {

// The cap for some numbers of sets by degree; 0: nothing is capped.
std::uint64_t CapOf(const std::map<std::uint64_t, std::uint64_t>& sets);

// How many different sets of one degree have hashes with so many leading zero bits.
struct SetCount {
  std::uint64_t degree = 0;
  int zeros = 0;
  std::uint64_t sets = 0;
};

class DegreeCensus {
 public:
  // `capacity`: of a class, in hashes.
  explicit DegreeCensus(std::size_t capacity = kCapacity) : capacity_(capacity) {}

  // Counts a set of `degree` contents; `hash` is HashOfMembers() of them.
  void Add(std::uint64_t hash, std::uint32_t degree);
  void AddAll(const DegreeCensus& other);

  // Sets by degree; estimates where a class was sampled.
  std::map<std::uint64_t, std::uint64_t> Sets() const;
  std::uint64_t largest() const { return largest_; }

  // `asked`: the caller's own cap, 0 for none. Returns 0 if nothing is capped.
  std::uint64_t Cap(std::uint64_t asked) const;

  // What Sets() would be for sets that were counted elsewhere, in any order of degrees.
  static std::map<std::uint64_t, std::uint64_t> SetsOf(std::span<const SetCount> counts,
                                                       std::size_t capacity = kCapacity);

  static constexpr std::size_t kCapacity = std::size_t{1}
                                           << 17;  // 16 bytes each; an error of 0.3 % if sampled

 private:
  struct Seen {
    std::uint64_t hash = 0;
    std::uint32_t degree = 0;  // 0: free
  };
  // An open table of the hashes below `limit`.
  struct Class {
    std::vector<Seen> table;
    std::size_t used = 0;
    int halvings = 0;
    bool Below(std::uint64_t hash) const { return halvings == 0 || hash >> (64 - halvings) == 0; }
  };

  void Put(std::uint64_t hash, std::uint32_t degree, Class* to) const;
  static void Resize(std::size_t slots, Class* of);

  std::size_t capacity_;
  std::uint64_t largest_ = 0;
  std::array<Class, 33> classes_;  // by the number of bits of the degree
};

}  // namespace kindred::match
