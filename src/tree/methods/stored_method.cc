// See stored_method.h.
#include "tree/methods/stored_method.h"

#include <fmt/format.h>

#include "kindred/error.h"
#include "mark/anchors/anchor_set.h"

namespace kindred::tree {

namespace {

// What to type to use these marks. A learned set is in a file, whose name is not in the index.
std::string HowToAsk(MethodInfo method) {
  std::string set, digest;
  for (auto& [parameter, value] : method.parameters) {
    if (parameter == "digest") digest = value;
    if (parameter == "set") set = value;
  }
  const char* builtin = mark::BuiltinAnchorText(set);
  if (digest.empty() ||
      (builtin != nullptr && mark::AnchorSetDigest(mark::ParseAnchorSet(builtin, set)) == digest))
    return "`method` " + method.Text();
  std::erase_if(method.parameters, [](const auto& parameter) { return parameter.first == "digest"; });
  for (auto& [parameter, value] : method.parameters) {
    if (parameter == "set") value = "FILE";
  }
  return fmt::format("`method` {} where FILE is the file of set {} (digest {})", method.Text(), set, digest);
}

}  // namespace

void ThrowNoMarks(const std::string& directory, const index::Snapshot& snapshot, const MethodInfo& method) {
  if (snapshot.generation() == 0) {
    throw Error(ErrorKind::kNotFound, "there is no index here", directory, "make one with `Index::Scan`");
  }
  std::string known;
  for (const auto& segment : snapshot.segments()) {
    const std::string text = HowToAsk(segment->method().info);
    if (known.find(text) == std::string::npos) known += (known.empty() ? "" : " or ") + text;
  }
  throw Error(ErrorKind::kNotFound, fmt::format("the index has no marks of {}", method.Text()), directory,
              known.empty() ? "it is empty; fill it with `Index::Scan`"
                            : fmt::format("ask with {}, or scan with the method first", known));
}

index::StoredMethod ToStored(const mark::Method& method) {
  return {method.info(), method.weight(), method.key_bits()};
}

}  // namespace kindred::tree
