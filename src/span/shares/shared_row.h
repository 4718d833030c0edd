// What one content shares with each of its partners: step 4 of pair_shares.h. The content is walked from
// front to end; its segments come with the contents that have them, and the bytes that they cover are summed
// up for each partner.
//
// A partner's run goes on as long as segments that follow each other have it. Neighbouring segments often
// have nearly the same contents (thousands of pages with one header, but for a few), so with few contents in
// the batch the lists are sets of bits, and a segment costs the partners that begin or end with it, not all
// that it has:
//
//   segment           1      2      3
//   partners that    a b    a b    a
//   have it          c      d      d        events at 2: c ends, d begins; at 3: b ends
//
// With many contents sets of bits would be longer than lists, and every member of a segment is visited.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "span/shares/trivial_windows.h"
#include "span/shares/window_lists.h"

namespace kindred::span {

class SharedRow {
 public:
  // `contents` of a batch are numbered from 0; a window has `least` bytes.
  SharedRow(const WindowLists& lists, std::size_t contents, std::uint64_t least);

  // Starts a content. The references must stay valid until it ends.
  void Begin(std::span<const std::uint32_t> partners, const TrivialWindows& trivial);
  // Its segments, by `begin`: windows from there on that have this list.
  void Add(std::uint64_t begin, std::uint64_t windows, std::uint32_t list);
  // Ends it. Then, for each of the partners, the bytes that occur in it and count.
  void End();
  std::uint64_t BytesOf(std::uint32_t partner) const { return sums_[partner].bytes; }

 private:
  struct Sum {
    std::uint64_t bytes = 0;  // of the stretches before the last
    Stretch last;             // what is covered
    std::uint64_t start = 0;  // of the run that goes on
  };

  void Cover(std::uint32_t content, std::uint64_t begin, std::uint64_t end) {
    Sum& sum = sums_[content];
    // Runs come in order of their begin.
    if (begin > sum.last.end) {
      Count(&sum);
      sum.last = {begin, end};
    } else {
      sum.last.end = std::max(sum.last.end, end);
    }
  }
  void Count(Sum* sum) const {
    if (sum->last.end != 0) sum->bytes += trivial_->Counted(sum->last);
  }
  void CoverMembers(std::uint64_t begin, std::uint64_t end, std::uint32_t list);
  // The runs go on with those that have these bits; others end at end_, or begin at `begin`.
  void GoOnWith(std::span<const std::uint64_t> bits, std::uint64_t begin);
  void EndAll();

  const WindowLists& lists_;
  std::uint64_t least_;
  std::span<const std::uint32_t> partners_;
  const TrivialWindows* trivial_ = nullptr;  // of the content
  std::vector<Sum> sums_;                    // by content
  std::vector<bool> is_partner_;             // if there are no sets of bits
  std::vector<std::uint64_t> wanted_;        // the partners
  std::vector<std::uint64_t> open_;          // whose runs go on
  std::vector<std::uint64_t> scratch_;
  std::uint64_t next_ = 0;  // the window behind the last segment
};

}  // namespace kindred::span
