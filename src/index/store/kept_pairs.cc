// One checksummed file of varints; see kept_pairs.h. Docs: docs/formats/index-format.md, "pairs".
#include "index/store/kept_pairs.h"

#include <bit>

#include "index/segment/file_parts.h"

namespace kindred::index {

namespace {

constexpr std::uint64_t kPairsMagic = 0x3253524941504b01;  // 01 "KPAIRS2"

std::optional<KeptPairs> Decode(std::span<const std::uint8_t> bytes, const Digest& key,
                                std::uint32_t places) {
  const auto body = SealedPart(bytes);
  base::ByteReader reader(body);
  KeptPairs kept;
  if (reader.Fixed64() != kPairsMagic) return std::nullopt;
  kept.key.high = reader.Fixed64();
  kept.key.low = reader.Fixed64();
  if (!reader.ok() || kept.key != key) return std::nullopt;
  if (!SealIsGood(bytes)) return std::nullopt;
  kept.minimum = std::bit_cast<double>(reader.Fixed64());
  kept.margin = std::bit_cast<double>(reader.Fixed64());
  kept.marks = reader.Varint();
  kept.degree_cap = reader.Varint();
  kept.capped_keys = reader.Varint();
  // Five numbers a pair, at least a byte each: a wrong count cannot make us reserve what is not there.
  const std::uint64_t count = reader.VarintUpTo(body.size() / 5);
  kept.pairs.reserve(count);
  std::uint64_t a = 0;
  for (std::uint64_t i = 0; i < count && reader.ok(); ++i) {
    a += reader.Varint();
    const std::uint64_t b = a + reader.Varint();
    if (a >= places || b >= places) return std::nullopt;
    const std::uint64_t keys = reader.Varint();
    const std::uint64_t weight_a = keys + reader.Varint();
    const std::uint64_t weight_b = keys + reader.Varint();
    kept.pairs.push_back(
        {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), keys, weight_a, weight_b});
  }
  const std::uint64_t members = reader.VarintUpTo(body.size() / 2);
  kept.large_families.reserve(members);
  std::uint64_t place = 0;
  for (std::uint64_t i = 0; i < members && reader.ok(); ++i) {
    place += reader.Varint();
    const std::uint64_t centre = reader.Varint();
    if (place >= places || centre >= places) return std::nullopt;
    kept.large_families.push_back({static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(centre)});
  }
  const std::uint64_t boilerplate = reader.VarintUpTo(body.size());
  kept.boilerplate.reserve(boilerplate);
  place = 0;
  for (std::uint64_t i = 0; i < boilerplate && reader.ok(); ++i) {
    place += reader.Varint();
    if (place >= places) return std::nullopt;
    kept.boilerplate.push_back(static_cast<std::uint32_t>(place));
  }
  if (!reader.ok() || !reader.AtEnd()) return std::nullopt;
  return kept;
}

std::vector<std::uint8_t> Encode(const KeptPairs& kept) {
  std::vector<std::uint8_t> bytes;
  base::PutFixed64(&bytes, kPairsMagic);
  base::PutFixed64(&bytes, kept.key.high);
  base::PutFixed64(&bytes, kept.key.low);
  base::PutFixed64(&bytes, std::bit_cast<std::uint64_t>(kept.minimum));
  base::PutFixed64(&bytes, std::bit_cast<std::uint64_t>(kept.margin));
  base::PutVarint(&bytes, kept.marks);
  base::PutVarint(&bytes, kept.degree_cap);
  base::PutVarint(&bytes, kept.capped_keys);
  base::PutVarint(&bytes, kept.pairs.size());
  std::uint32_t a = 0;
  for (const PairSums& pair : kept.pairs) {
    base::PutVarint(&bytes, pair.a - a);
    base::PutVarint(&bytes, pair.b - pair.a);
    base::PutVarint(&bytes, pair.keys);
    base::PutVarint(&bytes, pair.weight_a - pair.keys);  // a key weighs at least one
    base::PutVarint(&bytes, pair.weight_b - pair.keys);
    a = pair.a;
  }
  base::PutVarint(&bytes, kept.large_families.size());
  std::uint32_t place = 0;
  for (const LargeFamilyMember& member : kept.large_families) {
    base::PutVarint(&bytes, member.place - place);
    base::PutVarint(&bytes, member.centre);
    place = member.place;
  }
  base::PutVarint(&bytes, kept.boilerplate.size());
  place = 0;
  for (const std::uint32_t content : kept.boilerplate) {
    base::PutVarint(&bytes, content - place);
    place = content;
  }
  Seal(&bytes);
  return bytes;
}

}  // namespace

std::optional<KeptPairs> LoadKeptPairs(base::FileSystem& files, const std::string& index_directory,
                                       const Digest& key, std::uint32_t places) {
  return Decode(ReadDerived(files, index_directory, kKeptPairsName), key, places);
}

void SaveKeptPairs(base::FileSystem& files, const std::string& index_directory, const KeptPairs& kept) {
  ReplaceDerived(files, index_directory, {kNewKeptPairsName, kKeptPairsName}, Encode(kept));
}

}  // namespace kindred::index
