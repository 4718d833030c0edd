// See top_items.h.
#include "report/table/top_items.h"

#include "report/graph/family_graph.h"
#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

// Opens within a second or two, however large the items are (docs/inside/performance.md).
constexpr PageSize kBrief = {.items = 100, .files = 30, .rows = 1000};

std::uint64_t Times(std::uint64_t bytes, double share) {
  return static_cast<std::uint64_t>(static_cast<double>(bytes) * share);
}

// The first, by which the family is named, its newest and its centre, those of the strongest links, and of
// the others the first ones; in their own order.
std::vector<std::size_t> FilesToShow(const Family& family, std::uint64_t most) {
  std::vector<bool> chosen(family.files.size(), false);
  std::vector<std::size_t> files;
  const auto choose = [&](std::size_t file) {
    if (files.size() == most || chosen[file]) return;
    chosen[file] = true;
    files.push_back(file);
  };
  if (!family.files.empty()) choose(0);
  for (std::size_t file = 0; file < family.files.size(); ++file) {
    const std::string& path = family.files[file].path;
    if (path == family.newest.path || path == family.centre) choose(file);
  }
  for (std::size_t file : OrderByLinks(family, most)) choose(file);
  for (std::size_t file = 0; file < family.files.size() && files.size() < most; ++file) choose(file);
  std::ranges::sort(files);
  return files;
}

}  // namespace

PageSize PageSizeOf(const ReportOptions& options) {
  if (options.brief) return kBrief;
  return {options.limit, options.limit, options.limit};
}

Worth WorthOf(const InterestingSet& set) {
  const std::uint64_t files = TotalOf(set.total_files, set.files.size());
  return {set.shared_marks * files, files};  // bytes are not known; marks are in proportion to them
}
Worth WorthOf(const DirectoryPair& pair) {
  return {std::max(Times(pair.size_a, pair.of_a), Times(pair.size_b, pair.of_b)),
          pair.identical_files + pair.similar_files};
}
Worth WorthOf(const FilePair& pair) { return {pair.shared_bytes, 2}; }
Worth WorthOf(const FileRelation& relation) {
  constexpr std::uint64_t kDiffers = std::uint64_t{1} << 63;
  return {
      std::max(relation.size_a, relation.size_b) | (relation.relation == Relation::kIdentical ? 0 : kDiffers),
      1};
}

Family Shortened(const Family& family, std::uint64_t files) {
  constexpr std::size_t kNotShown = ~std::size_t{0};
  Family cut = family;
  cut.total_files = TotalOf(family.total_files, family.files.size());
  cut.total_links = TotalOf(family.total_links, family.links.size());
  cut.files.clear();
  cut.links.clear();
  std::vector<std::size_t> place(family.files.size(), kNotShown);
  for (std::size_t file : FilesToShow(family, files)) {
    place[file] = cut.files.size();
    cut.files.push_back(family.files[file]);
  }
  for (const Family::Link& link : family.links) {
    if (link.a >= place.size() || link.b >= place.size()) continue;
    if (place[link.a] == kNotShown || place[link.b] == kNotShown) continue;
    cut.links.push_back(link);
    cut.links.back().a = static_cast<std::uint32_t>(place[link.a]);
    cut.links.back().b = static_cast<std::uint32_t>(place[link.b]);
  }
  return cut;
}

}  // namespace kindred::report
