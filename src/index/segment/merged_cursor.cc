// MergedCursor: a k-way merge by linear minimum, since k stays small (merging keeps it near three per tier),
// and the heads fit in a cache line or two. A key that only one segment has is passed on without a copy.
#include <algorithm>

#include "index/segment/segment.h"

namespace kindred::index {

struct MergedCursor::State {
  std::unique_ptr<Segment::Cursor> only;  // of the one segment, if there is just one: then the rest is unused
  std::vector<std::unique_ptr<Segment::Cursor>> cursors;
  std::vector<std::uint64_t> head_keys;  // of the cursors that are not at their end, in the same order
  std::vector<Segment::Key> heads;
  std::function<bool(ContentId)> live;
  std::vector<std::size_t> taken;  // cursors whose head was given out by the last call
  std::vector<Segment::Occurrence> joined;

  void Advance(std::size_t i) {
    if (cursors[i]->Next(&heads[i])) {
      head_keys[i] = heads[i].key;
      return;
    }
    std::swap(cursors[i], cursors.back());
    std::swap(heads[i], heads.back());
    std::swap(head_keys[i], head_keys.back());
    cursors.pop_back();
    heads.pop_back();
    head_keys.pop_back();
  }

  bool AllLive(const Segment::Key& key) const {
    if (!live) return true;
    for (const Segment::Occurrence& occurrence : key.occurrences) {
      if (!live(occurrence.content)) return false;
    }
    return true;
  }

  // Appends those that are live.
  void Join(std::span<const Segment::Occurrence> occurrences) {
    for (const Segment::Occurrence& occurrence : occurrences) {
      if (!live || live(occurrence.content)) joined.push_back(occurrence);
    }
  }
};

MergedCursor::MergedCursor(std::span<const std::shared_ptr<const Segment>> segments,
                           std::function<bool(ContentId)> live, std::uint64_t first, std::uint64_t last)
    : state_(std::make_unique<State>()) {
  state_->live = std::move(live);
  if (segments.size() == 1) {
    state_->only = segments.front()->NewCursor(first, last);
    return;
  }
  for (const std::shared_ptr<const Segment>& segment : segments) {
    std::unique_ptr<Segment::Cursor> cursor = segment->NewCursor(first, last);
    Segment::Key head;
    if (!cursor->Next(&head)) continue;
    state_->cursors.push_back(std::move(cursor));
    state_->heads.push_back(head);
    state_->head_keys.push_back(head.key);
  }
}

MergedCursor::~MergedCursor() = default;

bool MergedCursor::Next(Segment::Key* key) {
  State& s = *state_;
  if (s.only != nullptr) {
    while (s.only->Next(key)) {
      if (s.AllLive(*key)) return true;
      s.joined.clear();
      s.Join(key->occurrences);
      key->occurrences = s.joined;
      if (!s.joined.empty()) return true;
    }
    return false;
  }
  while (true) {
    // From the back, so that an exhausted cursor's place is only taken by one already advanced.
    for (std::size_t i = s.taken.size(); i-- > 0;) s.Advance(s.taken[i]);
    s.taken.clear();
    if (s.cursors.empty()) return false;

    std::uint64_t least = *std::ranges::min_element(s.head_keys);
    for (std::size_t i = 0; i < s.head_keys.size(); ++i) {
      if (s.head_keys[i] == least) s.taken.push_back(i);
    }
    *key = s.heads[s.taken.front()];
    if (s.taken.size() == 1 && s.AllLive(*key)) return true;
    s.joined.clear();
    for (std::size_t i : s.taken) s.Join(s.heads[i].occurrences);
    if (s.joined.empty()) continue;
    if (s.taken.size() > 1) std::ranges::sort(s.joined, {}, &Segment::Occurrence::content);
    key->occurrences = s.joined;
    return true;
  }
}

}  // namespace kindred::index
