// What became of each file between two directories A and B: Manber 1993, section 6, third area ("comparing
// two directories based on content ... but we need to allow the use of the filenames in the similarity
// measure"). Contents decide; names only where contents leave a choice.
//
// 1. Files with equal bytes: those at the same path are identical; the others are moved, joined by the names
//    that agree best, from the last name of the path upwards. A copy that is left over is a further one.
// 2. Files whose bytes occur on one side only: similar ones are joined one to one, the most similar first. Of
//    equally similar ones (within kNameWeight, if one is an estimate) those at the same path, then those of
//    the same name are joined.
// 3. What is left is reported with the most similar file of the other side, though that has its own line, or,
//    without a similar file, as a file of one side only. Here the share of the file itself counts twice and
//    the smaller of both shares once.
//
// Example. A has notes.txt (N), main.c (M) and old.c; B has doc/notes.txt (N), main.c (M, edited) and new.h.
//   1. notes.txt and doc/notes.txt have equal bytes at different paths: moved.
//   2. Both main.c are 90 % alike: changed.
//   3. old.c is similar to nothing in B: only in A. new.h: only in B.
// If old.c were 40 % like B's main.c, which is taken, it would be a `further` line: changed, old.c to main.c.
//
// Empty files have no content to be known by: they are equal only to empty files of the same name.
// Cost: sorting files and pairs. Tested by relations_test.cc, and against brute force and diff in
// tests/oracle.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "kindred/values.h"
#include "match/scope.h"
#include "model/pair.h"

namespace kindred::match {

struct PlacedFile {
  std::uint32_t place = 0;  // its content
  std::string path;         // below its side's root
};

inline constexpr std::uint32_t kNoFile = std::numeric_limits<std::uint32_t>::max();

struct RelatedFiles {
  Relation relation = Relation::kOnlyA;
  std::uint32_t a = kNoFile;  // indexes in the two lists of files
  std::uint32_t b = kNoFile;
  float of_a = 0;
  float of_b = 0;
  bool further = false;   // as FileRelation::further
  bool replaced = false;  // as FileRelation::replaced
  bool measured = false;  // as FileRelation::measured
};

// A pair is reported as contained when this part of one file occurs in the other ...
inline constexpr float kNearlyAll = 0.9f;
// ... of which less than this part is shared.
inline constexpr float kMostly = 0.5f;

// `pairs` are the similar contents (a < b; on whichever side). Measured shares leave names less to decide. By
// relation, then by path. Each file is in at least one line, and in only one that is not `further`, except
// files that contain others or are contained in them.
std::vector<RelatedFiles> RelateFiles(std::span<const PlacedFile> a, std::span<const PlacedFile> b,
                                      std::span<const Pair> pairs, const Scope& scope);

// By file of one side: the part of its bytes that occurs in the best matching file of the other side.
std::vector<float> BestShares(std::span<const PlacedFile> files, std::span<const PlacedFile> others,
                              std::span<const Pair> pairs, const Scope& scope);

}  // namespace kindred::match
