// A short history of an index: two commits with entries, contents, skips, segments of two methods, removals
// and a merge. And every query on an index, so that a test can compare all answers at once.
#pragma once

#include <string>
#include <vector>

#include "base/file.h"

namespace kindred {

inline constexpr int kSessionCommits = 2;

// Runs the session; `*commits` counts the commits that returned.
void RunSession(base::FileSystem& files, const std::string& directory, int* commits);

// A write after an interruption, and the names in the directory that are in no manifest (there should be
// none).
std::vector<std::string> WriteOnceMoreAndFindStrays(base::FileSystem& files, const std::string& directory);

// The answer to each query, as text. A query that ends in an Error has the answer kNoAnswer; any other
// exception is passed on. Messages are added to `errors`.
inline const std::string kNoAnswer = "(error)";
std::vector<std::string> AskEverything(base::FileSystem& files, const std::string& directory,
                                       std::vector<std::string>* errors = nullptr);

// AskEverything in one text, which throws the Error instead.
std::string AllAnswers(base::FileSystem& files, const std::string& directory);

// AllAnswers before the session, after its first and after its second commit.
std::vector<std::string> ExpectedAnswers();

}  // namespace kindred
