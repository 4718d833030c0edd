// Results and events are pushed: a caller implements what it wants to hear.
#pragma once

#include "kindred/values.h"

namespace kindred::inline v0 {

struct TemplateInfo;
struct TemplateEffect;
struct TemplateSuggestion;
struct PoolReport;

// Receives results in this order: summary, identical sets, clusters, groups, directories, sets, pairs; of a
// first look its summary, sets and pairs; skips. Of a comparison of directories: the comparison, relations,
// skips.
class ResultSink {
 public:
  virtual ~ResultSink() = default;
  virtual void OnSummary(const Summary&) {}
  virtual void OnIdentical(const IdenticalSet&) {}
  virtual void OnCluster(const Cluster&) {}
  virtual void OnGroup(const Group&) {}
  virtual void OnPair(const FilePair&) {}
  virtual void OnDirectories(const DirectoryPair&) {}
  virtual void OnSet(const InterestingSet&) {}
  virtual void OnCompared(const TreeComparison&) {}
  virtual void OnRelation(const FileRelation&) {}
  virtual void OnSkip(const Skip&) {}
  virtual void OnQuery(const QueryHeader&) {}
  virtual void OnMatch(const Match&) {}
  virtual void OnSpans(const SpanSummary&) {}
  virtual void OnComparison(const Comparison&) {}
  virtual void OnSpan(const Span&) {}
  virtual void OnSideBySide(const SideBySide&) {}
  virtual void OnScan(const ScanSummary&) {}
  virtual void OnAnchors(const AnchorReport&) {}
  virtual void OnTemplate(const TemplateInfo&) {}
  virtual void OnTemplateEffect(const TemplateEffect&) {}
  virtual void OnSuggestion(const TemplateSuggestion&) {}
  virtual void OnPool(const PoolReport&) {}
  virtual void OnStats(const IndexStats&) {}
  virtual void OnCheck(const CheckResult&) {}
  virtual void OnNearSummary(const NearSummary&) {}
  virtual void OnNearSet(const NearSet&) {}
  virtual void OnNearPair(const NearPair&) {}
  // Nothing follows; a report prints its closing line.
  virtual void OnEnd() {}
};

// How far a running stage is. Totals are 0 while unknown.
struct Progress {
  const char* stage = "";
  std::uint64_t files = 0;
  std::uint64_t total_files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t total_bytes = 0;
};

// What a stage cost, once it is over.
struct StageTiming {
  const char* stage = "";
  double seconds = 0;
  std::uint64_t items = 0;  // files, marks, sets: what the stage counts
  const char* unit = "";
  std::uint64_t bytes = 0;
};

// Hardy's classes of diagnostic output (Notes on the Transclusion Finder, "Usage").
enum class TraceClass {
  kFiles,    // a file as it is first read, a directory as it is entered
  kReads,    // how much of a file was read
  kMatches,  // where a match was found
  kFaults,   // an equal key that turned out to stand for unequal bytes, or a file that changed
};

// Hears of a run while it goes on. Calls come from one thread at a time, but not always the same one.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void OnProgress(const Progress&) {}
  virtual void OnStage(const StageTiming&) {}
  // One line of diagnostics, without a newline, from any thread. Only classes for which Traces() is true are
  // told.
  virtual void OnTrace(TraceClass, const std::string&) {}
  virtual bool Traces(TraceClass) const { return false; }
  // Asked often and from any thread: true makes the run stop in good order.
  virtual bool StopRequested() { return false; }
};

}  // namespace kindred::inline v0
