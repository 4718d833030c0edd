// The second half of a replacement, from the exchange on: the displaced file lies in quarantine and is
// checked repeatedly until it may be removed. These are steps 7 to 9 of link_action.h, which has the
// argument.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "act/files/displacement.h"
#include "act/files/lease.h"
#include "kindred/dedupe_values.h"

namespace kindred::act {

// Ends a reason if others renamed files while we put one back: all files exist, but perhaps under each
// other's names.
inline constexpr std::string_view kMixed = "; files were renamed concurrently: check the names around it";

class Handover {
 public:
  // `displaced` and `made` are leases on the bytes that were under the name, and on those that are now.
  // `untouched` returns whether owner and permissions of the displaced file are as they were.
  Handover(Displacement displacement, ReadLease& displaced, ReadLease& made, std::function<bool()> untouched)
      : displacement_(std::move(displacement)),
        displaced_(displaced),
        made_(made),
        untouched_(std::move(untouched)) {}

  struct Ending {
    std::string reason;
    std::string saved = {};  // a name beside the old one; empty: nothing of others was displaced
  };

  // Step 6. False with errno: nothing happened.
  bool Exchange() { return displacement_.Exchange(Step::kExchange); }
  // Before the exchange: removes what was made.
  void RemoveMade() { displacement_.Remove(Displacement::Thing::kMade); }
  // After the end was reported: whatever of ours is in quarantine is removed.
  void CleanUp() {
    RemoveMade();
    displacement_.RemoveNote();
  }
  // Step 7. Nothing, or how it had to end.
  std::optional<Ending> Look();
  // 8
  std::optional<Ending> Watch();
  // Step 9. Removes the displaced file; nothing, or why it could not be removed. `*late` is set if it was
  // opened for writing while it was removed.
  std::optional<Ending> Settle(bool* late);
  // Undoes the exchange for a reason outside of this file.
  Ending Retreat(const std::string& reason);

 private:
  static Ending EndingOf(const std::string& reason, const Displacement::Ending& ending);

  Displacement displacement_;
  ReadLease& displaced_;
  ReadLease& made_;
  std::function<bool()> untouched_;
  bool made_released_ = false;
};

}  // namespace kindred::act
