// See measure_pairs.h. tests/oracle/verify_oracle_test.cc compares the shares with brute force.
#include "tree/bytes/measure_pairs.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <unordered_map>

#include "base/parallel.h"
#include "match/measure.h"
#include "read/text/normaliser.h"
#include "run/stop.h"
#include "span/shares/coverage.h"

namespace kindred::tree {

namespace {

using Task = std::vector<std::size_t>;  // pairs with the same A

// As many pairs of one A as possible, but not so many that other threads have nothing to do.
std::vector<Task> TasksOf(std::span<const ContentPair> pairs, unsigned threads) {
  constexpr std::size_t kMostPairs = 16;
  const std::size_t most = std::clamp<std::size_t>(pairs.size() / (4 * threads), 1, kMostPairs);
  std::vector<Task> tasks;
  std::unordered_map<std::uint32_t, std::size_t> task_of;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [task, first] = task_of.try_emplace(pairs[i].a, tasks.size());
    if (!first && tasks[task->second].size() == most) task->second = tasks.size();
    if (task->second == tasks.size()) tasks.emplace_back();
    tasks[task->second].push_back(i);
  }
  return tasks;
}

}  // namespace

float RoundedShare(double share) {
  const auto rounded = static_cast<float>(share);
  return rounded >= 1 && share < 1 ? std::nextafter(1.0f, 0.0f) : rounded;
}

MeasuredShares SharesOf(std::uint64_t shared_a, std::uint64_t size_a, std::uint64_t shared_b,
                        std::uint64_t size_b, Measure measure) {
  const double of_a = match::ShareOf(shared_a, size_a);
  const double of_b = match::ShareOf(shared_b, size_b);
  return {shared_a, shared_b, RoundedShare(of_a), RoundedShare(of_b),
          RoundedShare(match::Combine(of_a, of_b, {.total_a = size_a, .total_b = size_b}, measure))};
}

MeasuredShares MeasureExactly(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                              Measure measure, Ignore ignore, std::uint64_t run, bool all_runs) {
  const auto rest_a = read::Normalise(a, ignore), rest_b = read::Normalise(b, ignore);
  if (rest_a) a = *rest_a;
  if (rest_b) b = *rest_b;
  MeasuredShares shares;
  if (std::ranges::equal(a, b)) {
    shares.shared_a = shares.shared_b = a.size() >= run ? a.size() : 0;  // one run, if it is one
  } else {
    const auto bytes = all_runs ? span::SharedBytes : span::CountedBytes;
    shares.shared_a = bytes(a, b, run, nullptr);
    shares.shared_b = bytes(b, a, run, nullptr);
  }
  return SharesOf(shares.shared_a, a.size(), shares.shared_b, b.size(), measure);
}

std::vector<PairMeasurement> MeasurePairs(std::span<const ContentPair> pairs, WholeContents& contents,
                                          const MeasureRules& rules, Observer& observer) {
  const std::vector<Task> tasks = TasksOf(pairs, rules.threads);
  std::vector<PairMeasurement> measured(pairs.size());
  std::mutex mutex;
  std::uint64_t done = rules.done_before;
  base::ParallelFor(rules.threads, tasks.size(), [&](std::size_t task, unsigned) {
    if (observer.StopRequested()) return;
    const auto a = contents.Whole(pairs[tasks[task].front()].a);
    for (std::size_t i : tasks[task]) {
      if (observer.StopRequested()) return;
      const auto b = a ? contents.Whole(pairs[i].b) : std::nullopt;
      if (b) {
        measured[i] = {.read = true,
                       .identical = std::ranges::equal(a->bytes, b->bytes),
                       .shares = MeasureExactly(a->bytes, b->bytes, rules.measure, rules.ignore, rules.run,
                                                rules.all_runs)};
      }
      const std::lock_guard lock(mutex);
      observer.OnProgress({"verify", ++done, rules.total, 0, 0});
    }
  });
  run::StopIfAsked(observer, rules.when_stopped);
  return measured;
}

}  // namespace kindred::tree
