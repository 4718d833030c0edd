// Method `fingerprints`: sif's second way (Manber 1993, section 2). Every window of 32 bytes is hashed; those
// with small hashes are kept. Two contents that share a run of at least a window keep the same marks in it,
// at any offset.
//
// Parameters
//   window   bytes per fingerprint (32; sif has 50, which loses what scattered edits leave)
//   rate     one mark in so many bytes: a power of two from 1 to 65536; `auto` chooses by size, finer for
//            small files (section 6, second area); `coarse` the same, ending at half to an eighth as many;
//            `fine` keeps one in 16 whatever the size
//   overlap  `distinct` drops a mark whose key was a candidate less than a window before: a run of equal or
//            periodic bytes gives its marks once, and the selection stays local and nested.
//            `none` is Manber's rule, literally: after a mark the text is shifted to its end. A mark then
//            depends on the marks before it, so it needs a fixed rate. `all` keeps every candidate.
//
// Selection is by the value of window_scan.h instead of Manber's rolling polynomial: the same for every
// place, so that vectors compute it. Cost: 1 to 2 instructions per byte. Tested by fingerprints_test.cc and
// tests/contract.
#pragma once

#include <memory>
#include <string>

#include "mark/method/method.h"

namespace kindred::mark {

// `parameters` is the text behind "fingerprints:".
std::unique_ptr<Method> MakeFingerprints(const std::string& parameters);

}  // namespace kindred::mark
