// Kindred's public C++ API: an index of a file tree's marks, kept up to date, and the queries on it.
// tests/api_example.cc is a complete program.
//
// Threads. Every function and every member function of Index and Snapshot may be called from several threads
// at once, on one object or on several, as long as no thread assigns to, moves or destroys the object.
// Calls that write to one index (Scan, Find and Spans that rescan, Compare, Forget, and changes of templates)
// exclude each other, also across processes: the second one fails with Error(kBusy) and changes nothing.
// Calls that only read never wait for a writer. A sink and an observer belong to one call at a time; sink.h
// says from which threads they are called. A call may start threads; they have ended when it returns.
//
// Results. A call with a sink pushes records as they are made, and keeps none. Find, Query, Compare and Spans
// also exist without a sink: they return everything as one value (results.h), for results that fit in memory.
//
// Stopping. Every call that takes an Observer polls StopRequested() and throws Error(kCancelled) if it is
// true. Scan returns instead, with the index holding what was read so far (ScanSummary::interrupted). Calls
// without an Observer are short.
//
// Standard streams. Nothing here reads standard input, prints or exits; signals are left alone.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kindred/decisions.h"
#include "kindred/dedupe.h"
#include "kindred/error.h"
#include "kindred/input.h"
#include "kindred/options.h"
#include "kindred/order_values.h"
#include "kindred/pools.h"
#include "kindred/results.h"
#include "kindred/shown_file.h"
#include "kindred/sink.h"
#include "kindred/tables.h"
#include "kindred/template_values.h"
#include "kindred/templates.h"
#include "kindred/values.h"

namespace kindred::inline v0 {

// $KINDRED_INDEX, or kindred/ in the user's XDG data directory.
std::string DefaultIndexDirectory();

// All methods, each with its parameters at their defaults.
std::vector<MethodInfo> KnownMethods();

// The types of files that options may name, such as text, html or pdf; docs/using/types.md lists them.
std::vector<std::string> KnownTypes();

// Chooses anchors for the method "anchors" from the text files of a tree and pushes an AnchorReport. Returns
// the text of the set's file.
std::string LearnAnchors(const LearnOptions&, ResultSink&, Observer&);

// The types of files that InsideOptions::types may name, such as zip or docx.
std::vector<std::string> KnownContainers();

// Titles of documents.
class DocumentTitles {
 public:
  DocumentTitles();
  ~DocumentTitles();

  // The title of an HTML page, or its first heading; the first heading of Markdown and reStructuredText; the
  // title property of a PDF, an office document or a book. Empty if the file has no title, is of another type
  // or cannot be read. At most 64 KB of a text are read; other documents are read by a worker in a sandbox.
  std::string Of(const std::string& path);

 private:
  class Workers;
  std::unique_ptr<Workers> workers_;  // none until a document needs one
};

// Looks inside a file, as a scan does, and pushes an InsideSummary and each FilePart.
void ListParts(const std::string& file, const InsideOptions&, ResultSink&, Observer&);
// Passes the bytes of one part to `take`, piece by piece. Error(kNotFound) if there is no such part.
void ExtractPart(const std::string& file, const std::string& part, const InsideOptions&,
                 const std::function<void(std::string_view)>& take, Observer&);

// Throws what Index::Find would throw before it reads anything: for a root that does not exist or cannot be
// opened (unless it is taken from the index), a pool that cannot be used, options that contradict each other.
// For callers that report such errors before they start the search.
void CheckFind(const FindOptions& options);

// One committed state of an index, opened once for many queries, as a server does, so that each query saves
// the cost of opening. The state does not change and stays readable while other processes scan.
class Snapshot {
 public:
  // The newest committed state of the index in `directory`. Error(kNotFound) if there is no index.
  static Snapshot Open(const std::string& directory);
  Snapshot(Snapshot&&) noexcept;
  Snapshot& operator=(Snapshot&&) noexcept;
  ~Snapshot();

  // Counts the commits of the index: equal numbers mean equal states.
  std::uint64_t Generation() const;
  // Switches to the newest committed state; running calls finish with the state that they began with. Returns
  // whether the state changed. If it throws, the old state is kept.
  bool Refresh();

  // As in Index. Templates are not part of the state: each query reads the current ones.
  void Query(const Input& input, const QueryOptions&, ResultSink&, Observer&) const;
  QueryResult Query(const Input& input, const QueryOptions& = {}, Observer& = Unobserved()) const;
  IndexStats Stats() const;

 private:
  class Handle;

  explicit Snapshot(const std::string& directory);

  std::unique_ptr<Handle> handle_;
};

class Index {
 public:
  // Nothing is created or read before the first call below. Every call works on the newest committed
  // state; several processes may read while one scans.
  explicit Index(std::string directory);

  // Brings the index up to date with the roots and pushes a ScanSummary and the Skips.
  ScanSummary Scan(const ScanOptions&, ResultSink&, Observer&);
  // Scan, then everything that is similar in the roots.
  void Find(const FindOptions&, ResultSink&, Observer&);
  FindResult Find(const FindOptions&, Observer& = Unobserved());
  // The files of the index that are similar to the input. Reads no other file.
  void Query(const Input& input, const QueryOptions&, ResultSink&, Observer&);
  QueryResult Query(const Input& input, const QueryOptions& = {}, Observer& = Unobserved());

  // Scan, then what became of each file between two directories, or two files, by content: names decide only
  // where contents leave a choice. If one lies inside the other, its files are not counted in the other; if
  // both are the same, Error(kUsage).
  void Compare(const std::string& a, const std::string& b, const CompareOptions&, ResultSink&, Observer&);
  CompareResult Compare(const std::string& a, const std::string& b, const CompareOptions& = {},
                        Observer& = Unobserved());

  // Scan, then compare `a` with another machine that is described by a pool (CompareOptions::pools): what it
  // already has and what must be sent. Pushes a TransferPlan, and each file of `a` with the file there that
  // holds most of it. Parts inside files are ignored, and all shares are estimates.
  void CompareWithPool(const std::string& a, const CompareOptions&, ResultSink&, Observer&);

  // Scan, then an OrderSummary and an OrderedFile for every file, in an order in which similar files are
  // neighbours: an archive in this order compresses better.
  void Order(const OrderOptions&, ResultSink&, Observer&);

  // Scan, then every run of bytes (or bits) that occurs several times in the roots.
  void Spans(const SpanOptions&, ResultSink&, Observer&);
  SpansResult Spans(const SpanOptions&, Observer& = Unobserved());

  // Brings the tallies of the roots up to date, then pushes every pair of these files whose tallies are near.
  void Near(const NearOptions&, ResultSink&, Observer&);
  // The files of the store whose tallies are near that of the input.
  void NearFile(const Input& input, const NearOptions&, ResultSink&, Observer&);

  // Adds a template, or previews it, and pushes a TemplateEffect. Throws Error(kUsage) for a name that is
  // taken and Error(kNotFound) for an unknown family; then nothing changes.
  void AddTemplate(const TemplateOptions&, ResultSink&, Observer&);
  // Pushes a TemplateInfo for each template, by name.
  void ListTemplates(ResultSink&);
  // Pushes the TemplateInfo, and a TemplateSuggestion with an example of its text if a file of the index
  // still has it. Throws Error(kNotFound) for an unknown name.
  void ShowTemplate(const std::string& name, ResultSink&);
  void RemoveTemplate(const std::string& name);
  // Pushes TemplateSuggestions, the most promising first; with `apply`, adds them all and pushes a
  // TemplateEffect for each.
  void SuggestTemplates(const SuggestOptions&, ResultSink&, Observer&);
  // Returns the bytes of a pool's file; pushes a PoolReport without its path.
  std::string ExportPool(const ExportOptions&, ResultSink&, Observer&);

  // Pushes a TableSummary, then all that a Find with these options matches, as rows: TableContent and
  // TableFile by content, TableCrowd, TableMark by key, and the Skips. Scans first, unless
  // FindOptions::rescan is false. Matches only as far as the degree cap requires.
  void ExportTables(const TableOptions&, ResultSink&, Observer&);
  // Scan, then plan what becomes of copies, and with `apply` replace them. Pushes a DedupeSummary,
  // DedupeSets, a DedupeAction for each file that is left alone for another reason, and Skips. Error(kBusy)
  // while another process replaces copies with the same index. Completes interrupted runs first (unless it
  // only plans).
  void Dedupe(const DedupeOptions&, ResultSink&, Observer&);
  // Restores what a Dedupe run replaced; 0: the newest run that is not undone. Pushes an UndoSummary and a
  // DedupeAction for each copy. Error(kNotFound) if there is no such run.
  void Undo(std::uint64_t run, ResultSink&, Observer&);
  // Completes interrupted runs, then pushes a JournalRun for each run of Dedupe and Undo, oldest first.
  void Journal(ResultSink&);

  // Removes everything at or below `path` from the index; returns the number of files forgotten.
  std::uint64_t Forget(const std::string& path, Observer&);
  IndexStats Stats() const;
  // Reads the whole index. Damage is a problem in the result, not an Error.
  CheckResult Check(Observer&) const;

 private:
  std::string directory_;
};

// What two files, or other inputs, share, proved by reading both. Needs no index.
void CompareFiles(const Input& a, const Input& b, const FileCompareOptions&, ResultSink&, Observer&);

}  // namespace kindred::inline v0
