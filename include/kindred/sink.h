// Results and events are pushed into sinks and observers that the caller provides.
#pragma once

#include <type_traits>
#include <utility>

#include "kindred/record.h"
#include "kindred/values.h"

namespace kindred::inline v0 {

struct TemplateInfo;
struct TemplateEffect;
struct TemplateSuggestion;
struct PoolReport;
struct OrderSummary;
struct OrderedFile;
struct DedupeAction;
struct DedupeSet;
struct DedupeSummary;
struct JournalRun;
struct UndoSummary;

// The values that are results. Their descriptions are in src/report/records/.
template <>
const RecordType& TypeOf<Summary>();
template <>
const RecordType& TypeOf<NamedFile>();
template <>
const RecordType& TypeOf<IdenticalSet>();
template <>
const RecordType& TypeOf<CopiedFolders>();
template <>
const RecordType& TypeOf<ContainedFile>();
template <>
const RecordType& TypeOf<SameInside>();
template <>
const RecordType& TypeOf<InsideSummary>();
template <>
const RecordType& TypeOf<FilePart>();
template <>
const RecordType& TypeOf<Family>();
template <>
const RecordType& TypeOf<Group>();
template <>
const RecordType& TypeOf<FilePair>();
template <>
const RecordType& TypeOf<DirectoryPair>();
template <>
const RecordType& TypeOf<InterestingSet>();
template <>
const RecordType& TypeOf<TreeComparison>();
template <>
const RecordType& TypeOf<TransferPlan>();
template <>
const RecordType& TypeOf<FileRelation>();
template <>
const RecordType& TypeOf<Skip>();
template <>
const RecordType& TypeOf<QueryHeader>();
template <>
const RecordType& TypeOf<Match>();
template <>
const RecordType& TypeOf<SpanSummary>();
template <>
const RecordType& TypeOf<FileComparison>();
template <>
const RecordType& TypeOf<Span>();
template <>
const RecordType& TypeOf<SideBySide>();
template <>
const RecordType& TypeOf<ScanSummary>();
template <>
const RecordType& TypeOf<AnchorReport>();
template <>
const RecordType& TypeOf<TemplateInfo>();
template <>
const RecordType& TypeOf<TemplateEffect>();
template <>
const RecordType& TypeOf<TemplateSuggestion>();
template <>
const RecordType& TypeOf<PoolReport>();
template <>
const RecordType& TypeOf<OrderSummary>();
template <>
const RecordType& TypeOf<OrderedFile>();
template <>
const RecordType& TypeOf<IndexStats>();
template <>
const RecordType& TypeOf<CheckResult>();
template <>
const RecordType& TypeOf<NearSummary>();
template <>
const RecordType& TypeOf<NearSet>();
template <>
const RecordType& TypeOf<NearPair>();
template <>
const RecordType& TypeOf<DedupeAction>();
template <>
const RecordType& TypeOf<DedupeSet>();
template <>
const RecordType& TypeOf<DedupeSummary>();
template <>
const RecordType& TypeOf<JournalRun>();
template <>
const RecordType& TypeOf<UndoSummary>();

// Receives results in this order: summary, copied folders, identical sets, equal parts, families, contained
// files, groups, directories, sets, pairs, suggestions of templates; of FindOptions::near_stage its summary,
// sets and pairs; skips. Of a comparison of directories: the comparison, with a pool the plan of a transfer,
// relations, skips; of an order: its summary, the files, skips. Calls come from the thread that called the
// library.
class ResultSink {
 public:
  virtual ~ResultSink() = default;
  // Any result: a Record made of one of the values of values.h and template_values.h. Return false to stop
  // the run: the library call returns without an error, and nothing more is pushed.
  virtual bool On(const Record& record) = 0;
};

// A sink made of functions, one for each type of result that the caller wants:
//
//     auto sink = Receive([&](const FilePair& pair) { pairs.push_back(pair); },
//                         [&](const Skip& skip) { return ++skips < 100; });
//
// A function takes one result value, or a Record: then it receives everything that no function before it
// takes. It may return bool, with the same meaning as On's. Results that no function takes are ignored.
template <typename... Functions>
class Receiver : public ResultSink, private Functions... {
 public:
  explicit Receiver(Functions... functions) : Functions(std::move(functions))... {}

  bool On(const Record& record) override {
    bool go_on = true;
    (void)(Offer<Functions>(record, &go_on) || ...);
    return go_on;
  }

 private:
  template <typename Function, typename Result, typename Argument>
  static std::remove_cvref_t<Argument> ArgumentOf(Result (Function::*)(Argument));
  template <typename Function, typename Result, typename Argument>
  static std::remove_cvref_t<Argument> ArgumentOf(Result (Function::*)(Argument) const);

  // Whether the function took the record.
  template <typename Function>
  bool Offer(const Record& record, bool* go_on) {
    using Argument = decltype(ArgumentOf(&Function::operator()));
    const Argument* argument;
    if constexpr (std::is_same_v<Argument, Record>) {
      argument = &record;
    } else {
      argument = record.As<Argument>();
    }
    if (argument == nullptr) return false;
    Function& function = *this;
    if constexpr (std::is_same_v<decltype(function(*argument)), bool>) {
      *go_on = function(*argument);
    } else {
      function(*argument);
    }
    return true;
  }
};

template <typename... Functions>
Receiver<Functions...> Receive(Functions... functions) {
  return Receiver<Functions...>(std::move(functions)...);
}

// For callers that need only the return value of a call.
inline auto IgnoreResults() {
  return Receive([](const Record&) {});
}

// How far a running stage is. Totals are 0 while unknown.
struct Progress {
  const char* stage = "";
  std::uint64_t files = 0;
  std::uint64_t total_files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t total_bytes = 0;
};

// What a stage cost, reported when it has ended.
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
  kFaults,   // equal keys of unequal bytes, or a file that changed
};

// Receives progress during a call. Calls come from one thread at a time, but not always the same one.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void OnProgress(const Progress&) {}
  virtual void OnStage(const StageTiming&) {}
  // One line of diagnostics, without a newline, from any thread. Called only for classes for which Traces()
  // is true.
  virtual void OnTrace(TraceClass, const std::string&) {}
  virtual bool Traces(TraceClass) const { return false; }
  // Polled often and from any thread: true stops the run cleanly.
  virtual bool StopRequested() { return false; }
};

// For calls that nobody watches or stops.
inline Observer& Unobserved() {
  static Observer none;
  return none;
}

}  // namespace kindred::inline v0
