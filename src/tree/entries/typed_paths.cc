// See kindred/typed_paths.h.
#include "kindred/typed_paths.h"

#include <algorithm>

#include "model/entry.h"
#include "walk/root_resolver.h"

namespace kindred::inline v0 {

TypedPaths TypedPaths::Below(const std::vector<std::string>& roots) {
  std::vector<std::pair<std::string, std::string>> resolved;
  for (const std::string& root : roots) resolved.emplace_back(root, walk::AbsoluteThoughMissing(root));
  return TypedPaths(std::move(resolved));
}

TypedPaths::TypedPaths(std::vector<std::pair<std::string, std::string>> roots) : roots_(std::move(roots)) {
  std::ranges::sort(roots_);
}

// The longest typed root is the one that was reached: a link that is itself a root is not followed by the
// walk of the root around it. Trying each prefix of the path costs its depth, however many roots there are.
std::optional<std::string> TypedPaths::Absolute(const std::string& shown) const {
  const auto named = [&](std::size_t size) {
    const auto found =
        std::ranges::lower_bound(roots_, std::string_view(shown).substr(0, size), {},
                                 [](const auto& root) { return std::string_view(root.first); });
    return found != roots_.end() && found->first == std::string_view(shown).substr(0, size) ? &*found
                                                                                            : nullptr;
  };
  if (const auto* root = named(shown.size())) return root->second;
  for (std::size_t slash = shown.rfind('/'); slash != std::string::npos;
       slash = slash == 0 ? std::string::npos : shown.rfind('/', slash - 1)) {
    // "t/" as typed is shown as "t/name", "t" as well.
    const auto* root = named(slash + 1);
    if (root == nullptr) root = named(slash);
    if (root != nullptr) return JoinPath(root->second, shown.substr(slash + 1));
  }
  if (shown.starts_with('/')) return shown;
  return std::nullopt;
}

}  // namespace kindred::inline v0
