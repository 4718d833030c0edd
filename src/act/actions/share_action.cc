// See share_action.h.
#include "act/actions/share_action.h"

#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>

#include <algorithm>
#include <new>
#include <vector>

#include "base/errno_text.h"

namespace kindred::act {

namespace {

constexpr long kXfs = 0x58465342;          // "XFSB"; linux/magic.h has it only in newer versions
constexpr std::uint64_t kMost = 16 << 20;  // of one call: what btrfs takes

// Shares `length` bytes at `offset`; returns the kernel's result for the second file: bytes, or a negative
// errno, or FILE_DEDUPE_RANGE_DIFFERS as kDiffer.
constexpr std::int64_t kDiffer = -1'000'000;
std::int64_t ShareRange(int from, int to, std::uint64_t offset, std::uint64_t length) {
  // A head and one destination behind it, which C++ has no name for.
  alignas(file_dedupe_range)
      std::uint8_t buffer[sizeof(file_dedupe_range) + sizeof(file_dedupe_range_info)] = {};
  auto* const range = new (buffer) file_dedupe_range;
  *range = {.src_offset = offset, .src_length = length, .dest_count = 1, .reserved1 = 0, .reserved2 = 0};
  auto* const info = new (buffer + sizeof(file_dedupe_range)) file_dedupe_range_info;
  *info = {.dest_fd = to, .dest_offset = offset, .bytes_deduped = 0, .status = 0, .reserved = 0};
  if (::ioctl(from, FIDEDUPERANGE, buffer) != 0) return -errno;
  if (info->status == FILE_DEDUPE_RANGE_DIFFERS) return kDiffer;
  if (info->status < 0) return info->status;
  return static_cast<std::int64_t>(info->bytes_deduped);
}

struct Extent {
  std::uint64_t logical = 0;
  std::uint64_t physical = 0;
  std::uint64_t length = 0;
  bool known = false;
};

// The next extents from `offset` on; empty: there are no more, or the file system does not report them.
std::vector<Extent> ExtentsFrom(int file, std::uint64_t offset) {
  constexpr unsigned kCount = 64;
  std::vector<std::uint8_t> buffer(sizeof(fiemap) + kCount * sizeof(fiemap_extent));
  auto* const map = reinterpret_cast<fiemap*>(buffer.data());
  map->fm_start = offset;
  map->fm_length = ~std::uint64_t{0} - offset;
  map->fm_extent_count = kCount;
  if (::ioctl(file, FS_IOC_FIEMAP, map) != 0) return {};
  std::vector<Extent> extents;
  for (unsigned i = 0; i < map->fm_mapped_extents; ++i) {
    const fiemap_extent& one = map->fm_extents[i];
    const bool known = (one.fe_flags & (FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DELALLOC |
                                        FIEMAP_EXTENT_DATA_INLINE | FIEMAP_EXTENT_NOT_ALIGNED)) == 0;
    extents.push_back({one.fe_logical, one.fe_physical, one.fe_length, known});
  }
  return extents;
}

}  // namespace

bool CanShare(int descriptor) {
  struct statfs system;
  if (::fstatfs(descriptor, &system) != 0) return false;
  if (system.f_type == BTRFS_SUPER_MAGIC) return true;
  if (system.f_type != kXfs) return false;
  // A file system made without reflinks reports that; one with reflinks only refuses to share a file with
  // itself.
  return ShareRange(descriptor, descriptor, 0, static_cast<std::uint64_t>(system.f_bsize)) != -EOPNOTSUPP;
}

bool ShareAllBlocks(int a, int b) {
  for (std::uint64_t offset = 0;;) {
    const std::vector<Extent> one = ExtentsFrom(a, offset);
    const std::vector<Extent> two = ExtentsFrom(b, offset);
    if (one.empty() && two.empty()) return offset > 0;
    if (one.size() != two.size()) return false;
    for (std::size_t i = 0; i < one.size(); ++i) {
      const bool same = one[i].known && two[i].known && one[i].logical == two[i].logical &&
                        one[i].physical == two[i].physical && one[i].length == two[i].length;
      if (!same) return false;
    }
    offset = one.back().logical + one.back().length;
  }
}

void ShareAction::Prepare() {
  std::string reason = pair_.Open(shop_, job_);
  if (reason.empty()) {
    const Hindrances found = HindrancesOf(pair_.copy.get());
    if (found.immutable) reason = "it is immutable (chattr +i)";
  }
  // Its permissions and attributes stay its own.
  Rules rules = shop_.rules;
  rules.across_permissions = true;
  if (reason.empty()) reason = DifferenceOf(pair_.keep_facts, pair_.copy_facts, rules);
  if (!reason.empty()) Leave(reason);
}

Intent ShareAction::Describe() const {
  return {.by = job_.by,
          .copy = job_.copy.path,
          .keep = job_.keep.path,
          .copy_facts = pair_.copy_facts,
          .keep_facts = pair_.keep_facts,
          .freed = job_.freed};
}

void ShareAction::Act() {
  if (const int error = shop_.steps.Before(Step::kShare); error != 0) return Leave(base::ErrnoText(error));
  const std::uint64_t size = pair_.copy_facts.size;
  for (std::uint64_t offset = 0; offset < size;) {
    const std::int64_t done =
        ShareRange(pair_.keep.get(), pair_.copy.get(), offset, std::min(size - offset, kMost));
    if (done == kDiffer || done == 0) return Leave("its bytes are not those of the file that is kept");
    if (done < 0) {
      switch (-done) {
        case EOPNOTSUPP:
        case ENOTTY:
        case EINVAL:
          return Leave(CanShare(pair_.copy.get()) ? "it has no blocks that could be shared: it is too small"
                                                  : "its file system has no reflinks");
        case EXDEV:
          return Leave("it is on another file system than the file that is kept");
        case ETXTBSY:
          return Leave("in use: it is a swap file or a running program");
        default:
          return Leave(base::ErrnoText(static_cast<int>(-done)));
      }
    }
    offset += static_cast<std::uint64_t>(done);
  }
  End(ActionOutcome::kDone);
}

}  // namespace kindred::act
