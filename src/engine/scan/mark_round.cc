// See mark_round.h.
#include "engine/scan/mark_round.h"

#include <algorithm>
#include <memory>

#include "base/release_memory.h"
#include "engine/scan/content_reader.h"

namespace kindred::engine {

namespace {

// The most marks of a file, by one method, that are held in memory. While they grow, marks take up to 72
// bytes each in arrays that double, those being put aside as much, and a sorted copy of their keys 8 or 16.
std::size_t MostMarks(const Methods& methods, const MarkMemory& memory) {
  constexpr std::uint64_t kBytesEach = 128;
  constexpr std::uint64_t kLeast = 32 * 1024;  // else there would be very many runs
  const std::uint64_t users = std::uint64_t{memory.threads} * methods.size();
  return static_cast<std::size_t>(std::max(kLeast, memory.bytes / (users * kBytesEach)));
}

// One thread's contents and marks.
class MarkTaker : public FileTaker {
 public:
  MarkTaker(const Methods& methods, KnownContents& known, const MarkMemory& memory)
      : methods_(methods),
        known_(known),
        memory_(memory),
        most_marks_(MostMarks(methods, memory)),
        contents_(methods),
        spills_(methods.size()) {
    for (const auto& method : methods)
      result_.marked.emplace_back().postings.emplace_back(method->key_bits(), method->weight());
  }

  void Begin(const Entry& entry) override {
    contents_.BeginSized(entry.size);
    for (auto& spill : spills_) spill.reset();
  }

  void Feed(std::span<const std::uint8_t> piece) override {
    contents_.Feed(piece);
    for (std::size_t method = 0; method < methods_.size(); ++method) {
      if (!contents_.TakeMarks(method, most_marks_, &taken_)) continue;
      auto& spill = spills_[method];
      if (!spill) {
        spill = std::make_unique<index::MarkSpill>(memory_.files, memory_.directory,
                                                   methods_[method]->key_bits(), methods_[method]->weight());
      }
      spill->Add(taken_);
    }
  }

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
      if (spills_[method]) {
        spills_[method]->Add(content.marks[method]);
        marked.spilled.push_back({covered, std::move(spills_[method])});
        continue;
      }
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
  const MarkMemory& memory_;
  const std::size_t most_marks_;
  ContentReader contents_;
  std::vector<std::unique_ptr<index::MarkSpill>> spills_;  // of the content being read, by method
  std::vector<Mark> taken_;
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
      base::MoveInto(&all.marked[i].spilled, one.marked[i].spilled);
    }
  }
  std::ranges::sort(all.done, {}, &MarkedRound::Done::job);
  std::ranges::sort(all.new_contents, {}, &Content::id);
  return all;
}

}  // namespace

MarkedRound MarkRound(ChangedFilesReader& reader, std::size_t count, const Methods& methods,
                      KnownContents& known, const MarkMemory& memory) {
  std::vector<std::unique_ptr<MarkTaker>> takers;
  std::vector<FileTaker*> of_threads;
  for (unsigned thread = 0; thread < reader.threads(); ++thread) {
    takers.push_back(std::make_unique<MarkTaker>(methods, known, memory));
    of_threads.push_back(takers.back().get());
  }
  ReadRound read = reader.Next(count, of_threads);
  MarkedRound round = Join(takers, methods.size());
  round.read = std::move(read);
  return round;
}

std::size_t MarkRoundSize(const ChangedFilesReader& reader, const ChangePlan& plan, const Methods& methods,
                          const MarkMemory& memory) {
  // Each becomes a segment, and segments are merged between rounds.
  constexpr std::size_t kMostSpilled = 8;
  const std::size_t most_marks = MostMarks(methods, memory);
  const std::span<const ChangePlan::Job> jobs = reader.Left();
  std::uint64_t planned = 0;
  std::size_t spilled = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const std::uint64_t size = plan.EntryOf(jobs[i].file).size;
    bool spills = false;
    for (const auto& method : methods) {
      const std::uint64_t marks = method->ExpectedMarks(size);
      planned += sizeof(index::ContentMarks);
      if (marks > most_marks) {
        spills = true;
      } else {
        planned += marks * index::PostingPile::BytesEach(method->weight());
      }
    }
    spilled += spills;
    // In memory besides: a sorted bucket of each thread, and the encoded blocks.
    if ((planned + planned / 4 > memory.bytes || spilled > kMostSpilled) && i > 0) return i;
  }
  return jobs.size();
}

}  // namespace kindred::engine
