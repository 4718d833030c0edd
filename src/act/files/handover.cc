// See handover.h.
#include "act/files/handover.h"

#include <cerrno>

#include "base/errno_text.h"

namespace kindred::act {

Handover::Ending Handover::EndingOf(const std::string& reason, const Displacement::Ending& ending) {
  return {ending.mixed ? reason + std::string(kMixed) : reason, ending.saved};
}

std::optional<Handover::Ending> Handover::Look() {
  switch (displacement_.InQuarantine()) {
    case Displacement::Thing::kCopy: {
      const bool untouched = untouched_();
      if (untouched && displaced_.Held()) return std::nullopt;
      return Retreat(untouched ? "in use: it was opened for writing"
                               : "it has changed since it was compared");
    }
    case Displacement::Thing::kOther:
      return EndingOf("another file took its name meanwhile", displacement_.GiveBack());
    case Displacement::Thing::kMade:
      RemoveMade();
      return Ending{"another program put it back"};
    case Displacement::Thing::kNothing:
      break;
  }
  return Ending{"another program took it out of our quarantine"};
}

std::optional<Handover::Ending> Handover::Watch() {
  std::optional<Ending> ending = Look();
  // Writers of what is under the name now need not wait any longer: from now on the name stays.
  if (!ending && !made_released_ && !made_.Held()) {
    made_.Release();
    made_released_ = true;
  }
  return ending;
}

std::optional<Handover::Ending> Handover::Settle(bool* late) {
  if (std::optional<Ending> ending = Look()) return ending;
  if (!displacement_.Remove(Displacement::Thing::kCopy)) {
    const std::string why = base::ErrnoText(errno);
    return Ending{"it cannot be removed: " + why, displacement_.Save().saved};
  }
  *late = !displaced_.Held();
  return std::nullopt;
}

Handover::Ending Handover::Retreat(const std::string& reason) {
  return EndingOf(reason, displacement_.BringBack([this] { return !made_released_ && made_.Held(); }));
}

}  // namespace kindred::act
