// Similar directories of one tree: Manber 1993 names "similarity between seemingly unrelated directories" as
// what sif showed best (section 1), and comparing directories as work to do (section 6).
//
// A directory is all files below it. What A shares with B is the sum over A's files of the part that occurs
// in the best matching file of B. Sums are made for all pairs of directories at once: each file adds what it
// shares with each of its partners to every pair of directories above the two. Files with many partners (a
// licence, an empty frame, one of a hundred copies of a directory) propose only the nearest directories, and
// count in all pairs that are proposed; the result has the number of such files. Exact copies of a directory
// are proposed however crowded their files are (directory_copies.h).
//
// Example: p/x has two files, q/y copies of both, and q/z other files. p/x and q/y share everything and are
// reported. p/x and q share the same two files, so what q has more is unrelated: left out.
//
// A pair that another one describes better is left out (directory_choice.h). Cost: files x partners x
// depth^2, where directories that hold only one other directory do not count as depth (directory_tree.h).
// Tested by directories_test.cc against brute force.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kindred/options.h"
#include "match/scope.h"
#include "model/pair.h"

namespace kindred::match {

// The files that lie in a directory itself, by content.
struct DirectoryFiles {
  std::string path;
  std::vector<std::uint32_t> places;
};

struct SimilarDirectories {
  std::string a;  // before b in the order of the tree
  std::string b;
  std::uint64_t files_a = 0;
  std::uint64_t files_b = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  double shared_a = 0;  // bytes of A that occur in B
  double shared_b = 0;
  double of_a = 0;
  double of_b = 0;
  double similarity = 0;
  std::uint64_t identical_files = 0;  // of A, with a copy in B
  std::uint64_t similar_files = 0;    // of A, with a similar file in B only
};

struct DirectoriesFound {
  std::vector<SimilarDirectories> pairs;  // those that share the most bytes first
  std::uint64_t crowded_files = 0;        // with many partners: pairs may be missing
};

// Directories above `roots` are not considered. Returns nothing if `stop` returned true.
DirectoriesFound FindSimilarDirectories(std::span<const DirectoryFiles> directories,
                                        std::span<const std::string> roots, std::span<const Pair> pairs,
                                        const Scope& scope, double minimum, Measure measure,
                                        const std::function<bool()>& stop);

}  // namespace kindred::match
