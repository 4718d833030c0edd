// Rules that decide many items at once: keep the newest, protect a folder, prefer a folder.
// docs/formats/http.md says what each does. A rule only proposes decisions; the caller stores them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answer/item_query.h"
#include "answer/view.h"
#include "kindred/decision_values.h"

namespace kindred::server {

enum class RuleKind { kKeepNewest, kProtect, kPrefer };

std::optional<RuleKind> RuleNamed(const std::string& name);

struct RuleOutcome {
  std::uint64_t items = 0;  // of which something is decided
  std::uint64_t bytes = 0;  // of files that are not kept
  std::vector<Decision> decisions;
};

// Members that are decided already are left as they are, and so are files of pools. A member that is decided
// to go is never the one that stays. `folder` is used by protect and prefer.
RuleOutcome ApplyRule(const View& view, RuleKind rule, const std::string& folder, const ItemQuery& query);

// A member as decisions name it.
DecidedFile DecidedMember(const Answer& answer, const Item& item, std::size_t number);
// What a decision on a member of such an item is about.
About AboutOf(ItemKind kind);

}  // namespace kindred::server
