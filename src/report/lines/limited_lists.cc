// See limited_lists.h.
#include "report/lines/limited_lists.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "kindred/fields.h"
#include "kindred/sink.h"

namespace kindred::report {

void LimitedLists::On(const Record& record) {
  const auto of_this_type = std::ranges::find(lists_, record.type().name, &LimitedList::list);
  if (of_this_type != lists_.end()) ++of_this_type->shown;
  if (const auto* summary = record.As<Summary>()) {
    if (!summary->only_directories) {
      const FindSections& follow = summary->sections;
      if (follow.folders) Announce("folders", summary->folder_sets);
      if (follow.identical) Announce("identical", summary->identical_sets);
      if (follow.inside) Announce("same_inside", summary->same_inside);
      if (follow.families) Announce("family", summary->families);
      if (follow.contained) Announce("contained", summary->contained);
      if (follow.groups) Announce("group", summary->groups);
    }
    if (summary->with_directories) Announce("directories", summary->directories);
    if (summary->with_sets) Announce("set", summary->sets);
    if (summary->with_pairs) Announce("pair", summary->pairs);
  } else if (const auto* near = record.As<NearSummary>()) {
    Announce("near_set", near->sets);
    Announce("near", near->pairs);
  } else if (const auto* query = record.As<QueryHeader>()) {
    Announce("match", query->matches);
  } else if (const auto* spans = record.As<SpanSummary>()) {
    Announce("span", spans->spans);
  } else if (const auto* files = record.As<FileComparison>()) {
    Announce("span", files->spans);
  } else if (const auto* trees = record.As<TreeComparison>()) {
    Announce("compare",
             std::accumulate(std::begin(trees->relations), std::end(trees->relations), trees->further));
  }
}

// Several queries have one list each; together they are one here.
void LimitedLists::Announce(std::string_view list, std::uint64_t total) {
  const auto known = std::ranges::find(lists_, list, &LimitedList::list);
  if (known == lists_.end()) {
    lists_.push_back({std::string(list), 0, total});
  } else {
    known->total += total;
  }
}

std::vector<LimitedList> LimitedLists::Cut() const {
  std::vector<LimitedList> cut;
  for (const LimitedList& list : lists_) {
    if (list.shown < list.total) cut.push_back(list);
  }
  return cut;
}

}  // namespace kindred::report

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<report::LimitedList>() {
  using F = FieldsOf<report::LimitedList>;
  using L = report::LimitedList;
  static const RecordType type = {
      .name = "limited",
      .fields = {F::Text<&L::list>("list", {.csv = "set"}), F::Count<&L::shown>("shown", {.csv = "note"}),
                 F::Count<&L::total>("total", {.csv = "note"})}};
  return type;
}

}  // namespace kindred::inline v0
