// The public API: each call is one pipeline of src/engine.
#include <cstdlib>

#include "act/journal.h"
#include "engine/anchors/learn_anchors.h"
#include "engine/compare/compare_trees.h"
#include "engine/compare/compare_with_pool.h"
#include "engine/dedupe/dedupe.h"
#include "engine/find/find.h"
#include "engine/inside/named_part.h"
#include "engine/near/near.h"
#include "engine/order/order_files.h"
#include "engine/pool/pools.h"
#include "engine/query/query.h"
#include "engine/scan/scan.h"
#include "engine/scan/scanned_tree.h"
#include "engine/scan/tree_walk.h"
#include "engine/sink_gate.h"
#include "engine/skips.h"
#include "engine/spans/compare_files.h"
#include "engine/spans/spans.h"
#include "engine/stop.h"
#include "engine/tables/export_tables.h"
#include "engine/tables/mark_documents.h"
#include "engine/tables/match_steps.h"
#include "engine/template/templates.h"
#include "engine/type_filter.h"
#include "index/decisions/decision_store.h"
#include "index/store/store.h"
#include "kindred/kindred.h"
#include "mark/method.h"

namespace kindred::inline v0 {

namespace {

constexpr char kForgetAgain[] = "forget it again: only its tallies are gone";

}  // namespace

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
              "", "name one with `directory`");
}

std::vector<MethodInfo> KnownMethods() {
  std::vector<MethodInfo> methods;
  for (const auto& method : mark::AllMethods()) methods.push_back(method->info());
  return methods;
}

std::vector<std::string> KnownTypes() { return engine::TypeNames(); }

std::vector<std::string> KnownContainers() {
  std::vector<std::string> names;
  for (const extract::TypeRow& row : extract::ContainerTypes()) names.emplace_back(row.name);
  return names;
}

void ListParts(const std::string& file, const InsideOptions& options, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) { engine::ListPartsOf(file, options, gate, observer); });
}

void ExtractPart(const std::string& file, const std::string& part, const InsideOptions& options,
                 const std::function<void(std::string_view)>& take, Observer& observer) {
  engine::ExtractPartOf(file, part, options, take, observer);
}

std::string LearnAnchors(const LearnOptions& options, ResultSink& sink, Observer& observer) {
  return engine::LearnAnchorSet(options, sink, observer);
}

void CompareFiles(const Input& a, const Input& b, const FileCompareOptions& options, ResultSink& sink,
                  Observer& observer) {
  engine::SinkGate::Push(sink,
                         [&](ResultSink& gate) { engine::CompareTwoFiles(a, b, options, gate, observer); });
}

void MarkDocuments(std::span<const std::string_view> documents, const MarkOptions& options, ResultSink& sink,
                   Observer& observer) {
  engine::SinkGate::Push(sink,
                         [&](ResultSink& gate) { engine::MarkInMemory(documents, options, gate, observer); });
}

void JudgePairs(std::span<const PairEvidence> evidence, const StepOptions& options, ResultSink& sink) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) { engine::JudgeEvidence(evidence, options, gate); });
}

void MeasureDocuments(std::span<const std::string_view> documents, std::span<const DocumentPair> pairs,
                      const StepOptions& options, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(
      sink, [&](ResultSink& gate) { engine::MeasureInMemory(documents, pairs, options, gate, observer); });
}

void GroupContents(std::span<const LinkedContent> contents, std::span<const ContentLink> links,
                   const StepOptions& options, ResultSink& sink) {
  engine::SinkGate::Push(sink,
                         [&](ResultSink& gate) { engine::GroupLinked(contents, links, options, gate); });
}

Index::Index(std::string index_directory) : directory_(std::move(index_directory)) {}

ScanSummary Index::Scan(const ScanOptions& options, ResultSink& sink, Observer& observer) {
  const engine::ScannedTree tree = engine::ScanTree(base::PosixFileSystem(), directory_, options, observer);
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    gate.On(tree.summary);
    engine::PushSkips(tree.roots, tree.skips, gate);
  });
  return tree.summary;
}

void CheckFind(const FindOptions& options) { engine::CheckQuestion(options); }

void Index::Find(const FindOptions& options, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::FindSimilar(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::Query(const Input& input, const QueryOptions& options, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::QuerySimilar(base::PosixFileSystem(), directory_, nullptr, input, options, gate, observer);
  });
}

void Index::Near(const NearOptions& options, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::NearInTree(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::NearFile(const Input& input, const NearOptions& options, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::NearOneFile(base::PosixFileSystem(), directory_, input, options, gate, observer);
  });
}

void Index::Compare(const std::string& a, const std::string& b, const CompareOptions& options,
                    ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::CompareTrees(base::PosixFileSystem(), directory_, a, b, options, gate, observer);
  });
}

void Index::CompareWithPool(const std::string& a, const CompareOptions& options, ResultSink& sink,
                            Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::CompareWithPool(base::PosixFileSystem(), directory_, a, options, gate, observer);
  });
}

void Index::Order(const OrderOptions& options, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::OrderFiles(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::Spans(const SpanOptions& options, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::FindSpans(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::AddTemplate(const TemplateOptions& options, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::AddTemplateTo(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::ListTemplates(ResultSink& sink) {
  engine::SinkGate::Push(
      sink, [&](ResultSink& gate) { engine::ListTemplatesOf(base::PosixFileSystem(), directory_, gate); });
}

void Index::ShowTemplate(const std::string& name, ResultSink& sink) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::ShowTemplateOf(base::PosixFileSystem(), directory_, name, gate);
  });
}

void Index::RemoveTemplate(const std::string& name) {
  engine::RemoveTemplateFrom(base::PosixFileSystem(), directory_, name);
}

void Index::SuggestTemplates(const SuggestOptions& options, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::SuggestTemplatesFor(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

std::string Index::ExportPool(const ExportOptions& options, ResultSink& sink, Observer& observer) {
  return engine::ExportPoolOf(base::PosixFileSystem(), directory_, options, sink, observer);
}

void Index::ExportTables(const TableOptions& options, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::ExportTablesOf(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::Dedupe(const DedupeOptions& options, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::DedupeTree(base::PosixFileSystem(), directory_, options, gate, observer);
  });
}

void Index::Undo(std::uint64_t run, ResultSink& sink, Observer& observer) {
  engine::SinkGate::Push(sink, [&](ResultSink& gate) {
    engine::UndoDedupe(base::PosixFileSystem(), directory_, run, gate, observer);
  });
}

void Index::Journal(ResultSink& sink) {
  engine::SinkGate::Push(
      sink, [&](ResultSink& gate) { engine::ListRuns(base::PosixFileSystem(), directory_, gate); });
}

std::uint64_t Index::Forget(const std::string& path, Observer& observer) {
  engine::StopIfAsked(observer, "");
  const std::string absolute = engine::ResolveRoot(path).absolute;
  engine::ForgetTallies(base::PosixFileSystem(), directory_, absolute);
  {
    auto snapshot = index::OpenSnapshot(base::PosixFileSystem(), directory_);
    index::CatalogReader& catalog = snapshot->catalog();
    if (catalog.DirectoriesUnder({absolute}).empty() && catalog.SkipsUnder({absolute}).empty()) return 0;
  }
  auto writer = index::IndexWriter::Open(base::PosixFileSystem(), directory_);
  engine::StopIfAsked(observer, kForgetAgain);
  const std::uint64_t forgotten = writer->catalog().RemoveUnder(absolute);
  engine::StopIfAsked(observer, kForgetAgain);
  writer->catalog().DropDeadContents();
  engine::StopIfAsked(observer, kForgetAgain);
  writer->Commit();
  return forgotten;
}

IndexStats Index::Stats() const { return index::ReadStats(base::PosixFileSystem(), directory_); }

CheckResult Index::Check(Observer& observer) const {
  CheckResult result =
      index::CheckIndex(base::PosixFileSystem(), directory_, [&] { engine::StopIfAsked(observer); });
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
