// A dense family as a matrix: in the row of a file, how much of it each other file holds. Where nearly every
// file is linked with every other, lines between them would cover each other.
#pragma once

#include <string>

#include "kindred/values.h"

namespace kindred::report {

inline constexpr std::size_t kMostInMatrix = 12;

// As a table for an HTML page; files of strong links follow each other, numbered as in the family's list.
// Empty if the family is not dense, that is, if less than two thirds of the pairs are linked, or has fewer
// than three files.
std::string ShareMatrix(const Family& family);

}  // namespace kindred::report
