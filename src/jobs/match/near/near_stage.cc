// See near_stage.h.
#include "jobs/match/near/near_stage.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "run/stage_timer.h"
#include "tree/entries/skips.h"

namespace kindred::jobs {

namespace {

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
Chosen Choose(const tree::ScannedTree& scanned, const tree::TreeScope& tree,
              const std::vector<bool>& few_marks, const NearOptions& options, NearSummary* summary) {
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
    const tree::FileNumber first = tree.FilesOf(place).front();
    chosen.Add(tree.DirectoryOf(first), tree.EntryOf(first), few_marks[place]);
  }
  return chosen;
}

}  // namespace

NearStage::NearStage(base::FileSystem& files, const std::string& index_directory,
                     const tree::ScannedTree& scanned, const tree::TreeScope& tree,
                     const std::vector<bool>& few_marks, NearOptions options, Observer& observer)
    : options_(std::move(options)) {
  run::StageTimer whole(observer, "first look");
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

void NearStage::PushSkips(ResultSink& sink) const { tree::PushSkips(tree_.roots, answer_->Skips(), sink); }

}  // namespace kindred::jobs
