// See near_stage.h.
#include "engine/find/near_stage.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

#include "engine/skips.h"
#include "engine/stage_timer.h"

namespace kindred::engine {

namespace {

NearOptions OptionsOf(const FindOptions& options) {
  NearOptions near = options.near;
  near.walk = options.scan.walk;
  near.run = options.scan.run;
  near.verify = options.verify;
  near.limit = options.limit;
  // As for marks: suffixes matter only if the options ask for it.
  return WithKey(std::move(near),
                 options.match.same_suffix ? tally::KeyKind::kSkewSuffix : tally::KeyKind::kSkew);
}

// The sizes that files near one of some files may have.
class LikeSizes {
 public:
  explicit LikeSizes(const NearOptions& options) : tolerance_(options.tolerance) {
    for (const SuffixTolerance& type : options.per_type) tolerance_ = std::max(tolerance_, type.tolerance);
  }

  void Add(std::uint64_t size) { sizes_.push_back(size); }
  void Finish() { std::ranges::sort(sizes_); }

  bool Has(std::uint64_t size) const {
    if (tolerance_ >= 1) return !sizes_.empty();
    const auto exact = static_cast<double>(size);
    const auto least = static_cast<std::uint64_t>(exact * (1 - tolerance_));
    const auto first = std::ranges::lower_bound(sizes_, least);
    return first != sizes_.end() && static_cast<double>(*first) <= exact / (1 - tolerance_) + 1;
  }

 private:
  double tolerance_;
  std::vector<std::uint64_t> sizes_;
};

// The files to tally, by directory, and which of them are those that marks cannot judge.
class Chosen {
 public:
  void Add(const std::string& directory, const Entry& entry, bool asked) {
    if (asked) asked_.insert(JoinPath(directory, entry.name));
    entries_[directory].push_back(entry);
  }

  std::vector<Directory> Directories() const {
    std::vector<Directory> directories;
    for (const auto& [path, entries] : entries_) {
      directories.push_back({path, entries});
      std::ranges::sort(directories.back().entries, {}, &Entry::name);
    }
    return directories;
  }

  std::vector<bool> Asked(const std::vector<tally::Tally>& tallies) const {
    std::vector<bool> asked;
    for (const tally::Tally& tally : tallies) asked.push_back(asked_.contains(tally.path));
    return asked;
  }

 private:
  std::map<std::string, std::vector<Entry>> entries_;
  std::unordered_set<std::string> asked_;
};

// A content is represented by its first file: find has already reported its identical files.
Chosen Choose(const ScannedTree& scanned, const TreeScope& tree, const std::vector<bool>& few_marks,
              const NearOptions& options, NearSummary* summary) {
  LikeSizes like(options);
  Chosen chosen;
  for (const Directory& directory : scanned.too_large) {
    for (const Entry& entry : directory.entries) {
      ++summary->too_large;
      like.Add(entry.size);
      chosen.Add(directory.path, entry, true);
    }
  }
  for (std::uint32_t place = 0; place < few_marks.size(); ++place) {
    if (!few_marks[place] || tree.CopiesOf(place).empty()) continue;
    ++summary->few_marks;
    like.Add(tree.scope()[place].size);
  }
  like.Finish();
  for (std::uint32_t place = 0; place < few_marks.size(); ++place) {
    if (!few_marks[place] && !like.Has(tree.scope()[place].size)) continue;
    if (tree.CopiesOf(place).empty()) continue;  // only inside of files
    const FileNumber first = tree.FilesOf(place).front();
    chosen.Add(tree.DirectoryOf(first), tree.EntryOf(first), few_marks[place]);
  }
  return chosen;
}

}  // namespace

NearStage::NearStage(base::FileSystem& files, const std::string& index_directory, const ScannedTree& scanned,
                     const TreeScope& tree, const std::vector<bool>& few_marks, const FindOptions& options,
                     Observer& observer)
    : options_(OptionsOf(options)) {
  StageTimer whole(observer, "first look");
  const tally::TagSet tags = tally::ParseTagSet(options_.tags);
  tally::TallyStore store = OpenTallies(files, index_directory, options_, tags);
  summary_ = StartSummary(options_, tags, store);
  summary_.near_stage = true;
  summary_.roots = scanned.summary.roots;
  const Chosen chosen = Choose(scanned, tree, few_marks, options_, &summary_);
  tree_ = TallyFiles(scanned.roots, chosen.Directories(), options_, tags, store, observer);
  answer_ = std::make_unique<NearAnswer>(tree_, chosen.Asked(tree_.tallies), options_, observer);
  answer_->Find();
  answer_->Fill(&summary_);
  summary_.seconds = whole.Seconds();
}

void NearStage::Push(ResultSink& sink) const {
  sink.On(summary_);
  answer_->Push(sink);
}

void NearStage::PushSkips(ResultSink& sink) const { engine::PushSkips(tree_.roots, answer_->Skips(), sink); }

}  // namespace kindred::engine
