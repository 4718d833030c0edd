// The public API: each call is one job of src/jobs.
#include <cstdlib>

#include "act/journal/journal.h"
#include "api/collected.h"
#include "api/sink_gate.h"
#include "index/decisions/decision_store.h"
#include "index/store/store.h"
#include "inside/named_part.h"
#include "jobs/anchors/learn_anchors.h"
#include "jobs/compare/compare_trees.h"
#include "jobs/compare/compare_with_pool.h"
#include "jobs/dedupe/dedupe.h"
#include "jobs/find/find.h"
#include "jobs/match/pools/pools.h"
#include "jobs/near/near.h"
#include "jobs/order/order_files.h"
#include "jobs/query/query.h"
#include "jobs/scan/scan.h"
#include "jobs/spans/compare_files.h"
#include "jobs/spans/spans.h"
#include "jobs/tables/export_tables.h"
#include "jobs/tables/mark_documents.h"
#include "jobs/tables/match_steps.h"
#include "jobs/template/templates.h"
#include "kindred/kindred.h"
#include "mark/methods/methods.h"
#include "run/stop.h"
#include "tree/entries/scanned_tree.h"
#include "tree/entries/skips.h"
#include "tree/entries/tree_walk.h"
#include "tree/entries/type_filter.h"

namespace kindred::inline v0 {

namespace {

constexpr char kForgetAgain[] = "forget it again: only its tallies are gone";

}  // namespace

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
              "", "name one with `directory`");
}

std::vector<MethodInfo> KnownMethods() {
  std::vector<MethodInfo> methods;
  for (const auto& method : mark::AllMethods()) methods.push_back(method->info());
  return methods;
}

std::vector<std::string> KnownTypes() { return tree::TypeNames(); }

std::vector<std::string> KnownContainers() {
  std::vector<std::string> names;
  for (const extract::TypeRow& row : extract::ContainerTypes()) names.emplace_back(row.name);
  return names;
}

void ListParts(const std::string& file, const InsideOptions& options, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) { inside::ListPartsOf(file, options, gate, observer); });
}

void ExtractPart(const std::string& file, const std::string& part, const InsideOptions& options,
                 const std::function<void(std::string_view)>& take, Observer& observer) {
  inside::ExtractPartOf(file, part, options, take, observer);
}

std::string LearnAnchors(const LearnOptions& options, ResultSink& sink, Observer& observer) {
  return jobs::LearnAnchorSet(options, sink, observer);
}

void CompareFiles(const Input& a, const Input& b, const FileCompareOptions& options, ResultSink& sink,
                  Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) { jobs::CompareTwoFiles(a, b, options, gate, observer); });
}

void MarkDocuments(std::span<const std::string_view> documents, const MarkOptions& options, ResultSink& sink,
                   Observer& observer) {
  api::SinkGate::Push(sink,
                      [&](ResultSink& gate) { jobs::MarkInMemory(documents, options, gate, observer); });
}

void JudgePairs(std::span<const PairEvidence> evidence, const StepOptions& options, ResultSink& sink) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) { jobs::JudgeEvidence(evidence, options, gate); });
}

void MeasureDocuments(std::span<const std::string_view> documents, std::span<const DocumentPair> pairs,
                      const StepOptions& options, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(
      sink, [&](ResultSink& gate) { jobs::MeasureInMemory(documents, pairs, options, gate, observer); });
}

void GroupContents(std::span<const LinkedContent> contents, std::span<const ContentLink> links,
                   const StepOptions& options, ResultSink& sink) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) { jobs::GroupLinked(contents, links, options, gate); });
}

Index::Index(std::string index_directory) : directory_(std::move(index_directory)) {}

ScanSummary Index::Scan(const ScanOptions& options, ResultSink& sink, Observer& observer) {
  const tree::ScannedTree tree = jobs::ScanTree(base::PosixFileSystem(), directory_, options, observer);
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    gate.On(tree.summary);
    tree::PushSkips(tree.roots, tree.skips, gate);
  });
  return tree.summary;
}

void CheckFind(const FindOptions& options) { jobs::CheckQuestion(options); }

void Index::Find(const FindOptions& options, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    const auto suggest = [&](std::uint64_t limit, ResultSink& to) {
      SuggestOptions asked{.find = options, .limit = limit, .flags = options.template_flags};
      asked.find.pools = {};
      jobs::SuggestTemplatesFor(base::PosixFileSystem(), directory_, asked, to, observer);
    };
    jobs::FindSimilar(base::PosixFileSystem(), directory_, options, suggest, gate, observer);
  });
}

void Index::Query(const Input& input, const QueryOptions& options, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::QuerySimilar(base::PosixFileSystem(), directory_, nullptr, input, options, gate, observer);
  });
}

FindResult Index::Find(const FindOptions& options, Observer& observer) {
  return api::Collected<FindResult>([&](ResultSink& sink) { Find(options, sink, observer); });
}

QueryResult Index::Query(const Input& input, const QueryOptions& options, Observer& observer) {
  return api::Collected<QueryResult>([&](ResultSink& sink) { Query(input, options, sink, observer); });
}

CompareResult Index::Compare(const std::string& a, const std::string& b, const CompareOptions& options,
                             Observer& observer) {
  return api::Collected<CompareResult>([&](ResultSink& sink) { Compare(a, b, options, sink, observer); });
}

SpansResult Index::Spans(const SpanOptions& options, Observer& observer) {
  return api::Collected<SpansResult>([&](ResultSink& sink) { Spans(options, sink, observer); });
}

void Index::Near(const NearOptions& options, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::NearInTree(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::NearFile(const Input& input, const NearOptions& options, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::NearOneFile(base::PosixFileSystem(), directory_, input, options, gate, observer);
  });
}

void Index::Compare(const std::string& a, const std::string& b, const CompareOptions& options,
                    ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::CompareTrees(base::PosixFileSystem(), directory_, a, b, options, gate, observer);
  });
}

void Index::CompareWithPool(const std::string& a, const CompareOptions& options, ResultSink& sink,
                            Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::CompareWithPool(base::PosixFileSystem(), directory_, a, options, gate, observer);
  });
}

void Index::Order(const OrderOptions& options, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::OrderFiles(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::Spans(const SpanOptions& options, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::FindSpans(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::AddTemplate(const TemplateOptions& options, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::AddTemplateTo(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::ListTemplates(ResultSink& sink) {
  api::SinkGate::Push(
      sink, [&](ResultSink& gate) { jobs::ListTemplatesOf(base::PosixFileSystem(), directory_, gate); });
}

void Index::ShowTemplate(const std::string& name, ResultSink& sink) {
  api::SinkGate::Push(
      sink, [&](ResultSink& gate) { jobs::ShowTemplateOf(base::PosixFileSystem(), directory_, name, gate); });
}

void Index::RemoveTemplate(const std::string& name) {
  jobs::RemoveTemplateFrom(base::PosixFileSystem(), directory_, name);
}

void Index::SuggestTemplates(const SuggestOptions& options, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::SuggestTemplatesFor(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

std::string Index::ExportPool(const ExportOptions& options, ResultSink& sink, Observer& observer) {
  return jobs::ExportPoolOf(base::PosixFileSystem(), directory_, options, sink, observer);
}

void Index::ExportTables(const TableOptions& options, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::ExportTablesOf(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::Dedupe(const DedupeOptions& options, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::DedupeTree(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::Undo(std::uint64_t run, ResultSink& sink, Observer& observer) {
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::UndoDedupe(base::PosixFileSystem(), directory_, run, gate, observer);
  });
}

void Index::Journal(ResultSink& sink) {
  api::SinkGate::Push(sink,
                      [&](ResultSink& gate) { jobs::ListRuns(base::PosixFileSystem(), directory_, gate); });
}

std::uint64_t Index::Forget(const std::string& path, Observer& observer) {
  run::StopIfAsked(observer, "");
  const std::string absolute = tree::ResolveRoot(path).absolute;
  jobs::ForgetTallies(base::PosixFileSystem(), directory_, absolute);
  {
    auto snapshot = index::OpenSnapshot(base::PosixFileSystem(), directory_);
    index::CatalogReader& catalog = snapshot->catalog();
    if (catalog.DirectoriesUnder({absolute}).empty() && catalog.SkipsUnder({absolute}).empty()) return 0;
  }
  auto writer = index::IndexWriter::Open(base::PosixFileSystem(), directory_);
  run::StopIfAsked(observer, kForgetAgain);
  const std::uint64_t forgotten = writer->catalog().RemoveUnder(absolute);
  run::StopIfAsked(observer, kForgetAgain);
  writer->catalog().DropDeadContents();
  run::StopIfAsked(observer, kForgetAgain);
  writer->Commit();
  return forgotten;
}

IndexStats Index::Stats() const { return index::ReadStats(base::PosixFileSystem(), directory_); }

CheckResult Index::Check(Observer& observer) const {
  CheckResult result =
      index::CheckIndex(base::PosixFileSystem(), directory_, [&] { run::StopIfAsked(observer); });
  const auto examine = [&result](const auto& read) {
    try {
      result.files += read();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kDamaged) throw;
      ++result.files;
      result.problems.push_back(error.WithoutHint());
    }
  };
  examine([this] { return !index::ReadDecisions(directory_).empty(); });
  base::FileSystem& files = base::PosixFileSystem();
  for (const std::uint64_t run : act::Journal::Runs(files, directory_)) {
    examine([&] { return act::Journal::Read(files, directory_, run).begin.run == run; });
  }
  return result;
}

}  // namespace kindred::inline v0
