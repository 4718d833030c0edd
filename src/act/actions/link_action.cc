// See link_action.h for the sequence and why nothing is lost in it; the numbers below are those of its steps.
#include "act/actions/link_action.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "base/errno_text.h"

namespace kindred::act {

namespace {

std::vector<std::string> NamesOf(const std::string& path) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end > at) names.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

// From an open descriptor: by the descriptor itself where that is allowed, else by its name in /proc.
int LinkDescriptor(int from, int directory, const std::string& name) {
  if (::linkat(from, "", directory, name.c_str(), AT_EMPTY_PATH) == 0) return 0;
  if (errno != ENOENT && errno != EPERM) return -1;
  const std::string alias = fmt::format("/proc/self/fd/{}", from);
  return ::linkat(AT_FDCWD, alias.c_str(), directory, name.c_str(), AT_SYMLINK_FOLLOW);
}

}  // namespace

std::string LinkText(const TreePath& copy, const TreePath& keep) {
  if (copy.root != keep.root) return keep.Full();
  const std::vector<std::string> from = NamesOf(copy.Directory());
  const std::vector<std::string> to = NamesOf(keep.below);
  std::size_t same = 0;
  while (same < from.size() && same + 1 < to.size() && from[same] == to[same]) ++same;
  std::string text;
  for (std::size_t i = same; i < from.size(); ++i) text += "../";
  for (std::size_t i = same; i < to.size(); ++i) text += (i > same ? "/" : "") + to[i];
  return text;
}

std::string SavedPath(const TreePath& copy, const std::string& saved) {
  const std::string directory = copy.Directory();
  return TreePath{copy.root, directory.empty() ? saved : directory + "/" + saved}.Full();
}

bool IsMadeLink(ReplaceBy by, const FileFacts& keeper, const std::string& text, int directory,
                const std::string& name, const FileFacts& facts) {
  if (by == ReplaceBy::kHardlink) return SameInode(facts, keeper);
  if (!facts.IsLink()) return false;
  std::string read(text.size() + 1, '\0');
  const ssize_t size = ::readlinkat(directory, name.c_str(), read.data(), read.size());
  return size == static_cast<ssize_t>(text.size()) && read.compare(0, text.size(), text) == 0;
}

void LinkAction::Prepare() {
  std::string reason = pair_.Open(shop_, job_);            // 1
  if (reason.empty()) reason = pair_.Verify(shop_, job_);  // 2
  if (reason.empty() && Symbolic()) {
    text_ = LinkText(job_.copy.path, job_.keep.path);
    struct stat there;
    if (::fstatat(pair_.copy_directory->get(), text_.c_str(), &there, 0) != 0 ||
        !SameInode(FactsFrom(there), pair_.keep_facts))
      reason = "a link there would not lead to the file that is kept";
  }
  if (!reason.empty()) Abandon(reason);
}

Intent LinkAction::Describe() const {
  return {.by = job_.by,
          .copy = job_.copy.path,
          .keep = job_.keep.path,
          .quarantine = shop_.quarantine_name,
          .temporary = temporary_,
          .target = text_,
          .copy_facts = pair_.copy_facts,
          .keep_facts = pair_.keep_facts,
          .copy_attributes = pair_.copy_attributes,
          .digest = pair_.digest,
          .freed = job_.freed};
}

std::string LinkAction::MakeLink() {
  Quarantine& quarantine = shop_.QuarantineOf(*pair_.copy_directory);
  if (!quarantine.Make(shop_.steps)) return "no file can be created beside it: " + base::ErrnoText(errno);
  Displacement displacement(
      shop_.steps, pair_.copy_directory->get(), job_.copy.path.Name(), quarantine, temporary_,
      [this](int directory, const std::string& name, const FileFacts& facts) {
        return IsMadeLink(job_.by, pair_.keep_facts, text_, directory, name, facts);
      },
      [this](int, const std::string&, const FileFacts& facts) { return SameInode(facts, pair_.copy_facts); });
  handover_.emplace(std::move(displacement), pair_.copy_lease, pair_.keep_lease, [this] {
    const auto now = FactsOf(pair_.copy.get());
    return now && Untouched(pair_.copy_facts, *now, false);
  });
  const int made = Take(shop_.steps, Step::kLink, [&] {
    return Symbolic() ? ::symlinkat(text_.c_str(), quarantine.descriptor(), temporary_.c_str())
                      : LinkDescriptor(pair_.keep.get(), quarantine.descriptor(), temporary_);
  });
  if (made == 0) return "";
  return errno == EXDEV    ? "it is on another file system than the file that is kept"
         : errno == EMLINK ? "the file that is kept has as many hard links as its file system allows"
                           : "no link can be made: " + base::ErrnoText(errno);
}

std::string LinkAction::Objection() {
  const auto there = FactsAt(pair_.copy_directory->get(), job_.copy.path.Name());
  if (!pair_.Quiet()) return "in use: it was opened for writing";
  if (!there) return base::ErrnoText(errno);
  if (!SameInode(pair_.copy_facts, *there)) return "another file took its name meanwhile";
  if (!Untouched(pair_.copy_facts, *there, false)) return "it has changed since it was compared";
  return pair_.KeeperInPlace() ? "" : "the file that is kept was moved or removed";
}

void LinkAction::Act() {
  std::string reason = MakeLink();                                                // 4
  if (reason.empty()) reason = Objection();                                       // 5
  if (reason.empty() && !handover_->Exchange()) reason = base::ErrnoText(errno);  // 6
  if (!reason.empty()) {
    if (handover_) handover_->RemoveMade();
    return EndWith({reason});
  }
  exchanged_ = true;
  if (const auto ending = handover_->Look()) EndWith(*ending);  // 7
}

void LinkAction::Watch() {
  if (const auto ending = handover_->Watch()) EndWith(*ending);  // 8
}

void LinkAction::Settle() {
  if (Symbolic()) {
    struct stat there;
    const int found = ::fstatat(pair_.copy_directory->get(), job_.copy.path.Name().c_str(), &there, 0);
    if (found != 0 || !SameInode(FactsFrom(there), pair_.keep_facts))
      return EndWith(handover_->Retreat("the file that is kept was moved or removed"));
  }
  bool late = false;
  if (const auto ending = handover_->Settle(&late)) return EndWith(*ending);  // 9
  NoteOwnChanges();
  pair_.Release();
  End(ActionOutcome::kDone,
      late ? "opened for writing after the last check: later writes go to the deleted copy" : "");
}

void LinkAction::EndWith(const Handover::Ending& ending) {
  NoteOwnChanges();
  pair_.Release();
  if (ending.saved.empty()) return Leave(ending.reason);
  End(ActionOutcome::kSaved, ending.reason, SavedPath(job_.copy.path, ending.saved));
}

void LinkAction::NoteOwnChanges() {
  for (const base::Descriptor* file : {&pair_.keep, &pair_.copy}) {
    if (const auto now = FactsOf(file->get())) shop_.own_changes.Note(*now);
  }
}

}  // namespace kindred::act
