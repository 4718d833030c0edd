// See verified_pair.h.
#include "act/files/verified_pair.h"

#include "act/files/open_bytes.h"
#include "base/errno_text.h"

namespace kindred::act {

namespace {

// Opens one of the two; empty if it is as planned.
std::string OpenPlanned(Workshop& shop, const PlannedFile& planned, const base::Descriptor** directory,
                        base::Descriptor* file, FileFacts* facts) {
  *directory = shop.directories.Of(planned.path);
  if (*directory == nullptr) return OpenReason(errno);
  *file = OpenFileIn(shop.steps, (*directory)->get(), planned.path.Name());
  if (!file->is_open()) return OpenReason(errno);
  const auto now = FactsOf(file->get());
  if (!now) return base::ErrnoText(errno);
  if (!now->IsRegular()) return base::FileKindText(now->mode);
  *facts = *now;
  return shop.own_changes.AsPlanned(planned.facts, *now) ? "" : "it has changed since the plan";
}

std::string HindranceText(int descriptor) {
  const Hindrances found = HindrancesOf(descriptor);
  if (found.immutable) return "it is immutable (chattr +i)";
  if (found.append_only) return "it is append-only (chattr +a)";
  if (found.mount_point) return "it is a mount point";
  return "";
}

std::string OfKeeper(const std::string& reason) { return "the file that is kept: " + reason; }

}  // namespace

std::string DifferenceOf(const FileFacts& a, const FileFacts& b, const Rules& rules) {
  if (!rules.across_users && (a.owner != b.owner || a.group != b.group))
    return "it has another owner or group";
  if (!rules.across_permissions && a.mode != b.mode) return "it has other permissions";
  return "";
}

std::string VerifiedPair::Open(Workshop& shop, const Job& job) {
  keep_name = job.keep.path.Name();
  std::string reason = OpenPlanned(shop, job.copy, &copy_directory, &copy, &copy_facts);
  if (!reason.empty()) return reason;
  reason = OpenPlanned(shop, job.keep, &keep_directory, &keep, &keep_facts);
  if (!reason.empty()) return OfKeeper(reason);
  if (SameInode(keep_facts, copy_facts)) return "it is a hard link of the file that is kept";
  if (keep_facts.size != copy_facts.size) return "it has changed since the plan";
  return "";
}

std::string VerifiedPair::Verify(Workshop& shop, const Job& job) {
  if (std::string reason = HindranceText(copy.get()); !reason.empty()) return reason;
  if (job.by == ReplaceBy::kHardlink) {
    if (std::string reason = HindranceText(keep.get()); !reason.empty()) return OfKeeper(reason);
  }
  if (std::string reason = copy_lease.Take(shop.steps, copy.get()); !reason.empty()) return reason;
  if (std::string reason = keep_lease.Take(shop.steps, keep.get()); !reason.empty()) return OfKeeper(reason);
  // From here on nothing can change their bytes unseen. A write before the leases changed the times.
  const auto keep_now = FactsOf(keep.get());
  const auto copy_now = FactsOf(copy.get());
  if (!keep_now || !copy_now || !shop.own_changes.AsPlanned(job.keep.facts, *keep_now) ||
      !shop.own_changes.AsPlanned(job.copy.facts, *copy_now))
    return "it has changed since the plan";
  if (std::string reason = DifferenceOf(keep_facts, copy_facts, shop.rules); !reason.empty()) return reason;
  const auto keep_attributes = AttributesOf(keep.get());
  const auto its_attributes = AttributesOf(copy.get());
  if (!keep_attributes || !its_attributes) return "its attributes cannot be read: " + base::ErrnoText(errno);
  if (!shop.rules.across_attributes && *keep_attributes != *its_attributes)
    return "it has other extended attributes or another ACL";
  copy_attributes = *its_attributes;

  const BytesSeen seen =
      CompareBytes(shop.steps, keep.get(), copy.get(), copy_facts.size, [this] { return Quiet(); });
  switch (seen.answer) {
    case Bytes::kEqual:
      break;
    case Bytes::kDiffer:
      return "its bytes are not those of the file that is kept";
    case Bytes::kStopped:
      return "in use: it was opened for writing";
    case Bytes::kUnreadable:
      return "it cannot be read: " + base::ErrnoText(seen.error);
  }
  digest = seen.digest;
  return Quiet() ? "" : "in use: it was opened for writing";
}

bool VerifiedPair::KeeperInPlace() const {
  const auto there = FactsAt(keep_directory->get(), keep_name);
  return there && SameInode(*there, keep_facts);
}

}  // namespace kindred::act
