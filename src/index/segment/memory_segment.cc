// See memory_segment.h.
#include "index/segment/memory_segment.h"

#include <algorithm>

namespace kindred::index {

namespace {

// The key that starts at `first` of the postings, with its occurrences; returns where the next one starts.
std::size_t TakeKey(std::span<const CountedPosting> postings, std::size_t first,
                    std::vector<Segment::Occurrence>* occurrences, Segment::Key* key) {
  occurrences->clear();
  std::size_t at = first;
  for (; at < postings.size() && postings[at].key == postings[first].key; ++at)
    occurrences->push_back({postings[at].content, postings[at].count});
  *key = {postings[first].key, postings[first].length, *occurrences};
  return at;
}

class MemorySegment : public Segment, public std::enable_shared_from_this<MemorySegment> {
 public:
  MemorySegment(const StoredMethod& method, std::span<const CoveredContent> covered,
                std::vector<CountedPosting> postings, const std::string& name)
      : method_(method), postings_(std::move(postings)), name_(name) {
    for (const CoveredContent& content : covered) {
      contents_.emplace_back();
      contents_.back().content = content.content;
      contents_.back().level = content.level;
    }
    for (std::size_t i = 0; i < postings_.size(); ++i) {
      if (i == 0 || postings_[i].key != postings_[i - 1].key) ++totals_.keys;
      totals_.marks += postings_[i].count;
      Weigh(postings_[i]);
    }
    totals_.contents = contents_.size();
    totals_.postings = postings_.size();
  }

  const StoredMethod& method() const override { return method_; }
  const SegmentTotals& totals() const override { return totals_; }
  const std::string& path() const override { return name_; }
  std::uint64_t file_size() const override { return postings_.size() * sizeof(CountedPosting); }

  void ForEachContent(const std::function<void(const ContentMarks&)>& visit) const override {
    for (const ContentMarks& marks : contents_) visit(marks);
  }
  void FindContents(std::span<const ContentId> wanted,
                    const std::function<void(const ContentMarks&)>& found) const override {
    for (ContentId content : wanted) {
      const auto marks = std::ranges::lower_bound(contents_, content, {}, &ContentMarks::content);
      if (marks != contents_.end() && marks->content == content) found(*marks);
    }
  }

  std::unique_ptr<Cursor> NewCursor(std::uint64_t first, std::uint64_t last) const override {
    return std::make_unique<MemoryCursor>(shared_from_this(), FirstOf(first), last);
  }

  void Lookup(std::span<const std::uint64_t> keys,
              const std::function<void(const Key&)>& found) const override {
    std::vector<Occurrence> occurrences;
    Key key;
    std::size_t at = 0;
    for (std::uint64_t wanted : keys) {
      wanted &= Kept();
      at = static_cast<std::size_t>(
          std::lower_bound(
              postings_.begin() + static_cast<std::ptrdiff_t>(at), postings_.end(), wanted,
              [](const CountedPosting& posting, std::uint64_t value) { return posting.key < value; }) -
          postings_.begin());
      if (at == postings_.size()) return;
      if (postings_[at].key != wanted) continue;
      at = TakeKey(postings_, at, &occurrences, &key);
      found(key);
    }
  }

  std::uint64_t Check(std::vector<std::string>*, const Poll&) const override { return 0; }

 private:
  class MemoryCursor : public Cursor {
   public:
    MemoryCursor(std::shared_ptr<const MemorySegment> segment, std::size_t first, std::uint64_t last)
        : segment_(std::move(segment)), at_(first), last_(last) {}
    bool Next(Key* key) override {
      if (at_ == segment_->postings_.size() || segment_->postings_[at_].key > last_) return false;
      at_ = TakeKey(segment_->postings_, at_, &occurrences_, key);
      return true;
    }

   private:
    std::shared_ptr<const MemorySegment> segment_;
    std::size_t at_;
    std::uint64_t last_;
    std::vector<Occurrence> occurrences_;
  };

  std::uint64_t Kept() const { return ~std::uint64_t{0} << (64 - method_.key_bits); }

  std::size_t FirstOf(std::uint64_t key) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(postings_, key, {}, &CountedPosting::key) -
                                    postings_.begin());
  }

  void Weigh(const CountedPosting& posting) {
    const auto found = std::ranges::lower_bound(contents_, posting.content, {}, &ContentMarks::content);
    if (found == contents_.end() || found->content != posting.content) return;
    const std::uint64_t weight =
        std::uint64_t{posting.count} * (method_.weight == Weight::kBytes ? posting.length : 1);
    for (int level = found->level; level <= KeyLevel(posting.key); ++level)
      found->weight_at[static_cast<std::size_t>(level)] += weight;
  }

  StoredMethod method_;
  std::vector<CountedPosting> postings_;
  std::string name_;
  std::vector<ContentMarks> contents_;
  SegmentTotals totals_;
};

}  // namespace

void SortPostings(std::vector<CountedPosting>* postings) {
  std::ranges::sort(*postings, [](const CountedPosting& a, const CountedPosting& b) {
    return a.key != b.key ? a.key < b.key : a.content < b.content;
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < postings->size(); ++i) {
    const CountedPosting posting = (*postings)[i];
    CountedPosting* const last = kept == 0 ? nullptr : &(*postings)[kept - 1];
    if (last != nullptr && last->key == posting.key && last->content == posting.content) {
      last->count += posting.count;
    } else {
      (*postings)[kept++] = posting;
    }
  }
  postings->resize(kept);
}

std::shared_ptr<const Segment> MakeMemorySegment(const StoredMethod& method,
                                                 std::span<const CoveredContent> covered,
                                                 std::vector<CountedPosting> postings,
                                                 const std::string& name) {
  return std::make_shared<MemorySegment>(method, covered, std::move(postings), name);
}

}  // namespace kindred::index
