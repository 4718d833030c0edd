// The reading threads; see read_round.h.
#include "engine/scan/read_round.h"

#include <algorithm>
#include <optional>

#include "base/parallel.h"
#include "base/release_memory.h"
#include "engine/scan/read_batches.h"
#include "read/file_reader.h"

namespace kindred::engine {

namespace {

std::vector<ReadBatch> CutJobs(std::span<const ChangePlan::Job> jobs,
                               const std::vector<index::StoredDirectory>& files) {
  return CutIntoBatches(
      jobs.size(), [&](std::size_t job) { return jobs[job].file.directory; },
      [&](std::size_t job) {
        return files[jobs[job].file.directory].entries[jobs[job].file.entry].entry.size;
      });
}

// One thread's share of the work.
class MarkWorker {
 public:
  MarkWorker(std::span<const ChangePlan::Job> jobs, const std::vector<index::StoredDirectory>& files,
             const Methods& methods, bool follow_links, KnownContents& known, ReadMeter& meter,
             Observer& observer)
      : jobs_(jobs),
        files_(files),
        methods_(methods),
        follow_links_(follow_links),
        known_(known),
        meter_(meter),
        observer_(observer),
        contents_(methods) {
    for (const auto& method : methods)
      result_.marked.emplace_back().postings.emplace_back(method->key_bits(), method->weight());
  }

  void Work(const ReadBatch& batch) {
    const std::string& path = files_[jobs_[batch.first].file.directory].path;
    const read::OpenDirectory directory(path, follow_links_);
    for (std::size_t job = batch.first; job < batch.last && !result_.stopped; ++job) {
      if (observer_.StopRequested())
        result_.stopped = true;
      else if (directory.descriptor() < 0)
        Fail(job, "open", directory.reason(), directory.error());
      else
        ReadFile(job, directory.descriptor());
    }
  }

  RoundResult& result() { return result_; }

 private:
  const std::string& NameOf(std::size_t job) const {
    const FileNumber file = jobs_[job].file;
    return files_[file.directory].entries[file.entry].entry.name;
  }

  void Fail(std::size_t job, const std::string& stage, const std::string& reason, bool error) {
    const std::string path = JoinPath(files_[jobs_[job].file.directory].path, NameOf(job));
    result_.failed.push_back({job, {path, stage, reason, error}});
  }

  void ReadFile(std::size_t job, int directory) {
    const std::int64_t now = NowNs();
    std::uint64_t bytes = 0;
    auto outcome = reader_.Read(
        directory, NameOf(job), follow_links_,
        [&](const Entry& entry) {
          contents_.BeginSized(entry.size);
          return true;
        },
        [&](std::span<const std::uint8_t> piece) {
          contents_.Feed(piece);
          bytes += piece.size();
          if (bytes > read::FileReader::kPieceSize) meter_.Add(0, piece.size());
          return !observer_.StopRequested();
        });
    // The first piece of a file is counted with the file; most files have no other.
    meter_.Add(1, std::min<std::uint64_t>(bytes, read::FileReader::kPieceSize));
    result_.bytes += bytes;
    if (outcome.ok) {
      if (MayChangeUnseen(outcome.entry, now)) outcome.entry.ctime_ns = 0;
      Take(job, outcome.entry, contents_.Finish());
    } else if (observer_.StopRequested()) {
      result_.stopped = true;
    } else {
      Fail(job, outcome.stage, outcome.reason, outcome.error);
    }
  }

  void Take(std::size_t job, const Entry& entry, const ReadContent& content) {
    const KnownContents::Claim claim = known_.Take(content, methods_.size());
    result_.done.push_back({job, entry, claim.id});
    if (claim.is_new) {
      result_.new_contents.push_back(
          {claim.id, content.size, content.digest, content.type, contents_.Media()});
    }
    for (std::size_t method : claim.to_mark) {
      RoundResult::Marked& marked = result_.marked[method];
      const index::CoveredContent covered{claim.id, static_cast<std::uint8_t>(content.levels[method])};
      marked.contents.push_back(
          index::WeighMarks(covered, content.marks[method], methods_[method]->weight()));
      index::PostingPile& pile = marked.postings.front();
      for (const Mark& mark : content.marks[method]) pile.Add(mark.key, claim.id, mark.length);
    }
  }

  std::span<const ChangePlan::Job> jobs_;
  const std::vector<index::StoredDirectory>& files_;
  const Methods& methods_;
  bool follow_links_;
  KnownContents& known_;
  ReadMeter& meter_;
  Observer& observer_;
  read::FileReader reader_;
  ContentReader contents_;
  RoundResult result_;
};

// Each thread's contents come in the order of their numbers but for those that were known before.
void MergeInto(std::vector<index::ContentMarks>* to, std::vector<index::ContentMarks>& from) {
  if (!std::ranges::is_sorted(from, {}, &index::ContentMarks::content))
    std::ranges::sort(from, {}, &index::ContentMarks::content);
  const auto middle = static_cast<std::ptrdiff_t>(to->size());
  base::MoveInto(to, from);
  std::ranges::inplace_merge(*to, to->begin() + middle, {}, &index::ContentMarks::content);
}

RoundResult Join(std::vector<std::optional<MarkWorker>>& workers, std::size_t methods) {
  RoundResult all;
  all.marked.resize(methods);
  for (auto& worker : workers) {
    RoundResult& one = worker->result();
    base::MoveInto(&all.done, one.done);
    base::MoveInto(&all.failed, one.failed);
    base::MoveInto(&all.new_contents, one.new_contents);
    for (std::size_t i = 0; i < methods; ++i) {
      MergeInto(&all.marked[i].contents, one.marked[i].contents);
      base::MoveInto(&all.marked[i].postings, one.marked[i].postings);
    }
    all.bytes += one.bytes;
    all.stopped |= one.stopped;
  }
  std::ranges::sort(all.done, {}, &RoundResult::Done::job);
  std::ranges::sort(all.failed, {}, &RoundResult::Failed::job);
  std::ranges::sort(all.new_contents, {}, &Content::id);
  return all;
}

}  // namespace

RoundResult ReadRound(std::span<const ChangePlan::Job> jobs, const std::vector<index::StoredDirectory>& files,
                      const Methods& methods, bool follow_links, unsigned threads, KnownContents& known,
                      ReadProgress* progress, Observer& observer) {
  const std::vector<ReadBatch> batches = CutJobs(jobs, files);
  ReadMeter meter(progress, observer);
  std::vector<std::optional<MarkWorker>> workers(threads);
  for (auto& worker : workers) worker.emplace(jobs, files, methods, follow_links, known, meter, observer);
  base::ParallelFor(threads, batches.size(),
                    [&](std::size_t batch, unsigned thread) { workers[thread]->Work(batches[batch]); });
  return Join(workers, methods.size());
}

std::size_t RoundSize(std::span<const ChangePlan::Job> jobs, const std::vector<index::StoredDirectory>& files,
                      const Methods& methods, std::uint64_t memory) {
  std::uint64_t planned = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const FileNumber file = jobs[i].file;
    const std::uint64_t size = files[file.directory].entries[file.entry].entry.size;
    for (const auto& method : methods)
      planned += sizeof(index::ContentMarks) +
                 method->ExpectedMarks(size) * index::PostingPile::BytesEach(method->weight());
    // Beside them stand a bucket of each thread, sorted, and the encoded blocks.
    if (planned + planned / 4 > memory && i > 0) return i;
  }
  return jobs.size();
}

}  // namespace kindred::engine
