// Compares two files byte by byte. Either may change meanwhile.
#pragma once

#include <string>

namespace kindred::read {

// True if both can be read to their ends and hold equal bytes. Absolute paths; links are not followed unless
// `follow_links`. Cost: one pass over both; ends at the first difference.
bool HaveSameBytes(const std::string& a, const std::string& b, bool follow_links);

}  // namespace kindred::read
