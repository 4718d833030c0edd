// See near_verify.h.
#include "engine/near_verify.h"

#include <mutex>
#include <optional>
#include <unordered_map>

#include "base/parallel.h"
#include "engine/scan.h"
#include "engine/verify.h"
#include "kindred/error.h"
#include "model/entry.h"
#include "read/file_reader.h"

namespace kindred {

namespace {

using Bytes = std::vector<std::uint8_t>;

std::optional<Bytes> ReadWhole(const std::string& path, bool follow_links) {
  const std::size_t slash = path.rfind('/');
  if (!path.starts_with('/')) return std::nullopt;  // of another host, or standard input
  const OpenDirectory directory(slash == 0 ? "/" : path.substr(0, slash), follow_links);
  if (directory.descriptor() < 0) return std::nullopt;
  Bytes bytes;
  const FileReader::Outcome outcome = FileReader().Read(
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

Verdict Judge(const NearOptions& options, const std::optional<Bytes>& a, NearPair* pair) {
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

}  // namespace

std::vector<NearPair> VerifyNearPairs(std::vector<NearPair> pairs, const NearOptions& options,
                                      Observer& observer) {
  // All pairs of one A together, so that it is read once.
  std::unordered_map<std::string, std::vector<std::size_t>> by_a;
  for (std::size_t i = 0; i < pairs.size(); ++i) by_a[pairs[i].a].push_back(i);
  std::vector<const std::vector<std::size_t>*> groups;
  for (const auto& [a, group] : by_a) groups.push_back(&group);

  std::vector<Verdict> verdicts(pairs.size(), Verdict::kUnread);
  std::mutex mutex;
  std::uint64_t done = 0;
  ParallelFor(ThreadsOf(options.run), groups.size(), [&](std::size_t group, unsigned) {
    if (observer.StopRequested()) return;
    const NearPair& first = pairs[groups[group]->front()];
    std::optional<Bytes> a;
    if (first.size_a <= LargestToVerify(options.run)) a = ReadWhole(first.a, options.walk.follow_links);
    for (std::size_t i : *groups[group]) {
      if (observer.StopRequested()) return;
      verdicts[i] = Judge(options, a, &pairs[i]);
    }
    const std::lock_guard lock(mutex);
    done += groups[group]->size();
    observer.OnProgress({"verify", done, pairs.size(), 0, 0});
  });
  if (observer.StopRequested()) {
    throw Error(ErrorKind::kInterrupted, "interrupted", "",
                "the tallies are stored; run again for the answer");
  }
  std::vector<NearPair> kept;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (verdicts[i] != Verdict::kBelow) kept.push_back(std::move(pairs[i]));
  }
  return kept;
}

}  // namespace kindred
