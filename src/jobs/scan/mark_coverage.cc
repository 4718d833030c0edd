// See mark_coverage.h.
#include "jobs/scan/mark_coverage.h"

#include <algorithm>

#include "tree/methods/stored_method.h"

namespace kindred::jobs {

MarkCoverage::MarkCoverage(const index::Snapshot& snapshot, const tree::Methods& methods)
    : covered_(methods.size()) {
  for (std::size_t i = 0; i < methods.size(); ++i) {
    for (const auto& segment : snapshot.SegmentsOf(tree::ToStored(*methods[i]))) {
      segment->ForEachContent([&](const index::ContentMarks& content) { Add(i, content.content); });
    }
  }
}

bool MarkCoverage::Has(std::size_t method, ContentId content) const {
  return content < covered_[method].size() && covered_[method][content];
}

bool MarkCoverage::All(ContentId content) const {
  for (std::size_t i = 0; i < covered_.size(); ++i) {
    if (!Has(i, content)) return false;
  }
  return true;
}

void MarkCoverage::Add(std::size_t method, ContentId content) {
  auto& covered = covered_[method];
  if (content >= covered.size()) covered.resize(std::max<std::size_t>(content + 1, 2 * covered.size()));
  covered[content] = true;
}

}  // namespace kindred::jobs
