// Calls about some files or bytes, and exact runs: query, spans, near. See calls.h.
#include "flags/matching/length_flags.h"
#include "flags/matching/match_flags.h"
#include "flags/matching/method_flags.h"
#include "flags/matching/near_flags.h"
#include "flags/matching/pool_flags.h"
#include "flags/matching/search_flags.h"
#include "flags/report/context_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/inside_flags.h"
#include "flags/tree/rescan_flags.h"
#include "flags/tree/walk_flags.h"
#include "make_call.h"

namespace kindred::python {

namespace {

using cli::FlagTable;
using cli::Join;

struct QueryFlags {
  cli::TypeFlags type;
  cli::InsideFlags inside;
  cli::MethodFlags method;
  cli::MatchFlags match;
  cli::MeasureFlags measure;
  cli::PoolFlags pools;
  cli::KeyFlags key;
  cli::ListFlags list;

  static FlagTable<QueryFlags> Table() {
    return Join<QueryFlags>({}, &QueryFlags::type, &QueryFlags::inside, &QueryFlags::method,
                            &QueryFlags::match, &QueryFlags::measure, &QueryFlags::pools, &QueryFlags::key,
                            &QueryFlags::list);
  }
};

void RunQuery(const QueryFlags& flags, const Request& request, ResultSink& sink, Observer& observer) {
  if (flags.method.methods.size() > 1)
    throw Error(ErrorKind::kUsage, "a query works with one method", "method", "give one");
  QueryOptions options;
  if (auto methods = cli::MethodsToMatch(flags.method); !methods.empty()) options.method = methods[0];
  options.types = flags.type.types;
  options.inside = flags.inside.options;
  options.match = flags.match.options;
  options.verify = flags.measure.verify;
  options.estimate = flags.measure.estimate;
  options.pools = {.files = flags.pools.files, .key_file = flags.key.file};
  options.limit = flags.list.limit.value_or(0);
  // One state for all of them, and opened once.
  const Snapshot snapshot = Snapshot::Open(request.index);
  for (const Input& input : request.inputs) {
    try {
      snapshot.Query(input, options, sink, observer);
    } catch (const Error& error) {
      // One of several files that cannot be read is a skip; anything else concerns them all.
      const bool unreadable = error.kind() == ErrorKind::kFailed || error.kind() == ErrorKind::kNotFound;
      if (!unreadable || error.where() != input.name() || request.inputs.size() == 1) throw;
      sink.On(Skip{input.name(), "open", error.message(), true});
    }
  }
}

struct SpansFlags {
  cli::SearchFlags search;
  cli::ContextFlags context;
  cli::LengthFlags length;
  cli::WalkFlags walk;
  cli::TypeFlags type;
  cli::MethodFlags method;
  cli::InsideFlags inside;
  cli::RescanFlags rescan;
  cli::RunFlags run;
  cli::ListFlags list;

  static FlagTable<SpansFlags> Table() {
    return Join<SpansFlags>({}, &SpansFlags::search, &SpansFlags::context, &SpansFlags::length,
                            &SpansFlags::walk, &SpansFlags::type, &SpansFlags::method, &SpansFlags::inside,
                            &SpansFlags::rescan, &SpansFlags::run, &SpansFlags::list);
  }
};

void RunSpans(const SpansFlags& flags, const Request& request, ResultSink& sink, Observer& observer) {
  if (flags.method.methods.size() > 1)
    throw Error(ErrorKind::kUsage, "spans work with one method", "method", "give one");
  SpanOptions options;
  options.scan.walk = cli::WalkFor(flags.walk, request.operands, "Index().spans(['.'])");
  options.scan.methods = cli::MethodsOf(flags.method);
  options.types = flags.type.types;
  options.scan.inside = flags.inside.options;
  options.scan.run = flags.run.options;
  options.search = cli::SearchOf(flags.search, flags.length.min_length);
  options.rescan = flags.rescan.rescan;
  options.limit = cli::ListLimit(flags.list, ForPrograms());
  options.order = flags.search.order;
  options.context = cli::AroundSpans(flags.context);
  Index(request.index).Spans(options, sink, observer);
}

// For two inputs: files, or bytes in memory. Flags for trees are refused.
void RunSpansOfTwo(const SpansFlags& flags, const Request& request, ResultSink& sink, Observer& observer) {
  for (const auto& table : {cli::WalkFlags::Table().flags, cli::TypeFlags::Table().flags,
                            cli::MethodFlags::Table().flags, cli::RescanFlags::Table().flags}) {
    for (const cli::Flag& flag : table) {
      if (request.IsGiven(flag.name))
        throw Error(ErrorKind::kUsage, "has no effect for two files", flag.name,
                    "leave it out, or give a directory");
    }
  }
  FileCompareOptions options;
  options.search = cli::SearchOf(flags.search, flags.length.min_length);
  options.run = flags.run.options;
  options.inside = flags.inside.options;
  options.limit = cli::ListLimit(flags.list, ForPrograms());
  options.order = flags.search.order;
  options.context = cli::AroundSpans(flags.context);
  CompareFiles(request.inputs.at(0), request.inputs.at(1), options, sink, observer);
}

struct NearFlags {
  cli::WalkFlags walk;
  cli::NearFlags near;
  cli::VerifyFlags verify;
  cli::RunFlags run;
  cli::ListFlags list;

  static FlagTable<NearFlags> Table() {
    return Join<NearFlags>({}, &NearFlags::walk, &NearFlags::near, &NearFlags::verify, &NearFlags::run,
                           &NearFlags::list);
  }
};

// One input is looked up in the store; paths are compared with each other.
void RunNear(const NearFlags& flags, const Request& request, ResultSink& sink, Observer& observer) {
  NearOptions options = cli::NearOptionsOf(flags.near);
  options.verify = flags.verify.verify;
  options.run = flags.run.options;
  options.limit = cli::ListLimit(flags.list, ForPrograms());
  Index index(request.index);
  if (!request.inputs.empty()) {
    options.walk = flags.walk.options;
    index.NearFile(request.inputs[0], options, sink, observer);
  } else {
    options.walk = cli::WalkFor(flags.walk, request.operands, "Index().near(['.'])");
    index.Near(options, sink, observer);
  }
}

}  // namespace

std::vector<Call> InputCalls() {
  return {
      MakeCall("query", {&TypeOf<QueryHeader>(), &TypeOf<Match>(), &TypeOf<Skip>()}, &RunQuery),
      MakeCall("spans", {&TypeOf<SpanSummary>(), &TypeOf<Span>(), &TypeOf<Skip>()}, &RunSpans),
      MakeCall("spans of two", {&TypeOf<FileComparison>(), &TypeOf<Span>(), &TypeOf<Skip>()}, &RunSpansOfTwo),
      MakeCall("near", {&TypeOf<NearSummary>(), &TypeOf<NearSet>(), &TypeOf<NearPair>(), &TypeOf<Skip>()},
               &RunNear)};
}

}  // namespace kindred::python
