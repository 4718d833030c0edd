// See displacement.h.
#include "act/files/displacement.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <unistd.h>

#include <cerrno>

#include "base/descriptor.h"

namespace kindred::act {

Displacement::Thing Displacement::Look(int directory, const std::string& name) const {
  const auto facts = FactsAt(directory, name);
  if (!facts) return Thing::kNothing;
  if (is_copy_(directory, name, *facts)) return Thing::kCopy;
  return is_made_(directory, name, *facts) ? Thing::kMade : Thing::kOther;
}

bool Displacement::Exchange(Step step) {
  return Take(steps_, step, [this] {
           return ::renameat2(quarantine_.descriptor(), temporary_.c_str(), directory_, name_.c_str(),
                              RENAME_EXCHANGE);
         }) == 0;
}

bool Displacement::Remove(Thing thing) {
  if (InQuarantine() != thing) {
    errno = ENOENT;
    return false;
  }
  return Take(steps_, Step::kUnlink,
              [this] { return ::unlinkat(quarantine_.descriptor(), temporary_.c_str(), 0); }) == 0;
}

Displacement::Ending Displacement::GiveBack() {
  // If the name leads to something else by now, that belongs there.
  if (AtName() != Thing::kMade || !Exchange(Step::kExchangeBack)) return Save();
  if (InQuarantine() == Thing::kMade) {
    Remove(Thing::kMade);
    return {};
  }
  return UndoExchange(Thing::kOther);
}

Displacement::Ending Displacement::BringBack(const std::function<bool()>& keeper_quiet) {
  // A writer of the made thing may have opened it by this name: if the name went back, its data would not be
  // found under it.
  if (!keeper_quiet() || AtName() != Thing::kMade || !Exchange(Step::kExchangeBack)) return Save();
  if (InQuarantine() == Thing::kMade && keeper_quiet()) {
    Remove(Thing::kMade);
    return {};
  }
  // A writer came between the check and the exchange, or the name was given to something newer.
  return UndoExchange(Thing::kCopy);
}

// What came out of an exchange belongs under the name, where we put `put`. There is no conditional exchange:
// if others rename at the same moment, their files may end up under each other's names. So it is reported.
Displacement::Ending Displacement::UndoExchange(Thing put) {
  // A note for the recovery, in case this process ends before it can report.
  {
    const base::Descriptor note(
        ::openat(quarantine_.descriptor(), NoteName().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  }
  if (AtName() == put) Exchange(Step::kExchangeBack);
  Ending ending = Save();
  ending.mixed = true;
  return ending;
}

bool Displacement::WasMixed() const { return FactsAt(quarantine_.descriptor(), NoteName()).has_value(); }

void Displacement::RemoveNote() { ::unlinkat(quarantine_.descriptor(), NoteName().c_str(), 0); }

std::string Displacement::SavedName() const {
  return fmt::format("{}.saved{}-{}", name_, quarantine_.name(), temporary_);
}

Displacement::Ending Displacement::Save() {
  switch (InQuarantine()) {
    case Thing::kNothing:
      return {};
    case Thing::kMade:  // a link, which can be made again
      Remove(Thing::kMade);
      return {};
    case Thing::kCopy:
    case Thing::kOther:
      break;
  }
  const std::string saved = SavedName();
  const int moved = Take(steps_, Step::kSave, [&] {
    return ::renameat2(quarantine_.descriptor(), temporary_.c_str(), directory_, saved.c_str(),
                       RENAME_NOREPLACE);
  });
  // In quarantine it is safe, too.
  return {.saved = moved == 0 ? saved : quarantine_.name() + "/" + temporary_};
}

}  // namespace kindred::act
