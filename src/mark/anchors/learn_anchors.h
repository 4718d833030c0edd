// Chooses an anchor set from texts: strings that are "quite common but not too common" and "span the files in
// a reasonably uniform fashion" (Manber 1993, section 2), and measures how uniform it is.
//
// The texts are cut into cells as long as the distance wanted between anchors. Strings of four bytes are
// taken greedily: each time the one that occurs in the most cells without an anchor yet, less a penalty for
// its occurrences in cells that have one. A gain only ever shrinks, so a candidate is evaluated again only
// when it is at the top of the heap. Cost: sorting all positions of the sample. Tested by anchors_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mark/anchors/anchor_set.h"

namespace kindred::mark {

// Throws Error(kFailed) if no string is common enough, or the texts are too short to decide.
AnchorSet ChooseAnchors(const std::vector<std::string>& texts, const std::string& name, std::uint64_t every);

// How the anchors of a set lie in texts. Gaps run from anchor to anchor, and to the ends of a text.
struct AnchorSpread {
  std::uint64_t bytes = 0;
  std::uint64_t anchors = 0;      // occurrences
  std::uint64_t longest_gap = 0;  // bytes
  std::uint64_t usual_gap = 0;    // 99 of 100 gaps are not longer
  std::uint64_t kilobytes = 0;    // whole ones
  std::uint64_t empty = 0;        // of these without an anchor
  std::uint64_t bare_texts = 0;   // texts of a kilobyte or more without an anchor
};
AnchorSpread MeasureSpread(const AnchorSet& set, const std::vector<std::string>& texts);

}  // namespace kindred::mark
