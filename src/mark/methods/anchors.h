// Method `anchors`: sif's first way (Manber 1993, section 2). Each occurrence of a string of a fixed set
// starts a window of 50 bytes, whose checksum is the key. Good sets spread evenly over the texts they are
// made for; on others, and on files that are not text, they may find little: fingerprints serve everything.
//
// Parameters
//   set      a set that comes with the program (english, code, html) or the file of one that was learned
//   digest   of the set, so that marks of another set of the same name are never taken for its own
//   window   bytes of a mark from the start of its anchor on (50)
//   rate     `auto`: about as many marks for each size as fingerprints have; `fine`: every anchor
//
// An anchor whose window reaches over the end gives no mark; a key that occurred less than a window before
// gives no second one. Levels select by the key, not by fewer anchors as Manber suggests in section 6, so
// that a small file's marks are found again in a large one.
//
// Cost: a pass of the search, and a hash of 50 bytes for each anchor found. Tested by anchors_test.cc and
// tests/contract.
#pragma once

#include <memory>
#include <string>

#include "mark/method/method.h"

namespace kindred::mark {

// `parameters` is the text behind "anchors:"; `read` gives the text of a set's file.
std::unique_ptr<Method> MakeAnchors(const std::string& parameters, const ReadText& read);

}  // namespace kindred::mark
