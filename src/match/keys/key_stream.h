// The keys of a scope as a stream of sets: each key that occurs in two or more contents, with those contents.
// The segments are the runs of HP's external sort of (chunk, file) (Forman et al. 2005, section 2.5, step 2):
// each was sorted when it was written, within the scan's memory, and they are merged here as they are read.
//
// The stream can be read any number of times, in parts of about equal weight that run in parallel, and holds
// one block per segment and part.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "index/segment/segment.h"
#include "match/keys/scope_weights.h"
#include "match/keys/template_keys.h"
#include "match/places.h"
#include "match/scope.h"

namespace kindred::match {

// What a stream is made of; all of it outlives the stream.
struct KeySource {
  std::span<const std::shared_ptr<const index::Segment>> segments;
  const Scope& scope;
  const ScopeWeights& weights;                  // by place
  bool types_together = false;                  // false: text and other contents are in separate sets
  std::span<const std::uint64_t> ignored = {};  // ascending: keys that are passed over (templates)
  index::Poll poll = nullptr;                   // from several threads
};

// The contents of one key, those that are compared with each other: ascending places, and what the key weighs
// in each.
struct KeySet {
  std::span<const std::uint32_t> members;
  std::span<const std::uint64_t> weights;
};

// By which equal sets are recognised, and sampled (degree_census.h): the XOR of a number for each member, so
// that no machine needs all members of a set to compute its hash.
std::uint64_t HashOfMembers(std::span<const std::uint32_t> members);

class KeyStream {
 public:
  KeyStream(const KeySource& source, unsigned threads);

  // Parts can be read at the same time.
  std::size_t parts() const { return cuts_.size() - 1; }
  // Calls visit(KeySet) for each set of the part, in the order of keys; the spans are valid until it returns.
  // Returns how many marks of the scope were streamed, shared or not.
  template <typename Visit>
  std::uint64_t Read(std::size_t part, Visit visit) const;

  // Calls act(cursor) with all keys of the part as they are stored, contents outside the scope, too.
  template <typename Act>
  void ReadKeys(std::size_t part, Act act) const;
  const Places& places() const { return places_; }

 private:
  // The members of one key, ordered by place and divided by type.
  class Gatherer;

  KeySource source_;
  Places places_;
  std::vector<std::uint64_t> cuts_;  // first keys of the parts, and the end
};

inline constexpr std::uint64_t kKeysPerPoll = 1 << 16;

class KeyStream::Gatherer {
 public:
  Gatherer(const KeySource& source, const Places& places)
      : source_(source),
        places_(places),
        by_length_(!source.segments.empty() && source.segments.front()->method().weight == Weight::kBytes) {}

  // Returns how many marks of the scope have the key.
  template <typename Visit>
  std::uint64_t Take(const index::Segment::Key& key, Visit& visit) {
    // Most keys occur in one content only.
    if (key.occurrences.size() == 1)
      return places_.Has(key.occurrences.front().content) ? key.occurrences.front().count : 0;
    found_.clear();
    const std::uint64_t each = by_length_ ? key.length : 1;
    std::uint64_t marks = 0;
    for (const index::Segment::Occurrence& occurrence : key.occurrences) {
      const std::uint32_t place = places_.Of(occurrence.content);
      if (place == kNotInScope) continue;
      marks += occurrence.count;
      found_.push_back({place, occurrence.count * each});
    }
    if (found_.size() > 1) GiveAll(visit);
    return marks;
  }

 private:
  struct Member {
    std::uint32_t place;
    std::uint64_t weight;
  };

  template <typename Visit>
  void GiveAll(Visit& visit) {
    // Contents are numbered in about the order of their paths, so mostly the members are sorted already.
    auto before = [](const Member& a, const Member& b) { return a.place < b.place; };
    if (!std::ranges::is_sorted(found_, before)) std::ranges::sort(found_, before);
    if (source_.types_together) {
      Give(visit, [](const Member&) { return true; });
      return;
    }
    auto is_text = [this](const Member& member) {
      return source_.scope[member.place].type.type == ContentType::kText;
    };
    Give(visit, is_text);
    if (members_.size() < found_.size()) Give(visit, [&](const Member& member) { return !is_text(member); });
  }

  template <typename Visit, typename Wanted>
  void Give(Visit& visit, Wanted wanted) {
    members_.clear();
    weights_.clear();
    for (const Member& member : found_) {
      if (!wanted(member)) continue;
      members_.push_back(member.place);
      weights_.push_back(member.weight);
    }
    if (members_.size() > 1) visit(KeySet{members_, weights_});
  }

  const KeySource& source_;
  const Places& places_;
  bool by_length_;
  std::vector<Member> found_;
  std::vector<std::uint32_t> members_;
  std::vector<std::uint64_t> weights_;
};

template <typename Act>
void KeyStream::ReadKeys(std::size_t part, Act act) const {
  if (cuts_[part] > cuts_[part + 1]) return;
  const std::uint64_t last = part + 1 == parts() ? ~std::uint64_t{0} : cuts_[part + 1] - 1;
  if (part + 1 < parts() && cuts_[part] == cuts_[part + 1]) return;
  index::MergedCursor cursor(source_.segments, {}, cuts_[part], last);
  act(cursor);
}

template <typename Visit>
std::uint64_t KeyStream::Read(std::size_t part, Visit visit) const {
  std::uint64_t marks = 0;
  ReadKeys(part, [&](index::MergedCursor& cursor) {
    Gatherer gatherer(source_, places_);
    SortedKeys skipped(source_.ignored);
    index::Segment::Key key;
    for (std::uint64_t keys = 0; cursor.Next(&key); ++keys) {
      if (source_.poll && keys % kKeysPerPoll == 0) source_.poll();
      if (skipped.Has(key.key)) continue;
      marks += gatherer.Take(key, visit);
    }
  });
  return marks;
}

}  // namespace kindred::match
