// See rules.h.
#include "answer/rules.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace kindred::server {

namespace {

// The newest member among those that `counts` accepts; nothing if it accepts no member.
template <typename Counts>
std::optional<std::size_t> Newest(const Item& item, const Counts& counts) {
  std::optional<std::size_t> newest;
  for (std::size_t n = 0; n < item.members.size(); ++n) {
    if (counts(n) && (!newest || item.members[n].mtime > item.members[*newest].mtime)) newest = n;
  }
  return newest;
}

// Whether a member may go if another one stays: in a family only members that are linked to it, because two
// files may be connected only through others and have nothing in common.
bool MayGoFor(const Item& item, std::size_t n, std::size_t keeper) {
  if (item.kind != ItemKind::kFamily) return true;
  return std::ranges::any_of(item.links, [&](const Family::Link& link) {
    return (link.a == n && link.b == keeper) || (link.a == keeper && link.b == n);
  });
}

// What a rule has decided so far. A content may be in several items, as a version and as a contained file:
// the first decision on it counts, so that those of one rule do not contradict each other.
struct RuleState {
  const View& view;
  RuleOutcome outcome = {};
  std::unordered_set<std::string> versions = {};  // digest and size
};

// Decisions of one item.
class ItemDecisions {
 public:
  ItemDecisions(const Item& item, RuleState* state)
      : item_(item),
        state_(state),
        made_(state->view.DecisionsOn(item)),
        before_(state->outcome.decisions.size()) {}
  ~ItemDecisions() { state_->outcome.items += state_->outcome.decisions.size() > before_; }

  // Whether it may be the one that stays: it is here, and nothing says that it goes.
  bool MayStay(std::size_t n) const {
    if (item_.members[n].elsewhere) return false;
    const Decision* made = made_[n];
    return made == nullptr || !GoesBy(*made, n);
  }
  void Keep(std::size_t n) {
    if (Take(n)) Push({.verdict = Verdict::kKeep, .a = Named(n)});
  }
  // In favour of another member.
  void GiveUp(std::size_t n, std::size_t keeper) {
    if (!Take(n)) return;
    state_->outcome.bytes += item_.members[n].size;
    Push({.verdict = item_.kind == ItemKind::kIdentical ? Verdict::kCopy : Verdict::kSuperseded,
          .a = Named(n),
          .b = Named(keeper)});
  }

 private:
  bool GoesBy(const Decision& decision, std::size_t n) const {
    if (decision.verdict != Verdict::kCopy && decision.verdict != Verdict::kSuperseded) return false;
    const DecidedFile file = Named(n);
    switch (decision.about) {
      case About::kVersion:
        return decision.a.digest == file.digest && decision.a.size == file.size;
      case About::kCopy:
        return decision.a.path == file.path;
      case About::kFolder:
        return IsBelow(file.path, decision.a.path);
    }
    return false;
  }
  // False: it is decided, or not ours to decide about.
  bool Take(std::size_t n) {
    const Member& member = item_.members[n];
    if (member.elsewhere || made_[n] != nullptr) return false;
    return item_.kind == ItemKind::kIdentical ||
           state_->versions.insert(member.digest + std::to_string(member.size)).second;
  }
  DecidedFile Named(std::size_t n) const { return DecidedMember(state_->view.answer(), item_, n); }
  void Push(Decision decision) {
    decision.about = AboutOf(item_.kind);
    state_->outcome.decisions.push_back(std::move(decision));
  }

  const Item& item_;
  RuleState* state_;
  const Verdicts::Found made_;
  const std::size_t before_;
};

}  // namespace

std::optional<RuleKind> RuleNamed(const std::string& name) {
  if (name == "keep-newest") return RuleKind::kKeepNewest;
  if (name == "protect") return RuleKind::kProtect;
  if (name == "prefer") return RuleKind::kPrefer;
  return std::nullopt;
}

DecidedFile DecidedMember(const Answer& answer, const Item& item, std::size_t number) {
  const Member& member = item.members[number];
  return {member.digest, member.size, answer.AbsoluteOf(member)};
}

About AboutOf(ItemKind kind) {
  switch (kind) {
    case ItemKind::kIdentical:
    case ItemKind::kInside:
      return About::kCopy;
    case ItemKind::kFolders:
      return About::kFolder;
    case ItemKind::kFamily:
    case ItemKind::kContained:
      return About::kVersion;
  }
  return About::kVersion;
}

RuleOutcome ApplyRule(const View& view, RuleKind rule, const std::string& folder, const ItemQuery& query) {
  RuleState state{view};
  // Rules decide about files, also those within copied folders: protected files must be decided.
  ItemQuery files = query;
  files.covered = true;
  for (std::uint32_t number : *view.Select(files)) {
    const Item& item = view.answer().items[number];
    if (item.kind == ItemKind::kFolders || item.kind == ItemKind::kInside) continue;
    ItemDecisions decide(item, &state);
    const auto below = [&](std::size_t n) { return IsBelow(item.members[n].path, folder); };
    if (rule == RuleKind::kProtect) {
      for (std::size_t n = 0; n < item.members.size(); ++n) {
        if (below(n)) decide.Keep(n);
      }
      continue;
    }
    const bool prefer = rule == RuleKind::kPrefer;
    std::optional<std::size_t> keeper =
        Newest(item, [&](std::size_t n) { return decide.MayStay(n) && (!prefer || below(n)); });
    // What is contained in another is never the one that stays, however new it is.
    if (keeper && item.kind == ItemKind::kContained) {
      const auto larger = static_cast<std::size_t>(std::ranges::max_element(item.members, {}, &Member::size) -
                                                   item.members.begin());
      if (!decide.MayStay(larger) || (prefer && *keeper != larger)) continue;
      keeper = larger;
    }
    if (!keeper) continue;
    decide.Keep(*keeper);
    for (std::size_t n = 0; n < item.members.size(); ++n) {
      if (n != *keeper && !(prefer && below(n)) && MayGoFor(item, n, *keeper)) decide.GiveUp(n, *keeper);
    }
  }
  return std::move(state.outcome);
}

}  // namespace kindred::server
