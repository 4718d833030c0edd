// kindred man, completions and help, made from the tables of flags and commands.
#include <fmt/format.h>

#include "command/command.h"
#include "command/parse.h"
#include "help/completions.h"
#include "help/help.h"
#include "help/man_page.h"
#include "kindred/error.h"
#include "terminal/output.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

int RunMan(const NoFlags&, const CommandLine& line) {
  if (!line.operands.empty()) {
    throw Error(ErrorKind::kUsage, "'man' takes no arguments", "", "try 'kindred man | man -l -'");
  }
  WriteToStandardOutput(ManPage());
  return kDone;
}

int RunCompletions(const NoFlags&, const CommandLine& line) {
  if (line.operands.size() != 1) {
    throw Error(ErrorKind::kUsage, "completions are for one shell", "",
                fmt::format("name one of: {}", fmt::join(CompletionShells(), ", ")));
  }
  WriteToStandardOutput(CompletionScript(line.operands[0]));
  return kDone;
}

int RunHelp(const NoFlags&, const CommandLine& line) {
  std::vector<std::string> words = line.operands;
  WriteToStandardOutput(words.empty() ? GeneralHelp() : CommandHelp(TakeCommand(words)));
  return kDone;
}

}  // namespace

std::vector<Command> HelpCommands() {
  return {{.name = "man",
           .operands = "",
           .summary = "Print the manual page",
           .text = "Prints the manual page, for man to show or to install.",
           .examples = {{"Read it", "kindred man | man -l -"}},
           .run = RunMan},
          {.name = "completions",
           .operands = "SHELL",
           .summary = "Print completions for a shell",
           .text = "Prints a completion script for bash, zsh or fish.",
           .examples = {{"For this session of bash", "source <(kindred completions bash)"}},
           .operand_values = CompletionShells(),
           .run = RunCompletions},
          {.name = "help",
           .operands = "[COMMAND]",
           .summary = "Show help for a command",
           .text = "Shows what a command does, with its flags and examples.",
           .examples = {{"All about find", "kindred help find"}},
           .run = RunHelp}};
}

}  // namespace kindred::cli
