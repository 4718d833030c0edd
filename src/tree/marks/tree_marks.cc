// See tree_marks.h.
#include "tree/marks/tree_marks.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <iterator>

#include "index/store/templates.h"
#include "match/keys/template_keys.h"
#include "tree/marks/derived_keys.h"
#include "tree/methods/stored_method.h"

namespace kindred::tree {

TreeMarks OpenTreeMarks(base::FileSystem& files, const std::string& index_directory,
                        const index::Snapshot& snapshot, const mark::Method& method, bool templates) {
  TreeMarks marks;
  marks.method = ToStored(method);
  marks.segments = snapshot.SegmentsOf(marks.method);
  marks.state = fmt::format("{}", snapshot.generation());
  if (!templates) return marks;
  const MethodTemplates found = TemplatesFor(index::ReadTemplates(files, index_directory), method);
  marks.templates = found.templates;
  IgnoreAlso(found.keys, &marks);
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
  marks->weights = match::WeighScope(marks->segments, tree->scope(), threads);
  match::LeaveOutKeys(marks->segments, marks->ignored, tree->scope_to_reduce(), &marks->weights);
}

}  // namespace kindred::tree
