// See pool_key.h.
#include "jobs/match/pools/pool_key.h"

#include <fmt/format.h>

#include <vector>

#include "base/coding.h"
#include "kindred/error.h"
#include "model/mark.h"
#include "read/files/load_file.h"

namespace kindred::jobs {

namespace {

constexpr std::size_t kShortestKey = 16;
constexpr std::size_t kLongestKey = 1 << 20;

// The first letter keeps hashes of marks, digests and the check apart.
std::vector<std::uint8_t> Message(char kind, std::uint64_t high, std::uint64_t low) {
  std::vector<std::uint8_t> bytes = {static_cast<std::uint8_t>(kind)};
  base::PutFixed64(&bytes, high);
  base::PutFixed64(&bytes, low);
  return bytes;
}

Digest AsDigest(const base::KeyedHash::Value& value) {
  return {base::LoadFixed64(value.data()), base::LoadFixed64(value.data() + 8)};
}

}  // namespace

PoolKey PoolKey::FromFile(const std::string& path) {
  const auto [bytes, too_large, outcome] = read::LoadNamedFile(path, kLongestKey);
  if (too_large)
    throw Error(ErrorKind::kUsage, "is too large to be a key", path, "give a key file of 1 MB at most");
  if (!outcome.ok)
    throw Error(ErrorKind::kUsage,
                fmt::format("cannot {} the key: {}", outcome.stage, read::TypedReason(outcome)), path);
  if (bytes.size() < kShortestKey) {
    throw Error(ErrorKind::kUsage, fmt::format("a key of {} bytes can be guessed", bytes.size()), path,
                "make one with 'head -c 32 /dev/urandom > FILE'");
  }
  return PoolKey(base::KeyedHash(bytes));
}

std::uint64_t PoolKey::Mark(std::uint64_t key, int bits) const {
  const std::uint64_t kept = ~std::uint64_t{0} << (64 - bits);
  const std::uint64_t random = base::LoadFixed64(hash_.Of(Message('m', 0, key & kept)).data());
  const int level = KeyLevel(key);
  // At kMaxLevel any key below 2^48 will do; else the bit behind `level` zeros must be one.
  if (level == kMaxLevel) return random >> kMaxLevel & kept;
  const std::uint64_t lead = std::uint64_t{1} << (63 - level);
  return (lead | (random & (lead - 1))) & kept;
}

Digest PoolKey::Of(const Digest& digest) const {
  return AsDigest(hash_.Of(Message('d', digest.high, digest.low)));
}

Digest PoolKey::Check() const { return AsDigest(hash_.Of(Message('c', 0, 0))); }

}  // namespace kindred::jobs
