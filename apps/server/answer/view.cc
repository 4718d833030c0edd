// See view.h.
#include "answer/view.h"

#include <algorithm>
#include <unordered_map>

namespace kindred::server {

namespace {

// Folders of which the answer says another size have changed since they were decided about.
Verdicts VerdictsOn(const Answer& answer, std::vector<Decision> decisions) {
  std::unordered_map<std::string, std::uint64_t> sizes;
  const bool folders = std::ranges::any_of(
      decisions, [](const Decision& decision) { return decision.about == About::kFolder; });
  for (const Item& item : answer.items) {
    if (!folders || item.kind != ItemKind::kFolders) continue;
    for (const Member& folder : item.members) sizes.emplace(answer.AbsoluteOf(folder), folder.size);
  }
  return Verdicts(std::move(decisions), [&](const DecidedFile& folder) {
    const auto found = sizes.find(folder.path);
    return found == sizes.end() || found->second == folder.size;
  });
}

}  // namespace

View::View(std::uint64_t generation, std::shared_ptr<const Answer> answer, std::vector<Decision> decisions)
    : generation_(generation),
      answer_(std::move(answer)),
      verdicts_(VerdictsOn(*answer_, std::move(decisions))) {
  const bool any = !verdicts_.Empty();
  if (any) states_.reserve(answer_->items.size());
  for (const Item& item : answer_->items) {
    if (any) states_.push_back(Judge(item));
  }
  for (const Item& item : answer_->items) {
    const bool wholly = StateOf(item).wholly;
    if (item.kind == ItemKind::kIdentical && !wholly) free_ += item.value;
    const Item* folders = CoverOf(item);
    if (folders != nullptr) {
      covered_by_.emplace(&item, folders);
      continue;
    }
    if (wholly) {
      ++hidden_;
      continue;
    }
    KindTotals& totals = totals_[static_cast<std::size_t>(item.kind)];
    ++totals.items;
    totals.bytes += item.value;
  }
}

Verdicts::Found View::DecisionsOn(const Item& item) const {
  if (verdicts_.Empty()) return Verdicts::Found(item.members.size());
  const auto key = [](const Member& file) { return Verdicts::KeyOf(file.digest, file.size); };
  switch (item.kind) {
    case ItemKind::kFolders: {
      const auto folder = [&](const Member& member) {
        return Verdicts::Folder{answer_->AbsoluteOf(member), member.size};
      };
      return verdicts_.OfFolders(folder(item.members[0]), folder(item.members[1]));
    }
    case ItemKind::kIdentical:
    case ItemKind::kInside: {
      std::vector<std::string> paths;
      for (const Member& member : item.members) paths.push_back(answer_->AbsoluteOf(member));
      return verdicts_.OfCopies(key(item.members.front()), paths);
    }
    case ItemKind::kFamily:
    case ItemKind::kContained: {
      std::vector<Verdicts::Version> versions;
      for (const Member& member : item.members) {
        versions.push_back({key(member), {}});
        if (!verdicts_.AnyFolder()) continue;
        const Item* copies = member.copies > 1 ? answer_->CopiesOf(member.digest, member.size) : nullptr;
        if (copies == nullptr) versions.back().paths.push_back(answer_->AbsoluteOf(member));
        for (std::size_t n = 0; copies != nullptr && n < copies->members.size(); ++n)
          versions.back().paths.push_back(answer_->AbsoluteOf(copies->members[n]));
      }
      return verdicts_.OfVersions(versions);
    }
  }
  return {};
}

bool View::Unrelated(const Item& item, const Family::Link& link) const {
  if (!verdicts_.AnyUnrelated()) return false;
  const Member& a = item.members[link.a];
  const Member& b = item.members[link.b];
  return verdicts_.Unrelated(Verdicts::KeyOf(a.digest, a.size), Verdicts::KeyOf(b.digest, b.size));
}

const Item* View::CoverOf(const Item& item) const {
  if (item.covers.empty()) return nullptr;
  const Item* folders = &answer_->items[item.covers.front().folders];
  if (states_.empty()) return folders;
  // Covered while every undecided member is in an undecided folder item. If all members are decided, and one
  // of them not by its folder, the item has its own decisions and is listed.
  const Verdicts::Found decisions = DecisionsOn(item);
  bool own = false;
  bool open = false;
  for (std::uint32_t n = 0; n < item.members.size(); ++n) {
    if (decisions[n] != nullptr) {
      own = own || decisions[n]->about != About::kFolder;
      continue;
    }
    const auto cover = std::ranges::find_if(item.covers, [&](const FolderCover& each) {
      return (each.a == n || each.b == n) && !StateOf(answer_->items[each.folders]).wholly;
    });
    if (cover == item.covers.end()) return nullptr;
    if (!open) folders = &answer_->items[cover->folders];
    open = true;
  }
  return own && !open ? nullptr : folders;
}

DecidedState View::Judge(const Item& item) const {
  DecidedState state;
  const Verdicts::Found decisions = DecisionsOn(item);
  std::uint32_t here = 0;
  for (std::size_t n = 0; n < item.members.size(); ++n) {
    // Files of pools are not ours to decide about.
    if (item.members[n].elsewhere) continue;
    ++here;
    state.decided += decisions[n] != nullptr;
  }
  state.wholly = here > 0 && state.decided == here;
  // Nothing of it is related any more: the next search leaves it out.
  if (!item.links.empty() && item.links.size() == item.total_links && verdicts_.AnyUnrelated() &&
      std::ranges::all_of(item.links, [&](const Family::Link& link) { return Unrelated(item, link); })) {
    state.wholly = true;
  }
  return state;
}

View::List View::Select(const ItemQuery& query) const {
  const std::string key = query.Text();
  {
    const std::lock_guard lock(mutex_);
    const auto kept = std::ranges::find(lists_, key, &std::pair<std::string, List>::first);
    if (kept != lists_.end()) return kept->second;
  }
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t number = 0; number < answer_->items.size(); ++number) {
    const bool wholly = !states_.empty() && states_[number].wholly;
    // A search for a name must find the file even if a copied folder covers it.
    if (!query.covered && query.words.empty() && CoveredBy(answer_->items[number]) != nullptr) continue;
    if (query.decided == DecidedItems::kHide ? wholly : query.decided == DecidedItems::kOnly && !wholly)
      continue;
    if (query.Accepts(answer_->items[number])) numbers.push_back(number);
  }
  auto sort_by = [&](auto of) {
    std::ranges::stable_sort(numbers, std::greater<>(),
                             [&](std::uint32_t number) { return of(answer_->items[number]); });
  };
  switch (query.order) {
    case ItemOrder::kValue:
      break;  // as they are
    case ItemOrder::kSize:
      sort_by([](const Item& item) { return item.size; });
      break;
    case ItemOrder::kNewest:
      sort_by([](const Item& item) { return item.members[item.newest].mtime; });
      break;
    case ItemOrder::kFiles:
      sort_by([](const Item& item) { return item.files; });
      break;
    case ItemOrder::kSimilarity:
      sort_by([](const Item& item) { return item.similarity; });
      break;
  }
  auto list = std::make_shared<const std::vector<std::uint32_t>>(std::move(numbers));
  const std::lock_guard lock(mutex_);
  if (lists_.size() == kKeptLists) lists_.erase(lists_.begin());
  lists_.emplace_back(key, list);
  return list;
}

}  // namespace kindred::server
