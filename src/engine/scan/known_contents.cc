// See known_contents.h.
#include "engine/scan/known_contents.h"

namespace kindred::engine {

KnownContents::KnownContents(index::Snapshot& snapshot, MarkCoverage* coverage, std::size_t files,
                             std::function<ContentId()> new_id)
    : coverage_(coverage), new_id_(std::move(new_id)) {
  const std::vector<Content> contents = snapshot.catalog().AllContents();
  ids_.reserve(contents.size() + files);
  for (const Content& content : contents) ids_.emplace(content.digest, content.id);
}

// 128 bits of XXH3 are taken as identity here; nothing is deleted on the strength of them.
KnownContents::Claim KnownContents::Take(const ReadContent& content, std::size_t methods) {
  const std::lock_guard lock(mutex_);
  Claim claim;
  auto [known, added] = ids_.try_emplace(content.digest, 0);
  if (added) known->second = new_id_();
  claim.id = known->second;
  claim.is_new = added;
  for (std::size_t method = 0; method < methods; ++method) {
    if (coverage_->Has(method, claim.id)) continue;
    coverage_->Add(method, claim.id);
    claim.to_mark.push_back(method);
  }
  return claim;
}

}  // namespace kindred::engine
