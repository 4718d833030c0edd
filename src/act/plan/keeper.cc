// See keeper.h.
#include "act/plan/keeper.h"

#include <algorithm>
#include <compare>

namespace kindred::act {

namespace {

std::size_t ShortestPath(const InodeOfSet& file) {
  std::size_t shortest = ~std::size_t{0};
  for (const Candidate* name : file.names) shortest = std::min(shortest, name->path.Full().size());
  return shortest;
}

bool AnyMatches(const InodeOfSet& file, const KeepRule& rule) {
  return std::ranges::any_of(file.names,
                             [&](const Candidate* name) { return rule.matches(name->path.Full()); });
}

// Less: `a` is to be preferred.
std::strong_ordering ByRule(const KeepRule& rule, const InodeOfSet& a, const InodeOfSet& b) {
  switch (rule.kind) {
    case KeepRule::Kind::kNewest:
      return b.facts.mtime_ns <=> a.facts.mtime_ns;
    case KeepRule::Kind::kOldest:
      return a.facts.mtime_ns <=> b.facts.mtime_ns;
    case KeepRule::Kind::kShortestPath:
      return ShortestPath(a) <=> ShortestPath(b);
    case KeepRule::Kind::kMatching:
      return AnyMatches(b, rule) <=> AnyMatches(a, rule);
  }
  return std::strong_ordering::equal;
}

// The order of preference, and the word for what decided.
struct Preference {
  std::strong_ordering order = std::strong_ordering::equal;
  std::string why;
};

Preference Compare(const InodeOfSet& a, const InodeOfSet& b, const std::vector<KeepRule>& rules) {
  if (a.decided != b.decided) return {b.decided <=> a.decided, "decided"};
  if (a.protect != b.protect) return {b.protect <=> a.protect, "protected"};
  for (const KeepRule& rule : rules) {
    if (const auto order = ByRule(rule, a, b); order != 0) return {order, rule.name};
  }
  const KeepRule ends[] = {{KeepRule::Kind::kOldest, "oldest"},
                           {KeepRule::Kind::kShortestPath, "shortest path"}};
  for (const KeepRule& rule : ends) {
    if (const auto order = ByRule(rule, a, b); order != 0) return {order, rule.name};
  }
  return {a.names.front()->path.Full() <=> b.names.front()->path.Full(), "first by name"};
}

}  // namespace

KeeperChoice ChooseKeeper(std::span<const InodeOfSet> files, const std::vector<bool>& can_keep,
                          const std::vector<KeepRule>& rules) {
  KeeperChoice choice;
  while (!can_keep[choice.at]) ++choice.at;
  for (std::size_t i = choice.at + 1; i < files.size(); ++i) {
    if (!can_keep[i]) continue;
    const Preference preference = Compare(files[choice.at], files[i], rules);
    if (preference.order > 0) choice.at = i;
    // The weakest reason is the one that set it apart from its nearest rival; the last comparison is good
    // enough as an explanation.
    if (preference.order > 0 || choice.why.empty()) choice.why = preference.why;
  }
  if (choice.why.empty()) choice.why = "the only one that can be kept";
  return choice;
}

const Candidate& NameToKeep(const InodeOfSet& file, const std::vector<KeepRule>& rules) {
  for (const KeepRule& rule : rules) {
    if (rule.kind != KeepRule::Kind::kMatching) continue;
    for (const Candidate* name : file.names) {
      if (rule.matches(name->path.Full())) return *name;
    }
  }
  return **std::ranges::min_element(file.names, {},
                                    [](const Candidate* name) { return name->path.Full().size(); });
}

}  // namespace kindred::act
