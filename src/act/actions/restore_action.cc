// See restore_action.h.
#include "act/actions/restore_action.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>

#include "act/actions/link_action.h"
#include "act/files/open_bytes.h"
#include "base/errno_text.h"

namespace kindred::act {

namespace {

constexpr char kNotOurs[] = "it is no longer the link that replaced it";

timespec TimeFrom(std::int64_t nanoseconds) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::int64_t below = (nanoseconds % kSecond + kSecond) % kSecond;
  return {.tv_sec = (nanoseconds - below) / kSecond, .tv_nsec = below};
}

Job JobOf(const Intent& done) {
  return {.keep = {done.keep, done.keep_facts, done.keep.Full()},
          .copy = {done.copy, done.copy_facts, done.copy.Full()},
          .by = done.by};
}

}  // namespace

std::string Restore(int file, const FileFacts& facts, const Attributes& attributes) {
  // The owner first: it takes set-user-ID bits and capabilities away.
  if (::fchown(file, facts.owner, facts.group) != 0) return "its owner: " + base::ErrnoText(errno);
  if (::fchmod(file, facts.mode & 07777) != 0) return "its permissions: " + base::ErrnoText(errno);
  for (const auto& [name, value] : attributes) {
    if (::fsetxattr(file, name.c_str(), value.data(), value.size(), 0) != 0)
      return "its attribute " + name + ": " + base::ErrnoText(errno);
  }
  // A directory's default ACL gives new files attributes that the old one may not have had.
  for (const auto& [name, value] : AttributesOf(file).value_or(Attributes())) {
    const auto wanted = std::ranges::find(attributes, name, &Attributes::value_type::first);
    if (wanted == attributes.end()) ::fremovexattr(file, name.c_str());
  }
  const timespec times[2] = {TimeFrom(facts.atime_ns), TimeFrom(facts.mtime_ns)};
  if (::futimens(file, times) != 0) return "its times: " + base::ErrnoText(errno);
  return "";
}

RestoreAction::RestoreAction(Workshop& shop, const Intent& done, std::uint64_t number)
    : Action(shop, JobOf(done)), done_(done), temporary_(std::to_string(number)) {}

bool RestoreAction::IsOurLink(int directory, const std::string& name, const FileFacts& facts) const {
  return IsMadeLink(done_.by, done_.keep_facts, done_.target, directory, name, facts);
}

void RestoreAction::Prepare() {
  directory_ = shop_.directories.Of(done_.copy);
  if (directory_ == nullptr) return Leave(OpenReason(errno));
  const std::string name = done_.copy.Name();
  const auto there = FactsAt(directory_->get(), name);
  if (!there) return Leave(base::ErrnoText(errno));
  if (!IsOurLink(directory_->get(), name, *there)) return Leave(kNotOurs);
  if (done_.by == ReplaceBy::kHardlink) {
    content_ = OpenFileIn(shop_.steps, directory_->get(), name);
  } else if (const base::Descriptor* beside = shop_.directories.Of(done_.keep)) {
    content_ = OpenFileIn(shop_.steps, beside->get(), done_.keep.Name());
  }
  const auto now = content_.is_open() ? FactsOf(content_.get()) : std::nullopt;
  if (!now) return Leave("the file that it leads to: " + OpenReason(errno));
  content_facts_ = *now;
  if (std::string reason = content_lease_.Take(shop_.steps, content_.get()); !reason.empty())
    return Leave(reason);
  const BytesSeen seen = ReadBytes(shop_.steps, content_.get(), done_.copy_facts.size, -1,
                                   [this] { return content_lease_.Held(); });
  if (seen.answer == Bytes::kEqual && seen.digest == done_.digest) return;
  content_lease_.Release();
  switch (seen.answer) {
    case Bytes::kEqual:
    case Bytes::kDiffer:
      return Leave("the bytes have changed since");
    case Bytes::kStopped:
      return Leave("in use: it was opened for writing");
    case Bytes::kUnreadable:
      return Leave("it cannot be read: " + base::ErrnoText(seen.error));
  }
}

Intent RestoreAction::Describe() const {
  Intent intent = done_;
  intent.restores = true;
  intent.of_action = done_.action;
  intent.quarantine = shop_.quarantine_name;
  intent.temporary = temporary_;
  return intent;
}

std::string RestoreAction::FillFile() {
  const BytesSeen seen = ReadBytes(shop_.steps, content_.get(), done_.copy_facts.size, made_.get(),
                                   [this] { return content_lease_.Held(); });
  if (seen.answer != Bytes::kEqual || !(seen.digest == done_.digest))
    return seen.answer == Bytes::kUnreadable ? "it cannot be copied: " + base::ErrnoText(seen.error)
                                             : "in use: it was opened for writing";
  if (std::string reason = Restore(made_.get(), done_.copy_facts, done_.copy_attributes); !reason.empty())
    return "cannot restore " + reason;
  if (::fsync(made_.get()) != 0) return "it cannot be synced: " + base::ErrnoText(errno);
  const auto facts = FactsOf(made_.get());
  if (!facts) return base::ErrnoText(errno);
  made_facts_ = *facts;
  made_ = base::Descriptor();  // or the lease could not be had
  made_for_reading_ = OpenFileIn(shop_.steps, shop_.QuarantineOf(*directory_).descriptor(), temporary_);
  if (!made_for_reading_.is_open()) return OpenReason(errno);
  return made_lease_.Take(shop_.steps, made_for_reading_.get());
}

std::string RestoreAction::MakeFile() {
  Quarantine& quarantine = shop_.QuarantineOf(*directory_);
  if (!quarantine.Make(shop_.steps)) return "no file can be created beside it: " + base::ErrnoText(errno);
  const int made = Take(shop_.steps, Step::kMakeCopy, [&] {
    return ::openat(quarantine.descriptor(), temporary_.c_str(),
                    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  });
  if (made < 0) return "no file can be made: " + base::ErrnoText(errno);
  made_ = base::Descriptor(made);
  std::string reason = FillFile();
  // Before it has the name no other process can reach the file.
  if (!reason.empty()) ::unlinkat(quarantine.descriptor(), temporary_.c_str(), 0);
  if (!reason.empty()) return reason;
  Displacement displacement(
      shop_.steps, directory_->get(), done_.copy.Name(), quarantine, temporary_,
      [this](int, const std::string&, const FileFacts& facts) { return SameInode(facts, made_facts_); },
      [this](int directory, const std::string& name, const FileFacts& facts) {
        return IsOurLink(directory, name, facts);
      });
  handover_.emplace(std::move(displacement), content_lease_, made_lease_, [] { return true; });
  return "";
}

void RestoreAction::Act() {
  std::string reason = MakeFile();
  if (reason.empty()) {
    const auto there = FactsAt(directory_->get(), done_.copy.Name());
    if (!there || !IsOurLink(directory_->get(), done_.copy.Name(), *there)) {
      reason = kNotOurs;
    } else if (!content_lease_.Held()) {
      reason = "in use: it was opened for writing";
    } else if (!handover_->Exchange()) {
      reason = base::ErrnoText(errno);
    }
    if (!reason.empty()) handover_->RemoveMade();
  }
  if (!reason.empty()) return EndWith({reason});
  exchanged_ = true;
  if (const auto ending = handover_->Look()) EndWith(*ending);
}

void RestoreAction::Watch() {
  if (const auto ending = handover_->Watch()) EndWith(*ending);
}

void RestoreAction::Settle() {
  bool late = false;
  if (const auto ending = handover_->Settle(&late)) return EndWith(*ending);
  EndWith({});
  End(ActionOutcome::kRestored);
}

void RestoreAction::EndWith(const Handover::Ending& ending) {
  made_lease_.Release();
  content_lease_.Release();
  if (const auto now = FactsOf(content_.get())) shop_.own_changes.Note(*now);
  if (ending.saved.empty()) return Leave(ending.reason);
  End(ActionOutcome::kSaved, ending.reason, SavedPath(done_.copy, ending.saved));
}

}  // namespace kindred::act
