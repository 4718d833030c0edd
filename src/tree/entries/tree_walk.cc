// See tree_walk.h.
#include "tree/entries/tree_walk.h"

#include <sys/stat.h>

#include "walk/root_resolver.h"

namespace kindred::tree {

walk::WalkResult WalkTree(const WalkOptions& options, unsigned threads, const std::string& index,
                          Observer& observer) {
  walk::WalkResult walk = walk::Walk(options, threads, observer);
  const DirectoryPath own = ResolveRoot(index).absolute;
  std::erase_if(walk.directories, [&](const Directory& found) { return found.path.IsAtOrBelow(own); });
  return walk;
}

walk::Root ResolveRoot(const std::string& typed) {
  walk::Root root{typed, ""};
  struct stat status;
  if (walk::RootResolver().Resolve(typed, &root.absolute, &status) != 0)
    root.absolute = walk::AbsoluteThoughMissing(typed);
  return root;
}

}  // namespace kindred::tree
