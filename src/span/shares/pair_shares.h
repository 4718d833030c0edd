// How much of each of two contents occurs in the other, exactly, for many pairs at once.
//
// A share counts the bytes of A that lie in runs of `least` bytes or more which also occur in B, but for
// runs of trivial bytes alone (trivial_windows.h); coverage.h measures one pair from its bytes. Thousands of
// versions of one text are millions of pairs: here each content is read once, and what a pair costs follows
// the number of runs it shares, not its bytes.
//
// Idea. A window is `least` bytes at one position; a byte is shared if a shared window covers it. So all that
// matters is which contents have which windows.
//   1. Contents are cut into blocks by their bytes (as HP's chunks; Forman et al. 2005, section 2.2). A block
//      and the least-1 bytes behind it hold all windows that begin in the block: a *context*. Equal contexts
//      are one, with the list of contents it occurs in. Versions of a text share most contexts.
//   2. The windows of distinct contexts are found by their seeds (window_lists.cc) and compared byte by
//      byte, so that equal hashes of unequal bytes do no harm. A window in several contexts occurs in the
//      contents of all of them.
//   3. Windows of a context that follow each other and occur in the same contents are one *segment*.
//   4. A content is a sequence of segments. One walk over it adds each segment to the pairs of its contents.
//
// Example, least = 4: A = "abcdefgh", B = "xxcdefgyy". B has A's windows "cdef" and "defg": one segment at
// offset 2 of A, two windows long. It covers 2 - 1 + 4 = 5 bytes: 5/8 of A, and 5/9 of B.
//
// Where a component of pairs has few of them, each is compared by itself (coverage.h).
//
// Cost: reading and cutting are linear in the bytes; step 2 in the distinct bytes, and it is most of the time
// where contents differ much; step 4 in the segments, times the contents that each occurs in and that are
// asked for. Memory: at most 32 bytes for each byte of a batch are planned for. Pairs are worked in batches
// whose contents fit the memory; a content may then be read once per batch. Tested against coverage.h and
// brute force by pair_shares_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kindred/values.h"
#include "span/source.h"

namespace kindred::span {

struct ContentPair {
  std::uint32_t a = 0;  // numbers of contents
  std::uint32_t b = 0;
};

struct PairShare {
  std::uint64_t shared_a = 0;  // bytes of A that occur in B and count
  std::uint64_t shared_b = 0;
  bool measured = false;  // false: one of the two could not be read
};

struct PairSharesInput {
  std::span<const ContentPair> pairs;
  std::uint32_t contents = 0;                        // numbers are below
  std::function<std::uint64_t(std::uint32_t)> size;  // of a content, about: batches are made by it
  std::function<Source::Piece(std::uint32_t)>
      whole;  // all bytes of it; empty: cannot be read. From several threads
  std::uint64_t least = kRunLength;
  std::uint64_t memory = std::uint64_t{1} << 30;
  unsigned threads = 1;
  std::function<bool()> stop = nullptr;  // true: give up; what is left is not measured
  std::function<void(std::uint64_t contents)> progress =
      nullptr;  // this many more were read; from one thread
};

// In the order of the pairs.
std::vector<PairShare> MeasurePairs(const PairSharesInput& input);

}  // namespace kindred::span
