// The manual page, from the flag and command tables.
#pragma once

#include <string>

namespace kindred::cli {

// kindred(1) in troff's man macros.
std::string ManPage();

}  // namespace kindred::cli
