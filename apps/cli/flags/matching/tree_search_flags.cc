// See tree_search_flags.h.
#include "flags/matching/tree_search_flags.h"

namespace kindred::cli {

FlagTable<TreeSearchFlags> TreeSearchFlags::Table() {
  return Join<TreeSearchFlags>({}, &TreeSearchFlags::walk, &TreeSearchFlags::type, &TreeSearchFlags::method,
                               &TreeSearchFlags::mark, &TreeSearchFlags::inside, &TreeSearchFlags::match,
                               &TreeSearchFlags::measure, &TreeSearchFlags::rescan, &TreeSearchFlags::pools,
                               &TreeSearchFlags::key, &TreeSearchFlags::run);
}

FindOptions TreeSearchFlags::Options(const std::vector<std::string>& paths,
                                     const std::string& example) const {
  FindOptions options;
  options.scan.walk = WalkFor(walk, paths, example);
  if (auto methods = MethodsToMatch(method); !methods.empty()) options.scan.methods = methods;
  options.types = type.types;
  options.scan.run = run.options;
  options.scan.mark_up_to = mark.mark_up_to;
  options.scan.inside = inside.options;
  options.match = match.options;
  options.rescan = rescan.rescan;
  options.verify = measure.verify;
  options.estimate = measure.estimate;
  options.pools = {.files = pools.files, .key_file = key.file};
  return options;
}

}  // namespace kindred::cli
