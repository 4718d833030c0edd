// The words for what becomes of copies, and for what came of it.
#include "kindred/dedupe_values.h"

namespace kindred::inline v0 {

namespace {

constexpr std::string_view kByNames[] = {"reflink", "hardlink", "symlink", "trash", "move"};
constexpr std::string_view kOutcomeNames[] = {"planned", "done", "left", "saved", "restored", "not needed"};

}  // namespace

std::string_view ReplaceByName(ReplaceBy by) { return kByNames[static_cast<std::size_t>(by) - 1]; }

std::string_view ActionOutcomeName(ActionOutcome outcome) {
  return kOutcomeNames[static_cast<std::size_t>(outcome) - 1];
}

}  // namespace kindred::inline v0
