// See known_contents.h.
#include "jobs/scan/known_contents.h"

#include <algorithm>

namespace kindred::jobs {

KnownContents::KnownContents(index::Snapshot& snapshot, MarkCoverage* coverage, std::size_t files,
                             std::function<ContentId()> new_id)
    : coverage_(coverage), new_id_(std::move(new_id)) {
  const std::vector<Content> contents = snapshot.catalog().AllContents();
  known_.reserve(contents.size() + files);
  for (const Content& content : contents)
    known_.emplace(content.digest, Known{content.id, content.container_known});
  for (index::StoredContainer& container : snapshot.catalog().AllContainers())
    containers_.emplace(container.content, std::move(container));
}

// 128 bits of XXH3 are taken as identity here; nothing is deleted on the strength of them.
KnownContents::Claim KnownContents::Take(const tree::ReadContent& content, std::size_t methods,
                                         bool is_file) {
  const std::lock_guard lock(mutex_);
  Claim claim;
  auto [found, added] = known_.try_emplace(content.digest);
  Known& known = found->second;
  if (added) known = {new_id_(), is_file};
  claim.id = known.id;
  claim.is_new = added;
  claim.is_first_asked = is_file && !known.container_known;
  known.container_known = known.container_known || is_file;
  for (std::size_t method = 0; method < methods; ++method) {
    if (coverage_->Has(method, claim.id)) continue;
    coverage_->Add(method, claim.id);
    claim.to_mark.push_back(method);
  }
  return claim;
}

bool KnownContents::Knows(const Digest& digest) {
  const std::lock_guard lock(mutex_);
  return known_.contains(digest);
}

std::optional<index::StoredContainer> KnownContents::ContainerOf(const Digest& digest) {
  const std::lock_guard lock(mutex_);
  const auto known = known_.find(digest);
  if (known == known_.end()) return std::nullopt;
  const auto found = containers_.find(known->second.id);
  return found == containers_.end() ? std::nullopt : std::optional(found->second);
}

bool KnownContents::PartsAreMarked(const index::StoredContainer& container) {
  const std::lock_guard lock(mutex_);
  return std::ranges::all_of(container.parts,
                             [&](const index::StoredPart& part) { return coverage_->All(part.content); });
}

void KnownContents::TakeContainer(const index::StoredContainer& container) {
  const std::lock_guard lock(mutex_);
  containers_[container.content] = container;
}

}  // namespace kindred::jobs
