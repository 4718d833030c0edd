// A copy's name becomes a link to the file that is kept: the sequence behind `--by hardlink` and `--by
// symlink` (Forman, Eshghi and Chiocchetti 2005, section 2.4: "retain only a single copy of each document,
// installing forwarding symbolic links where needed").
//
// The sequence. K is the keeper's inode, C the copy's, n the copy's name, q a name in quarantine
// (quarantine.h):
//
//   1. open both beneath the root, without links; both are as planned
//   2. take read leases on both, compare all bytes; sync K
//   3. journal: intent, synced
//   4. q := a link to K, made from the open descriptor
//   5. look once more: both leases held, n is C
//   6. exchange n and q
//   7. look: q is C, and C's lease is held; sync the directory
//   8. wait kQuarantine, and look again all the while
//   9. look once more; remove q
//
// Why nothing is lost. A write needs a descriptor that was opened for writing, by some name, and found K or
// C.
//
// - Opened before 2: the lease cannot be had; left alone.
// - Found C before 6, and reached C's lease before 5: seen at 5. Nothing visible has happened; q is removed.
// - Found C before 6, and reached the lease before 9: seen at 7, 8 or 9, and the writer waits in open(). The
//   name goes back to C before the writer continues, so that it writes to what is found under n. But not if
//   K was opened for writing since: that may have been by n, and its data would no longer be found there.
//   (Going back whenever K was opened lost 459 of 600 updates when it was tried.) Then C keeps its late
//   writer under a new name, which is reported.
// - Found C before 6, and reaches the lease only after 9: the writer was held up inside the kernel's open()
//   for longer than kQuarantine. It writes to a file without a name. This is seen, and reported, if it
//   happens before we close the file. This risk remains; without a quarantine 1 of 450 were lost.
// - Found K by n, after 6: it writes to K, as with any hard link. K's lease only makes it wait until we
//   notice, some milliseconds at most.
// - n was given to another file D before 6 (a save by rename, mv): seen at 5, or at 7 because q is D. D goes
//   back under n. If n was given to something newer still in between, that stays and D gets a name that is
//   reported.
// - n was moved or removed before 6: the exchange fails. After 6: K's new name was moved or removed, as its
//   owner wished; C's bytes are K's.
// - Truncation by name waits for leases like open().
// - K was removed before 4: a link cannot be made of it. After 4: q, then n, holds its bytes. (A symbolic
//   link would lead nowhere: 9 checks that it leads to K.)
// - We are killed: leases go with us. Whatever the state, n is C, or K with C's bytes; recover.h
//   distinguishes them and finishes or goes back. A loss of power is the same, since K is on the disk before
//   4, the intent before 4, and 6 before 9.
// - Owner, permissions and attributes are compared after 2 and, but for attributes, looked at again at 5, 7
// and 9.
//
// Rejected: link and rename over the name (what was displaced is never seen: 82 of 450 updates lost), unlink
// and link (the name is missing in between), locks of flock or fcntl (others do not ask for them).
//
// Tested by link_action_test.cc, tests/cli/dedupe_*.sh, and against racing writers, renamers
// and kills by bench/reliability/act/act.cc.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "act/actions/action.h"
#include "act/files/handover.h"
#include "act/files/verified_pair.h"

namespace kindred::act {

inline constexpr std::chrono::milliseconds kQuarantine(100);

class LinkAction : public PairAction {
 public:
  LinkAction(Workshop& shop, const Job& job, std::uint64_t number)
      : PairAction(shop, job), temporary_(std::to_string(number)) {}

  void Prepare() override;
  Intent Describe() const override;
  void Act() override;
  void Watch() override;
  void Settle() override;
  void Retreat(const std::string& reason) override { EndWith(handover_->Retreat(reason)); }
  void CleanUp() override {
    if (handover_) handover_->CleanUp();
  }
  int ChangedDirectory() const override { return exchanged_ ? pair_.copy_directory->get() : -1; }

 private:
  bool Symbolic() const { return job_.by == ReplaceBy::kSymlink; }
  // Empty: the link is made.
  std::string MakeLink();
  // Why the names must not be exchanged; empty if they may.
  std::string Objection();
  void EndWith(const Handover::Ending& ending);
  void NoteOwnChanges();

  std::string temporary_;
  std::string text_;  // of a symbolic link
  std::optional<Handover> handover_;
  bool exchanged_ = false;
};

// The text of a symbolic link at `copy` to `keep`: relative below one root, so that the tree can be moved.
std::string LinkText(const TreePath& copy, const TreePath& keep);

// The ending's saved name as a path beside the copy.
std::string SavedPath(const TreePath& copy, const std::string& saved);

// Whether a name is the link that an intent meant to make.
bool IsMadeLink(ReplaceBy by, const FileFacts& keeper, const std::string& text, int directory,
                const std::string& name, const FileFacts& facts);

}  // namespace kindred::act
