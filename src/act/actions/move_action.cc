// See move_action.h.
#include "act/actions/move_action.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>

#include "base/errno_text.h"
#include "model/entry.h"

namespace kindred::act {

namespace {

// A note of the trash; it must not exist. Its name is what reserves the name of the file.
bool WriteNote(const std::string& path, const std::string& text) {
  const base::Descriptor note(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!note.is_open()) return false;
  const bool whole = ::write(note.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                     ::fsync(note.get()) == 0;
  if (!whole) {
    const int error = errno;
    ::unlink(path.c_str());
    errno = error;
  }
  return whole;
}

}  // namespace

base::Descriptor OpenMadeDirectory(const std::string& path) {
  for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    if (::mkdir(path.substr(0, slash).c_str(), 0700) != 0 && errno != EEXIST) return base::Descriptor();
    if (slash == std::string::npos) break;
  }
  return base::Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

void MoveAction::Prepare() {
  std::string reason = pair_.Open(shop_, job_);
  if (reason.empty()) reason = pair_.Verify(shop_, job_);
  if (reason.empty() && job_.by == ReplaceBy::kTrash) {
    trash_ = TrashFor(ParentPath(job_.copy.path.Full()), pair_.copy_facts.device);
    reason = trash_->reason;
    target_ = FreePathIn(*trash_, job_.copy.path.Name(), shop_.targets);
    note_ = NotePath(*trash_, target_);
    shop_.targets.insert(target_);
  } else {
    target_ = job_.target;
  }
  if (!reason.empty()) Abandon(reason);
}

Intent MoveAction::Describe() const {
  return {.by = job_.by,
          .copy = job_.copy.path,
          .keep = job_.keep.path,
          .target = target_,
          .info = note_,
          .copy_facts = pair_.copy_facts,
          .keep_facts = pair_.keep_facts,
          .digest = pair_.digest,
          .freed = job_.freed};
}

std::string MoveAction::OpenTarget() {
  if (trash_) {
    if (std::string reason = MakeTrash(*trash_); !reason.empty()) return reason;
    const std::string text = TrashNote(*trash_, job_.copy.path.Full(), std::time(nullptr));
    if (Take(shop_.steps, Step::kMakeInfo, [&] { return WriteNote(note_, text) ? 0 : -1; }) != 0) {
      return errno == EEXIST ? "another file went to the trash under that name just now"
                             : "the trash cannot take it: " + base::ErrnoText(errno);
    }
    noted_ = true;
  }
  target_directory_ = OpenMadeDirectory(ParentPath(target_));
  return target_directory_.is_open() ? "" : "the target folder cannot be created: " + base::ErrnoText(errno);
}

void MoveAction::Act() {
  std::string reason = OpenTarget();
  if (reason.empty()) {
    const auto there = FactsAt(pair_.copy_directory->get(), job_.copy.path.Name());
    if (!pair_.Quiet()) {
      reason = "in use: it was opened for writing";
    } else if (!there || !Untouched(pair_.copy_facts, *there, false)) {
      reason = "it has changed since it was compared";
    } else if (!pair_.KeeperInPlace()) {
      reason = "the file that is kept was moved or removed";
    } else {
      const int moved = Take(shop_.steps, Step::kMoveAway, [&] {
        return ::renameat2(pair_.copy_directory->get(), job_.copy.path.Name().c_str(),
                           target_directory_.get(), std::string(BaseName(target_)).c_str(), RENAME_NOREPLACE);
      });
      if (moved != 0) {
        reason = errno == EXDEV    ? "the target is on another file system"
                 : errno == EEXIST ? "the target has a file of that name"
                                   : base::ErrnoText(errno);
      }
    }
  }
  if (!reason.empty()) {
    RemoveNote();
    pair_.Release();
    return Leave(reason);
  }
  moved_ = true;
  result_.target = target_;
  Look();
}

bool MoveAction::Look() {
  if (over()) return false;
  const auto there = FactsAt(target_directory_.get(), std::string(BaseName(target_)));
  if (!there) {
    pair_.Release();
    Leave("another program removed it from its new place");
    return false;
  }
  if (!SameInode(*there, pair_.copy_facts)) {
    MoveBack("another file took its name meanwhile");
  } else if (!pair_.copy_lease.Held()) {
    MoveBack("in use: it was opened for writing");
  } else if (!Untouched(pair_.copy_facts, *there, false)) {
    MoveBack("it has changed since it was compared");
  } else if (!pair_.KeeperInPlace()) {
    MoveBack("the file that is kept was moved or removed");
  }
  return !over();
}

void MoveAction::Settle() {
  if (!Look()) return;
  ::fsync(target_directory_.get());
  if (const auto now = FactsOf(pair_.copy.get())) shop_.own_changes.Note(*now);
  pair_.Release();
  End(ActionOutcome::kDone);
}

void MoveAction::MoveBack(const std::string& reason) {
  const int moved = Take(shop_.steps, Step::kMoveBack, [&] {
    return ::renameat2(target_directory_.get(), std::string(BaseName(target_)).c_str(),
                       pair_.copy_directory->get(), job_.copy.path.Name().c_str(), RENAME_NOREPLACE);
  });
  pair_.Release();
  result_.target.clear();
  if (moved != 0) return End(ActionOutcome::kSaved, reason, target_);
  RemoveNote();
  Leave(reason);
}

void MoveAction::RemoveNote() {
  if (!noted_) return;
  Take(shop_.steps, Step::kRemoveInfo, [this] { return ::unlink(note_.c_str()); });
  noted_ = false;
}

}  // namespace kindred::act
