// See recover_action.h.
#include "act/actions/recover_action.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <string>

#include "act/actions/link_action.h"
#include "act/files/displacement.h"
#include "act/files/handover.h"
#include "act/files/lease.h"
#include "act/files/open_bytes.h"
#include "base/errno_text.h"
#include "model/entry.h"

namespace kindred::act {

namespace {

constexpr char kTakenBack[] = "the run was interrupted; it is unchanged";

ActionEnd Ended(ActionOutcome outcome, std::string reason = "", std::string saved = "") {
  return {.outcome = outcome, .reason = std::move(reason), .saved = std::move(saved)};
}

// A file under a lease, to ask whether its bytes are those that the journal has the digest of.
class Content {
 public:
  enum class State { kAsJournaled, kChanged, kBusy, kGone };

  Content(Steps& steps, int directory, const std::string& name, const Intent& intent) {
    file_ = OpenFileIn(steps, directory, name);
    if (!file_.is_open() && errno == ENOENT) state_ = State::kGone;
    if (!file_.is_open() || !lease_.Take(steps, file_.get()).empty()) return;
    const BytesSeen seen =
        ReadBytes(steps, file_.get(), intent.copy_facts.size, -1, [this] { return lease_.Held(); });
    if (seen.answer == Bytes::kDiffer) state_ = State::kChanged;
    if (seen.answer == Bytes::kEqual)
      state_ = seen.digest == intent.digest ? State::kAsJournaled : State::kChanged;
  }
  State state() const { return state_; }
  bool Quiet() { return lease_.Held(); }
  int descriptor() const { return file_.get(); }

 private:
  base::Descriptor file_;
  ReadLease lease_;  // after the descriptor: destroyed first
  State state_ = State::kBusy;
};

class LinkRecovery {
 public:
  LinkRecovery(const Intent& intent, Steps& steps, int directory)
      : intent_(intent),
        steps_(steps),
        directory_(directory),
        quarantine_(directory, intent.quarantine),
        displacement_(
            steps, directory, intent.copy.Name(), quarantine_, intent.temporary,
            [this](int at, const std::string& name, const FileFacts& facts) {
              return IsMade(at, name, facts);
            },
            [this](int at, const std::string& name, const FileFacts& facts) {
              return IsCopy(at, name, facts);
            }) {}

  std::optional<ActionEnd> Recover() {
    using Thing = Displacement::Thing;
    const bool there = quarantine_.Open();
    if (!there && errno != ENOENT) return std::nullopt;
    const Thing held = there ? displacement_.InQuarantine() : Thing::kNothing;
    std::optional<ActionEnd> end;
    switch (held) {
      case Thing::kNothing: {
        const Thing now = displacement_.AtName();
        end = now == Thing::kMade ? Done() : Ended(ActionOutcome::kLeft, kTakenBack);
        break;
      }
      case Thing::kMade:
        if (!displacement_.Remove(Thing::kMade)) return std::nullopt;
        end = Ended(ActionOutcome::kLeft, kTakenBack);
        break;
      case Thing::kCopy:
        end = OfCopy();
        break;
      case Thing::kOther:
        end = OfOther();
        break;
    }
    if (!end) return end;
    if (end->saved.empty() && FactsAt(directory_, displacement_.SavedName())) {
      end = Ended(ActionOutcome::kSaved, "the run was interrupted",
                  SavedPath(intent_.copy, displacement_.SavedName()));
    }
    if (there && displacement_.WasMixed() && !end->reason.ends_with(kMixed)) end->reason += kMixed;
    quarantine_.Remove(steps_);  // unless there is a note in it
    return end;
  }
  void CleanUp() {
    if (!quarantine_.Open()) return;
    displacement_.RemoveNote();
    quarantine_.Remove(steps_);
  }

 private:
  ActionEnd Done() const { return Ended(intent_.restores ? ActionOutcome::kRestored : ActionOutcome::kDone); }
  bool IsLink(int at, const std::string& name, const FileFacts& facts) const {
    return IsMadeLink(intent_.by, intent_.keep_facts, intent_.target, at, name, facts);
  }
  // A restored file is known by what the journal gave it; under the name also if it was written to since.
  bool IsMade(int at, const std::string& name, const FileFacts& facts) const {
    if (!intent_.restores) return IsLink(at, name, facts);
    return facts.IsRegular() && facts.links == 1 && facts.owner == intent_.copy_facts.owner &&
           facts.size == intent_.copy_facts.size && facts.mtime_ns == intent_.copy_facts.mtime_ns;
  }
  bool IsCopy(int at, const std::string& name, const FileFacts& facts) const {
    return intent_.restores ? IsLink(at, name, facts) : SameInode(facts, intent_.copy_facts);
  }

  ActionEnd Saved(const Displacement::Ending& ending, std::string reason) const {
    if (ending.mixed) reason += kMixed;
    if (ending.saved.empty()) return Ended(ActionOutcome::kLeft, reason);
    return Ended(ActionOutcome::kSaved, reason, SavedPath(intent_.copy, ending.saved));
  }

  // The name was exchanged, and the copy (of an undo: our link) waits in quarantine.
  std::optional<ActionEnd> OfCopy() {
    if (intent_.restores && intent_.by == ReplaceBy::kSymlink) {
      if (!displacement_.Remove(Displacement::Thing::kCopy)) return std::nullopt;
      return Done();
    }
    Content copy(steps_, quarantine_.descriptor(), intent_.temporary, intent_);
    if (copy.state() == Content::State::kBusy) return std::nullopt;
    if (copy.state() == Content::State::kAsJournaled && intent_.restores) {
      // Our link: its bytes are under the name, or were there until another program changed them.
      if (!copy.Quiet() || !displacement_.Remove(Displacement::Thing::kCopy)) return std::nullopt;
      return Done();
    }
    if (copy.state() == Content::State::kAsJournaled) return OfUntouchedCopy(copy);
    constexpr char kWritten[] = "the run was interrupted, and it was written to meanwhile";
    if (displacement_.AtName() != Displacement::Thing::kMade) return Saved(displacement_.Save(), kWritten);
    Content made(steps_, directory_, intent_.copy.Name(), intent_);
    if (intent_.by == ReplaceBy::kHardlink && made.state() == Content::State::kBusy) return std::nullopt;
    const bool unchanged = intent_.by == ReplaceBy::kSymlink || made.state() == Content::State::kAsJournaled;
    if (!unchanged) return Saved(displacement_.Save(), kWritten);
    return Saved(displacement_.BringBack([&] { return intent_.by == ReplaceBy::kSymlink || made.Quiet(); }),
                 kTakenBack);
  }

  // The copy is as it was when it was compared. It may go only if its bytes are in the file that was kept,
  // now: that may have been changed, moved or removed since, and then these are the last.
  std::optional<ActionEnd> OfUntouchedCopy(Content& copy) {
    const bool linked = displacement_.AtName() == Displacement::Thing::kMade;
    std::optional<Content> kept;
    Directories directories(steps_);
    if (const base::Descriptor* home = directories.Of(intent_.keep))
      kept.emplace(steps_, home->get(), intent_.keep.Name(), intent_);
    // A hard link is the file that was kept, wherever its other name has gone.
    if (linked && intent_.by == ReplaceBy::kHardlink && (!kept || kept->state() == Content::State::kGone))
      kept.emplace(steps_, directory_, intent_.copy.Name(), intent_);
    if (kept && kept->state() == Content::State::kBusy) return std::nullopt;
    if (kept && kept->state() == Content::State::kAsJournaled) {
      const BytesSeen seen =
          CompareBytes(steps_, copy.descriptor(), kept->descriptor(), intent_.copy_facts.size,
                       [&] { return copy.Quiet() && kept->Quiet(); });
      if (seen.answer == Bytes::kStopped || seen.answer == Bytes::kUnreadable) return std::nullopt;
      if (seen.answer == Bytes::kEqual) {
        if (!copy.Quiet() || !kept->Quiet() || !displacement_.Remove(Displacement::Thing::kCopy))
          return std::nullopt;
        return Done();
      }
    }
    constexpr char kLast[] = "the run was interrupted, and the file that was kept has changed or gone since";
    // A symbolic link that leads nowhere: no data can have been written by that name.
    const bool nowhere =
        intent_.by == ReplaceBy::kSymlink && (!kept || kept->state() == Content::State::kGone);
    if (linked && nowhere) return Saved(displacement_.BringBack([] { return true; }), kTakenBack);
    return Saved(displacement_.Save(), kLast);
  }

  // Something else is in quarantine: another's file that was displaced, or an unfinished one of an undo.
  ActionEnd OfOther() {
    if (intent_.restores) {
      // A file that has not been given the name yet: the name is still our link.
      if (displacement_.AtName() == Displacement::Thing::kCopy) {
        ::unlinkat(quarantine_.descriptor(), intent_.temporary.c_str(), 0);
        return Ended(ActionOutcome::kLeft, kTakenBack);
      }
    }
    constexpr char kTaken[] = "the run was interrupted, and another file took its name";
    if (displacement_.AtName() == Displacement::Thing::kMade) return Saved(displacement_.GiveBack(), kTaken);
    return Saved(displacement_.Save(), kTaken);
  }

  const Intent& intent_;
  Steps& steps_;
  int directory_;
  Quarantine quarantine_;
  Displacement displacement_;
};

std::optional<ActionEnd> RecoverMove(const Intent& intent, Steps& steps, int directory) {
  const std::string name(BaseName(intent.target));
  const base::Descriptor target(
      ::open(ParentPath(intent.target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const auto gone = target.is_open() ? FactsAt(target.get(), name) : std::nullopt;
  const auto here = FactsAt(directory, intent.copy.Name());
  const bool went = gone && SameInode(*gone, intent.copy_facts);
  if (intent.restores) {
    if (went) return Ended(ActionOutcome::kLeft, kTakenBack);
    if (!here || !SameInode(*here, intent.copy_facts)) return Ended(ActionOutcome::kLeft, "it is gone");
    if (!intent.info.empty()) ::unlink(intent.info.c_str());
    return Ended(ActionOutcome::kRestored);
  }
  if (went) return Ended(ActionOutcome::kDone);
  if (gone && !here) {  // another file was moved in its place
    const int back = Take(steps, Step::kMoveBack, [&] {
      return ::renameat2(target.get(), name.c_str(), directory, intent.copy.Name().c_str(), RENAME_NOREPLACE);
    });
    if (back != 0) return Ended(ActionOutcome::kSaved, "the run was interrupted", intent.target);
  }
  // The trash's note is ours; a file that came there since has another name.
  if (!intent.info.empty() && (!gone || !here)) ::unlink(intent.info.c_str());
  return Ended(ActionOutcome::kLeft, kTakenBack);
}

}  // namespace

void CleanUpAfter(const Intent& intent, Steps& steps) {
  if (intent.by != ReplaceBy::kHardlink && intent.by != ReplaceBy::kSymlink) return;
  Directories directories(steps);
  if (const base::Descriptor* directory = directories.Of(intent.copy))
    LinkRecovery(intent, steps, directory->get()).CleanUp();
}

std::optional<ActionEnd> RecoverAction(const Intent& intent, Steps& steps) {
  if (intent.by == ReplaceBy::kReflink) {
    if (intent.restores) return Ended(ActionOutcome::kNotNeeded);
    return Ended(ActionOutcome::kLeft, "the run was interrupted; whether it shares its blocks is not known");
  }
  Directories directories(steps);
  const base::Descriptor* directory = directories.Of(intent.copy);
  if (directory == nullptr) {
    // The directory was removed together with what was in it.
    if (errno == ENOENT || errno == ENOTDIR || errno == ELOOP)
      return Ended(ActionOutcome::kLeft,
                   "the run was interrupted, and its directory is gone; if that was moved, look into " +
                       intent.quarantine + " in it");
    return std::nullopt;
  }
  const bool moves = intent.by == ReplaceBy::kTrash || intent.by == ReplaceBy::kMove;
  return moves ? RecoverMove(intent, steps, directory->get())
               : LinkRecovery(intent, steps, directory->get()).Recover();
}

}  // namespace kindred::act
