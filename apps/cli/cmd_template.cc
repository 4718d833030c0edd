// kindred template add, list, show, remove and suggest.
#include <fmt/format.h>

#include "command.h"
#include "flags/flag_values.h"
#include "flags/index_flags.h"
#include "flags/match_flags.h"
#include "flags/method_flags.h"
#include "flags/name_flags.h"
#include "flags/report_flags.h"
#include "flags/run_flags.h"
#include "flags/walk_flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "run.h"

namespace kindred::cli {

namespace {

// What add and suggest work on: the scope and rules of a find, and how many files must have a key.
struct ScopeFlags {
  std::optional<double> share;

  WalkFlags walk;
  TypeFlags type;
  MethodFlags method;
  MatchFlags match;
  IndexFlags index;
  RunFlags run;
  ListFlags list;
  ReportFlags report;
  MessageFlags messages;

  static FlagTable<ScopeFlags> Table();
};

FlagTable<ScopeFlags> ScopeFlags::Table() {
  return Join(
      InSection<ScopeFlags>(
          {.title = "What is common", .in_help = 180, .in_completions = 220},
          {{.name = "share",
            .value = "SHARE",
            .help = "How many of the files must have a key: 90%, 90 or 0.9.",
            .default_text = "100%; 60% for suggest",
            .apply = [](ScopeFlags& to, Text flag, Text value) { to.share = ParseShare(flag, value); }}}),
      &ScopeFlags::walk, &ScopeFlags::type, &ScopeFlags::method, &ScopeFlags::match, &ScopeFlags::index,
      &ScopeFlags::run, &ScopeFlags::list, &ScopeFlags::report, &ScopeFlags::messages);
}

struct AddFlags {
  TemplateOptions from;  // but for name and scope
  NameFlags name;
  ScopeFlags scope;

  static FlagTable<AddFlags> Table();
};

// "a:b.html:120+4000": the name may hold colons, the numbers may not.
TemplateOptions::Span ParseSpan(Text flag, Text value) {
  const std::size_t colon = value.rfind(':');
  const std::size_t plus = value.rfind('+');
  if (colon == std::string::npos || colon == 0 || plus == std::string::npos || plus < colon) {
    throw Error(ErrorKind::kUsage, "cannot use '" + value + "'", flag,
                "give FILE:OFFSET+LENGTH, such as page.html:0+1200");
  }
  return {value.substr(0, colon), ParseCount(flag, value.substr(colon + 1, plus - colon - 1)),
          ParseCount(flag, value.substr(plus + 1))};
}

FlagTable<AddFlags> AddFlags::Table() {
  return Join(InSection<AddFlags>(
                  {.title = "Where the template comes from", .in_help = 170, .in_completions = 210},
                  {{.name = "cluster",
                    .value = "ID",
                    .help = "Take the keys that the files of this cluster have in common; find tells the id.",
                    .apply = [](AddFlags& to, Text, Text value) { to.from.cluster = value; }},
                   {.name = "file",
                    .value = "FILE",
                    .help = "Take all keys of FILE, every window of it; it need not be in the index.",
                    .completion = Completion::kFile,
                    .apply = [](AddFlags& to, Text, Text value) { to.from.file = value; }},
                   {.name = "span",
                    .value = "FILE:OFFSET+LENGTH",
                    .help = "Take all keys of this part of FILE. May be given several times; gaps shorter "
                            "than a window between two parts are taken, too.",
                    .repeatable = true,
                    .apply = [](AddFlags& to, Text flag,
                                Text value) { to.from.spans.push_back(ParseSpan(flag, value)); }},
                   {.name = "preview",
                    .help = "Tell which clusters would dissolve or shrink, and store nothing.",
                    .apply = [](AddFlags& to, Text, Text) { to.from.preview = true; }}}),
              &AddFlags::name, &AddFlags::scope);
}

struct SuggestFlags {
  std::optional<std::uint64_t> least;
  ScopeFlags scope;

  static FlagTable<SuggestFlags> Table();
};

FlagTable<SuggestFlags> SuggestFlags::Table() {
  return Join(
      InSection<SuggestFlags>(
          {.title = "What is looked at", .in_help = 190, .in_completions = 230},
          {{.name = "least",
            .value = "N",
            .help = "Files that a directory, suffix, type or cluster must have to be looked at.",
            .default_text = "5",
            .apply = [](SuggestFlags& to, Text flag, Text value) { to.least = ParseCount(flag, value); }}}),
      &SuggestFlags::scope);
}

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
    throw Error(ErrorKind::kUsage, "a template belongs to one method", "--method", "give it once");
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
  throw Error(ErrorKind::kUsage, "one NAME is needed", "",
              fmt::format("try 'kindred template {} NAME'; 'kindred template list' tells them", command));
}

// The flags that a suggested command must repeat to mean the same index, marks, files and clusters. The names
// of --files-from come as PATHs.
std::string FlagsToRepeat(const WalkFlags& walk, const CommandLine& line) {
  std::string flags;
  for (const GivenFlag& given : line.given) {
    if (!IsOfGroups<IndexFlags, MethodFlags, WalkFlags, TypeFlags, MatchFlags>(given)) continue;
    if (given.name == "files-from" || given.name == "null") continue;
    flags += (flags.empty() ? "--" : " --") + given.name;
    if (given.value) flags += (given.value->starts_with('-') ? "=" : " ") + QuotePath(*given.value);
  }
  // Without PATHs the scope was the whole index, also what is hidden.
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

int RunTemplateAdd(const AddFlags& flags, const CommandLine& line) {
  TemplateOptions options = flags.from;
  options.name = flags.name.name;
  if (options.name.empty()) {
    throw Error(ErrorKind::kUsage, "the template needs a name", "--name",
                "try 'kindred template add --cluster ID --name frame'");
  }
  options.find = ScopeOf(flags.scope, line, "kindred template add --cluster ID --name NAME");
  options.share = flags.scope.share.value_or(1);
  const bool named = !options.cluster.empty() || !options.file.empty() || !options.spans.empty();
  options.common = !named && flags.scope.share && !options.find.scan.walk.roots.empty();

  Run run(SettingsOf(flags.scope, line));
  Index(IndexDirectory(flags.scope.index)).AddTemplate(options, run.sink(), run.observer());
  return run.Finish();
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
  options.share = flags.scope.share.value_or(options.share);
  options.least = flags.least.value_or(options.least);
  options.limit = ListLimit(flags.scope.list, flags.scope.report);
  options.flags = FlagsToRepeat(flags.scope.walk, line);

  Run run(SettingsOf(flags.scope, line));
  std::uint64_t suggestions = 0;
  auto counting = Counting(run.sink(), &suggestions);
  Index(IndexDirectory(flags.scope.index)).SuggestTemplates(options, counting, run.observer());
  if (suggestions == 0) Tell("nothing looks like a template; try a smaller --share or --least");
  return run.Finish();
}

}  // namespace

std::vector<Command> TemplateCommands() {
  return {
      {.name = "template add",
       .operands = "[PATH...]",
       .summary = "Ignore boilerplate from now on",
       .text =
           "Makes a template of what the files of a cluster have in common, of a file or of parts of it. Its "
           "keys are ignored from then on, and files count only for the rest of them; no file is read again. "
           "Without PATH the whole index is looked at; a cluster is found with the PATHs and flags of the "
           "find that reported it. PATHs with --share alone take what these files have in common.",
       .examples = {{"What would happen?", "kindred template add --cluster 1a2b3c4d --name frame --preview"},
                    {"What nine of ten files have in common",
                     "kindred template add --cluster 1a2b3c4d --share 90% --name frame"},
                    {"A licence", "kindred template add --file COPYING --name licence"},
                    {"The head of a page", "kindred template add --span page.html:0+2400 --name head"}},
       .run = RunTemplateAdd},
      {.name = "template list",
       .operands = "",
       .summary = "List the templates of an index",
       .text = "Lists the templates with where they came from, their keys, and how many files have them.",
       .examples = {{"All of them", "kindred template list"}},
       .run = RunTemplateList},
      {.name = "template show",
       .operands = "NAME",
       .summary = "Show a template with an example of its text",
       .text = "Shows a template, and the longest piece of it that stands in one of the files.",
       .examples = {{"What is it?", "kindred template show frame"}},
       .run = RunTemplateShow},
      {.name = "template remove",
       .operands = "NAME",
       .summary = "Forget a template",
       .text = "Removes a template. What it left out counts again, without a scan.",
       .examples = {{"It was a mistake", "kindred template remove frame"}},
       .run = RunTemplateRemove},
      {.name = "template suggest",
       .operands = "[PATH...]",
       .summary = "Propose templates",
       .text = "Looks for keys that many files of one directory, suffix, type or cluster have in common, and "
               "proposes them as templates, with an example of the text and the command that adds each. What "
               "would take out most and leave most comes first.",
       .examples = {{"In the whole index", "kindred template suggest"},
                    {"In one tree", "kindred template suggest --share 80% docs"}},
       .run = RunTemplateSuggest}};
}

}  // namespace kindred::cli
