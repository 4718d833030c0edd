// See keys.h.
#include "tally/keys.h"

#include <xxhash.h>

#include "kindred/error.h"
#include "model/entry.h"

namespace kindred::tally {

namespace {

constexpr std::array<std::int64_t, 4> kSkewWeights = {8, 4, 3, 1};

}  // namespace

const std::array<std::string, kKeys>& KeyNames() {
  static const std::array<std::string, kKeys> names = {"uniform", "uniform+suffix", "skew", "skew+suffix"};
  return names;
}

KeyKind ParseKeyKind(const std::string& name) {
  for (std::size_t i = 0; i < kKeys; ++i) {
    if (KeyNames()[i] == name) return static_cast<KeyKind>(i);
  }
  throw Error(ErrorKind::kUsage, "cannot use '" + name + "'", OptionName{"key"},
              "give uniform, uniform+suffix, skew or skew+suffix");
}

std::uint64_t KeyWeight(KeyKind kind) {
  const bool skew = kind == KeyKind::kSkew || kind == KeyKind::kSkewSuffix;
  return skew ? static_cast<std::uint64_t>(kSkewWeights[0]) : 1;
}

std::string KeySuffix(std::string_view name) {
  std::string suffix(SuffixOf(name).substr(0, 3));
  for (char& c : suffix) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return suffix;
}

std::uint32_t SuffixTerm(std::string_view key_suffix) {
  return key_suffix.empty() ? 0 : XXH32(key_suffix.data(), key_suffix.size(), 0);
}

Keys KeysOf(const SumTable& counts, std::string_view name) {
  std::int64_t uniform = 0;
  for (std::uint64_t count : counts) uniform += static_cast<std::int64_t>(count);
  std::int64_t skew = 0;
  for (std::size_t i = 0; i < kSkewWeights.size(); ++i)
    skew += kSkewWeights[i] * static_cast<std::int64_t>(counts[i]);
  const std::int64_t term = SuffixTerm(KeySuffix(name));
  return {uniform, uniform + term, skew, skew + term};
}

}  // namespace kindred::tally
