// See output_place.h.
#include "command/output_place.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "kindred/error.h"
#include "kindred/kindred.h"

namespace kindred::cli {

namespace {

bool SameFile(const std::string& a, const std::string& b) {
  struct stat one, two;
  return stat(a.c_str(), &one) == 0 && stat(b.c_str(), &two) == 0 && one.st_dev == two.st_dev &&
         one.st_ino == two.st_ino;
}

// The last value of a flag on the line; empty if it is not given.
std::string ValueOf(const CommandLine& line, const std::string& name) {
  std::string value;
  for (const GivenFlag& given : line.given) {
    if (given.name == name && given.value) value = *given.value;
  }
  return value;
}

}  // namespace

std::string FollowLinks(const std::string& path) {
  constexpr int kMostLinks = 40;  // as the kernel
  std::filesystem::path at = path;
  std::error_code error;
  for (int links = 0; links < kMostLinks; ++links) {
    if (!std::filesystem::is_symlink(at, error)) {
      // Names that exist are resolved, too; a new name stays as it is.
      const std::filesystem::path real = std::filesystem::weakly_canonical(at, error);
      return error || real.empty() ? at.string() : real.string();
    }
    const std::filesystem::path to = std::filesystem::read_symlink(at, error);
    if (error) break;
    at = to.is_absolute() ? to : at.parent_path() / to;
  }
  throw Error(ErrorKind::kFailed, "is a link that leads nowhere", path, "name a file with -o");
}

void RefuseHarmfulOutput(const CommandLine& line) {
  const std::string output = ValueOf(line, "output");
  if (output.empty() || output == "-") return;
  const std::string place = FollowLinks(output);
  struct stat status;
  if (stat(place.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    const bool operand = std::ranges::any_of(
        line.operands, [&](const std::string& word) { return word != "-" && SameFile(word, place); });
    if (operand)
      throw Error(ErrorKind::kUsage, "is also what the report is about", output, "name another file with -o");
  }
  std::string directory = std::filesystem::path(place).parent_path().string();
  if (directory.empty()) directory = ".";
  std::string index = ValueOf(line, "index");
  if (index.empty()) {
    try {
      index = DefaultIndexDirectory();
    } catch (const Error&) {
      return;  // there is no index, and a command that needs one says so
    }
  }
  if (SameFile(directory, index))
    throw Error(ErrorKind::kUsage, "is in the directory of the index", output, "name another file with -o");
}

}  // namespace kindred::cli
