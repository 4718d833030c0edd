// See matched_pairs.h.
#include "jobs/match/pairs/matched_pairs.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <optional>

#include "index/store/kept_pairs.h"
#include "index/store/kept_shares.h"
#include "jobs/match/pairs/fold.h"
#include "jobs/match/pairs/measure_stage.h"
#include "match/pairs/pairs.h"
#include "run/run_limits.h"
#include "run/stage_timer.h"
#include "run/stop.h"
#include "tree/entries/summary_facts.h"

namespace kindred::jobs {

namespace {

// Everything that the proposed pairs depend on, except the threshold.
Digest KeyOfPairs(const tree::TreeScope& tree, const tree::TreeMarks& marks, const MatchOptions& options,
                  match::Judgement judgement) {
  std::string text = fmt::format("{} {} {} {} {} {}", marks.state, marks.method.info.Text(), options.run,
                                 options.types_together, match::MaxDegree(options, tree.scope().size()),
                                 match::LeastProposed(options, marks.method.weight, judgement)) +
                     (options.count == Count::kMultiset ? " multiset" : "");
  for (const match::ScopeContent& content : tree.scope())
    text.append(reinterpret_cast<const char*>(&content.id), sizeof content.id);
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.high64, hash.low64};
}

match::KeySource SourceOf(const tree::TreeScope& tree, const tree::TreeMarks& marks,
                          const MatchOptions& options, Observer& observer) {
  return {marks.segments,         tree.scope(),  marks.weights,
          options.types_together, marks.ignored, [&] { StopMatchIfAsked(observer); }};
}

// The pairs of the last match if they can be used, else by collating the keys.
index::KeptPairs Propose(base::FileSystem& files, const std::string& index_directory,
                         const tree::TreeScope& tree, const tree::TreeMarks& marks, const MatchRun& run,
                         match::Judgement judgement, Observer& observer) {
  const MatchOptions& options = run.match;
  const Digest key = KeyOfPairs(tree, marks, options, judgement);
  run::StageTimer recall(observer, "recall");
  auto kept =
      index::LoadKeptPairs(files, index_directory, key, static_cast<std::uint32_t>(tree.scope().size()));
  if (kept && kept->minimum <= options.minimum && kept->margin >= options.margin) {
    recall.Done(kept->pairs.size(), "pairs");
    StopMatchIfAsked(observer);
    return std::move(*kept);
  }

  run::StageTimer collate(observer, "collate");
  const unsigned threads = run::ThreadsOf(run.run);
  const match::MatchMemory limits{run::MemoryOf(run.run), &files, run::SpillDirectory(index_directory)};
  const match::Collated collated =
      match::CollateKeys(SourceOf(tree, marks, options, observer),
                         match::MaxDegree(options, tree.scope().size()), limits, threads);
  collate.Done(collated.marks, "marks");
  StopMatchIfAsked(observer);
  run::StageTimer pair(observer, "pair");
  match::ProposedPairs proposed =
      match::ProposePairs(collated, marks.weights, marks.method, options, judgement, threads,
                          [&] { StopMatchIfAsked(observer); });
  index::KeptPairs fresh{key,
                         options.minimum,
                         options.margin,
                         collated.marks,
                         proposed.degree_cap,
                         proposed.capped_keys,
                         std::move(proposed.pairs),
                         std::move(proposed.large_families),
                         std::move(proposed.boilerplate)};
  if (marks.keep) index::SaveKeptPairs(files, index_directory, fresh);
  pair.Done(collated.sets, "sharing sets");
  StopMatchIfAsked(observer);
  return fresh;
}

void MeasureUncertain(const tree::TreeScope& tree, Ignore ignore, const MatchRun& run,
                      const std::string& spill_directory, index::KeptShares* kept, MatchedPairs* found,
                      Observer& observer) {
  run::StageTimer timer(observer, "measure");
  Measurement measurement =
      MeasureFoundPairs(tree, found->pairs, ignore, run, spill_directory, kept, observer);
  timer.Done(found->pairs.size(), "pairs");
  found->pairs = std::move(measurement.pairs);
  found->dropped = measurement.dropped;
  found->unsettled = measurement.unsettled;
  found->skips = std::move(measurement.skips);
  found->verified = run.measuring == Measuring::kEvery;
  found->measured = true;
}

// Pairs that nothing is known of: anything between 0 and 1.
void AddPairs(std::span<const std::pair<std::uint32_t, std::uint32_t>> also, std::vector<Pair>* pairs) {
  auto places = [](const Pair& pair) { return std::pair(pair.a, pair.b); };
  std::vector<Pair> unknown;
  for (const auto& [a, b] : also) {
    if (!std::ranges::binary_search(*pairs, std::pair(a, b), {}, places))
      unknown.push_back({.a = a, .b = b, .error = kUnknown});
  }
  std::vector<Pair> all;
  std::ranges::merge(*pairs, unknown, std::back_inserter(all), {}, places, places);
  *pairs = std::move(all);
}

// Templates and sif's count are about marks, not bytes.
bool Measures(const MatchRun& run, const tree::TreeMarks& marks) {
  if (run.measuring != Measuring::kUncertain) return run.measuring == Measuring::kEvery;
  return marks.ignored.empty() && run.match.count == Count::kOnce;
}

void FoldParts(const tree::TreeScope& tree, const MatchOptions& options, bool measured, const PairView& view,
               MatchedPairs* found) {
  FoldedPairs folded = FoldPairs(tree, std::move(found->pairs), options, measured);
  found->pairs = std::move(folded.pairs);
  found->same_inside = std::move(folded.same_inside);
  std::erase_if(found->pairs, [&](const Pair& pair) {
    if (view.only_files && (tree.CopiesOf(pair.a).empty() || tree.CopiesOf(pair.b).empty())) return true;
    return (view.only_files || pair.inside) && view.wanted && !view.wanted(pair);
  });
}

void FilterPairs(const tree::TreeScope& tree, const FilterStage& filters, const PairView& view,
                 MatchedPairs* found, Observer& observer) {
  run::StageTimer timer(observer, "filter");
  const std::size_t count = found->pairs.size();
  const std::vector<bool> passed = filters.Pass(
      count,
      [&](std::size_t i) -> FilterItem {
        const Pair& pair = found->pairs[i];
        if (view.shown) return view.shown(pair);
        return {ShownPair(pair, tree), tree.scope()[pair.a].type, tree.scope()[pair.b].type};
      },
      observer);
  std::size_t number = 0;
  std::erase_if(found->pairs, [&](const Pair&) { return !passed[number++]; });
  found->filtered_out = count - found->pairs.size();
  timer.Done(count, "pairs");
}

}  // namespace

FilePair ShownPair(const Pair& pair, const tree::TreeScope& tree) {
  return {.a = tree.PathOf(pair.a),
          .b = tree.PathOf(pair.b),
          .size_a = tree.scope()[pair.a].size,
          .size_b = tree.scope()[pair.b].size,
          .of_a = pair.of_a,
          .of_b = pair.of_b,
          .similarity = pair.similarity,
          .shared_bytes = pair.shared_bytes,
          .shared_marks = pair.shared_marks,
          .measured = pair.measured != 0,
          .error = pair.error,
          .inside = pair.inside != 0,
          .mtime_a = tree.TimeOf(pair.a),
          .mtime_b = tree.TimeOf(pair.b)};
}

void StopMatchIfAsked(Observer& observer) { run::StopIfAsked(observer, run::kIndexIsComplete); }

match::SharingSets CollateTree(const tree::TreeScope& tree, const tree::TreeMarks& marks,
                               const MatchOptions& options, unsigned threads, Observer& observer) {
  run::StageTimer collate(observer, "collate");
  match::SharingSets sets;
  if (!marks.segments.empty()) {
    sets = match::CollectSharingSets(match::KeyStream(SourceOf(tree, marks, options, observer), threads),
                                     threads);
  }
  collate.Done(sets.marks(), "marks");
  StopMatchIfAsked(observer);
  return sets;
}

MatchedPairs MatchPairs(const Corpus& corpus, const MatchRun& run, const FilterStage& filters,
                        const PairView& view, Observer& observer) {
  const tree::TreeScope& tree = corpus.tree;
  const tree::TreeMarks& marks = corpus.marks;
  const std::string spill = run::SpillDirectory(corpus.index_directory);
  MatchedPairs found;
  static_cast<MatchFacts&>(found) = tree::MatchFactsOf(run.match, corpus.method.info());
  const bool measures = Measures(run, marks);
  const auto judgement = measures ? match::Judgement::kByReading : match::Judgement::kByEstimate;
  found.templates = marks.templates;
  found.template_keys = marks.ignored.size();
  {
    index::KeptPairs proposed =
        Propose(corpus.files, corpus.index_directory, tree, marks, run, judgement, observer);
    found.marks = proposed.marks;
    found.degree_cap = proposed.degree_cap;
    found.capped_keys = proposed.capped_keys;
    found.large_families = std::move(proposed.large_families);
    found.boilerplate = std::move(proposed.boilerplate);
    run::StageTimer judge(observer, "judge");
    found.pairs = match::JudgePairs(proposed.pairs, tree.scope(), marks.weights, marks.method, run.match,
                                    judgement, run::ThreadsOf(run.run));
    judge.Done(proposed.pairs.size(), "pairs");
  }
  if (view.wanted) std::erase_if(found.pairs, [&](const Pair& pair) { return !view.wanted(pair); });
  if (measures) {
    AddPairs(view.also, &found.pairs);
    const Ignore ignore = corpus.method.ignore();
    std::optional<index::KeptShares> kept;
    if (marks.keep)
      kept.emplace(corpus.files, corpus.index_directory, RulesOfMeasuring(ignore, run.match.run));
    MeasureUncertain(tree, ignore, run, spill, kept ? &*kept : nullptr, &found, observer);
  }
  if (tree.HasParts()) FoldParts(tree, run.match, measures, view, &found);
  if (!filters.Empty()) FilterPairs(tree, filters, view, &found, observer);
  return found;
}

bool AllReach(std::span<const Pair> pairs, double minimum) {
  return std::ranges::all_of(
      pairs, [&](const Pair& pair) { return pair.similarity >= static_cast<float>(minimum); });
}

std::vector<Pair> PairsThatReach(std::span<const Pair> pairs, double minimum) {
  std::vector<Pair> reached;
  std::ranges::copy_if(pairs, std::back_inserter(reached),
                       [&](const Pair& pair) { return pair.similarity >= static_cast<float>(minimum); });
  return reached;
}

}  // namespace kindred::jobs
