// Collating keys into sharing sets; see sharing_sets.h.
#include "match/sharing_sets.h"

#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "match/places.h"
#include "match/template_keys.h"

namespace kindred {

namespace {

// Keys at which the stream can be cut into `parts` of about equal weight. Between two neighbouring levels
// keys are uniform, and how many there are is known from the contents' weights.
std::vector<std::uint64_t> Cuts(std::span<const ContentMarks> marks, unsigned parts) {
  std::array<double, kMaxLevel + 2> at_level{};
  for (const ContentMarks& content : marks) {
    for (int level = 0; level <= kMaxLevel; ++level) {
      at_level[level] += static_cast<double>(content.weight_at[std::max<int>(level, content.level)]);
    }
  }
  std::vector<std::uint64_t> cuts;
  for (unsigned part = 1; part < parts; ++part) {
    const double wanted = at_level[0] * part / parts;  // weight below the cut
    int level = kMaxLevel;
    while (level > 0 && at_level[level] < wanted) --level;
    const double below = level == kMaxLevel ? 0 : at_level[level + 1];
    const double inside = at_level[level] - below;
    const double low = level == kMaxLevel ? 0 : std::ldexp(1.0, 63 - level);
    const double high = std::ldexp(1.0, 64 - level);
    const double share = inside <= 0 ? 1 : std::clamp((wanted - below) / inside, 0.0, 1.0);
    const double cut = low + share * (high - low);
    cuts.push_back(cut >= std::ldexp(1.0, 64) ? std::numeric_limits<std::uint64_t>::max()
                                              : static_cast<std::uint64_t>(cut));
  }
  return cuts;
}

// The members of one key, ordered by place.
class Gatherer {
 public:
  Gatherer(const Scope& scope, const Places& places, bool types_together, Weight weight)
      : scope_(scope), places_(places), types_together_(types_together), weight_(weight) {}

  void Take(const Segment::Key& key, SharingSets* sets) {
    found_.clear();
    for (const Segment::Occurrence& occurrence : key.occurrences) {
      const std::uint32_t place = places_.Of(occurrence.content);
      const std::uint64_t each = weight_ == Weight::kBytes ? key.length : 1;
      if (place == kNotInScope) continue;
      found_.push_back({place, occurrence.count * each});
      sets->CountMarks(occurrence.count);
    }
    if (found_.size() < 2) return;
    std::sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.place < b.place; });
    if (types_together_) {
      AddOf(sets, [](const Member&) { return true; });
    } else {
      AddOf(sets,
            [this](const Member& member) { return scope_[member.place].type.type == ContentType::kText; });
      AddOf(sets,
            [this](const Member& member) { return scope_[member.place].type.type != ContentType::kText; });
    }
  }

 private:
  struct Member {
    std::uint32_t place;
    std::uint64_t weight;
  };

  template <typename Wanted>
  void AddOf(SharingSets* sets, Wanted wanted) {
    members_.clear();
    weights_.clear();
    for (const Member& member : found_) {
      if (!wanted(member)) continue;
      members_.push_back(member.place);
      weights_.push_back(member.weight);
    }
    if (members_.size() > 1) sets->Add(members_, weights_, 1);
  }

  const Scope& scope_;
  const Places& places_;
  bool types_together_;
  Weight weight_;
  std::vector<Member> found_;
  std::vector<std::uint32_t> members_;
  std::vector<std::uint64_t> weights_;
};

// Streams the keys of the scope in parts, each by `act(cursor, &result)` on one of the threads. There are a
// few parts per thread, since they are only about equal.
template <typename Result, typename Act>
std::vector<Result> StreamKeys(std::span<const std::shared_ptr<const Segment>> segments, const Places& places,
                               std::span<const ContentMarks> marks, unsigned threads, Act act) {
  const unsigned parts = threads <= 1 ? 1 : 4 * threads;
  const std::vector<std::uint64_t> cuts = Cuts(marks, parts);
  std::vector<Result> results(parts);
  ParallelFor(threads, parts, [&](std::size_t part, unsigned) {
    const std::uint64_t first = part == 0 ? 0 : cuts[part - 1];
    if (part + 1 < parts && cuts[part] <= first) return;  // an empty part
    const std::uint64_t last = part + 1 == parts ? ~std::uint64_t{0} : cuts[part] - 1;
    MergedCursor cursor(
        segments, [&](ContentId id) { return places.Of(id) != kNotInScope; }, first, last);
    act(cursor, &results[part]);
  });
  return results;
}

}  // namespace

void SharingSets::Add(std::span<const std::uint32_t> members, std::span<const std::uint64_t> weights,
                      std::uint64_t keys) {
  if (2 * (sets_.size() + 1) > table_.size()) Grow();
  const std::uint64_t mask = table_.size() - 1;
  std::uint64_t slot = XXH3_64bits(members.data(), members.size_bytes()) & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    Set& set = sets_[table_[slot] - 1];
    if (!std::ranges::equal(Members(set), members)) continue;
    set.keys += keys;
    for (std::size_t i = 0; i < members.size(); ++i) weights_[set.first + i] += weights[i];
    return;
  }
  sets_.push_back({members_.size(), static_cast<std::uint32_t>(members.size()), keys});
  members_.insert(members_.end(), members.begin(), members.end());
  weights_.insert(weights_.end(), weights.begin(), weights.end());
  table_[slot] = static_cast<std::uint32_t>(sets_.size());
}

void SharingSets::AddAll(const SharingSets& other) {
  marks_ += other.marks_;
  for (const Set& set : other.sets_) Add(other.Members(set), other.Weights(set), set.keys);
}

void SharingSets::Grow() {
  table_.assign(std::max<std::size_t>(1024, 2 * table_.size()), 0);
  const std::uint64_t mask = table_.size() - 1;
  for (std::uint32_t number = 0; number < sets_.size(); ++number) {
    const auto members = Members(sets_[number]);
    std::uint64_t slot = XXH3_64bits(members.data(), members.size_bytes()) & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = number + 1;
  }
}

std::vector<ContentMarks> ScopeMarks(std::span<const std::shared_ptr<const Segment>> segments,
                                     const Scope& scope) {
  const Places places(scope);
  std::vector<ContentMarks> marks(scope.size());
  for (const auto& segment : segments) {
    for (const ContentMarks& content : segment->AllContents()) {
      const std::uint32_t place = places.Of(content.content);
      if (place != kNotInScope) marks[place] = content;
    }
  }
  return marks;
}

std::vector<std::uint64_t> CountKeys(std::span<const std::shared_ptr<const Segment>> segments,
                                     const Scope& scope, std::span<const ContentMarks> marks,
                                     unsigned threads) {
  using Counts = std::vector<std::uint64_t>;
  const Places places(scope);
  Counts keys(scope.size());
  if (segments.empty()) return keys;
  const auto parts =
      StreamKeys<Counts>(segments, places, marks, threads, [&](MergedCursor& cursor, Counts* counts) {
        counts->resize(scope.size());
        Segment::Key key;
        while (cursor.Next(&key)) {
          for (const Segment::Occurrence& found : key.occurrences) ++(*counts)[places.Of(found.content)];
        }
      });
  for (const Counts& part : parts) {
    for (std::size_t place = 0; place < part.size(); ++place) keys[place] += part[place];
  }
  return keys;
}

SharingSets CollectSharingSets(std::span<const std::shared_ptr<const Segment>> segments, const Scope& scope,
                               std::span<const ContentMarks> marks, bool types_together, unsigned threads,
                               std::span<const std::uint64_t> ignored) {
  if (segments.empty()) return {};
  const Places places(scope);
  const Weight weight = segments.front()->method().weight;
  std::vector<SharingSets> partial =
      StreamKeys<SharingSets>(segments, places, marks, threads, [&](MergedCursor& cursor, SharingSets* sets) {
        Gatherer gatherer(scope, places, types_together, weight);
        Segment::Key key;
        SortedKeys skipped(ignored);
        while (cursor.Next(&key)) {
          if (!skipped.Has(key.key)) gatherer.Take(key, sets);
        }
      });
  SharingSets sets = std::move(partial[0]);
  for (std::size_t part = 1; part < partial.size(); ++part) sets.AddAll(partial[part]);
  return sets;
}

}  // namespace kindred
