// Kindred's public C++ API: an index of a file tree's marks, kept up to date, and the questions it answers.
// tests/api_example.cc is a complete program.
//
// Threads. Every function and every member function of Index and Snapshot may be called from several threads
// at once, on one object or on several, as long as nobody assigns to, moves or destroys the object meanwhile.
// Calls that write to one index (Scan, Find and Spans that rescan, Compare, Forget, and changes of templates)
// exclude each other, also across processes: the second one fails with Error(kBusy) and changes nothing.
// Calls that read wait for nobody. A sink and an observer belong to one call at a time; sink.h says from
// which threads they are called. A call may start threads, which are gone when it returns, unless it only
// looks something up.
//
// Stopping. Every call that takes an Observer asks StopRequested() often, and then throws Error(kCancelled);
// Scan returns instead, with what was read until then in the index (ScanSummary::interrupted). The others
// take a moment.
//
// Standard streams. Nothing here reads standard input, prints or exits; signals are left alone.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kindred/error.h"
#include "kindred/input.h"
#include "kindred/options.h"
#include "kindred/pools.h"
#include "kindred/sink.h"
#include "kindred/template_values.h"
#include "kindred/templates.h"
#include "kindred/values.h"

namespace kindred::inline v0 {

// "1.0.0"
const char* Version();

// $KINDRED_INDEX, or kindred/ in the user's XDG data directory.
std::string DefaultIndexDirectory();

// The methods that there are, each with its parameters at their defaults.
std::vector<MethodInfo> KnownMethods();

// The types of files that can be asked for, such as text, html or pdf; docs/types.md tells them.
std::vector<std::string> KnownTypes();

// Chooses anchors for the method "anchors" from the text files of a tree and pushes OnAnchors. Returns the
// text of the set's file.
std::string LearnAnchors(const LearnOptions&, ResultSink&, Observer&);

// One committed state of an index, opened once and asked often, as a server does: a query of an opened state
// spares what opening costs. It stays as it is, and readable, while others scan.
class Snapshot {
 public:
  Snapshot(Snapshot&&) noexcept;
  Snapshot& operator=(Snapshot&&) noexcept;
  ~Snapshot();

  // Counts the commits of the index: the same number is the same state.
  std::uint64_t Generation() const;
  // Opens the newest committed state instead; calls that are running finish with the one that they began
  // with. Returns whether it is another one. If it throws, nothing has changed.
  bool Refresh();

  // As those of Index. Templates are no part of the state: each query reads those of the moment.
  void Query(const Input& input, const QueryOptions&, ResultSink&, Observer&) const;
  IndexStats Stats() const;

 private:
  friend class Index;
  class Handle;

  explicit Snapshot(const std::string& directory);

  std::unique_ptr<Handle> handle_;
};

class Index {
 public:
  // The newest committed state of the index in `directory`. Error(kNotFound) if there is none.
  static Snapshot Open(const std::string& directory);

  // Nothing is created or read before the first call below. Every call works on the newest committed
  // state; several processes may read while one scans.
  explicit Index(std::string directory);

  // Brings the index up to date with the roots and pushes OnScan and OnSkip.
  ScanSummary Scan(const ScanOptions&, ResultSink&, Observer&);
  // Scan, then everything that is similar in the roots.
  void Find(const FindOptions&, ResultSink&, Observer&);
  // The files of the index that are similar to the input. Reads no other file.
  void Query(const Input& input, const QueryOptions&, ResultSink&, Observer&);

  // Scan, then what became of each file between two directories, or files, by content: names only decide
  // between equals. If one lies inside the other, its files are not counted in the other; if both are the
  // same, Error(kUsage).
  void Compare(const std::string& a, const std::string& b, const CompareOptions&, ResultSink&, Observer&);

  // Scan, then every run of bytes (or bits) that stands in several places of the roots.
  void Spans(const SpanOptions&, ResultSink&, Observer&);

  // Brings the tallies of the roots up to date, then every two of these files whose tallies are near.
  void Near(const NearOptions&, ResultSink&, Observer&);
  // The files of the store whose tallies are near that of the input.
  void NearFile(const Input& input, const NearOptions&, ResultSink&, Observer&);

  // Adds a template, or previews it, and pushes OnTemplateEffect. Error(kUsage) for a name that is taken,
  // Error(kNotFound) for a cluster that is not there; then nothing changes.
  void AddTemplate(const TemplateOptions&, ResultSink&, Observer&);
  // Pushes OnTemplate for each template, by name.
  void ListTemplates(ResultSink&);
  // Pushes OnTemplate, and OnSuggestion with an example of its text if a file of the index still has it.
  // Error(kNotFound) for a name that is not there.
  void ShowTemplate(const std::string& name, ResultSink&);
  void RemoveTemplate(const std::string& name);
  // Pushes OnSuggestion, the most promising first.
  void SuggestTemplates(const SuggestOptions&, ResultSink&, Observer&);
  // The bytes of a pool's file; pushes OnPool without its name.
  std::string ExportPool(const ExportOptions&, ResultSink&, Observer&);

  // Removes everything at or below `path` from the index; returns the number of files forgotten.
  std::uint64_t Forget(const std::string& path, Observer&);
  IndexStats Stats() const;
  // Reads all of the index. Damage is a problem in the result, not an Error.
  CheckResult Check(Observer&) const;

 private:
  std::string directory_;
};

// What two files, or other inputs, share, proved by reading both. Needs no index.
void CompareFiles(const Input& a, const Input& b, const FileCompareOptions&, ResultSink&, Observer&);

}  // namespace kindred::inline v0
