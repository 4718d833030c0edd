// kindred template add, list, show, remove and suggest.
#include <fmt/format.h>

#include "command/command.h"
#include "flags/flag_values.h"
#include "flags/matching/match_flags.h"
#include "flags/matching/method_flags.h"
#include "flags/matching/template_flags.h"
#include "flags/report/apply_flags.h"
#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/index_flags.h"
#include "flags/tree/name_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "terminal/index_directory.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

// What add and suggest work on: the scope and rules of a find, and how many files must have a key.
struct ScopeFlags {
  CommonFlags common;
  WalkFlags walk;
  TypeFlags type;
  MethodFlags method;
  MatchFlags match;
  IndexFlags index;
  RunFlags run;
  ListFlags list;
  ReportFlags report;
  MessageFlags messages;

  static FlagTable<ScopeFlags> Table() {
    return Join<ScopeFlags>({}, &ScopeFlags::common, &ScopeFlags::walk, &ScopeFlags::type,
                            &ScopeFlags::method, &ScopeFlags::match, &ScopeFlags::index, &ScopeFlags::run,
                            &ScopeFlags::list, &ScopeFlags::report, &ScopeFlags::messages);
  }
};

struct AddFlags {
  SourceFlags source;
  NameFlags name;
  ScopeFlags scope;

  static FlagTable<AddFlags> Table() {
    return Join<AddFlags>({}, &AddFlags::source, &AddFlags::name, &AddFlags::scope);
  }
};

struct SuggestFlags {
  SuggestionFlags wanted;
  ApplyFlags apply;
  ScopeFlags scope;

  static FlagTable<SuggestFlags> Table() {
    return Join<SuggestFlags>({}, &SuggestFlags::wanted, &SuggestFlags::apply, &SuggestFlags::scope);
  }
};

// Of list and show.
struct TemplateFlags {
  IndexFlags index;
  ReportFlags report;

  static FlagTable<TemplateFlags> Table() {
    return Join<TemplateFlags>({}, &TemplateFlags::index, &TemplateFlags::report);
  }
};

// The scope and rules of a find that takes the index as it is. No PATHs: all of the index.
FindOptions ScopeOf(const ScopeFlags& flags, const CommandLine& line, const std::string& example) {
  FindOptions options;
  options.scan.walk = WalkOrAll(flags.walk, line.operands, example);
  if (auto methods = MethodsToMatch(flags.method); !methods.empty()) options.scan.methods = methods;
  if (options.scan.methods.size() > 1)
    throw Error(ErrorKind::kUsage, "a template is made with one method and works with all", "--method",
                "give it once");
  options.types = flags.type.types;
  options.scan.run = flags.run.options;
  options.match = flags.match.options;
  options.rescan = false;
  options.limit = ListLimit(flags.list, flags.report);
  return options;
}

RunSettings SettingsOf(const ScopeFlags& flags, const CommandLine& line) {
  return {.line = line.text, .report = flags.report, .list = flags.list, .messages = flags.messages};
}

const std::string& OneName(const CommandLine& line, const std::string& command) {
  if (line.operands.size() == 1) return line.operands[0];
  throw Error(
      ErrorKind::kUsage, "one NAME is needed", "",
      fmt::format("try 'kindred template {} NAME'; 'kindred template list' shows the names", command));
}

// The flags that a suggested command must repeat to mean the same index, marks, files and families. The names
// of --files-from come as PATHs.
std::string FlagsToRepeat(const WalkFlags& walk, const CommandLine& line) {
  std::string flags;
  for (const GivenFlag& given : line.given) {
    if (!IsOfGroups<IndexFlags, MethodFlags, WalkFlags, TypeFlags, MatchFlags>(given)) continue;
    if (given.name == "files-from" || given.name == "null") continue;
    flags += (flags.empty() ? "--" : " --") + given.name;
    if (given.value) flags += (given.value->starts_with('-') ? "=" : " ") + QuotePath(*given.value);
  }
  // Without PATHs the scope was the whole index, including hidden files.
  const bool everything = line.operands.empty() && !walk.files_from;
  if (everything && !walk.options.hidden) flags += flags.empty() ? "--hidden" : " --hidden";
  return flags;
}

// Passes everything on and counts it.
auto Counting(ResultSink& to, std::uint64_t* count) {
  return Receive([&to, count](const Record& record) {
    ++*count;
    return to.On(record);
  });
}

bool ChangesNothing(const TemplateEffect& effect) {
  return effect.dissolved + effect.shrunk == 0 && effect.pairs_before == effect.pairs_after;
}

int RunTemplateAdd(const AddFlags& flags, const CommandLine& line) {
  TemplateOptions options = flags.source.options;
  options.name = flags.name.name;
  if (options.name.empty()) {
    throw Error(ErrorKind::kUsage, "the template needs a name", "--name",
                "try 'kindred template add --family ID --name frame'");
  }
  options.find = ScopeOf(flags.scope, line, "kindred template add --family ID --name NAME");
  options.share = flags.scope.common.share.value_or(options.share);
  const bool named = !options.family.empty() || !options.file.empty() || !options.spans.empty();
  options.common = !named && flags.scope.common.share && !options.find.scan.walk.roots.empty();

  Run run(SettingsOf(flags.scope, line));
  bool changed = true;
  auto watching = Receive(
      [&](const TemplateEffect& effect) {
        changed = !ChangesNothing(effect);
        return run.sink().On(effect);
      },
      [&](const Record& record) { return run.sink().On(record); });
  Index(IndexDirectory(flags.scope.index)).AddTemplate(options, watching, run.observer());
  const int status = run.Finish();
  if (!changed)
    Tell(
        "nothing changes: no two files of the scope are similar only because of this; try a smaller --share");
  return status;
}

int RunTemplateList(const TemplateFlags& flags, const CommandLine& line) {
  if (!line.operands.empty())
    throw Error(ErrorKind::kUsage, "'template list' takes no name", "", "try 'kindred template show NAME'");
  Run run({.line = line.text, .report = flags.report});
  std::uint64_t templates = 0;
  auto counting = Counting(run.sink(), &templates);
  Index(IndexDirectory(flags.index)).ListTemplates(counting);
  if (templates == 0) Tell("the index has no templates; 'kindred template suggest' proposes some");
  return run.Finish();
}

int RunTemplateShow(const TemplateFlags& flags, const CommandLine& line) {
  const std::string& name = OneName(line, "show");
  Run run({.line = line.text, .report = flags.report});
  Index(IndexDirectory(flags.index)).ShowTemplate(name, run.sink());
  return run.Finish();
}

int RunTemplateRemove(const IndexFlags& flags, const CommandLine& line) {
  const std::string& name = OneName(line, "remove");
  Index(IndexDirectory(flags)).RemoveTemplate(name);
  WriteToStandardOutput(fmt::format("template removed: {}\n", name));
  return kDone;
}

int RunTemplateSuggest(const SuggestFlags& flags, const CommandLine& line) {
  SuggestOptions options;
  options.find = ScopeOf(flags.scope, line, "kindred template suggest DIRECTORY");
  options.share = flags.scope.common.share.value_or(options.share);
  options.least = flags.wanted.least.value_or(options.least);
  // What is added does not depend on the format of the report.
  constexpr std::uint64_t kApplied = 10;
  options.limit = flags.apply.apply ? flags.scope.list.limit.value_or(kApplied)
                                    : ListLimit(flags.scope.list, flags.scope.report);
  options.flags = FlagsToRepeat(flags.scope.walk, line);

  options.apply = flags.apply.apply;

  Run run(SettingsOf(flags.scope, line));
  std::uint64_t suggestions = 0;
  auto counting = Counting(run.sink(), &suggestions);
  Index(IndexDirectory(flags.scope.index)).SuggestTemplates(options, counting, run.observer());
  if (suggestions == 0) Tell("nothing looks like a template; try a smaller --share or --least");
  if (suggestions > 0 && flags.apply.apply)
    Tell(fmt::format("{} added; 'kindred template remove NAME' removes one",
                     suggestions == 1 ? "1 template" : CountText(suggestions) + " templates"));
  return run.Finish();
}

}  // namespace

std::vector<Command> TemplateCommands() {
  return {
      {.name = "template add",
       .operands = "[PATH...]",
       .summary = "Ignore boilerplate from now on",
       .text = "Makes a template of what nine of ten files of a family have in common (--share), of a file "
               "or of parts of it. Every method ignores it from then on, and files are compared by the rest "
               "of their content; no file is scanned again. Without PATH the whole index is searched; a "
               "family is found with the PATHs and flags of the find that reported it. PATHs with --share "
               "alone take what these files have in common.",
       .examples = {{"What would happen?", "kindred template add --family 1a2b3c4d --name frame --preview"},
                    {"Only what all its files have",
                     "kindred template add --family 1a2b3c4d --share 100% --name frame"},
                    {"A licence", "kindred template add --file COPYING --name licence"},
                    {"The head of a page", "kindred template add --span page.html:0+2400 --name head"}},
       .run = RunTemplateAdd},
      {.name = "template list",
       .operands = "",
       .summary = "List the templates of an index",
       .text = "Lists the templates with their origin, their keys, and how many files have them.",
       .examples = {{"All of them", "kindred template list"}},
       .run = RunTemplateList},
      {.name = "template show",
       .operands = "NAME",
       .summary = "Show a template with an example of its text",
       .text = "Shows a template, and the longest piece of it that occurs in one of the files.",
       .examples = {{"What is it?", "kindred template show frame"}},
       .run = RunTemplateShow},
      {.name = "template remove",
       .operands = "NAME",
       .summary = "Forget a template",
       .text = "Removes a template. What it left out is compared again, without a scan.",
       .examples = {{"It was a mistake", "kindred template remove frame"}},
       .run = RunTemplateRemove},
      {.name = "template suggest",
       .operands = "[PATH...]",
       .summary = "Propose templates",
       .text = "Looks for keys that many files of one directory, suffix, type or family have in common, and "
               "proposes them as templates, with an example of the text and the command that adds each. The "
               "most promising ones come first.",
       .examples = {{"In the whole index", "kindred template suggest"},
                    {"In one tree", "kindred template suggest --share 80% docs"},
                    {"Add the first five", "kindred template suggest --limit 5 --apply docs"}},
       .run = RunTemplateSuggest}};
}

}  // namespace kindred::cli
