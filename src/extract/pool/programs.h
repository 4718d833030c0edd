// Which worker program looks into which type, and where it is.
#pragma once

#include <string>
#include <string_view>

#include "extract/container_type.h"

namespace kindred::extract {

enum class Program { kGeneral, kPdf };
inline constexpr int kProgramCount = 2;

Program ProgramOf(ContainerType type);
std::string_view NameOf(Program program);  // of its file

// The full path; empty if it is in none of the places that PoolOptions names.
std::string FindProgram(Program program, const std::string& directory);

// What to do about a program that is missing.
std::string MissingProgram(Program program);

}  // namespace kindred::extract
