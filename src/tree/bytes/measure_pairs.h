// Measures exactly what two contents share, by reading both. Query and near verify here what they found by
// marks or tallies: a few pairs, one by one. find has many pairs of the same contents, and reads each content
// once (span/shares/pair_shares.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kindred/options.h"
#include "kindred/sink.h"
#include "model/ignore.h"
#include "span/source.h"

namespace kindred::tree {

struct MeasuredShares {
  std::uint64_t shared_a = 0;  // bytes in runs that are long enough
  std::uint64_t shared_b = 0;
  float of_a = 0;
  float of_b = 0;
  float similarity = 0;
};

// One byte of a large file is less than a float can represent: a share of less than all must not round to 1.
float RoundedShare(double share);

// From bytes to shares.
MeasuredShares SharesOf(std::uint64_t shared_a, std::uint64_t size_a, std::uint64_t shared_b,
                        std::uint64_t size_b, Measure measure);

// `all_runs`: runs of trivial bytes (span/shares/trivial_windows.h) count, too.
MeasuredShares MeasureExactly(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                              Measure measure, Ignore ignore = {}, std::uint64_t run = kRunLength,
                              bool all_runs = false);

// Contents by the caller's numbers.
class WholeContents {
 public:
  virtual ~WholeContents() = default;
  // All bytes in one piece; nothing if they cannot be read. Thread-safe.
  virtual std::optional<span::Source::Piece> Whole(std::uint32_t content) = 0;
};

struct ContentPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

struct PairMeasurement {
  bool read = false;  // false: one of the two could not be read, and the fields below are not set
  bool identical = false;
  MeasuredShares shares;
};

struct MeasureRules {
  Measure measure = Measure::kContainment;
  Ignore ignore = {};
  std::uint64_t run = kRunLength;
  bool all_runs = false;  // as MeasureExactly
  unsigned threads = 1;
  // Progress counts from `done_before` to `total`.
  std::uint64_t done_before = 0;
  std::uint64_t total = 0;
  const char* when_stopped = "";  // what the user has then (run/stop.h)
};

// Results are by pair. Pairs of the same A are measured together, so that it is asked for less often. Each
// thread holds two contents at a time. Throws Error(kCancelled) when the observer asks to stop.
std::vector<PairMeasurement> MeasurePairs(std::span<const ContentPair> pairs, WholeContents& contents,
                                          const MeasureRules& rules, Observer& observer);

}  // namespace kindred::tree
