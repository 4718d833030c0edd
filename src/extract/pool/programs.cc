// See programs.h.
#include "extract/pool/programs.h"

#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <vector>

namespace kindred::extract {

namespace {

std::string DirectoryOfThisProgram() {
  std::array<char, 4096> path;
  const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
  if (size <= 0 || size == static_cast<ssize_t>(path.size())) return "";
  const std::string whole(path.data(), static_cast<std::size_t>(size));
  return whole.substr(0, whole.rfind('/'));
}

}  // namespace

Program ProgramOf(ContainerType type) {
  return type == ContainerType::kPdf ? Program::kPdf : Program::kGeneral;
}

std::string_view NameOf(Program program) {
  return program == Program::kPdf ? "kindred-extract-pdf" : "kindred-extract";
}

std::string FindProgram(Program program, const std::string& directory) {
  std::vector<std::string> places;
  if (!directory.empty()) {
    places.push_back(directory);
  } else {
    if (const std::string here = DirectoryOfThisProgram(); !here.empty())
      places = {here, here + "/../libexec/kindred"};
    if (const char* named = ::secure_getenv("KINDRED_EXTRACT"); named != nullptr) places.emplace_back(named);
  }
  for (const std::string& place : places) {
    std::string path = place + "/" + std::string(NameOf(program));
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return "";
}

std::string MissingProgram(Program program) {
  if (program == Program::kPdf)
    return "the program kindred-extract-pdf is missing; install libpoppler-cpp-dev and build Kindred again";
  return "the program kindred-extract is missing; it belongs beside kindred, or in the directory that "
         "KINDRED_EXTRACT names";
}

}  // namespace kindred::extract
