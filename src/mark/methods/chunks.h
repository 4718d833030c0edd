// Method `chunks`: the whole content cut into pieces at places that its bytes choose (Forman et al. 2005,
// section 2.2), with TTTD, the two-threshold two-divisor rule their section 2.3 uses (Eshghi and Tang 2005):
// no cut before `minimum` bytes; then the first place whose hash passes the main divisor; at `maximum` the
// last place that passed the easier backup divisor, or, if none did, `maximum` itself. A chunk's key is the
// hash of all its bytes, so shared chunks give a lower bound of the bytes in common.
//
// Parameters
//   average  target length (1015). Minimum 460, maximum 2800, divisors 540 and 270 belong to 1015 and scale
//   with it.
//
// The value of a place covers the bytes before it (window_scan.h), within the chunk, so a cut depends on
// nothing before the chunk's own start. The vector kernel finds the few places that could pass; the rule
// looks at these only. Contents over 1 GB keep a nested sample of their chunks, so that memory stays bounded;
// the share is an estimate then. Cost: 2 instructions per byte, and XXH3 of it all.
#pragma once

#include <memory>
#include <string>

#include "mark/method/method.h"

namespace kindred::mark {

// `parameters` is the text behind "chunks:".
std::unique_ptr<Method> MakeChunks(const std::string& parameters);

}  // namespace kindred::mark
