// A set of anchors: the strings at which sif's first method starts a mark (Manber 1993, section 2), "quite
// common but not too common", with the mean distance between them in the texts they were learned from.
//
// Its file is text. Bytes that are not printable, backslashes, and blanks at the ends of an anchor are
// escaped as \xHH:
//
//     kindred anchors 1
//     name english
//     every 24
//     acte
//     ...
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kindred::mark {

struct AnchorSet {
  std::string name;                  // letters, digits, - and _
  std::uint64_t every = 0;           // mean distance in bytes; how coarse a selection must be follows from it
  std::vector<std::string> anchors;  // sorted, each once
  bool operator==(const AnchorSet&) const = default;
};

inline constexpr std::size_t kShortestAnchor = 2;
inline constexpr std::size_t kLongestAnchor = 16;
inline constexpr std::size_t kMostAnchors = 10'000;

// Throws Error(kUsage) that names `where` and what is wrong: not a set, no anchors, an anchor twice, ...
AnchorSet ParseAnchorSet(const std::string& text, const std::string& where);
std::string AnchorSetText(const AnchorSet& set);
bool IsAnchorSetName(const std::string& name);

// Identifies a set whatever its name: 16 hexadecimal digits of what marks depend on.
std::string AnchorSetDigest(const AnchorSet& set);

// The sets that come with the program; tools/make_anchor_sets learned them.
std::vector<std::string> BuiltinAnchorSets();
// nullptr: no set has this name.
const char* BuiltinAnchorText(const std::string& name);

}  // namespace kindred::mark
