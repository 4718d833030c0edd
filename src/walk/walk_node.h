// A directory's position in the walked tree, and how it is opened again.
//
// A node has its name and the node above it, so that pending directories need no full path (at a depth of
// 10,000 a path has 20 KB and more). Pending directories are opened from an anchor: an open directory above
// them, mostly their parent. When many anchors are held (a wide and deep tree), the parent is not kept open;
// the names below the next anchor above are opened again one by one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "base/descriptor.h"
#include "model/directory_path.h"
#include "walk/ignore_rules.h"

namespace kindred::walk {

using base::Descriptor;

struct WalkNode {
  const WalkNode* above = nullptr;  // nullptr: a root
  std::string name;                 // a root's is its absolute path
  std::uint32_t depth = 0;
  bool through_link = false;  // this name is a link that is followed
  std::uint64_t root_device = 0;
};

std::string PathOf(const WalkNode& node);

// An open directory, kept open for the directories below it that wait to be walked.
struct Anchor {
  Anchor(const WalkNode& p, Descriptor d, std::atomic<int>* count)
      : node(p), directory(std::move(d)), held(count) {
    held->fetch_add(1, std::memory_order_relaxed);
  }
  ~Anchor() { held->fetch_sub(1, std::memory_order_relaxed); }
  Anchor(const Anchor&) = delete;
  Anchor& operator=(const Anchor&) = delete;

  const WalkNode& node;
  const Descriptor directory;
  std::atomic<int>* const held;
};

struct PendingDirectory {
  const WalkNode* node = nullptr;
  std::shared_ptr<const Anchor> anchor;  // nullptr: open from "/"
  // Of the directory above, shared by all in it. nullptr for a root and for a link that is followed.
  std::shared_ptr<const DirectoryPath> above = nullptr;
  std::shared_ptr<const IgnoreScope> ignore = nullptr;  // the rules of the directories above
};

// Costs a name if the path above is known.
DirectoryPath PathOf(const PendingDirectory& pending);

// Opens for reading without following links, but those that the nodes name. On failure the descriptor is not
// open and errno is set.
Descriptor OpenNode(const PendingDirectory& pending);

// Opens "/" + path for reading; no link in it is followed.
Descriptor OpenAbsolute(const std::string& path);

// What the directories below `pending`, which is now open as `directory`, are to be opened from.
// `limit`: with more anchors than this, few directories of a long way down stay open.
std::shared_ptr<const Anchor> AnchorFor(const PendingDirectory& pending, Descriptor directory, int limit,
                                        std::atomic<int>* held);

}  // namespace kindred::walk
