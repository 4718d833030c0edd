// See tree_marks.h.
#include "engine/find/tree_marks.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <iterator>

#include "engine/stored_method.h"
#include "engine/template/derived_keys.h"
#include "index/store/templates.h"
#include "match/template/template_keys.h"

namespace kindred::engine {

TreeMarks OpenTreeMarks(base::FileSystem& files, const std::string& index_directory,
                        const index::Snapshot& snapshot, const mark::Method& method,
                        const MatchOptions& options) {
  TreeMarks marks;
  marks.method = ToStored(method);
  marks.segments = snapshot.SegmentsOf(marks.method);
  marks.state = fmt::format("{}", snapshot.generation());
  if (!options.templates) return marks;
  const MethodTemplates templates = TemplatesFor(index::ReadTemplates(files, index_directory), method);
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
  marks->weights = match::WeighScope(marks->segments, tree->scope(), threads);
  match::LeaveOutKeys(marks->segments, marks->ignored, tree->scope_to_reduce(), &marks->weights);
}

}  // namespace kindred::engine
