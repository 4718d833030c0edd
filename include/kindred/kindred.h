// Kindred's public C++ API: an index of a file tree's marks, kept up to date, and the questions it answers.
// tests/api_example.cc is a complete program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kindred/error.h"
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

class Index {
 public:
  // Nothing is created or read before the first call below. Every call works on the newest committed
  // state; several processes may read while one scans.
  explicit Index(std::string directory);

  // Brings the index up to date with the roots and pushes OnScan and OnSkip.
  ScanSummary Scan(const ScanOptions&, ResultSink&, Observer&);
  // Scan, then everything that is similar in the roots.
  void Find(const FindOptions&, ResultSink&, Observer&);
  // The files of the index that are similar to `file` ("-": standard input). Reads no other file.
  void Query(const std::string& file, const QueryOptions&, ResultSink&, Observer&);

  // Scan, then what became of each file between two directories, or files, by content: names only decide
  // between equals. If one lies inside the other, its files are not counted in the other; if both are the
  // same, Error(kUsage).
  void Compare(const std::string& a, const std::string& b, const DirectoryOptions&, ResultSink&, Observer&);

  // Scan, then every run of bytes (or bits) that stands in several places of the roots.
  void Spans(const SpanOptions&, ResultSink&, Observer&);

  // Brings the tallies of the roots up to date, then every two of these files whose tallies are near.
  void Near(const NearOptions&, ResultSink&, Observer&);
  // The files of the store whose tallies are near that of `file` ("-": standard input).
  void NearFile(const std::string& file, const NearOptions&, ResultSink&, Observer&);

  // Adds a template, or previews it, and pushes OnTemplateEffect. Error(kUsage) for a name that is taken or a
  // cluster that is not there; then nothing changes.
  void AddTemplate(const TemplateOptions&, ResultSink&, Observer&);
  // Pushes OnTemplate for each template, by name.
  void ListTemplates(ResultSink&);
  // Pushes OnTemplate, and OnSuggestion with an example of its text if a file of the index still has it.
  // Error(kUsage) for a name that is not there.
  void ShowTemplate(const std::string& name, ResultSink&);
  void RemoveTemplate(const std::string& name);
  // Pushes OnSuggestion, the most promising first.
  void SuggestTemplates(const SuggestOptions&, ResultSink&, Observer&);
  // The bytes of a pool's file; pushes OnPool without its name.
  std::string ExportPool(const ExportOptions&, ResultSink&, Observer&);

  // Removes everything at or below `path` from the index; returns the number of files forgotten.
  std::uint64_t Forget(const std::string& path);
  IndexStats Stats() const;
  CheckResult Check() const;

 private:
  std::string directory_;
};

// What two files share, proved by reading both. Needs no index.
void CompareFiles(const std::string& a, const std::string& b, const CompareOptions&, ResultSink&, Observer&);

}  // namespace kindred::inline v0
