// Ends a call that was asked to stop, with an error that names what is kept.
#pragma once

#include "kindred/error.h"
#include "kindred/sink.h"

namespace kindred::run {

inline constexpr char kRunAgain[] = "run again for the answer";
inline constexpr char kIndexIsComplete[] = "the index is complete; run again for the answer";
inline constexpr char kTalliesAreStored[] = "the tallies are stored; run again for the answer";

inline void StopIfAsked(Observer& observer, const char* hint = kRunAgain) {
  if (observer.StopRequested()) throw Error(ErrorKind::kCancelled, "interrupted", "", hint);
}

}  // namespace kindred::run
