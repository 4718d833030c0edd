// See mark_round.h.
#include "engine/scan/mark_round.h"

#include <algorithm>
#include <memory>

#include "base/release_memory.h"
#include "engine/scan/content_reader.h"

namespace kindred::engine {

namespace {

// One thread's contents and marks.
class MarkTaker : public FileTaker {
 public:
  MarkTaker(const Methods& methods, KnownContents& known)
      : methods_(methods), known_(known), contents_(methods) {
    for (const auto& method : methods)
      result_.marked.emplace_back().postings.emplace_back(method->key_bits(), method->weight());
  }

  void Begin(const Entry& entry) override { contents_.BeginSized(entry.size); }
  void Feed(std::span<const std::uint8_t> piece) override { contents_.Feed(piece); }
  void Take(std::size_t job, const Entry& entry) override {
    const ReadContent& content = contents_.Finish();
    const KnownContents::Claim claim = known_.Take(content, methods_.size());
    result_.done.push_back({job, entry, claim.id});
    if (claim.is_new) {
      result_.new_contents.push_back(
          {claim.id, content.size, content.digest, content.type, contents_.Media()});
    }
    for (std::size_t method : claim.to_mark) {
      MarkedRound::Marked& marked = result_.marked[method];
      const index::CoveredContent covered{claim.id, static_cast<std::uint8_t>(content.levels[method])};
      marked.contents.push_back(
          index::WeighMarks(covered, content.marks[method], methods_[method]->weight()));
      index::PostingPile& pile = marked.postings.front();
      for (const Mark& mark : content.marks[method]) pile.Add(mark.key, claim.id, mark.length);
    }
  }

  MarkedRound& result() { return result_; }

 private:
  const Methods& methods_;
  KnownContents& known_;
  ContentReader contents_;
  MarkedRound result_;
};

// Each thread's contents come in the order of their numbers but for those that were known before.
void MergeInto(std::vector<index::ContentMarks>* to, std::vector<index::ContentMarks>& from) {
  if (!std::ranges::is_sorted(from, {}, &index::ContentMarks::content))
    std::ranges::sort(from, {}, &index::ContentMarks::content);
  const auto middle = static_cast<std::ptrdiff_t>(to->size());
  base::MoveInto(to, from);
  std::ranges::inplace_merge(*to, to->begin() + middle, {}, &index::ContentMarks::content);
}

MarkedRound Join(std::vector<std::unique_ptr<MarkTaker>>& takers, std::size_t methods) {
  MarkedRound all;
  all.marked.resize(methods);
  for (auto& taker : takers) {
    MarkedRound& one = taker->result();
    base::MoveInto(&all.done, one.done);
    base::MoveInto(&all.new_contents, one.new_contents);
    for (std::size_t i = 0; i < methods; ++i) {
      MergeInto(&all.marked[i].contents, one.marked[i].contents);
      base::MoveInto(&all.marked[i].postings, one.marked[i].postings);
    }
  }
  std::ranges::sort(all.done, {}, &MarkedRound::Done::job);
  std::ranges::sort(all.new_contents, {}, &Content::id);
  return all;
}

}  // namespace

MarkedRound MarkRound(ChangedFilesReader& reader, std::size_t count, const Methods& methods,
                      KnownContents& known) {
  std::vector<std::unique_ptr<MarkTaker>> takers;
  std::vector<FileTaker*> of_threads;
  for (unsigned thread = 0; thread < reader.threads(); ++thread) {
    takers.push_back(std::make_unique<MarkTaker>(methods, known));
    of_threads.push_back(takers.back().get());
  }
  ReadRound read = reader.Next(count, of_threads);
  MarkedRound round = Join(takers, methods.size());
  round.read = std::move(read);
  return round;
}

std::size_t MarkRoundSize(const ChangedFilesReader& reader, const ChangePlan& plan, const Methods& methods,
                          std::uint64_t memory) {
  const std::span<const ChangePlan::Job> jobs = reader.Left();
  std::uint64_t planned = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const std::uint64_t size = plan.EntryOf(jobs[i].file).size;
    for (const auto& method : methods)
      planned += sizeof(index::ContentMarks) +
                 method->ExpectedMarks(size) * index::PostingPile::BytesEach(method->weight());
    // In memory besides: a sorted bucket of each thread, and the encoded blocks.
    if (planned + planned / 4 > memory && i > 0) return i;
  }
  return jobs.size();
}

}  // namespace kindred::engine
