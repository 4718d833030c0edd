// Anchors from a tree: walk, take a sample of its texts, choose from one half, measure on the other.
//
// Example: of a tree with 100 MB of files, in each of which at most the first 64 KB count, a sample of 32 MB
// takes every fourth file: 0, 4, 8, ..., then, if too few of these are texts, 1, 5, 9, ... Of the texts in
// the sample, the even ones choose the anchors, the odd ones show how evenly they lie in other texts.
#include "jobs/anchors/learn_anchors.h"

#include <xxhash.h>

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "base/coding.h"
#include "kindred/error.h"
#include "mark/anchors/learn_anchors.h"
#include "match/measure.h"
#include "read/files/load_file.h"
#include "read/text/normaliser.h"
#include "read/types/text_detector.h"
#include "run/run_limits.h"
#include "run/stage_timer.h"
#include "run/stop.h"
#include "tree/entries/skips.h"
#include "walk/walk.h"

namespace kindred::jobs {

namespace {

constexpr std::uint64_t kMostOfFile = 64 << 10;  // one large file must not outweigh all others
constexpr std::uint64_t kSampleBytes = 32 << 20;

struct Sample {
  std::vector<std::string> texts;
  std::vector<Skip> skips;
};

// A file of the walk.
struct WalkedFile {
  std::uint32_t directory = 0;
  std::uint32_t entry = 0;
};

// All files, in an order of which every beginning is spread evenly over the tree: every n-th file, then the
// files after these, and so on. Which of them are texts is known only when they are read.
std::vector<WalkedFile> SampleOrder(const walk::WalkResult& walk) {
  std::uint64_t bytes = 0;
  std::vector<WalkedFile> files;
  for (std::uint32_t i = 0; i < walk.directories.size(); ++i) {
    const std::vector<Entry>& entries = walk.directories[i].entries;
    for (std::uint32_t j = 0; j < entries.size(); ++j) {
      files.push_back({i, j});
      bytes += std::min(entries[j].size, kMostOfFile);
    }
  }
  const std::size_t stride = static_cast<std::size_t>(bytes / kSampleBytes + 1);
  std::vector<WalkedFile> order;
  order.reserve(files.size());
  for (std::size_t first = 0; first < stride; ++first) {
    for (std::size_t i = first; i < files.size(); i += stride) order.push_back(files[i]);
  }
  return order;
}

Sample TakeSample(const walk::WalkResult& walk, bool follow_links, Observer& observer) {
  Sample sample;
  read::FileReader reader;
  std::uint64_t bytes = 0;
  std::unordered_set<std::uint64_t> seen;  // copies would count twice
  std::optional<read::OpenDirectory> opened;
  std::uint32_t opened_number = 0;
  for (const WalkedFile file : SampleOrder(walk)) {
    if (bytes >= kSampleBytes) break;
    run::StopIfAsked(observer, "");
    const Directory& directory = walk.directories[file.directory];
    const Entry& entry = directory.entries[file.entry];
    if (!opened || opened_number != file.directory) opened.emplace(directory.path, follow_links);
    opened_number = file.directory;
    const auto [start, too_large, outcome] =
        read::LoadStartOfFile(reader, opened->descriptor(), entry.name, follow_links, kMostOfFile);
    std::string text(start.begin(), start.end());
    if (!outcome.ok) {
      sample.skips.push_back(
          {JoinPath(directory.path, entry.name), outcome.stage, outcome.reason, outcome.error});
    } else if (read::IsText(base::AsBytes(text)) &&
               seen.insert(XXH3_64bits(text.data(), text.size())).second) {
      // As it is marked.
      if (const auto changed = read::Normalise(start, {})) text.assign(changed->begin(), changed->end());
      bytes += text.size();
      sample.texts.push_back(std::move(text));
    }
  }
  return sample;
}

}  // namespace

std::string LearnAnchorSet(const LearnOptions& options, ResultSink& sink, Observer& observer) {
  run::StageTimer whole(observer, "learn");
  if (!mark::IsAnchorSetName(options.name)) {
    throw Error(ErrorKind::kUsage, "cannot use '" + options.name + "' as the name of a set",
                OptionName{"name"}, "use letters, digits, - and _");
  }
  if (mark::BuiltinAnchorText(options.name) != nullptr) {
    throw Error(ErrorKind::kUsage, "'" + options.name + "' is the name of a set that comes with the program",
                OptionName{"name"}, "give the set another name");
  }
  run::StageTimer reading(observer, "read");
  const walk::WalkResult walk = walk::Walk(options.walk, run::ThreadsOf(options.run), observer);
  Sample sample = TakeSample(walk, options.walk.follow_links, observer);
  reading.Done(sample.texts.size(), "texts");

  run::StageTimer choosing(observer, "choose");
  std::vector<std::string> chosen_from, measured_on;
  for (std::size_t i = 0; i < sample.texts.size(); ++i)
    (i % 2 == 0 ? chosen_from : measured_on).push_back(std::move(sample.texts[i]));
  if (measured_on.empty()) measured_on = chosen_from;
  run::StopIfAsked(observer, "");
  mark::AnchorSet set = mark::ChooseAnchors(chosen_from, options.name, options.every);
  choosing.Done(set.anchors.size(), "strings");

  run::StopIfAsked(observer, "");
  const mark::AnchorSpread spread = mark::MeasureSpread(set, measured_on);
  if (spread.anchors == 0)
    throw Error(ErrorKind::kFailed, "the anchors of one half of the files do not occur in the other half", "",
                "give texts of one kind");
  set.every = std::clamp<std::uint64_t>(spread.bytes / spread.anchors, 1, 65536);

  AnchorReport report;
  report.name = set.name;
  report.digest = mark::AnchorSetDigest(set);
  report.anchors = set.anchors.size();
  report.every = set.every;
  report.files = sample.texts.size();
  for (const std::string& text : chosen_from) report.learned_bytes += text.size();
  report.measured_bytes = spread.bytes;
  report.per_kilobyte = 1024 * match::ShareOf(spread.anchors, spread.bytes);
  report.longest_gap = spread.longest_gap;
  report.usual_gap = spread.usual_gap;
  report.empty_kilobytes = match::ShareOf(spread.empty, spread.kilobytes);
  report.bare_files = spread.bare_texts;
  report.seconds = whole.Seconds();
  sink.On(report);
  tree::PushSkips(walk.roots, walk.skips, sink);
  tree::PushSkips(walk.roots, sample.skips, sink);
  return mark::AnchorSetText(set);
}

}  // namespace kindred::jobs
