// See known_contents.h.
#include "engine/scan/known_contents.h"

#include <fmt/format.h>

#include <algorithm>

#include "kindred/error.h"
#include "mark/anchor_set.h"

namespace kindred::engine {

index::StoredMethod ToStored(const mark::Method& method) {
  return {method.info(), method.weight(), method.key_bits()};
}

Coverage::Coverage(const index::Snapshot& snapshot, const Methods& methods) : covered_(methods.size()) {
  for (std::size_t i = 0; i < methods.size(); ++i) {
    for (const auto& segment : snapshot.SegmentsOf(ToStored(*methods[i]))) {
      segment->ForEachContent([&](const index::ContentMarks& content) { Add(i, content.content); });
    }
  }
}

namespace {

// What to type to ask for these marks. A set that was learned stands in a file, whose name the index does not
// know.
std::string HowToAsk(MethodInfo method) {
  std::string set, digest;
  for (auto& [parameter, value] : method.parameters) {
    if (parameter == "digest") digest = value;
    if (parameter == "set") set = value;
  }
  const char* builtin = mark::BuiltinAnchorText(set);
  if (digest.empty() ||
      (builtin != nullptr && mark::AnchorSetDigest(mark::ParseAnchorSet(builtin, set)) == digest))
    return "--method " + method.Text();
  std::erase_if(method.parameters, [](const auto& parameter) { return parameter.first == "digest"; });
  for (auto& [parameter, value] : method.parameters) {
    if (parameter == "set") value = "FILE";
  }
  return fmt::format("--method {} where FILE is the file of set {} (digest {})", method.Text(), set, digest);
}

}  // namespace

void ThrowNoMarks(const std::string& index_directory, const index::Snapshot& snapshot,
                  const MethodInfo& method) {
  if (snapshot.generation() == 0) {
    throw Error(ErrorKind::kFailed, "there is no index here", index_directory,
                "make one with 'kindred scan PATH'");
  }
  std::string known;
  for (const auto& segment : snapshot.segments()) {
    const std::string text = HowToAsk(segment->method().info);
    if (known.find(text) == std::string::npos) known += (known.empty() ? "" : " or ") + text;
  }
  throw Error(ErrorKind::kFailed, fmt::format("the index has no marks of {}", method.Text()), index_directory,
              known.empty() ? "it is empty; fill it with 'kindred scan PATH'"
                            : fmt::format("ask with {}, or scan with the method first", known));
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

KnownContents::KnownContents(index::Snapshot& snapshot, Coverage* coverage, std::size_t files,
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
