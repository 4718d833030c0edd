// The text behind keys that a group of files has in common. Keys show which parts of a file belong to the
// template, but not where a part ends, and what lies between two marks may be unique to the file: a title, a
// date. So a few members are read, and of one member's part those bytes are kept that lie in windows which at
// least half of the other members have, too.
//
// Cost: reads and marks kSampled files at most, whatever the group's size. Tested by templates_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "jobs/template/matched_tree.h"

namespace kindred::jobs {

// Pieces of members that hold the keys (ascending); kMostTemplateText bytes at most. Empty if no member can
// be read as it was scanned.
std::vector<std::string> SharedText(std::span<const std::uint64_t> keys,
                                    std::span<const std::uint32_t> members,
                                    const std::string& index_directory, MatchedTree* matched,
                                    Observer& observer);

}  // namespace kindred::jobs
