// Compares two files byte by byte. Either may change meanwhile.
#pragma once

#include <optional>
#include <string>

#include "kindred/values.h"

namespace kindred::read {

// True if both can be read to their ends and hold equal bytes. Absolute paths; links are not followed unless
// `follow_links`. Cost: one pass over both; ends at the first difference. False without a difference if one
// of them could not be read: `*unread` is that file, with the reason.
bool HaveSameBytes(const std::string& a, const std::string& b, bool follow_links,
                   std::optional<Skip>* unread);

}  // namespace kindred::read
