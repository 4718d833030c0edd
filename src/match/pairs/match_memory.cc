// See match_memory.h.
#include "match/pairs/match_memory.h"

#include <fmt/format.h>

#include "kindred/error.h"

namespace kindred::match {

void ThrowTooLittleMemory(std::uint64_t least) {
  // As it can be typed.
  const std::uint64_t mebibytes = (least >> 20) + 1;
  throw Error(ErrorKind::kFailed,
              fmt::format("is too little to match these files; {}M is the least", mebibytes),
              OptionName{"memory"});
}

}  // namespace kindred::match
