// Calls about whole trees: scan, find, compare, export. See calls.h.
#include "flags/matching/match_flags.h"
#include "flags/matching/method_flags.h"
#include "flags/matching/near_flags.h"
#include "flags/matching/pool_flags.h"
#include "flags/matching/tree_search_flags.h"
#include "flags/report/found_flags.h"
#include "flags/report/run_flags.h"
#include "flags/report/show_flags.h"
#include "flags/tree/inside_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/report.h"
#include "make_call.h"

namespace kindred::python {

namespace {

using cli::FlagTable;
using cli::Join;

struct ScanFlags {
  cli::WalkFlags walk;
  cli::MethodFlags method;
  cli::MarkFlags mark;
  cli::InsideFlags inside;
  cli::RunFlags run;

  static FlagTable<ScanFlags> Table() {
    return Join<ScanFlags>({}, &ScanFlags::walk, &ScanFlags::method, &ScanFlags::mark, &ScanFlags::inside,
                           &ScanFlags::run);
  }
};

void RunScan(const ScanFlags& flags, const Request& request, ResultSink& sink, Observer& observer) {
  ScanOptions options;
  options.walk = cli::WalkFor(flags.walk, request.operands, "Index().scan(['.'])");
  options.methods = MethodsOr(cli::MethodsOf(flags.method), options.methods);
  options.run = flags.run.options;
  options.mark_up_to = flags.mark.mark_up_to;
  options.inside = flags.inside.options;
  Index(request.index).Scan(options, sink, observer);
}

struct FindFlags {
  cli::FoundFlags found;
  cli::ShowFlags show;
  cli::TreeSearchFlags search;
  cli::NearFlags tallies;
  cli::ListFlags list;

  static FlagTable<FindFlags> Table() {
    return Join<FindFlags>({}, &FindFlags::found, &FindFlags::show, &FindFlags::search, &FindFlags::tallies,
                           &FindFlags::list);
  }
};

void RunFind(const FindFlags& flags, const Request& request, ResultSink& sink, Observer& observer) {
  for (const cli::Flag& flag : cli::NearFlags::Table().flags) {
    if (!flags.found.near && request.IsGiven(flag.name))
      throw Error(ErrorKind::kUsage, "has no effect without near=True", std::string("--") + flag.name,
                  "give both, or neither");
  }
  FindOptions options = flags.search.Options(request.operands, "Index().find(['.'])");
  options.sections = cli::SectionsOf(flags.show, ForPrograms());
  options.order = flags.show.order.value_or(FindOrder::kValue);
  options.pair_order = flags.show.order;
  options.pairs = flags.found.pairs || flags.show.pairs;
  options.directories = flags.found.directories || flags.show.directories;
  options.sets = flags.found.sets || flags.show.sets;
  options.families = flags.found.families;
  options.decided = flags.found.decided;
  options.near_stage = flags.found.near;
  if (flags.found.near) options.near = cli::NearOptionsOf(flags.tallies);
  options.limit = cli::ListLimit(flags.list, ForPrograms());
  if (flags.show.boilerplate) options.boilerplate = FindBoilerplate::kAll;
  options.template_flags = "--index " + QuotePath(request.index);
  Index(request.index).Find(options, sink, observer);
}

// What a find with these options would match, so it takes all of them. Without operands: all of the index as
// it is.
void RunExport(const FindFlags& flags, const Request& request, ResultSink& sink, Observer& observer) {
  const bool everything = request.operands.empty() && !flags.search.walk.files_from;
  TableOptions options{.find =
                           flags.search.Options(everything ? std::vector<std::string>{"/"} : request.operands,
                                                "Index().export(directory)")};
  if (everything) {
    options.find.rescan = false;
    options.find.scan.walk.roots.clear();
  }
  Index(request.index).ExportTables(options, sink, observer);
}

struct CompareFlags {
  cli::WalkFlags walk;
  cli::MethodFlags method;
  cli::InsideFlags inside;
  cli::MatchFlags match;
  cli::MeasureFlags measure;
  cli::PoolFlags pools;
  cli::KeyFlags key;
  cli::RunFlags run;
  cli::ListFlags list;

  static FlagTable<CompareFlags> Table() {
    return Join<CompareFlags>({}, &CompareFlags::walk, &CompareFlags::method, &CompareFlags::inside,
                              &CompareFlags::match, &CompareFlags::measure, &CompareFlags::pools,
                              &CompareFlags::key, &CompareFlags::run, &CompareFlags::list);
  }
};

void RunCompare(const CompareFlags& flags, const Request& request, ResultSink& sink, Observer& observer) {
  CompareOptions options;
  const WalkOptions all = options.scan.walk;
  options.scan.walk = flags.walk.options;
  options.scan.walk.hidden = all.hidden;
  if (!flags.walk.size_given) options.scan.walk.min_size = all.min_size;
  options.scan.methods = MethodsOr(cli::MethodsToMatch(flags.method), options.scan.methods);
  options.scan.run = flags.run.options;
  options.scan.inside = flags.inside.options;
  options.match = flags.match.options;
  options.verify = flags.measure.verify;
  options.estimate = flags.measure.estimate;
  options.limit = cli::ListLimit(flags.list, ForPrograms());
  options.pools = {flags.pools.files, flags.key.file};
  if (!options.pools.files.empty()) {
    if (request.operands.size() != 1)
      throw Error(ErrorKind::kUsage, "give one directory or file to compare with a pool", "", "leave b out");
    return Index(request.index).CompareWithPool(request.operands[0], options, sink, observer);
  }
  if (request.operands.size() != 2)
    throw Error(ErrorKind::kUsage, "give two directories or files to compare", "",
                "give both, or a pool with --with");
  Index(request.index).Compare(request.operands[0], request.operands[1], options, sink, observer);
}

}  // namespace

std::vector<Call> TreeCalls() {
  return {
      MakeCall("scan", {&TypeOf<ScanSummary>(), &TypeOf<Skip>()}, &RunScan),
      MakeCall("find",
               {&TypeOf<Summary>(), &TypeOf<CopiedFolders>(), &TypeOf<IdenticalSet>(), &TypeOf<SameInside>(),
                &TypeOf<Family>(), &TypeOf<ContainedFile>(), &TypeOf<Group>(), &TypeOf<DirectoryPair>(),
                &TypeOf<InterestingSet>(), &TypeOf<FilePair>(), &TypeOf<NearSummary>(), &TypeOf<NearSet>(),
                &TypeOf<NearPair>(), &TypeOf<TemplateSuggestion>(), &TypeOf<Skip>()},
               &RunFind),
      MakeCall("compare",
               {&TypeOf<TreeComparison>(), &TypeOf<TransferPlan>(), &TypeOf<FileRelation>(), &TypeOf<Skip>()},
               &RunCompare),
      MakeCall("export",
               {&TypeOf<TableSummary>(), &TypeOf<TableContent>(), &TypeOf<TableFile>(), &TypeOf<TableCrowd>(),
                &TypeOf<TableMark>(), &TypeOf<Skip>()},
               &RunExport)};
}

}  // namespace kindred::python
