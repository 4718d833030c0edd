// See dedupe.h: recover, scan, plan, act, report.
#include "jobs/dedupe/dedupe.h"

#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "act/journal/history.h"
#include "act/journal/journal.h"
#include "act/plan/plan.h"
#include "act/runs/batch.h"
#include "act/runs/recover.h"
#include "jobs/dedupe/candidates.h"
#include "jobs/dedupe/decision_file.h"
#include "jobs/dedupe/folder_decisions.h"
#include "jobs/dedupe/past_actions.h"
#include "jobs/scan/scan.h"
#include "kindred/error.h"
#include "kindred/values.h"
#include "model/entry.h"
#include "run/run_limits.h"
#include "run/stage_timer.h"
#include "run/stop.h"
#include "tree/entries/skips.h"
#include "tree/entries/summary_facts.h"
#include "tree/entries/tree_walk.h"
#include "walk/filter.h"

namespace kindred::jobs {

namespace {

void Refuse(const DedupeOptions& options) {
  if (options.scan.walk.follow_links) {
    throw Error(ErrorKind::kUsage, "links are never followed where files are replaced",
                OptionName{"follow_links"}, "leave it out");
  }
  if (options.by == ReplaceBy::kMove && options.move_to.empty())
    throw Error(ErrorKind::kUsage, "no folder to move copies to", OptionName{"by"}, "name one");
}

std::vector<act::KeepRule> RulesOf(const std::vector<std::string>& asked) {
  using Kind = act::KeepRule::Kind;
  std::vector<act::KeepRule> rules;
  for (const std::string& name : asked) {
    if (name == "newest") {
      rules.push_back({Kind::kNewest, name});
    } else if (name == "oldest") {
      rules.push_back({Kind::kOldest, name});
    } else if (name == "shortest-path") {
      rules.push_back({Kind::kShortestPath, "shortest path"});
    } else {
      if (name.empty())
        throw Error(ErrorKind::kUsage, "an empty pattern matches nothing", OptionName{"keep"},
                    "leave it out");
      WalkOptions pattern;
      pattern.include = {name};
      const auto filter = std::make_shared<const walk::Filter>(pattern);
      rules.push_back({Kind::kMatching, name, [filter](const std::string& path) {
                         walk::DirectoryNames directory{walk::SplitPath(ParentPath(path))};
                         return !filter->LacksInclude(directory, std::string(BaseName(path)).c_str());
                       }});
    }
  }
  return rules;
}

act::PlanOptions PlanOptionsOf(const DedupeOptions& options, const std::vector<walk::Root>& roots) {
  act::PlanOptions plan{.by = options.by,
                        // A dry run may assume hard links; applying requires an explicit choice.
                        .otherwise = options.apply ? std::nullopt : std::optional(ReplaceBy::kHardlink),
                        .move_to = {},
                        .several_roots = roots.size() > 1,
                        .keep = RulesOf(options.keep),
                        .rules = {.across_users = options.across_users,
                                  .across_permissions = options.across_permissions,
                                  .across_attributes = options.across_attributes}};
  if (options.by != ReplaceBy::kMove) return plan;
  plan.move_to = tree::ResolveRoot(options.move_to).absolute;
  for (const walk::Root& root : roots) {
    if (IsAtOrBelow(plan.move_to, root.absolute)) {
      throw Error(ErrorKind::kUsage, "the target folder is inside the searched folders", options.move_to,
                  "name one elsewhere");
    }
  }
  return plan;
}

DedupeAction ActionOf(const act::Job& job, const act::JobResult& result) {
  DedupeAction action{.path = job.copy.shown,
                      .keep = job.keep.shown,
                      .by = job.by,
                      .outcome = result.outcome,
                      .reason = result.reason,
                      .size = job.copy.facts.size,
                      .freed = job.freed,
                      .target = result.target.empty() ? job.target : result.target,
                      .saved = result.saved};
  if (result.outcome != ActionOutcome::kPlanned && result.outcome != ActionOutcome::kDone) action.freed = 0;
  return action;
}

DedupeAction ActionOf(const act::LeftAlone& left, const DedupeOptions& options) {
  return {.path = left.shown,
          .keep = left.keep,
          .by = options.by.value_or(ReplaceBy::kReflink),
          .outcome = ActionOutcome::kLeft,
          .reason = left.reason,
          .wished = left.wished,
          .size = left.size};
}

// A set with its copies; without results they are planned.
DedupeSet SetOf(const act::PlannedSet& planned, std::span<const act::JobResult> results) {
  DedupeSet set{
      .size = planned.size, .digest = planned.digest, .keep = planned.keep.shown, .why = planned.why};
  for (std::size_t i = 0; i < planned.jobs.size(); ++i)
    set.copies.push_back(ActionOf(planned.jobs[i], results.empty() ? act::JobResult{} : results[i]));
  return set;
}

void Count(const DedupeAction& action, DedupeSummary* summary) {
  summary->done += action.outcome == ActionOutcome::kDone;
  summary->saved += action.outcome == ActionOutcome::kSaved;
  summary->freed += action.freed;
  if (action.outcome != ActionOutcome::kLeft) return;
  ++(action.wished ? summary->wished : summary->left);
}

std::uint64_t InterruptedRuns(base::FileSystem& files, const std::string& directory) {
  const auto runs = act::PastRuns(act::Journal::Runs(files, directory), [&](std::uint64_t run) {
    return act::Journal::Read(files, directory, run);
  });
  return static_cast<std::uint64_t>(
      std::ranges::count_if(runs, [](const act::PastRun& run) { return run.InDoubt(); }));
}

// The tree that is looked at, or only its roots if the candidates come from decisions.
tree::ScannedTree LookAt(base::FileSystem& files, const std::string& directory, const DedupeOptions& options,
                         Observer& observer) {
  if (options.decisions.empty()) {
    tree::ScannedTree tree = ScanTree(files, directory, options.scan, observer);
    if (tree.summary.interrupted)
      throw Error(ErrorKind::kCancelled, "interrupted; nothing was replaced", "", "run again");
    return tree;
  }
  tree::ScannedTree tree;
  for (const std::string& typed : options.scan.walk.roots) {
    struct stat status;
    if (::lstat(typed.c_str(), &status) != 0)
      throw Error(ErrorKind::kNotFound, "there is no such file or directory", typed);
    tree.roots.push_back(tree::ResolveRoot(typed));
    tree.summary.roots.push_back(typed);
  }
  return tree;
}

// Does the jobs of a plan, and returns their results in order.
std::vector<act::JobResult> Apply(act::Journal& journal, const act::Plan& plan,
                                  const act::PlanOptions& options, const DedupeSummary& summary,
                                  act::Steps& steps, Observer& observer, std::uint64_t* run) {
  std::vector<act::Job> jobs;
  for (const act::PlannedSet& set : plan.sets) jobs.insert(jobs.end(), set.jobs.begin(), set.jobs.end());
  if (jobs.empty()) return {};
  run::StageTimer timer(observer, "replace");
  std::vector<std::string> roots;
  for (const std::string& root : summary.roots) roots.push_back(tree::ResolveRoot(root).absolute);
  act::JournalWriter writer =
      journal.NewRun({.kind = act::RunKind::kDedupe, .by = summary.by, .roots = std::move(roots)});
  *run = writer.run();
  std::string failure;
  std::vector<act::JobResult> results = act::DoJobs(
      jobs, options.rules, writer, steps, [&] { return observer.StopRequested(); }, &failure);
  act::RunEnd end{.actions = jobs.size()};
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const bool done = results[i].outcome == ActionOutcome::kDone;
    end.done += done;
    end.left += results[i].outcome == ActionOutcome::kLeft;
    if (done) end.freed += jobs[i].freed;
  }
  if (failure.empty()) {
    writer.End(end);
  } else if (std::ranges::all_of(results, [](const act::JobResult& result) {
               return result.outcome == ActionOutcome::kLeft || result.outcome == ActionOutcome::kPlanned;
             })) {
    throw Error(ErrorKind::kFailed, "nothing was replaced: " + failure);
  }
  timer.Done(jobs.size(), "copies");
  return results;
}

act::Plan PlanTree(const tree::ScannedTree& tree, const std::vector<Decision>& decisions,
                   const DedupeOptions& options, const act::PlanOptions& plan_options, act::Steps& steps,
                   Observer& observer) {
  run::StageTimer planning(observer, "plan");
  const Protected kept(options.protect);
  act::Plan plan;
  std::vector<act::CandidateSet> sets;
  if (options.decisions.empty()) {
    sets = CandidatesOfTree(tree, kept);
  } else {
    const RootsOfPaths roots(tree.roots);
    const std::vector<Decision> on_files = WithFilesOfFolders(
        decisions, options.scan.walk, [&](const std::string& path) { return roots.Has(path); },
        run::ThreadsOf(options.scan.run), observer, &plan.left);
    DecidedCandidates decided = CandidatesOfDecisions(on_files, tree.roots, kept);
    sets = std::move(decided.sets);
    plan.left.insert(plan.left.end(), decided.left.begin(), decided.left.end());
  }
  for (const act::CandidateSet& set : sets) {
    run::StopIfAsked(observer, "nothing was replaced; run again");
    act::PlanSet(set, plan_options, steps, &plan);
  }
  std::ranges::stable_sort(plan.sets, std::greater<>(),
                           [](const act::PlannedSet& set) { return set.size * set.jobs.size(); });
  planning.Done(sets.size(), "sets");
  return plan;
}

DedupeSummary SummaryOf(const DedupeOptions& options, const std::string& index_directory,
                        const tree::ScannedTree& tree, const act::Plan& plan) {
  DedupeSummary summary;
  summary.roots = tree.summary.roots;
  summary.by = options.by ? std::string(ReplaceByName(*options.by)) : "default";
  summary.keep = options.keep;
  summary.index = index_directory;
  summary.across_users = options.across_users;
  summary.across_permissions = options.across_permissions;
  summary.across_attributes = options.across_attributes;
  summary.applied = options.apply;
  summary.files = tree.summary.files;
  summary.sets = plan.sets.size();
  summary.shared = plan.shared;
  return summary;
}

}  // namespace

void DedupeTree(base::FileSystem& files, const std::string& index_directory, const DedupeOptions& options,
                ResultSink& sink, Observer& observer) {
  run::StageTimer whole(observer, "dedupe");
  Refuse(options);
  act::Steps steps;
  std::optional<act::Journal> journal;
  act::Recovery recovery;
  if (options.apply) {
    journal.emplace(files, index_directory);
    recovery = act::RecoverRuns(*journal, steps);
  }
  const std::vector<Decision> decisions =
      options.decisions.empty() ? std::vector<Decision>() : ReadDecisionFile(options.decisions);
  tree::ScannedTree tree = LookAt(files, index_directory, options, observer);
  const act::PlanOptions plan_options = PlanOptionsOf(options, tree.roots);

  const act::Plan plan = PlanTree(tree, decisions, options, plan_options, steps, observer);

  DedupeSummary summary = SummaryOf(options, index_directory, tree, plan);
  std::vector<act::JobResult> results;
  if (journal) {
    results = Apply(*journal, plan, plan_options, summary, steps, observer, &summary.run);
  } else {
    summary.interrupted_runs = InterruptedRuns(files, index_directory);
  }

  static_cast<RunFacts&>(summary) = tree::RunFactsOf(tree, {}, whole.Seconds());
  std::vector<DedupeSet> shown;
  for (std::span<const act::JobResult> rest = results; const act::PlannedSet& set : plan.sets) {
    shown.push_back(SetOf(set, rest.empty() ? rest : rest.first(set.jobs.size())));
    if (!rest.empty()) rest = rest.subspan(set.jobs.size());
    summary.actions += set.jobs.size();
    if (set.proposed) summary.proposed += set.jobs.size();
    for (const DedupeAction& action : shown.back().copies) Count(action, &summary);
  }
  for (const act::LeftAlone& left : plan.left) ++(left.wished ? summary.wished : summary.left);
  sink.On(summary);
  PushRecovered(recovery, sink);
  for (const DedupeSet& set : shown) sink.On(set);
  for (const act::LeftAlone& left : plan.left) sink.On(ActionOf(left, options));
  tree::PushSkips(tree.roots, tree.skips, sink);
}

}  // namespace kindred::jobs
