// See place.h. Descriptors held: at most the limit and 64 * (1 + ln(depth / 4096)) per thread; the way to go
// again is at most 64 names or a 64th of the depth. Tested by the comb in tests/hostile.
#include "walk/place.h"

#include <fcntl.h>

#include <algorithm>
#include <vector>

#include "model/entry.h"
#include "walk/filter.h"

namespace kindred {

namespace {

constexpr std::uint32_t kSteps = 64;
constexpr int kPass = O_PATH | O_DIRECTORY | O_CLOEXEC;
constexpr int kRead = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

Descriptor OpenAt(const Descriptor& directory, const std::string& name, int flags) {
  return Descriptor(::openat(directory.get(), name.c_str(), flags));
}

}  // namespace

std::string PathOf(const Place& place) {
  std::size_t size = 0;
  for (const Place* at = &place; at != nullptr; at = at->above) size += at->name.size() + 1;
  std::string path(size, '/');
  std::size_t end = size;
  for (const Place* at = &place; at != nullptr; at = at->above) {
    end -= at->name.size() + 1;
    at->name.copy(path.data() + end + 1, at->name.size());
  }
  // Before a root's name there is one slash too many, after the root "/" there are two.
  return path.substr(path.starts_with("///") ? 2 : 1);
}

Descriptor OpenAbsolute(const std::string& path) {
  const std::vector<std::string> names = SplitPath(path);
  Descriptor directory(::open("/", names.empty() ? kRead : kPass));
  for (std::size_t i = 0; i < names.size() && directory.is_open(); ++i) {
    directory = OpenAt(directory, names[i], (i + 1 == names.size() ? kRead : kPass) | O_NOFOLLOW);
  }
  return directory;
}

Descriptor OpenPlace(const PendingDirectory& pending) {
  const Place* const start = pending.anchor == nullptr ? nullptr : &pending.anchor->place;
  std::vector<const Place*> way;
  for (const Place* at = pending.place; at != start; at = at->above) way.push_back(at);
  Descriptor passed;
  if (start == nullptr) {
    passed = OpenAbsolute(way.back()->name);
    way.pop_back();
    if (!passed.is_open()) return passed;
  }
  const Descriptor* from = start == nullptr ? &passed : &pending.anchor->directory;
  for (; !way.empty(); way.pop_back()) {
    const Place& place = *way.back();
    const int flags = (way.size() == 1 ? kRead : kPass) | (place.through_link ? 0 : O_NOFOLLOW);
    passed = OpenAt(*from, place.name, flags);
    if (!passed.is_open()) break;
    from = &passed;
  }
  return passed;
}

std::shared_ptr<const Anchor> AnchorFor(const PendingDirectory& pending, Descriptor directory, int limit,
                                        std::atomic<int>* held) {
  const std::uint32_t depth = pending.place->depth;
  // The distance grows with the depth, so that the number of anchors grows only with its logarithm.
  const bool near_anchor =
      pending.anchor != nullptr && depth - pending.anchor->place.depth < std::max(kSteps, depth / kSteps);
  if (near_anchor && held->load(std::memory_order_relaxed) >= limit) return pending.anchor;
  return std::make_shared<const Anchor>(*pending.place, std::move(directory), held);
}

}  // namespace kindred
