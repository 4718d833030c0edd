// One checksummed file; see kept_shares.h. Docs: docs/formats/index-format.md, "shares".
#include "index/store/kept_shares.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <optional>

#include "index/segment/file_parts.h"

namespace kindred::index {

namespace {

constexpr std::uint64_t kSharesMagic = 0x3152414853534b01;  // 01 "KSSHAR1"
constexpr std::size_t kMost = 2'000'000;                    // some 40 MB

std::optional<std::vector<KeptShare>> Decode(std::span<const std::uint8_t> bytes, const Digest& rules) {
  const auto body = SealedPart(bytes);
  base::ByteReader reader(body);
  if (reader.Fixed64() != kSharesMagic) return std::nullopt;
  const Digest stored{reader.Fixed64(), reader.Fixed64()};
  if (!reader.ok() || stored != rules || !SealIsGood(bytes)) return std::nullopt;
  // Twelve bytes a pair at least: a wrong count cannot make us reserve what is not there.
  const std::uint64_t count = reader.VarintUpTo(body.size() / 12);
  std::vector<KeptShare> shares;
  shares.reserve(count);
  std::uint64_t last = 0;
  for (std::uint64_t i = 0; i < count && reader.ok(); ++i) {
    KeptShare share;
    share.pair = reader.Fixed64();
    share.size_a = reader.Varint();
    share.size_b = reader.Varint();
    share.shared_a = reader.VarintUpTo(share.size_a);
    share.shared_b = reader.VarintUpTo(share.size_b);
    if (i > 0 && share.pair <= last) return std::nullopt;
    last = share.pair;
    shares.push_back(share);
  }
  if (!reader.ok() || !reader.AtEnd()) return std::nullopt;
  return shares;
}

std::vector<std::uint8_t> Encode(std::span<const KeptShare> shares, const Digest& rules) {
  std::vector<std::uint8_t> bytes;
  base::PutFixed64(&bytes, kSharesMagic);
  base::PutFixed64(&bytes, rules.high);
  base::PutFixed64(&bytes, rules.low);
  base::PutVarint(&bytes, shares.size());
  for (const KeptShare& share : shares) {
    base::PutFixed64(&bytes, share.pair);
    for (const std::uint64_t number : {share.size_a, share.size_b, share.shared_a, share.shared_b})
      base::PutVarint(&bytes, number);
  }
  Seal(&bytes);
  return bytes;
}

}  // namespace

std::uint64_t HashOfPair(const Digest& a, const Digest& b) {
  const auto [first, second] = std::minmax(a, b);
  const std::array<std::uint64_t, 4> both = {first.high, first.low, second.high, second.low};
  return XXH3_64bits(both.data(), sizeof both);
}

void OrderByDigest(const Digest& a, const Digest& b, KeptShare* share) {
  if (a <= b) return;
  std::swap(share->shared_a, share->shared_b);
  std::swap(share->size_a, share->size_b);
}

KeptShares::KeptShares(base::FileSystem& files, const std::string& index_directory, const Digest& rules)
    : files_(files), directory_(index_directory), rules_(rules) {
  const std::vector<std::uint8_t> bytes = ReadDerived(files, index_directory, kKeptSharesName);
  if (auto shares = Decode(bytes, rules)) shares_ = std::move(*shares);
}

const KeptShare* KeptShares::Find(std::uint64_t pair) const {
  const auto known = std::ranges::lower_bound(shares_, pair, {}, &KeptShare::pair);
  return known == shares_.end() || known->pair != pair ? nullptr : &*known;
}

void KeptShares::Save(std::vector<KeptShare> fresh, std::vector<std::uint64_t> used) {
  std::ranges::sort(fresh, {}, &KeptShare::pair);
  std::ranges::sort(used);
  const bool too_many = shares_.size() + fresh.size() > kMost;
  std::vector<KeptShare> all;
  for (const KeptShare& share : shares_) {
    if (!too_many || std::ranges::binary_search(used, share.pair)) all.push_back(share);
  }
  const auto middle = static_cast<std::ptrdiff_t>(all.size());
  all.insert(all.end(), fresh.begin(), fresh.end());
  std::ranges::inplace_merge(all, all.begin() + middle, {}, &KeptShare::pair);
  const auto twice = std::ranges::unique(all, {}, &KeptShare::pair);
  all.erase(twice.begin(), twice.end());
  if (all.size() > kMost) return;  // what is measured at once is more than is kept
  ReplaceDerived(files_, directory_, {kNewKeptSharesName, kKeptSharesName}, Encode(all, rules_));
  shares_ = std::move(all);
}

}  // namespace kindred::index
