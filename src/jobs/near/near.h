// SimHash's search (Sadowski and Levin 2007, section 4.2): which files have near tallies? tally/near_pairs.h
// defines near.
//
// Example of NearOneFile: the query has 10,000 bytes, the skew key 4463, and a tolerance of 1 %. Sum tables
// may then differ by about 100, and keys by about 800, since the largest weight is 8. The query to the store
// is for keys from 3654 to 5272 and sizes from 9,898 to 10,102; each tally that it returns is compared by sum
// table, and by bytes if sizes and digests are equal.
#pragma once

#include <string>

#include "base/file.h"
#include "kindred/input.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::jobs {

// All pairs among the files of the roots, whose tallies are brought up to date first.
void NearInTree(base::FileSystem& files, const std::string& index_directory, const NearOptions& options,
                ResultSink& sink, Observer& observer);

// One file against all tallies of the store, by a range of keys. The file itself is not among the answers.
void NearOneFile(base::FileSystem& files, const std::string& index_directory, const Input& input,
                 const NearOptions& options, ResultSink& sink, Observer& observer);

// Removes files at or below `absolute` from the index's own store, if there is one.
void ForgetTallies(base::FileSystem& files, const std::string& index_directory, const std::string& absolute);

}  // namespace kindred::jobs
