// See near_verify.h.
#include "engine/near/near_verify.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "engine/find/verify.h"
#include "engine/run_limits.h"
#include "engine/stop.h"
#include "model/entry.h"
#include "read/file_reader.h"

namespace kindred::engine {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kPairsOfBlock = 4096;  // held with their names at a time
constexpr std::size_t kPairsOfTask = 16;

std::optional<Bytes> ReadWhole(const std::string& path, bool follow_links) {
  const std::size_t slash = path.rfind('/');
  if (!path.starts_with('/')) return std::nullopt;  // of another host, or standard input
  const read::OpenDirectory directory(slash == 0 ? "/" : path.substr(0, slash), follow_links);
  if (directory.descriptor() < 0) return std::nullopt;
  Bytes bytes;
  const read::FileReader::Outcome outcome = read::FileReader().Read(
      directory.descriptor(), path.substr(slash + 1), follow_links,
      [&](const Entry& entry) {
        bytes.reserve(entry.size);
        return true;
      },
      [&](std::span<const std::uint8_t> piece) {
        bytes.insert(bytes.end(), piece.begin(), piece.end());
        return true;
      });
  if (!outcome.ok) return std::nullopt;
  return bytes;
}

enum class Verdict : std::uint8_t { kUnread, kBelow, kReached };

// Every thread holds two files, and a few times as much to compare them.
std::uint64_t LargestToVerify(const RunOptions& run) { return MemoryOf(run) / (8 * ThreadsOf(run)); }

Verdict JudgePair(const NearOptions& options, const std::optional<Bytes>& a, NearPair* pair) {
  const bool fits = pair->size_b <= LargestToVerify(options.run);
  const std::optional<Bytes> b = a && fits ? ReadWhole(pair->b, options.walk.follow_links) : std::nullopt;
  if (!b) return Verdict::kUnread;
  const MeasuredShares shares = MeasureExactly(*a, *b, Measure::kContainment);
  pair->of_a = shares.of_a;
  pair->of_b = shares.of_b;
  pair->verified = true;
  return static_cast<double>(shares.similarity) >= options.verify_minimum ? Verdict::kReached
                                                                          : Verdict::kBelow;
}

// Verdicts of `pairs`, whose shares are set. `before` have been judged, of `all`.
std::vector<Verdict> JudgeBlock(std::vector<NearPair>* pairs, std::uint64_t before, std::uint64_t all,
                                const NearOptions& options, Observer& observer) {
  // Pairs of one A together, so that it is read once; but not so many that other threads have nothing to do.
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_a;
  std::vector<std::vector<std::size_t>> tasks;
  auto take = [&](std::vector<std::size_t>* group) { tasks.push_back(std::exchange(*group, {})); };
  for (std::size_t i = 0; i < pairs->size(); ++i) {
    std::vector<std::size_t>& group = by_a[(*pairs)[i].a];
    group.push_back(i);
    if (group.size() == kPairsOfTask) take(&group);
  }
  for (auto& [a, group] : by_a) {
    if (!group.empty()) take(&group);
  }

  std::vector<Verdict> verdicts(pairs->size(), Verdict::kUnread);
  std::mutex mutex;
  std::uint64_t done = before;
  base::ParallelFor(ThreadsOf(options.run), tasks.size(), [&](std::size_t task, unsigned) {
    if (observer.StopRequested()) return;
    const NearPair& first = (*pairs)[tasks[task].front()];
    std::optional<Bytes> a;
    if (first.size_a <= LargestToVerify(options.run)) a = ReadWhole(first.a, options.walk.follow_links);
    for (std::size_t i : tasks[task]) {
      if (observer.StopRequested()) return;
      verdicts[i] = JudgePair(options, a, &(*pairs)[i]);
      const std::lock_guard lock(mutex);
      observer.OnProgress({"verify", ++done, all, 0, 0});
    }
  });
  StopIfAsked(observer, kTalliesAreStored);
  return verdicts;
}

}  // namespace

std::uint64_t VerifyInOrder(std::uint64_t first, std::uint64_t last, std::uint64_t room,
                            const NearOptions& options, Observer& observer,
                            const std::function<NearPair(std::uint64_t)>& pair_at,
                            const std::function<void(std::uint64_t, const NearPair&)>& keep) {
  const std::uint64_t fewest = 2ull * ThreadsOf(options.run);
  while (first < last && room > 0) {
    const std::uint64_t size = std::min({last - first, std::max(room, fewest), kPairsOfBlock});
    std::vector<NearPair> pairs;
    for (std::uint64_t i = 0; i < size; ++i) pairs.push_back(pair_at(first + i));
    const std::uint64_t all = std::min(last, first + std::max(room, fewest));
    const std::vector<Verdict> verdicts = JudgeBlock(&pairs, first, all, options, observer);
    for (std::uint64_t i = 0; i < size && room > 0; ++i, ++first) {
      if (verdicts[i] == Verdict::kBelow) continue;
      keep(first, pairs[i]);
      --room;
    }
  }
  return first;
}

}  // namespace kindred::engine
