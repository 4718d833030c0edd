// See mark_round.h.
#include "jobs/scan/mark_round.h"

#include <algorithm>
#include <memory>

#include "base/coding.h"
#include "base/release_memory.h"
#include "inside/take_parts.h"
#include "tree/bytes/content_reader.h"

namespace kindred::jobs {

namespace {

// The most marks of a file, by one method, that are held in memory. While they grow, marks take up to 72
// bytes each in arrays that double, those being put aside as much, and a sorted copy of their keys 8 or 16.
std::size_t MostMarks(const tree::Methods& methods, const MarkMemory& memory) {
  constexpr std::uint64_t kBytesEach = 128;
  constexpr std::uint64_t kLeast = 32 * 1024;  // else there would be very many runs
  const std::uint64_t users = std::uint64_t{memory.threads} * methods.size();
  return static_cast<std::size_t>(std::max(kLeast, memory.bytes / (users * kBytesEach)));
}

// One content after another: its marks, put aside while there are too many of them.
class ContentMarker {
 public:
  ContentMarker(const tree::Methods& methods, const MarkMemory& memory)
      : methods_(methods),
        memory_(memory),
        most_marks_(MostMarks(methods, memory)),
        contents_(methods),
        spills_(methods.size()) {}

  void Begin(std::optional<std::uint64_t> size) {
    if (size) {
      contents_.BeginSized(*size);
    } else {
      contents_.BeginUnsized();
    }
    for (auto& spill : spills_) spill.reset();
    finished_ = nullptr;
  }

  void Feed(std::span<const std::uint8_t> piece) {
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

  const tree::ReadContent& Finish() {
    if (finished_ == nullptr) finished_ = &contents_.Finish();
    return *finished_;
  }

  std::string_view Head() const {
    const std::span<const std::uint8_t> head = contents_.Head();
    return {reinterpret_cast<const char*>(head.data()), head.size()};
  }

  MediaType Media() const { return contents_.Media(); }

  // Adds the content and its marks to the round, unless they are known.
  ContentId Keep(KnownContents& known, MediaType media, bool is_file, MarkedRound* round) {
    const tree::ReadContent& content = Finish();
    const KnownContents::Claim claim = known.Take(content, methods_.size(), is_file);
    if (claim.is_new || claim.is_first_asked)
      round->new_contents.push_back({claim.id, content.size, content.digest, content.type, media, is_file});
    for (std::size_t method : claim.to_mark) {
      MarkedRound::Marked& marked = round->marked[method];
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
    return claim.id;
  }

 private:
  const tree::Methods& methods_;
  const MarkMemory& memory_;
  const std::size_t most_marks_;
  tree::ContentReader contents_;
  const tree::ReadContent* finished_ = nullptr;
  std::vector<std::unique_ptr<index::MarkSpill>> spills_;  // of the content being read, by method
  std::vector<Mark> taken_;
};

// One thread's contents and marks.
class MarkTaker : public FileTaker {
 public:
  MarkTaker(const tree::Methods& methods, KnownContents& known, const inside::LookInside& look,
            const std::function<bool()>& stop, const MarkMemory& memory)
      : methods_(methods), known_(known), look_(look), stop_(stop), memory_(memory), file_(methods, memory) {
    for (const auto& method : methods)
      result_.marked.emplace_back().postings.emplace_back(method->key_bits(), method->weight());
  }

  void Begin(const Entry& entry) override {
    name_ = entry.name;
    file_.Begin(entry.size);
    container_.reset();
    stopped_ = false;
  }

  void Feed(std::span<const std::uint8_t> piece) override { file_.Feed(piece); }

  bool Whole(int descriptor) override {
    const tree::ReadContent& content = file_.Finish();
    media_ = file_.Media();
    if (media_ == MediaType::kData && content.type != ContentType::kText && !known_.Knows(content.digest))
      media_ = look_.MediaOf(descriptor, content.type, media_);
    const extract::ContainerType type = extract::DetectContainer(file_.Head(), name_);
    if (type == extract::ContainerType::kNone) return false;
    const auto stored = known_.ContainerOf(content.digest);
    if (stored && look_.IsDone(*stored) && (!look_.Asks(type) || known_.PartsAreMarked(*stored)))
      return false;
    container_ = std::make_unique<index::StoredContainer>();
    container_->type = static_cast<std::uint8_t>(type);
    if (!look_.Wants(type)) return false;
    if (!part_) part_ = std::make_unique<ContentMarker>(methods_, memory_);
    const extract::Extraction done = MarkParts(descriptor, type);
    stopped_ = done.outcome == extract::Extraction::Outcome::kStopped;
    if (done.outcome != extract::Extraction::Outcome::kUnavailable) container_->rules = look_.RulesFor(type);
    container_->outcome = static_cast<std::uint8_t>(done.outcome);
    container_->reason = done.reason;
    return true;
  }

  bool Take(std::size_t job, const Entry& entry) override {
    if (stopped_) return false;  // the next run looks inside
    const ContentId content = file_.Keep(known_, media_, true, &result_);
    if (container_) {
      container_->content = content;
      known_.TakeContainer(*container_);
    }
    result_.done.push_back({job, entry, content, std::move(container_)});
    return true;
  }

  MarkedRound& result() { return result_; }

 private:
  // Marks the parts of a container as separate contents.
  extract::Extraction MarkParts(int descriptor, extract::ContainerType type) {
    extract::Part part;
    std::uint64_t size = 0;
    const auto begin = [&](const extract::Part& next) {
      part = next;
      size = 0;
      part_->Begin(std::nullopt);
      return true;
    };
    const auto bytes = [&](std::string_view piece) {
      size += piece.size();
      part_->Feed(base::AsBytes(piece));
    };
    const auto end = [&] {
      if (size == 0) return;  // nothing to share
      ++result_.parts;
      container_->parts.push_back({std::move(part.name), static_cast<std::uint8_t>(part.kind),
                                   part_->Keep(known_, part_->Media(), false, &result_)});
    };
    inside::TakeParts sink({.begin = begin, .bytes = bytes, .end = end});
    return look_.Extract(descriptor, type, sink, stop_);
  }

  const tree::Methods& methods_;
  KnownContents& known_;
  const inside::LookInside& look_;
  const std::function<bool()>& stop_;
  const MarkMemory& memory_;
  std::string name_;
  ContentMarker file_;
  std::unique_ptr<ContentMarker> part_;  // made when first needed
  MediaType media_ = MediaType::kData;
  std::unique_ptr<index::StoredContainer> container_;
  bool stopped_ = false;
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
    all.parts += one.parts;
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

MarkedRound MarkRound(ChangedFilesReader& reader, std::size_t count, const tree::Methods& methods,
                      KnownContents& known, const inside::LookInside& look, const std::function<bool()>& stop,
                      const MarkMemory& memory) {
  std::vector<std::unique_ptr<MarkTaker>> takers;
  std::vector<FileTaker*> of_threads;
  for (unsigned thread = 0; thread < reader.threads(); ++thread) {
    takers.push_back(std::make_unique<MarkTaker>(methods, known, look, stop, memory));
    of_threads.push_back(takers.back().get());
  }
  ReadRound read = reader.Next(count, of_threads);
  MarkedRound round = Join(takers, methods.size());
  round.read = std::move(read);
  return round;
}

namespace {

constexpr std::uint64_t kTimesInside = 4;  // most compressed files are a quarter of what they were

// By its name, since it has not been read.
bool MayHoldMore(std::string_view name) {
  const extract::ContainerType type = extract::ContainerTypeOf(SuffixOf(name));
  return type != extract::ContainerType::kNone || name.ends_with("tgz");
}

}  // namespace

std::size_t MarkRoundSize(const ChangedFilesReader& reader, const tree::ChangePlan& plan,
                          const tree::Methods& methods, const MarkMemory& memory) {
  // Each becomes a segment, and segments are merged between rounds.
  constexpr std::size_t kMostSpilled = 8;
  const std::size_t most_marks = MostMarks(methods, memory);
  const std::span<const tree::ChangePlan::Job> jobs = reader.Left();
  std::uint64_t planned = 0;
  std::size_t spilled = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Entry& entry = plan.EntryOf(jobs[i].file);
    const std::uint64_t size = entry.size;
    bool spills = false;
    for (const auto& method : methods) {
      // What is inside is known when it is read: of archives and compressed files some times their size.
      const std::uint64_t inside = MayHoldMore(entry.name) ? kTimesInside * method->ExpectedMarks(size) : 0;
      const std::uint64_t marks = method->ExpectedMarks(size) + inside;
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

}  // namespace kindred::jobs
