// See near_verify.h.
#include "jobs/match/near/near_verify.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/entry.h"
#include "read/files/load_file.h"
#include "run/run_limits.h"
#include "run/stop.h"
#include "tree/bytes/measure_pairs.h"

namespace kindred::jobs {

namespace {

constexpr std::uint64_t kPairsOfBlock = 4096;  // held with their names at a time

// The files of some pairs, by their paths. Nothing is kept: every thread holds two files at a time.
class NearFiles : public tree::WholeContents {
 public:
  explicit NearFiles(const NearOptions& options)
      : follow_links_(options.walk.follow_links),
        // Two files, and a few times as much to compare them.
        largest_(run::MemoryOf(options.run) / (8 * run::ThreadsOf(options.run))) {}

  // The number of a file that has this size in the store.
  std::uint32_t Add(const std::string& path, std::uint64_t size) {
    const auto [known, added] = numbers_.try_emplace(path, static_cast<std::uint32_t>(files_.size()));
    if (added) files_.push_back({path, size});
    return known->second;
  }

  std::optional<span::Source::Piece> Whole(std::uint32_t content) override {
    const auto& [path, size] = files_[content];
    if (size > largest_ || !path.starts_with('/')) return std::nullopt;  // of another host, or standard input
    const read::OpenDirectory directory(ParentPath(path), follow_links_);
    if (directory.descriptor() < 0) return Failed({path, "open", directory.reason(), directory.error()});
    read::FileReader reader;
    read::LoadedFile file =
        read::LoadFile(reader, directory.descriptor(), std::string(BaseName(path)), follow_links_, largest_);
    if (!file.outcome.ok) {
      if (file.too_large) return std::nullopt;  // it has grown
      return Failed({path, file.outcome.stage, file.outcome.reason, file.outcome.error});
    }
    const auto bytes = std::make_shared<const std::vector<std::uint8_t>>(std::move(file.bytes));
    return span::Source::Piece{*bytes, 0, bytes};
  }

  // By path, each file once.
  std::map<std::string, Skip> TakeFailed() { return std::move(failed_); }

 private:
  std::nullopt_t Failed(Skip skip) {
    const std::lock_guard lock(mutex_);
    std::string path = skip.path;
    failed_.emplace(std::move(path), std::move(skip));
    return std::nullopt;
  }

  bool follow_links_;
  std::uint64_t largest_;
  std::vector<std::pair<std::string, std::uint64_t>> files_;  // path, size
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::mutex mutex_;
  std::map<std::string, Skip> failed_;
};

}  // namespace

std::uint64_t VerifyInOrder(std::uint64_t first, std::uint64_t last, std::uint64_t wanted,
                            const NearOptions& options, Observer& observer, std::vector<Skip>* skips,
                            const std::function<NearPair(std::uint64_t)>& pair_at,
                            const std::function<void(std::uint64_t, const NearPair&)>& keep) {
  const unsigned threads = run::ThreadsOf(options.run);
  const std::uint64_t fewest = 2ull * threads;
  std::set<std::string> told;
  while (first < last && wanted > 0) {
    const std::uint64_t size = std::min({last - first, std::max(wanted, fewest), kPairsOfBlock});
    NearFiles files(options);
    std::vector<NearPair> pairs;
    std::vector<tree::ContentPair> to_measure;
    for (std::uint64_t i = 0; i < size; ++i) {
      const NearPair& pair = pairs.emplace_back(pair_at(first + i));
      to_measure.push_back({files.Add(pair.a, pair.size_a), files.Add(pair.b, pair.size_b)});
    }
    const std::uint64_t total =
        last - first > std::max(wanted, fewest) ? first + std::max(wanted, fewest) : last;
    const std::vector<tree::PairMeasurement> measured =
        tree::MeasurePairs(to_measure, files,
                           {.all_runs = true,
                            .threads = threads,
                            .done_before = first,
                            .total = total,
                            .when_stopped = run::kTalliesAreStored},
                           observer);
    for (auto& [path, skip] : files.TakeFailed()) {
      if (told.insert(path).second) skips->push_back(std::move(skip));
    }
    for (std::uint64_t i = 0; i < size && wanted > 0; ++i, ++first) {
      const tree::MeasuredShares& shares = measured[i].shares;
      if (measured[i].read) {
        if (static_cast<double>(shares.similarity) < options.verify_minimum) continue;
        pairs[i].of_a = shares.of_a;
        pairs[i].of_b = shares.of_b;
        pairs[i].verified = true;
      }
      pairs[i].unread = !measured[i].read;
      keep(first, pairs[i]);
      --wanted;
    }
  }
  return first;
}

}  // namespace kindred::jobs
