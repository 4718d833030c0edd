// kindred template add, list, show, remove and suggest.
#include <fmt/format.h>

#include "commands.h"
#include "flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "run.h"

namespace kindred::cli {

namespace {

// The scope and rules of a find that takes the index as it is. No PATHs: all of the index.
FindOptions ScopeOf(const Arguments& arguments, const std::string& example) {
  FindOptions options;
  options.scan.walk = arguments.walk;
  if (!arguments.operands.empty() || arguments.files_from) options.scan.walk = WalkFor(arguments, example);
  if (auto methods = MethodsToMatch(arguments); !methods.empty()) options.scan.methods = methods;
  if (options.scan.methods.size() > 1)
    throw Error(ErrorKind::kUsage, "a template belongs to one method", "--method", "give it once");
  options.types = arguments.types;
  options.scan.run = arguments.run;
  options.match = arguments.match;
  options.rescan = false;
  options.limit = ListLimit(arguments);
  return options;
}

const std::string& OneName(const Arguments& arguments, const std::string& command) {
  if (arguments.operands.size() == 1) return arguments.operands[0];
  throw Error(ErrorKind::kUsage, "one NAME is needed", "",
              fmt::format("try 'kindred template {} NAME'; 'kindred template list' tells them", command));
}

// What a suggested command must say to mean the same index, marks, files and clusters: every flag of the line
// that has to do with these. The names of --files-from come as PATHs.
std::string FlagsToRepeat(const Arguments& arguments) {
  constexpr unsigned kRepeated =
      kIndexFlags | kMethodFlags | kWalkFlags | kTypeFlags | kMatchFlags | kApplyFlags;
  std::string flags;
  for (const Flag* flag : FlagsOf(kRepeated)) {
    const std::string_view name = flag->name;
    if (name == "files-from" || name == "null") continue;
    for (const Arguments::Given& given : arguments.given) {
      if (given.name != name) continue;
      flags += (flags.empty() ? "--" : " --") + given.name;
      if (flag->value != nullptr)
        flags += (given.value.starts_with('-') ? "=" : " ") + QuotePath(given.value);
    }
  }
  // Without PATHs all of the index was looked at, also what is hidden.
  const bool everything = arguments.operands.empty() && !arguments.files_from;
  if (everything && !arguments.walk.hidden) flags += flags.empty() ? "--hidden" : " --hidden";
  return flags;
}

// Passes everything on and counts it.
auto Counting(ResultSink& to, std::uint64_t* count) {
  return Receive([&to, count](const Record& record) {
    ++*count;
    return to.On(record);
  });
}

}  // namespace

int RunTemplateAdd(const Arguments& arguments) {
  TemplateOptions options = arguments.from;
  options.name = arguments.set_name;
  if (options.name.empty()) {
    throw Error(ErrorKind::kUsage, "the template needs a name", "--name",
                "try 'kindred template add --cluster ID --name frame'");
  }
  options.find = ScopeOf(arguments, "kindred template add --cluster ID --name NAME");
  options.share = arguments.share.value_or(1);
  const bool named = !options.cluster.empty() || !options.file.empty() || !options.spans.empty();
  options.common = !named && arguments.share && !options.find.scan.walk.roots.empty();

  Run run(arguments);
  Index(IndexDirectory(arguments)).AddTemplate(options, run.sink(), run.observer());
  return run.Finish();
}

int RunTemplateList(const Arguments& arguments) {
  if (!arguments.operands.empty())
    throw Error(ErrorKind::kUsage, "'template list' takes no name", "", "try 'kindred template show NAME'");
  Run run(arguments);
  std::uint64_t templates = 0;
  auto counting = Counting(run.sink(), &templates);
  Index(IndexDirectory(arguments)).ListTemplates(counting);
  if (templates == 0) Tell("the index has no templates; 'kindred template suggest' proposes some");
  return run.Finish();
}

int RunTemplateShow(const Arguments& arguments) {
  const std::string& name = OneName(arguments, "show");
  Run run(arguments);
  Index(IndexDirectory(arguments)).ShowTemplate(name, run.sink());
  return run.Finish();
}

int RunTemplateRemove(const Arguments& arguments) {
  const std::string& name = OneName(arguments, "remove");
  Index(IndexDirectory(arguments)).RemoveTemplate(name);
  WriteToStandardOutput(fmt::format("template removed: {}\n", name));
  return kDone;
}

int RunTemplateSuggest(const Arguments& arguments) {
  SuggestOptions options;
  options.find = ScopeOf(arguments, "kindred template suggest DIRECTORY");
  options.share = arguments.share.value_or(options.share);
  options.least = arguments.least_files.value_or(options.least);
  options.limit = ListLimit(arguments);
  options.flags = FlagsToRepeat(arguments);

  Run run(arguments);
  std::uint64_t suggestions = 0;
  auto counting = Counting(run.sink(), &suggestions);
  Index(IndexDirectory(arguments)).SuggestTemplates(options, counting, run.observer());
  if (suggestions == 0) Tell("nothing looks like a template; try a smaller --share or --least");
  return run.Finish();
}

}  // namespace kindred::cli
