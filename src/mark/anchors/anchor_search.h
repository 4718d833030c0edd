// Finds all occurrences of all anchors in one pass, with Vectorscan (Hyperscan's portable fork). Manber used
// agrep's multiple-pattern search (1993, section 2).
//
// Block mode, not streaming: a mark needs the 50 bytes from its anchor on, so the marker keeps the end of
// each piece anyway, and a block is scanned without the state that a stream carries from write to write.
// Rejected: the start-of-match option of the library. Anchors are literals, so the start follows from the
// end.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "mark/anchors/anchor_set.h"

namespace kindred::mark {

// Compiled once, used by any number of threads, each with its own scratch memory.
class AnchorSearch {
 public:
  // Throws Error(kFailed) if this processor cannot run the search.
  explicit AnchorSearch(const AnchorSet& set);
  ~AnchorSearch();

  class Scratch;
  std::unique_ptr<Scratch> NewScratch() const;
  // Where anchors start in `bytes` (less than 2 GB): ascending, each place once.
  void Find(std::span<const std::uint8_t> bytes, Scratch& scratch, std::vector<std::uint32_t>* starts) const;

 private:
  struct Database;
  std::unique_ptr<Database> database_;
};

class AnchorSearch::Scratch {
 public:
  explicit Scratch(const AnchorSearch& search);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

 private:
  friend class AnchorSearch;
  void* memory_ = nullptr;
};

}  // namespace kindred::mark
