// See arena.h: the changes. Each is noted when its last call has returned. A call that fails changes nothing
// and is not noted.
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "bench/reliability/act/arena.h"

namespace kindred::reliability {

namespace {

bool WriteSlot(const std::string& name, std::size_t at, std::uint32_t version) {
  const int file = ::open(name.c_str(), O_WRONLY | O_CLOEXEC);  // waits for a lease
  if (file < 0) return false;
  const std::string bytes = SlotBytes(version);
  const bool written = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(at)) == 4;
  ::close(file);
  return written;
}

bool WriteWhole(const std::string& name, const std::string& bytes, int flags) {
  const int file = ::open(name.c_str(), O_WRONLY | O_CLOEXEC | flags, 0644);
  if (file < 0) return false;
  const bool written = ::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  ::close(file);
  return written;
}

class OneChange {
 public:
  OneChange(Arena& arena, std::uint32_t pair, std::mt19937_64& random)
      : state_(arena.pairs[pair]), pair_(pair), random_(random), seed_(arena.seed), round_(arena.round) {}

  bool Do() {
    const std::string copy = CopyName(pair_);
    const std::string keep = KeepName(pair_);
    switch (state_.kind) {
      case Disturbance::kNone:
        return false;
      case Disturbance::kWriteBoth:
        return random_() % 2 == 0 ? Write(copy, kCopySlot, state_.copy_version)
                                  : Write(keep, kKeepSlot, state_.keep_version);
      case Disturbance::kWriteCopy:
        return Write(copy, kCopySlot, state_.copy_version);
      case Disturbance::kWriteKeeper:
        return Write(keep, kKeepSlot, state_.keep_version);
      case Disturbance::kReplaceCopy:
        return Replace(copy, state_.copy_version, true);
      case Disturbance::kReplaceKeeper:
        return Replace(keep, state_.keep_version, false);
      case Disturbance::kTruncateCopy: {
        const std::uint32_t version = state_.copy_version + 1;
        if (version > 300 || ::truncate(copy.c_str(), static_cast<off_t>(kBytes - version)) != 0)
          return false;
        state_.copy_version = version;
        return true;
      }
      case Disturbance::kRewriteCopy: {
        const std::uint32_t version = state_.copy_version + 1;
        if (!WriteWhole(copy, Content(seed_, round_, pair_, false, version, 0), O_TRUNC)) return false;
        state_.copy_version = version;
        return true;
      }
      case Disturbance::kRename: {
        if (::rename(copy.c_str(), MovedName(pair_).c_str()) != 0) return false;
        Pause();
        return ::rename(MovedName(pair_).c_str(), copy.c_str()) == 0;
      }
      case Disturbance::kSwap:
        if (::renameat2(AT_FDCWD, copy.c_str(), AT_FDCWD, OtherName(pair_).c_str(), RENAME_EXCHANGE) != 0)
          return false;
        ++state_.swaps;
        return true;
      case Disturbance::kRotate:
        if (state_.removed != 0) return Replace(copy, state_.copy_version, true);
        if (::rename(copy.c_str(), MovedName(pair_).c_str()) != 0) return false;
        Pause();
        while (!Replace(copy, state_.copy_version, true)) Pause();
        state_.removed = 1;
        return true;
      case Disturbance::kRemoveCopy:
        if (state_.removed != 0 || ::unlink(copy.c_str()) != 0) return false;
        state_.removed = 1;
        return true;
    }
    return false;
  }

 private:
  void Pause() { ::usleep(static_cast<useconds_t>(random_() % 60)); }

  static bool Write(const std::string& name, std::size_t slot, std::atomic<std::uint32_t>& version) {
    if (!WriteSlot(name, slot, version + 1)) return false;
    ++version;
    return true;
  }

  // As editors save.
  bool Replace(const std::string& name, std::atomic<std::uint32_t>& version, bool copy) {
    const std::uint32_t next = version + 1;
    const std::string bytes = Content(seed_, round_, pair_, false, copy ? next : 0, copy ? 0 : next);
    if (!WriteWhole(TemporaryName(pair_), bytes, O_CREAT | O_TRUNC)) return false;
    if (::rename(TemporaryName(pair_).c_str(), name.c_str()) != 0) return false;
    version = next;
    return true;
  }

  PairState& state_;
  std::uint32_t pair_;
  std::mt19937_64& random_;
  std::uint64_t seed_;
  std::uint64_t round_;
};

}  // namespace

void Disturb(Arena& arena, std::uint32_t pair, std::mt19937_64& random) {
  PairState& state = arena.pairs[pair];
  if (state.taken.exchange(1) != 0) return;
  if (OneChange(arena, pair, random).Do()) ++arena.changes;
  state.taken = 0;
}

}  // namespace kindred::reliability
