// The public API: each call is one pipeline of this room.
#include <cstdlib>

#include "engine/compare_trees.h"
#include "engine/find.h"
#include "engine/near.h"
#include "engine/pools.h"
#include "engine/query.h"
#include "engine/scan.h"
#include "engine/spans.h"
#include "engine/templates.h"
#include "index/store.h"
#include "kindred/kindred.h"
#include "mark/method.h"

namespace kindred {

const char* Version() { return KINDRED_VERSION; }

std::string DefaultIndexDirectory() {
  auto from = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (const std::string named = from("KINDRED_INDEX"); !named.empty()) return named;
  // The XDG rules: a relative path there is to be ignored.
  if (const std::string data = from("XDG_DATA_HOME"); data.starts_with('/')) return data + "/kindred";
  if (const std::string home = from("HOME"); !home.empty()) return home + "/.local/share/kindred";
  throw Error(ErrorKind::kUsage, "no place for the index: HOME, XDG_DATA_HOME and KINDRED_INDEX are not set",
              "", "name one with --index DIR");
}

std::vector<MethodInfo> KnownMethods() {
  std::vector<MethodInfo> methods;
  for (const auto& method : AllMethods()) methods.push_back(method->info());
  return methods;
}

Index::Index(std::string directory) : directory_(std::move(directory)) {}

ScanSummary Index::Scan(const ScanOptions& options, ResultSink& sink, Observer& observer) {
  const ScannedTree tree = ScanTree(PosixFileSystem(), directory_, options, observer);
  sink.OnScan(tree.summary);
  PushSkips(tree, sink);
  return tree.summary;
}

void Index::Find(const FindOptions& options, ResultSink& sink, Observer& observer) {
  FindSimilar(PosixFileSystem(), directory_, options, sink, observer);
}

void Index::Query(const std::string& file, const QueryOptions& options, ResultSink& sink,
                  Observer& observer) {
  QuerySimilar(PosixFileSystem(), directory_, file, options, sink, observer);
}

void Index::Near(const NearOptions& options, ResultSink& sink, Observer& observer) {
  NearInTree(PosixFileSystem(), directory_, options, sink, observer);
}

void Index::NearFile(const std::string& file, const NearOptions& options, ResultSink& sink,
                     Observer& observer) {
  NearOneFile(PosixFileSystem(), directory_, file, options, sink, observer);
}

void Index::Compare(const std::string& a, const std::string& b, const DirectoryOptions& options,
                    ResultSink& sink, Observer& observer) {
  CompareTrees(PosixFileSystem(), directory_, a, b, options, sink, observer);
}

void Index::Spans(const SpanOptions& options, ResultSink& sink, Observer& observer) {
  FindSpans(PosixFileSystem(), directory_, options, sink, observer);
}

void Index::AddTemplate(const TemplateOptions& options, ResultSink& sink, Observer& observer) {
  AddTemplateTo(PosixFileSystem(), directory_, options, sink, observer);
}

void Index::ListTemplates(ResultSink& sink) { ListTemplatesOf(PosixFileSystem(), directory_, sink); }

void Index::ShowTemplate(const std::string& name, ResultSink& sink) {
  ShowTemplateOf(PosixFileSystem(), directory_, name, sink);
}

void Index::RemoveTemplate(const std::string& name) {
  RemoveTemplateFrom(PosixFileSystem(), directory_, name);
}

void Index::SuggestTemplates(const SuggestOptions& options, ResultSink& sink, Observer& observer) {
  SuggestTemplatesFor(PosixFileSystem(), directory_, options, sink, observer);
}

std::string Index::ExportPool(const ExportOptions& options, ResultSink& sink, Observer&) {
  return ExportPoolOf(PosixFileSystem(), directory_, options, sink);
}

std::uint64_t Index::Forget(const std::string& path) {
  const std::string absolute = ResolveRoot(path).absolute;
  ForgetTallies(PosixFileSystem(), directory_, absolute);
  {
    auto snapshot = OpenSnapshot(PosixFileSystem(), directory_);
    CatalogReader& catalog = snapshot->catalog();
    if (catalog.DirectoriesUnder({absolute}).empty() && catalog.SkipsUnder({absolute}).empty()) return 0;
  }
  auto writer = StoreWriter::Open(PosixFileSystem(), directory_);
  const std::uint64_t forgotten = writer->catalog().RemoveUnder(absolute);
  writer->catalog().DropDeadContents();
  writer->Commit();
  return forgotten;
}

IndexStats Index::Stats() const { return ReadStats(PosixFileSystem(), directory_); }

CheckResult Index::Check() const { return CheckIndex(PosixFileSystem(), directory_); }

}  // namespace kindred
