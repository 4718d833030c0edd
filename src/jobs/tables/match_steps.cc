// See match_steps.h.
#include "jobs/tables/match_steps.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "base/coding.h"
#include "jobs/match/pairs/measure_stage.h"
#include "jobs/match/shown/content_names.h"
#include "jobs/match/shown/group_presenter.h"
#include "kindred/error.h"
#include "match/keys/degree_census.h"
#include "match/mixed.h"
#include "match/pairs/pair_sums.h"
#include "match/pairs/pairs.h"
#include "match/union_find.h"
#include "run/run_limits.h"
#include "run/stop.h"
#include "span/shares/pair_shares.h"
#include "tree/bytes/measure_pairs.h"
#include "tree/methods/make_method.h"

namespace kindred::jobs {

namespace {

Digest DigestFromHex(const std::string& hex) {
  if (const auto digest = Digest::Parse(hex)) return *digest;
  throw Error(ErrorKind::kUsage, "a digest has 32 hexadecimal digits", hex);
}

void WantNumber(const DocumentPair& pair, std::uint64_t documents) {
  if (pair.a < documents && pair.b < documents) return;
  throw Error(ErrorKind::kUsage, "a pair names a document that is not there", "pairs");
}

class LinkedNames : public ContentNames {
 public:
  explicit LinkedNames(std::span<const LinkedContent> contents) : contents_(contents) {}

  std::string PathOf(std::uint32_t place) const override { return contents_[place].path; }
  std::int64_t TimeOf(std::uint32_t place) const override { return contents_[place].mtime; }
  std::uint64_t SizeOf(std::uint32_t place) const override { return contents_[place].size; }
  Digest DigestOf(std::uint32_t place) const override { return DigestFromHex(contents_[place].digest); }
  std::uint64_t CopiesOf(std::uint32_t place) const override { return contents_[place].copies; }
  bool IsHere(std::uint32_t) const override { return true; }

 private:
  std::span<const LinkedContent> contents_;
};

std::vector<Pair> PairsOf(std::span<const ContentLink> links, std::size_t contents) {
  std::vector<Pair> pairs;
  pairs.reserve(links.size());
  for (const ContentLink& link : links) {
    if (link.a >= link.b || link.b >= contents)
      throw Error(ErrorKind::kUsage, "a link names two contents, the smaller number first", "links");
    pairs.push_back({.a = link.a,
                     .b = link.b,
                     .of_a = link.of_a,
                     .of_b = link.of_b,
                     .similarity = link.similarity,
                     .shared_marks = static_cast<std::uint32_t>(link.shared_marks) & 0x3fffffff,
                     .measured = link.measured,
                     .shared_bytes = link.shared_bytes});
  }
  return pairs;
}

}  // namespace

void JudgeEvidence(std::span<const PairEvidence> evidence, const StepOptions& options, ResultSink& sink) {
  const auto method = tree::MethodFrom(options.method);
  const match::ShareRules rules = match::ShareRulesOf(options.match, method->info());
  const auto judgement = options.measures ? match::Judgement::kByReading : match::Judgement::kByEstimate;
  for (std::uint64_t row = 0; row < evidence.size(); ++row) {
    const PairEvidence& known = evidence[row];
    const match::SharedWeight shared{.keys = known.keys,
                                     .weight_a = known.weight_a,
                                     .total_a = known.total_a,
                                     .weight_b = known.weight_b,
                                     .total_b = known.total_b,
                                     .level = static_cast<int>(known.level)};
    if (!match::MayReach(shared, options.match.minimum, rules)) continue;
    const auto pair = match::JudgePair(shared, {known.size_a, known.compared_a},
                                       {known.size_b, known.compared_b}, options.match, rules, judgement);
    if (!pair) continue;
    sink.On(JudgedPair{.row = row,
                       .of_a = pair->of_a,
                       .of_b = pair->of_b,
                       .similarity = pair->similarity,
                       .error = pair->error,
                       .shared_bytes = pair->shared_bytes,
                       .open = LeavesOpen(*pair, static_cast<float>(options.match.minimum)),
                       .uncertain = LeavesUncertain(*pair, static_cast<float>(options.match.minimum))});
  }
}

void MeasureInMemory(std::span<const std::string_view> documents, std::span<const DocumentPair> pairs,
                     const StepOptions& options, ResultSink& sink, Observer& observer) {
  const auto method = tree::MethodFrom(options.method);
  std::vector<span::ContentPair> asked;
  asked.reserve(pairs.size());
  for (const DocumentPair& pair : pairs) {
    WantNumber(pair, documents.size());
    asked.push_back({pair.a, pair.b});
  }
  std::vector<std::atomic<std::uint64_t>> compared(documents.size());  // without what the method ignores
  const std::vector<span::PairShare> shares = span::MeasurePairs(
      {.pairs = asked,
       .contents = static_cast<std::uint32_t>(documents.size()),
       .size = [&](std::uint32_t number) { return std::uint64_t{documents[number].size()}; },
       .whole =
           [&](std::uint32_t number) {
             const std::string_view bytes = documents[number];
             span::Source::Piece piece = WithoutIgnored({base::AsBytes(bytes), 0, nullptr}, method->ignore());
             compared[number] = piece.bytes.size();
             return piece;
           },
       .least = options.match.run,
       .memory = run::MemoryOf(options.run) / 2,
       .threads = run::ThreadsOf(options.run),
       .stop = [&] { return observer.StopRequested(); }});
  run::StopIfAsked(observer);
  for (std::uint64_t row = 0; row < shares.size(); ++row) {
    if (!shares[row].measured) continue;
    const tree::MeasuredShares exact =
        tree::SharesOf(shares[row].shared_a, compared[pairs[row].a], shares[row].shared_b,
                       compared[pairs[row].b], options.match.measure);
    sink.On(MeasuredPair{.row = row,
                         .of_a = exact.of_a,
                         .of_b = exact.of_b,
                         .similarity = exact.similarity,
                         .shared_bytes = std::min(exact.shared_a, exact.shared_b)});
  }
}

void GroupLinked(std::span<const LinkedContent> contents, std::span<const ContentLink> links,
                 const StepOptions& options, ResultSink& sink) {
  const std::vector<Pair> pairs = PairsOf(links, contents.size());
  std::vector<LargeFamilyMember> large_families;
  for (std::uint32_t place = 0; place < contents.size(); ++place) {
    // Which member is the centre of another does not matter here.
    if (contents[place].in_family)
      large_families.push_back({place, contents[place].is_centre ? place : ~std::uint32_t{0}});
  }
  const GroupedLinks grouped{pairs, large_families, options.match.measure == Measure::kOfReference};
  const LinkedNames names(contents);
  const GroupPresenter present(names, grouped, 0);
  for (const match::FamilyOfPlaces& family : match::Families(pairs, contents.size(), options.families))
    sink.On(present.Of(family));
  for (const match::GroupOfPlaces& group : GroupsOf(grouped, contents.size(), options.match.minimum))
    sink.On(present.Of(group));
}

}  // namespace kindred::jobs

namespace kindred::inline v0 {

std::uint64_t HashOfMember(std::uint64_t content) { return match::Mixed(content); }

std::uint64_t DegreeCap(std::span<const SetsOfDegree> counts, const MatchOptions& options,
                        std::uint64_t contents) {
  std::vector<match::SetCount> by_degree;
  std::uint64_t largest = 0;
  for (const SetsOfDegree& count : counts) {
    by_degree.push_back(
        {count.degree, static_cast<int>(std::min<std::uint64_t>(64, count.zeros)), count.sets});
    largest = std::max(largest, count.degree);
  }
  const std::uint64_t asked = match::MaxDegree(options, contents);
  if (asked != 0) return largest > asked ? asked : 0;
  return match::CapOf(match::DegreeCensus::SetsOf(by_degree));
}

std::vector<SharedSums> SumShared(const KeyLists& lists, std::span<const DocumentPair> pairs) {
  std::vector<SharedSums> sums;
  sums.reserve(pairs.size());
  for (const DocumentPair& pair : pairs) {
    jobs::WantNumber(pair, lists.first.empty() ? 0 : lists.first.size() - 1);
    SharedSums sum;
    std::uint64_t a = lists.first[pair.a], b = lists.first[pair.b];
    const std::uint64_t end_a = lists.first[pair.a + 1], end_b = lists.first[pair.b + 1];
    while (a < end_a && b < end_b) {
      if (lists.keys[a] == lists.keys[b]) {
        ++sum.keys;
        sum.weight_a += lists.weights[a++];
        sum.weight_b += lists.weights[b++];
      } else if (lists.keys[a] < lists.keys[b]) {
        ++a;
      } else {
        ++b;
      }
    }
    sums.push_back(sum);
  }
  return sums;
}

std::vector<std::uint32_t> Components(std::uint32_t documents, std::span<const DocumentPair> pairs) {
  match::UnionFind joined(documents);
  for (const DocumentPair& pair : pairs) {
    jobs::WantNumber(pair, documents);
    joined.Join(pair.a, pair.b);
  }
  std::vector<std::uint32_t> first(documents);
  for (std::uint32_t i = 0; i < documents; ++i) first[i] = joined.Find(i);
  return first;
}

std::uint64_t LeastShared(const StepOptions& options) {
  return match::LeastProposed(
      options.match, tree::MethodFrom(options.method)->weight(),
      options.measures ? match::Judgement::kByReading : match::Judgement::kByEstimate);
}

}  // namespace kindred::inline v0
