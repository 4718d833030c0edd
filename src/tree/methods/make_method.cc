// See make_method.h.
#include "tree/methods/make_method.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "kindred/error.h"
#include "mark/anchors/anchor_set.h"
#include "mark/methods/methods.h"
#include "read/files/load_file.h"

namespace kindred::tree {

namespace {

constexpr std::size_t kMostBytes = 1 << 20;  // no parameter file needs more

std::string ReadParameterFile(const std::string& path) {
  const read::LoadedFile file = read::LoadNamedFile(path, kMostBytes);
  if (file.too_large) throw Error(ErrorKind::kUsage, "too large for a file that `method` names", path);
  if (!file.outcome.ok) {
    const bool missing = ::access(path.c_str(), F_OK) != 0 && errno == ENOENT;
    throw Error(
        ErrorKind::kUsage,
        missing ? "there is no such file, and no set of this name"
                : "cannot " + file.outcome.stage + " the file that `method` names: " + file.outcome.reason,
        path,
        fmt::format("name the file of a set, or one of {}", fmt::join(mark::BuiltinAnchorSets(), ", ")));
  }
  return {file.bytes.begin(), file.bytes.end()};
}

}  // namespace

std::unique_ptr<mark::Method> MethodFrom(const std::string& text) {
  return mark::MakeMethod(text, ReadParameterFile);
}

Methods MakeMethods(const std::vector<std::string>& texts) {
  Methods methods;
  for (const std::string& text : texts) {
    auto method = MethodFrom(text);
    const bool twice =
        std::ranges::any_of(methods, [&](const auto& other) { return other->info() == method->info(); });
    if (!twice) methods.push_back(std::move(method));
  }
  if (methods.empty()) throw Error(ErrorKind::kUsage, "no method is given", OptionName{"methods"});
  return methods;
}

}  // namespace kindred::tree
