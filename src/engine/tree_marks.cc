// See tree_marks.h.
#include "engine/tree_marks.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <iterator>

#include "index/templates.h"
#include "match/template_keys.h"

namespace kindred {

TreeMarks OpenTreeMarks(FileSystem& files, const std::string& directory, const Snapshot& snapshot,
                        const StoredMethod& method, const MatchOptions& options) {
  TreeMarks marks;
  marks.method = method;
  marks.segments = snapshot.SegmentsOf(method);
  marks.state = fmt::format("{}", snapshot.generation());
  if (!options.templates) return marks;
  const MethodTemplates templates = TemplatesOf(ReadTemplates(files, directory), method);
  marks.templates = templates.templates;
  IgnoreAlso(templates.keys, &marks);
  return marks;
}

void IgnoreAlso(std::span<const std::uint64_t> keys, TreeMarks* marks) {
  if (keys.empty()) return;
  std::vector<std::uint64_t> all;
  std::ranges::set_union(marks->ignored, keys, std::back_inserter(all));
  marks->ignored = std::move(all);
  const std::uint64_t hash =
      XXH3_64bits(marks->ignored.data(), marks->ignored.size() * sizeof marks->ignored[0]);
  marks->state += fmt::format(" without {} keys {:016x}", marks->ignored.size(), hash);
}

void WeighTree(TreeScope* tree, TreeMarks* marks, unsigned threads) {
  marks->weights = WeighScope(marks->segments, tree->scope(), threads);
  LeaveOutKeys(marks->segments, marks->ignored, tree->scope_to_reduce(), &marks->weights);
}

}  // namespace kindred
