// Pairs of equal files that are replaced while others change them, and what must be found afterwards. Each
// pair has one kind of disturbance, and its state is in memory that all processes share: a change is noted
// when the call that made it has returned, so that what is noted must be found under the name, whatever we
// did.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace kindred::reliability {

enum class Disturbance : std::uint8_t {
  kNone,
  kWriteCopy,  // in place
  kWriteKeeper,
  kWriteBoth,
  kReplaceCopy,  // a new file is renamed over it
  kReplaceKeeper,
  kTruncateCopy,  // by its name
  kRewriteCopy,   // O_TRUNC, then all of it
  kRename,        // away and back
  kSwap,          // with another file, by one exchange
  kRotate,        // it gets another name, and a new file its old one
  kRemoveCopy,
};
inline constexpr int kDisturbances = 12;

struct PairState {
  std::atomic<std::uint32_t> taken = 0;  // one disturber at a time
  Disturbance kind = Disturbance::kNone;
  // Changes that have returned.
  std::atomic<std::uint32_t> copy_version = 0;
  std::atomic<std::uint32_t> keep_version = 0;
  std::atomic<std::uint32_t> swaps = 0;
  std::atomic<std::uint32_t> removed = 0;
};

inline constexpr std::uint32_t kPairs = 512;
inline constexpr std::uint32_t kNobody = ~0u;

struct Arena {
  std::atomic<std::uint32_t> running = 0;
  std::atomic<std::uint32_t> hot = kNobody;  // the pair that is being replaced now
  std::atomic<std::uint32_t> beat = 0;       // counts the changes of `hot`
  std::atomic<std::uint32_t> at_work = 0;    // disturbers in the middle of a change
  std::atomic<std::uint64_t> changes = 0;
  std::atomic<std::uint64_t> round = 0;
  std::atomic<std::uint64_t> seed = 0;
  PairState pairs[kPairs];
};

// Names, relative to the tree.
std::string CopyName(std::uint32_t pair);
std::string KeepName(std::uint32_t pair);
std::string OtherName(std::uint32_t pair);  // what a copy is swapped with
std::string MovedName(std::uint32_t pair);  // where it is renamed to
std::string TemporaryName(std::uint32_t pair);

// A file's bytes: two slots for versions within a generated text.
inline constexpr std::size_t kBytes = 512;
std::string Content(std::uint64_t seed, std::uint64_t round, std::uint32_t pair, bool other,
                    std::uint32_t copy_version, std::uint32_t keep_version);
// A write of one slot, in place.
inline constexpr std::size_t kCopySlot = 0;
inline constexpr std::size_t kKeepSlot = 64;
std::string SlotBytes(std::uint32_t version);

// Makes the files of a round, below `tree`.
void MakePairs(const std::string& tree, Arena& arena, std::mt19937_64& random);

// What was reported about a pair.
struct Told {
  std::vector<std::string> saved;  // files that have a new name
  bool mixed = false;              // files may be under each other's names
};

// What is wrong with a pair when everybody is quiet; empty: nothing. `*as_told` counts what was found only
// where it was reported.
std::string CheckPair(const std::string& tree, const Arena& arena, std::uint32_t pair, const Told& told,
                      std::uint64_t* as_told);

// Changes one pair once. Paths are relative to the working directory.
void Disturb(Arena& arena, std::uint32_t pair, std::mt19937_64& random);

}  // namespace kindred::reliability
