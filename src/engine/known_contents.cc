// See known_contents.h.
#include "engine/known_contents.h"

#include <algorithm>

namespace kindred {

StoredMethod ToStored(const Method& method) { return {method.info(), method.weight(), method.key_bits()}; }

Coverage::Coverage(const Snapshot& snapshot, const Methods& methods) : covered_(methods.size()) {
  for (std::size_t i = 0; i < methods.size(); ++i) {
    for (const auto& segment : snapshot.SegmentsOf(ToStored(*methods[i]))) {
      for (const ContentMarks& content : segment->AllContents()) Add(i, content.content);
    }
  }
}

bool Coverage::Has(std::size_t method, ContentId content) const {
  return content < covered_[method].size() && covered_[method][content];
}

bool Coverage::All(ContentId content) const {
  for (std::size_t i = 0; i < covered_.size(); ++i) {
    if (!Has(i, content)) return false;
  }
  return true;
}

void Coverage::Add(std::size_t method, ContentId content) {
  auto& covered = covered_[method];
  if (content >= covered.size()) covered.resize(std::max<std::size_t>(content + 1, 2 * covered.size()));
  covered[content] = true;
}

KnownContents::KnownContents(Snapshot& snapshot, Coverage* coverage, std::function<ContentId()> new_id)
    : coverage_(coverage), new_id_(std::move(new_id)) {
  for (const Content& content : snapshot.catalog().AllContents()) ids_.emplace(content.digest, content.id);
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

}  // namespace kindred
