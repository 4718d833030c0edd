// See return_action.h.
#include "act/actions/return_action.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/errno_text.h"
#include "model/entry.h"

namespace kindred::act {

ReturnAction::ReturnAction(Workshop& shop, const Intent& done)
    : Action(shop, Job{.keep = {done.keep, done.keep_facts, done.keep.Full()},
                       .copy = {done.copy, done.copy_facts, done.copy.Full()},
                       .by = done.by}),
      done_(done) {}

void ReturnAction::Prepare() {
  directory_ = shop_.directories.Of(done_.copy);
  if (directory_ == nullptr) return Leave("its original folder: " + OpenReason(errno));
  from_ = base::Descriptor(::open(ParentPath(done_.target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const auto there =
      from_.is_open() ? FactsAt(from_.get(), std::string(BaseName(done_.target))) : std::nullopt;
  if (!there) return Leave("it is no longer at its new place: " + base::ErrnoText(errno));
  if (!SameInode(*there, done_.copy_facts)) return Leave("another file is at its new place");
  if (FactsAt(directory_->get(), done_.copy.Name())) return Leave("a new file has its name");
}

Intent ReturnAction::Describe() const {
  Intent intent = done_;
  intent.restores = true;
  intent.of_action = done_.action;
  return intent;
}

void ReturnAction::Act() {
  const int moved = Take(shop_.steps, Step::kMoveBack, [this] {
    return ::renameat2(from_.get(), std::string(BaseName(done_.target)).c_str(), directory_->get(),
                       done_.copy.Name().c_str(), RENAME_NOREPLACE);
  });
  if (moved != 0) return Leave(errno == EEXIST ? "a new file has its name" : base::ErrnoText(errno));
  if (!done_.info.empty()) {
    Take(shop_.steps, Step::kRemoveInfo, [this] { return ::unlink(done_.info.c_str()); });
  }
  ::fsync(directory_->get());
  End(ActionOutcome::kRestored);
}

}  // namespace kindred::act
