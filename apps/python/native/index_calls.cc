// Calls about an index itself: its templates, its state. See calls.h.
#include <set>

#include "flags/matching/match_flags.h"
#include "flags/matching/method_flags.h"
#include "flags/matching/template_flags.h"
#include "flags/report/apply_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/name_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/report.h"
#include "make_call.h"

namespace kindred::python {

namespace {

using cli::FlagTable;
using cli::Join;

// The scope and rules of a find that takes the index as it is. No operands: all of the index.
struct ScopeFlags {
  cli::CommonFlags common;
  cli::WalkFlags walk;
  cli::TypeFlags type;
  cli::MethodFlags method;
  cli::MatchFlags match;
  cli::RunFlags run;
  cli::ListFlags list;

  static FlagTable<ScopeFlags> Table() {
    return Join<ScopeFlags>({}, &ScopeFlags::common, &ScopeFlags::walk, &ScopeFlags::type,
                            &ScopeFlags::method, &ScopeFlags::match, &ScopeFlags::run, &ScopeFlags::list);
  }
};

FindOptions ScopeOf(const ScopeFlags& flags, const Request& request) {
  FindOptions options;
  options.scan.walk = cli::WalkOrAll(flags.walk, request.operands, "Index().templates");
  options.scan.methods = MethodsOr(cli::MethodsToMatch(flags.method), options.scan.methods);
  if (options.scan.methods.size() > 1)
    throw Error(ErrorKind::kUsage, "a template is made with one method and works with all", "method",
                "give one");
  options.types = flags.type.types;
  options.scan.run = flags.run.options;
  options.match = flags.match.options;
  options.rescan = false;
  options.limit = cli::ListLimit(flags.list, ForPrograms());
  return options;
}

struct TemplateAddFlags {
  cli::SourceFlags source;
  cli::NameFlags name;
  ScopeFlags scope;

  static FlagTable<TemplateAddFlags> Table() {
    return Join<TemplateAddFlags>({}, &TemplateAddFlags::source, &TemplateAddFlags::name,
                                  &TemplateAddFlags::scope);
  }
};

void RunTemplateAdd(const TemplateAddFlags& flags, const Request& request, ResultSink& sink,
                    Observer& observer) {
  TemplateOptions options = flags.source.options;
  options.name = flags.name.name;
  options.find = ScopeOf(flags.scope, request);
  options.share = flags.scope.common.share.value_or(options.share);
  const bool named = !options.family.empty() || !options.file.empty() || !options.spans.empty();
  options.common = !named && flags.scope.common.share && !options.find.scan.walk.roots.empty();
  Index(request.index).AddTemplate(options, sink, observer);
}

struct TemplateSuggestFlags {
  cli::SuggestionFlags wanted;
  cli::ApplyFlags apply;
  ScopeFlags scope;
  static FlagTable<TemplateSuggestFlags> Table() {
    return Join<TemplateSuggestFlags>({}, &TemplateSuggestFlags::wanted, &TemplateSuggestFlags::apply,
                                      &TemplateSuggestFlags::scope);
  }
};

// The flags that a suggested command of the program must repeat to mean the same index, marks and files.
std::string FlagsToRepeat(const TemplateSuggestFlags& flags, const Request& request) {
  std::string repeated = "--index " + QuotePath(request.index);
  std::set<std::string> scope;
  for (const auto& table : {cli::WalkFlags::Table().flags, cli::TypeFlags::Table().flags,
                            cli::MethodFlags::Table().flags, cli::MatchFlags::Table().flags}) {
    for (const cli::Flag& flag : table) scope.insert(flag.name);
  }
  for (const Request::Given& given : request.given) {
    if (!scope.contains(given.flag) || given.flag == "files-from" || given.flag == "null") continue;
    repeated += " --" + given.flag;
    if (given.value) repeated += (given.value->starts_with('-') ? "=" : " ") + QuotePath(*given.value);
  }
  // Without operands the scope was the whole index, including hidden files.
  const bool everything = request.operands.empty() && !flags.scope.walk.files_from;
  if (everything && !flags.scope.walk.options.hidden) repeated += " --hidden";
  return repeated;
}

void RunTemplateSuggest(const TemplateSuggestFlags& flags, const Request& request, ResultSink& sink,
                        Observer& observer) {
  constexpr std::uint64_t kApplied = 10;
  SuggestOptions options;
  options.find = ScopeOf(flags.scope, request);
  options.share = flags.scope.common.share.value_or(options.share);
  options.least = flags.wanted.least.value_or(options.least);
  options.limit = flags.apply.apply ? flags.scope.list.limit.value_or(kApplied) : options.find.limit;
  options.apply = flags.apply.apply;
  options.flags = FlagsToRepeat(flags, request);
  Index(request.index).SuggestTemplates(options, sink, observer);
}

struct NoFlags {
  static FlagTable<NoFlags> Table() { return {}; }
};

void RunTemplateList(const NoFlags&, const Request& request, ResultSink& sink, Observer&) {
  Index(request.index).ListTemplates(sink);
}

void RunTemplateShow(const NoFlags&, const Request& request, ResultSink& sink, Observer&) {
  Index(request.index).ShowTemplate(request.operands.at(0), sink);
}

void RunTemplateRemove(const NoFlags&, const Request& request, ResultSink&, Observer&) {
  Index(request.index).RemoveTemplate(request.operands.at(0));
}

void RunStats(const NoFlags&, const Request& request, ResultSink& sink, Observer&) {
  sink.On(Index(request.index).Stats());
}

void RunCheck(const NoFlags&, const Request& request, ResultSink& sink, Observer& observer) {
  sink.On(Index(request.index).Check(observer));
}

}  // namespace

std::vector<Call> IndexCalls() {
  const RecordType* changes = &TypeOf<TemplateEffect>().Find("changes")->nested();
  return {
      MakeCall("template add", {&TypeOf<TemplateEffect>(), changes}, &RunTemplateAdd),
      MakeCall("template suggest", {&TypeOf<TemplateSuggestion>(), &TypeOf<TemplateEffect>(), changes},
               &RunTemplateSuggest),
      MakeCall("template list", {&TypeOf<TemplateInfo>()}, &RunTemplateList),
      MakeCall("template show", {&TypeOf<TemplateInfo>(), &TypeOf<TemplateSuggestion>()}, &RunTemplateShow),
      MakeCall("template remove", {}, &RunTemplateRemove),
      MakeCall("index stats", {&TypeOf<IndexStats>()}, &RunStats),
      MakeCall("index check", {&TypeOf<CheckResult>()}, &RunCheck)};
}

}  // namespace kindred::python
