// See shared_text.h.
#include "jobs/template/shared_text.h"

#include <xxhash.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "inside/part_spool.h"
#include "jobs/template/template_source.h"
#include "match/keys/template_keys.h"
#include "run/run_limits.h"
#include "tree/bytes/content_source.h"
#include "tree/marks/marked_bytes.h"

namespace kindred::jobs {

namespace {

constexpr std::size_t kSampled = 8;
constexpr std::size_t kTried = 24;                          // members; some may be gone or have changed
constexpr std::uint64_t kLargest = std::uint64_t{8} << 20;  // of a member that is read
constexpr std::uint64_t kWindow = 32;                       // bytes; shorter pieces do not make a template
constexpr std::uint64_t kMargin = 512;  // how far a part may go on before its first mark and after its last

struct Sample {
  span::Source::Piece bytes;
  std::vector<tree::KeyRun> runs;  // with the template's keys
};

// Those with most keys first: few of them hold all the keys.
std::vector<std::uint32_t> InOrderOfKeys(std::span<const std::uint64_t> keys,
                                         std::span<const std::uint32_t> members, MatchedTree* matched) {
  const match::Scope& scope = matched->tree().scope();
  const std::vector<std::uint64_t> counts = match::KeysPerContent(matched->marks().segments, keys, scope);
  std::vector<std::uint32_t> ordered(members.begin(), members.end());
  std::erase_if(ordered,
                [&](std::uint32_t place) { return counts[place] == 0 || scope[place].size > kLargest; });
  std::ranges::stable_sort(ordered, std::greater<>(), [&](std::uint32_t place) { return counts[place]; });
  return ordered;
}

std::vector<Sample> ReadSamples(std::span<const std::uint64_t> keys, std::span<const std::uint32_t> members,
                                const std::string& index_directory, MatchedTree* matched,
                                Observer& observer) {
  const tree::TreeScope& tree = matched->tree();
  const bool follow_links = matched->scan().walk.follow_links;
  std::vector<std::uint64_t> sizes;
  for (std::uint32_t place : members) sizes.push_back(tree.scope()[place].size);
  tree::ContentSource source(
      sizes, [&](std::uint32_t number) { return tree::FilesOf(tree, members[number]); }, follow_links, 0,
      observer);
  std::optional<inside::PartSpool> parts;
  if (tree.HasParts()) {
    parts.emplace(tree.look(), run::SpillDirectory(index_directory), follow_links,
                  [&] { return observer.StopRequested(); });
    source.ReadPartsFrom(&*parts);
  }
  std::vector<Sample> samples;
  for (std::uint32_t number = 0; number < members.size() && samples.size() < kSampled; ++number) {
    if (number == kTried) break;
    StopMatchIfAsked(observer);
    Sample sample{source.Whole(number), {}};
    if (sample.bytes.bytes.empty()) continue;
    sample.runs = tree::RunsOfKeys(
        tree::MarkBytes(sample.bytes.bytes, matched->method(), tree::MarkLevel::kAsScanned), keys);
    samples.push_back(std::move(sample));
  }
  return samples;
}

// Of each sample, the runs with a key that the samples before do not have.
void KeepNewRuns(std::vector<Sample>* samples) {
  std::unordered_set<std::uint64_t> covered;
  for (Sample& sample : *samples) {
    std::erase_if(sample.runs, [&](const tree::KeyRun& run) {
      return std::ranges::all_of(run.keys, [&](std::uint64_t key) { return covered.contains(key); });
    });
    for (const tree::KeyRun& run : sample.runs) covered.insert(run.keys.begin(), run.keys.end());
  }
}

// In how many of the samples each window of the runs occurs.
class WindowCounts {
 public:
  explicit WindowCounts(std::span<const Sample> samples) {
    for (const Sample& sample : samples) {
      for (const tree::KeyRun& run : sample.runs) {
        const tree::ByteRange range = WithMargin(run.range, sample);
        EachWindow(sample.bytes.bytes, range, [&](std::uint64_t, std::uint64_t hash) { seen_[hash]; });
      }
    }
    for (std::uint32_t number = 1; number <= samples.size(); ++number) {
      const auto bytes = samples[number - 1].bytes.bytes;
      EachWindow(bytes, {0, bytes.size()}, [&](std::uint64_t, std::uint64_t hash) {
        const auto found = seen_.find(hash);
        if (found == seen_.end() || found->second.last == number) return;
        found->second = {found->second.samples + 1, number};
      });
    }
  }

  static tree::ByteRange WithMargin(const tree::ByteRange& range, const Sample& sample) {
    return {range.begin - std::min(range.begin, kMargin),
            std::min<std::uint64_t>(range.end + kMargin, sample.bytes.bytes.size())};
  }

  // The bytes of a range that lie in windows of at least `least` samples, as ranges.
  std::vector<tree::ByteRange> Common(std::span<const std::uint8_t> bytes, const tree::ByteRange& range,
                                      std::uint32_t least) const {
    std::vector<tree::ByteRange> common;
    EachWindow(bytes, range, [&](std::uint64_t at, std::uint64_t hash) {
      const auto found = seen_.find(hash);
      if (found == seen_.end() || found->second.samples < least) return;
      if (common.empty() || common.back().end < at) common.push_back({at, at});
      common.back().end = at + kWindow;
    });
    return common;
  }

 private:
  struct Seen {
    std::uint32_t samples = 0;
    std::uint32_t last = 0;  // that was counted
  };
  template <typename Take>
  static void EachWindow(std::span<const std::uint8_t> bytes, const tree::ByteRange& range,
                         const Take& take) {
    for (std::uint64_t at = range.begin; at + kWindow <= range.end; ++at)
      take(at, XXH3_64bits(bytes.data() + at, kWindow));
  }
  std::unordered_map<std::uint64_t, Seen> seen_;
};

std::string_view Text(std::span<const std::uint8_t> bytes, const tree::ByteRange& range) {
  const std::uint64_t end = std::min<std::uint64_t>(range.end, bytes.size());
  return {reinterpret_cast<const char*>(bytes.data()) + range.begin, end - range.begin};
}

}  // namespace

std::vector<std::string> SharedText(std::span<const std::uint64_t> keys,
                                    std::span<const std::uint32_t> members,
                                    const std::string& index_directory, MatchedTree* matched,
                                    Observer& observer) {
  const std::vector<std::uint32_t> ordered = InOrderOfKeys(keys, members, matched);
  std::vector<Sample> samples = ReadSamples(keys, ordered, index_directory, matched, observer);
  KeepNewRuns(&samples);
  const WindowCounts counts(samples);
  const auto least = static_cast<std::uint32_t>(1 + samples.size() / 2);  // itself, and half of the others
  std::vector<std::string> pieces;
  for (const Sample& sample : samples) {
    for (const tree::KeyRun& run : sample.runs) {
      if (samples.size() == 1) KeepPiece(Text(sample.bytes.bytes, run.range), &pieces);
      const tree::ByteRange wide = WindowCounts::WithMargin(run.range, sample);
      for (const tree::ByteRange& range : counts.Common(sample.bytes.bytes, wide, least)) {
        const bool of_run = range.begin < run.range.end && run.range.begin < range.end;
        if (of_run) KeepPiece(Text(sample.bytes.bytes, range), &pieces);
      }
    }
  }
  return pieces;
}

}  // namespace kindred::jobs
