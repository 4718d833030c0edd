// See arena.h: the files, and what must be found of them.
#include "bench/reliability/act/arena.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <optional>
#include <stdexcept>

namespace kindred::reliability {

namespace {

struct Seen {
  std::uint64_t inode = 0;
  std::string bytes;
};

std::optional<Seen> Look(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct stat status;
  Seen seen;
  seen.bytes.resize(2 * kBytes);
  const bool good = ::fstat(file, &status) == 0;
  const ssize_t got = ::pread(file, seen.bytes.data(), seen.bytes.size(), 0);
  ::close(file);
  if (!good || got < 0) return std::nullopt;
  seen.bytes.resize(static_cast<std::size_t>(got));
  seen.inode = status.st_ino;
  return seen;
}

void Make(const std::string& path, const std::string& bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0 || ::write(file, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
    throw std::runtime_error("cannot make " + path + ": " + std::strerror(errno));
  ::close(file);
}

std::uint32_t SlotOf(const std::string& bytes, std::size_t at) {
  std::uint32_t version = ~0u;
  if (bytes.size() >= at + sizeof version) std::memcpy(&version, bytes.data() + at, sizeof version);
  return version;
}

// The bytes without their slots.
std::string WithoutSlots(std::string bytes) {
  for (const std::size_t at : {kCopySlot, kKeepSlot}) {
    if (bytes.size() >= at + 4) std::memset(bytes.data() + at, 0, 4);
  }
  return bytes;
}

std::string InFolder(std::uint32_t pair, char kind) {
  return std::to_string(pair % 8) + "/" + kind + std::to_string(pair);
}

}  // namespace

std::string CopyName(std::uint32_t pair) { return InFolder(pair, 'C'); }
std::string KeepName(std::uint32_t pair) { return InFolder(pair, 'K'); }
std::string OtherName(std::uint32_t pair) { return InFolder(pair, 'D'); }
std::string MovedName(std::uint32_t pair) { return InFolder(pair, 'M'); }
std::string TemporaryName(std::uint32_t pair) { return InFolder(pair, 'T'); }

std::string SlotBytes(std::uint32_t version) {
  return std::string(reinterpret_cast<const char*>(&version), sizeof version);
}

std::string Content(std::uint64_t seed, std::uint64_t round, std::uint32_t pair, bool other,
                    std::uint32_t copy_version, std::uint32_t keep_version) {
  std::uint64_t state = seed * 0x9e3779b97f4a7c15 + round * 0xbf58476d1ce4e5b9 + pair * 2 + other;
  std::string bytes(kBytes, '\0');
  for (char& byte : bytes) {
    state = state * 6364136223846793005 + 1442695040888963407;
    byte = static_cast<char>('a' + (state >> 33) % 26);
  }
  bytes.replace(kCopySlot, 4, SlotBytes(copy_version));
  bytes.replace(kKeepSlot, 4, SlotBytes(keep_version));
  return bytes;
}

void MakePairs(const std::string& tree, Arena& arena, std::mt19937_64& random) {
  for (int folder = 0; folder < 8; ++folder)
    std::filesystem::create_directories(tree + "/" + std::to_string(folder));
  for (std::uint32_t pair = 0; pair < kPairs; ++pair) {
    PairState& state = arena.pairs[pair];
    state.kind = static_cast<Disturbance>(random() % kDisturbances);
    state.taken = 0;
    state.copy_version = state.keep_version = state.swaps = state.removed = 0;
    const std::string bytes = Content(arena.seed, arena.round, pair, false, 0, 0);
    Make(tree + "/" + KeepName(pair), bytes);
    Make(tree + "/" + CopyName(pair), bytes);
    if (state.kind == Disturbance::kSwap)
      Make(tree + "/" + OtherName(pair), Content(arena.seed, arena.round, pair, true, 0, 0));
  }
}

namespace {

class PairCheck {
 public:
  PairCheck(const std::string& tree, const Arena& arena, std::uint32_t pair, const Told& told,
            std::uint64_t* as_told)
      : tree_(tree),
        state_(arena.pairs[pair]),
        pair_(pair),
        saved_(told.saved),
        mixed_(told.mixed),
        told_(as_told),
        own_(Content(arena.seed, arena.round, pair, false, 0, 0)),
        other_(Content(arena.seed, arena.round, pair, true, 0, 0)) {}

  std::string Check() {
    // Files that may be under each other's names are looked for under all of them.
    if (mixed_) {
      for (const std::string& name : {CopyName(pair_), OtherName(pair_), MovedName(pair_)})
        saved_.push_back(tree_ + "/" + name);
    }
    switch (state_.kind) {
      case Disturbance::kNone:
      case Disturbance::kRename:
        return Both(Wants(CopyName(pair_), own_, kBytes, 0, 0), Wants(KeepName(pair_), own_, kBytes, 0, 0));
      case Disturbance::kWriteCopy:
      case Disturbance::kWriteKeeper:
      case Disturbance::kWriteBoth:
        return InPlace();
      case Disturbance::kReplaceCopy:
      case Disturbance::kRewriteCopy:
        return Both(Wants(CopyName(pair_), own_, kBytes, state_.copy_version, 0), KeeperApart());
      case Disturbance::kReplaceKeeper:
        return Both(Wants(KeepName(pair_), own_, kBytes, 0, state_.keep_version),
                    Wants(CopyName(pair_), own_, kBytes, 0, 0));
      case Disturbance::kTruncateCopy:
        return Both(Wants(CopyName(pair_), own_, kBytes - state_.copy_version, 0, 0), KeeperApart());
      case Disturbance::kSwap: {
        const bool swapped = state_.swaps % 2 != 0;
        return Both(Both(Wants(CopyName(pair_), swapped ? other_ : own_, kBytes, 0, 0),
                         Wants(OtherName(pair_), swapped ? own_ : other_, kBytes, 0, 0)),
                    Wants(KeepName(pair_), own_, kBytes, 0, 0));
      }
      case Disturbance::kRotate:
        if (state_.removed == 0) break;
        return Both(Both(Wants(MovedName(pair_), own_, kBytes, 0, 0),
                         Wants(CopyName(pair_), own_, kBytes, state_.copy_version, 0)),
                    Wants(KeepName(pair_), own_, kBytes, 0, 0));
      case Disturbance::kRemoveCopy:
        if (state_.removed == 0) break;
        return Wants(KeepName(pair_), own_, kBytes, 0, 0);  // whether the copy is there does not matter
    }
    return Both(Wants(CopyName(pair_), own_, kBytes, 0, 0), Wants(KeepName(pair_), own_, kBytes, 0, 0));
  }

 private:
  static std::string Both(const std::string& a, const std::string& b) { return a.empty() ? b : a; }

  static bool Is(const Seen& seen, const std::string& text, std::size_t size, std::uint32_t copy,
                 std::uint32_t keep) {
    std::string bytes = text;
    bytes.replace(kCopySlot, 4, SlotBytes(copy));
    bytes.replace(kKeepSlot, 4, SlotBytes(keep));
    return seen.bytes == bytes.substr(0, size);
  }

  // The name has these bytes, or a file that was reported as saved has.
  std::string Wants(const std::string& name, const std::string& text, std::size_t size, std::uint32_t copy,
                    std::uint32_t keep) {
    const auto seen = Look(tree_ + "/" + name);
    if (seen && Is(*seen, text, size, copy, keep)) return "";
    for (const std::string& path : saved_) {
      const auto kept = Look(path);
      if (kept && Is(*kept, text, size, copy, keep)) {
        ++*told_;
        return "";
      }
    }
    if (!seen) return name + " is missing" + Story();
    return name + " has other bytes: size " + std::to_string(seen->bytes.size()) + ", slots " +
           std::to_string(SlotOf(seen->bytes, kCopySlot)) + " and " +
           std::to_string(SlotOf(seen->bytes, kKeepSlot)) + " instead of " + std::to_string(copy) + " and " +
           std::to_string(keep) +
           (WithoutSlots(seen->bytes) == WithoutSlots(text) ? "" : ", and another text") + Story();
  }

  std::string Story() const {
    return " (disturbance " + std::to_string(static_cast<int>(state_.kind)) + ", versions " +
           std::to_string(state_.copy_version) + " " + std::to_string(state_.keep_version) + ", swaps " +
           std::to_string(state_.swaps) + ", saved " + std::to_string(saved_.size()) + ")";
  }

  // What was written by one name must be found by it; and by the other only if both are one file.
  std::string InPlace() {
    const auto copy = Look(tree_ + "/" + CopyName(pair_));
    const auto keep = Look(tree_ + "/" + KeepName(pair_));
    if (!copy || !keep) return (copy ? KeepName(pair_) : CopyName(pair_)) + " is missing" + Story();
    for (const Seen* seen : {&*copy, &*keep}) {
      if (seen->bytes.size() != kBytes || WithoutSlots(seen->bytes) != WithoutSlots(own_))
        return "a file of the pair has another text" + Story();
    }
    if (copy->inode == keep->inode && saved_.empty()) {
      if (Is(*copy, own_, kBytes, state_.copy_version, state_.keep_version)) return "";
      return "the link lacks what was written" + Story() + " slots " +
             std::to_string(SlotOf(copy->bytes, kCopySlot)) + " " +
             std::to_string(SlotOf(copy->bytes, kKeepSlot));
    }
    if (saved_.empty()) {
      return Both(Wants(CopyName(pair_), own_, kBytes, state_.copy_version, 0),
                  Wants(KeepName(pair_), own_, kBytes, 0, state_.keep_version));
    }
    // Of two concurrent writers one has the name, and the other the file that was reported as saved.
    bool found_copy = SlotOf(copy->bytes, kCopySlot) == state_.copy_version;
    for (const std::string& path : saved_) {
      const auto kept = Look(path);
      found_copy = found_copy || (kept && SlotOf(kept->bytes, kCopySlot) == state_.copy_version);
    }
    ++*told_;
    if (!found_copy) return "what was written to the copy is nowhere" + Story();
    return SlotOf(keep->bytes, kKeepSlot) == state_.keep_version
               ? ""
               : "the keeper lacks what was written" + Story();
  }

  // The keeper is as it was, unless it is the copy, too.
  std::string KeeperApart() {
    const auto copy = Look(tree_ + "/" + CopyName(pair_));
    const auto keep = Look(tree_ + "/" + KeepName(pair_));
    if (!keep) return KeepName(pair_) + " is missing" + Story();
    if (copy && copy->inode == keep->inode) return "";
    return Wants(KeepName(pair_), own_, kBytes, 0, 0);
  }

  const std::string& tree_;
  const PairState& state_;
  std::uint32_t pair_;
  std::vector<std::string> saved_;
  bool mixed_;
  std::uint64_t* told_;
  std::string own_;
  std::string other_;
};

}  // namespace

std::string CheckPair(const std::string& tree, const Arena& arena, std::uint32_t pair, const Told& told,
                      std::uint64_t* as_told) {
  return PairCheck(tree, arena, pair, told, as_told).Check();
}

}  // namespace kindred::reliability
