// kindred help, man and completions: what the tables say about themselves.
#include <fmt/format.h>

#include "commands.h"
#include "completions.h"
#include "help.h"
#include "kindred/error.h"
#include "man_page.h"
#include "parse.h"
#include "run.h"

namespace kindred::cli {

int RunHelp(const Arguments& arguments) {
  std::vector<std::string> words = arguments.operands;
  WriteToStandardOutput(words.empty() ? GeneralHelp() : CommandHelp(TakeCommand(words)));
  return kDone;
}

int RunMan(const Arguments& arguments) {
  if (!arguments.operands.empty()) {
    throw Error(ErrorKind::kUsage, "'man' takes no arguments", "", "try 'kindred man | man -l -'");
  }
  WriteToStandardOutput(ManPage());
  return kDone;
}

int RunCompletions(const Arguments& arguments) {
  if (arguments.operands.size() != 1) {
    throw Error(ErrorKind::kUsage, "completions are for one shell", "",
                fmt::format("name one of: {}", fmt::join(CompletionShells(), ", ")));
  }
  WriteToStandardOutput(CompletionScript(arguments.operands[0]));
  return kDone;
}

}  // namespace kindred::cli
