// See tag_set.h.
#include "tally/tag_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/coding.h"
#include "kindred/error.h"

namespace kindred::tally {

namespace {

[[noreturn]] void RefuseTags(const std::string& what) {
  throw Error(ErrorKind::kUsage, what, OptionName{"tags"},
              "give kindred-1, or 16 different bytes such as 00,65,74,88,...");
}

std::uint8_t ParseTag(std::string_view text) {
  unsigned value = 0;
  if (!base::ParseNumber(text, &value, 16) || value > 0xFF)
    RefuseTags(fmt::format("'{}' is not a byte in hexadecimal", text));
  return static_cast<std::uint8_t>(value);
}

}  // namespace

const TagSet& DefaultTagSet() {
  static const TagSet set = {
      "kindred-1",
      {0x00, 'e', 't', 0x88, 0x24, 0x3F, 0x6A, 0x85, 0xA3, 0x08, 0xD3, 0x13, 0x19, 0x8A, 0x2E, 0x03}};
  return set;
}

TagSet ParseTagSet(const std::string& text) {
  if (text == DefaultTagSet().name) return DefaultTagSet();
  TagSet set;
  std::size_t count = 0;
  std::string_view rest = text;
  while (true) {
    const std::size_t comma = rest.find(',');
    if (count == kTags) RefuseTags("more than 16 tags");
    const std::uint8_t tag = ParseTag(rest.substr(0, comma));
    if (std::find(set.tags.begin(), set.tags.begin() + count, tag) != set.tags.begin() + count)
      RefuseTags(fmt::format("the tag {:02x} is listed twice", tag));
    set.tags[count++] = tag;
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (count < kTags) RefuseTags(fmt::format("{} tags, not 16", count));
  set.name = fmt::format("{:02x}", fmt::join(set.tags, ","));
  if (set.tags == DefaultTagSet().tags) set.name = DefaultTagSet().name;
  return set;
}

}  // namespace kindred::tally
