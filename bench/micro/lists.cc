// What the marks of a segment take, and what they would take otherwise: keys of fewer bits, and each list of
// contents stored once. Usage: bench_lists INDEX/marks-N.segment
#include <fmt/format.h>
#include <xxhash.h>

#include <cstdint>
#include <unordered_map>

#include "base/coding.h"
#include "index/segment/segment.h"

namespace kindred {
namespace {

std::uint64_t VarintBytes(std::uint64_t value) {
  std::uint64_t bytes = 1;
  for (; value >= 128; value >>= 7) ++bytes;
  return bytes;
}

std::uint64_t ListBytes(const index::Segment::Key& key) {
  std::uint64_t bytes = 0, from = 0;
  for (const auto& [content, count] : key.occurrences) {
    bytes += VarintBytes((content - from) << 2) + (count > 1 ? VarintBytes(count - 2) : 0);
    from = std::uint64_t{content} + 1;
  }
  return bytes;
}

void CountKeyBytes(const index::Segment& segment, int bits) {
  std::uint64_t last = 0, bytes = 0, collisions = 0;
  index::Segment::Key key;
  for (auto cursor = segment.NewCursor(); cursor->Next(&key);) {
    const std::uint64_t stored = key.key >> (64 - bits);
    if (stored == last) ++collisions;
    bytes += stored == last ? 0 : VarintBytes(stored - last - 1);
    last = stored;
  }
  fmt::print("keys of {} bits: {} bytes, {} fall together\n", bits, bytes, collisions);
}

void CountLists(const index::Segment& segment) {
  std::unordered_map<std::uint64_t, std::uint64_t> numbers;  // of lists, by their hash
  std::uint64_t keys = 0, shared = 0, now = 0, alone = 0, once = 0;
  index::Segment::Key key;
  for (auto cursor = segment.NewCursor(); cursor->Next(&key); ++keys) {
    const std::uint64_t bytes = ListBytes(key);
    now += bytes;
    if (key.occurrences.size() == 1) {
      alone += bytes;
      continue;
    }
    ++shared;
    const std::uint64_t hash = XXH3_64bits(key.occurrences.data(), key.occurrences.size_bytes());
    const auto [number, is_new] = numbers.try_emplace(hash, numbers.size());
    once += VarintBytes(number->second) + (is_new ? bytes + 1 : 0);
  }
  fmt::print("{} keys, {} in several contents, which have {} different lists\n", keys, shared,
             numbers.size());
  fmt::print("lists: {} bytes; each stored once, with references: {} bytes\n", now, alone + once);
}

}  // namespace
}  // namespace kindred

int main(int count, char** words) {
  if (count != 2) {
    fmt::print(stderr, "usage: bench_lists INDEX/marks-N.segment\n");
    return 2;
  }
  const auto segment = kindred::index::Segment::Open(kindred::base::PosixFileSystem(), words[1]);
  for (int bits : {40, 44, 48}) kindred::CountKeyBytes(*segment, bits);
  kindred::CountLists(*segment);
}
