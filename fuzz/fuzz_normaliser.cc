// What is left out of texts: any bytes, cut into pieces of any size, give the same text at the same offsets,
// which do not descend and lie in the file. The first byte says what is ignored, whether a long run is put
// into the middle, which is more than a tag's value may hold, and whether the bytes become characters of 16
// or 32 bits first.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "read/text/normaliser.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Result {
  Bytes text;
  std::vector<std::uint64_t> offsets;
  bool operator==(const Result&) const = default;
};

Result Normalised(const Bytes& bytes, kindred::Ignore ignore, std::size_t piece) {
  kindred::read::TextDetector type;
  kindred::read::Normaliser normaliser(ignore, type);
  Result result;
  const kindred::read::Normaliser::Take take = [&](std::span<const std::uint8_t> some) {
    result.text.insert(result.text.end(), some.begin(), some.end());
  };
  normaliser.Begin();
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    const auto some = std::span(bytes).subspan(at, std::min(piece, bytes.size() - at));
    type.Feed(some);
    normaliser.Feed(some, take);
  }
  normaliser.Finish(take);
  std::vector<std::uint64_t*> places;
  result.offsets.resize(result.text.size());
  for (std::size_t i = 0; i < result.offsets.size(); ++i) {
    result.offsets[i] = i;
    places.push_back(&result.offsets[i]);
  }
  if (normaliser.Changed()) normaliser.ToFile(places);
  return result;
}

Bytes Widened(const Bytes& bytes, std::size_t unit, bool big) {
  Bytes wide;
  for (const std::uint8_t byte : bytes) {
    for (std::size_t i = 0; i < unit; ++i) wide.push_back(i == (big ? unit - 1 : 0) ? byte : 0);
  }
  return wide;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const kindred::Ignore ignore = {.letter_case = (data[0] & 1) != 0,
                                  .markup = (data[0] & 2) != 0,
                                  .space = (data[0] & 4) != 0,
                                  .raw = (data[0] & 16) != 0};
  Bytes bytes(data + 1, data + size);
  if ((data[0] & 8) != 0)
    bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2), 5000, 'x');
  if ((data[0] & 32) != 0) bytes = Widened(bytes, (data[0] & 64) != 0 ? 4 : 2, (data[0] & 128) != 0);
  const Result whole = Normalised(bytes, ignore, bytes.size() + 1);
  for (std::size_t i = 0; i < whole.offsets.size(); ++i) {
    if (whole.offsets[i] >= bytes.size() || (i > 0 && whole.offsets[i] < whole.offsets[i - 1])) std::abort();
  }
  const auto at_once = kindred::read::Normalise(bytes, ignore);
  if ((at_once ? *at_once : bytes) != whole.text) std::abort();
  for (const std::size_t piece : {1, 7}) {
    if (Normalised(bytes, ignore, piece) != whole) std::abort();
  }
  return 0;
}
