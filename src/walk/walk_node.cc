// See walk_node.h. Anchors are at least 64 names, or a part of the depth, apart. The distance grows with the
// number of anchors held, so that it stays near the limit at any depth and with any number of threads. Tested
// by the comb in tests/hostile.
#include "walk/walk_node.h"

#include <fcntl.h>

#include <algorithm>
#include <vector>

#include "model/entry.h"
#include "walk/filter.h"

namespace kindred::walk {

namespace {

constexpr std::uint32_t kSteps = 64;
constexpr int kPass = O_PATH | O_DIRECTORY | O_CLOEXEC;
constexpr int kRead = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

Descriptor OpenAt(const Descriptor& directory, const std::string& name, int flags) {
  return Descriptor(::openat(directory.get(), name.c_str(), flags));
}

}  // namespace

std::string PathOf(const WalkNode& node) {
  std::size_t size = 0;
  for (const WalkNode* at = &node; at != nullptr; at = at->above) size += at->name.size() + 1;
  std::string path(size, '/');
  std::size_t end = size;
  for (const WalkNode* at = &node; at != nullptr; at = at->above) {
    end -= at->name.size() + 1;
    at->name.copy(path.data() + end + 1, at->name.size());
  }
  // Before a root's name there is one slash too many, after the root "/" there are two.
  return path.substr(path.starts_with("///") ? 2 : 1);
}

DirectoryPath PathOf(const PendingDirectory& pending) {
  return pending.above ? pending.above->Below(pending.node->name) : DirectoryPath(PathOf(*pending.node));
}

Descriptor OpenAbsolute(const std::string& path) {
  const std::vector<std::string> names = SplitPath(path);
  Descriptor directory(::open("/", names.empty() ? kRead : kPass));
  for (std::size_t i = 0; i < names.size() && directory.is_open(); ++i) {
    directory = OpenAt(directory, names[i], (i + 1 == names.size() ? kRead : kPass) | O_NOFOLLOW);
  }
  return directory;
}

Descriptor OpenNode(const PendingDirectory& pending) {
  const WalkNode* const start = pending.anchor == nullptr ? nullptr : &pending.anchor->node;
  std::vector<const WalkNode*> way;
  for (const WalkNode* at = pending.node; at != start; at = at->above) way.push_back(at);
  Descriptor passed;
  if (start == nullptr) {
    passed = OpenAbsolute(way.back()->name);
    way.pop_back();
    if (!passed.is_open()) return passed;
  }
  const Descriptor* from = start == nullptr ? &passed : &pending.anchor->directory;
  for (; !way.empty(); way.pop_back()) {
    const WalkNode& node = *way.back();
    const int flags = (way.size() == 1 ? kRead : kPass) | (node.through_link ? 0 : O_NOFOLLOW);
    passed = OpenAt(*from, node.name, flags);
    if (!passed.is_open()) break;
    from = &passed;
  }
  return passed;
}

std::shared_ptr<const Anchor> AnchorFor(const PendingDirectory& pending, Descriptor directory, int limit,
                                        std::atomic<int>* held) {
  const int now = held->load(std::memory_order_relaxed);
  if (pending.anchor != nullptr && now >= limit) {
    const auto part = static_cast<std::uint32_t>(std::max(limit, 1));
    const std::uint32_t distance =
        std::max(kSteps, pending.node->depth / part) * (static_cast<std::uint32_t>(now) / part);
    if (pending.node->depth - pending.anchor->node.depth < distance) return pending.anchor;
  }
  return std::make_shared<const Anchor>(*pending.node, std::move(directory), held);
}

}  // namespace kindred::walk
