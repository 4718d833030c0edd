// Plans and does merges. A merge streams: it holds one block per segment, whatever their size.
#include "index/segment/merge.h"

#include <algorithm>
#include <bit>
#include <map>

#include "index/damage.h"
#include "index/segment/segment_builder.h"

namespace kindred::index {

namespace {

constexpr std::size_t kSegmentsPerTier = 4;
constexpr std::uint64_t kKeysBetweenStops = 65536;

// Sizes within a factor of four.
int TierOf(std::uint64_t size) { return static_cast<int>(std::bit_width(size)) / 2; }

// Streams the contents of a segment, a block at a time.
class ContentStream {
 public:
  explicit ContentStream(const SegmentFile& segment) : segment_(segment) {}

  // nullptr at the end.
  const ContentMarks* Head() {
    while (at_ == decoded_.size()) {
      if (block_ == segment_.frame().content_blocks.size()) return nullptr;
      decoded_.clear();
      at_ = 0;
      segment_.DecodeContents(block_++, &decoded_);
    }
    return &decoded_[at_];
  }
  void Advance() { ++at_; }

 private:
  const SegmentFile& segment_;
  std::size_t block_ = 0;
  std::vector<ContentMarks> decoded_;
  std::size_t at_ = 0;
};

std::uint64_t CountLive(const SegmentFile& segment, const ContentSet& live) {
  std::uint64_t count = 0;
  for (ContentStream stream(segment); const ContentMarks* marks = stream.Head(); stream.Advance()) {
    if (live.Has(marks->content)) ++count;
  }
  return count;
}

std::optional<ContentId> FirstLive(const SegmentFiles& segments, const ContentSet& live) {
  std::optional<ContentId> first;
  for (const auto& segment : segments) {
    ContentStream stream(*segment);
    const ContentMarks* marks = stream.Head();
    while (marks != nullptr && !live.Has(marks->content)) {
      stream.Advance();
      marks = stream.Head();
    }
    if (marks != nullptr && (!first || marks->content < *first)) first = marks->content;
  }
  return first;
}

void MergeContents(const SegmentFiles& segments, const ContentSet& live, SegmentBuilder* builder) {
  std::vector<ContentStream> streams;
  for (const auto& segment : segments) streams.emplace_back(*segment);
  std::optional<ContentId> last;
  while (true) {
    ContentStream* least = nullptr;
    for (ContentStream& stream : streams) {
      const ContentMarks* head = stream.Head();
      if (head != nullptr && (least == nullptr || head->content < least->Head()->content)) least = &stream;
    }
    if (least == nullptr) return;
    const ContentMarks& marks = *least->Head();
    if (last && marks.content <= *last) {
      throw Damage(segments.front()->path(), 0,
                   "content " + std::to_string(marks.content) + " is in two segments");
    }
    last = marks.content;
    if (live.Has(marks.content)) builder->AddContent(marks);
    least->Advance();
  }
}

}  // namespace

std::vector<SegmentFiles> PlanMerges(const SegmentFiles& segments, const ContentSet& live) {
  struct Method {
    const StoredMethod* method = nullptr;
    std::map<int, SegmentFiles> tiers;
  };
  std::vector<Method> methods;
  for (const auto& segment : segments) {
    auto found =
        std::ranges::find_if(methods, [&](const Method& m) { return *m.method == segment->method(); });
    if (found == methods.end()) found = methods.insert(found, {&segment->method(), {}});
    found->tiers[TierOf(segment->file_size())].push_back(segment);
  }
  std::vector<SegmentFiles> plan;
  for (const Method& method : methods) {
    for (const auto& [tier, members] : method.tiers) {
      if (members.size() >= kSegmentsPerTier) {
        plan.push_back(members);
        continue;
      }
      for (const auto& segment : members) {
        if (CountLive(*segment, live) * 2 < segment->totals().contents) plan.push_back({segment});
      }
    }
  }
  return plan;
}

std::optional<SegmentFrame> MergeSegments(base::FileSystem& files, const std::string& path,
                                          const SegmentFiles& segments, const ContentSet& live,
                                          std::stop_token stop) {
  std::optional<ContentId> first = FirstLive(segments, live);
  if (!first) return std::nullopt;
  SegmentBuilder builder(files, path, segments.front()->method(), *first);
  std::vector<std::shared_ptr<const Segment>> sources(segments.begin(), segments.end());
  MergedCursor cursor(sources, [&](ContentId content) { return live.Has(content); });
  Segment::Key key;
  for (std::uint64_t keys = 1; cursor.Next(&key); ++keys) {
    builder.AddKey(key);
    if (keys % kKeysBetweenStops == 0 && stop.stop_requested()) {
      throw Error(ErrorKind::kCancelled, "the merge was stopped", path);
    }
  }
  MergeContents(segments, live, &builder);
  return builder.Finish();
}

}  // namespace kindred::index
