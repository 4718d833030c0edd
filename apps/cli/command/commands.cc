// The command list itself, in the order of the help. A new command is declared here and has one entry.
#include "command/commands.h"

#include <set>
#include <string_view>
#include <utility>

namespace kindred::cli {

// Each is defined in its cmd_*.cc and called only here.
Command FindCommand();
Command QueryCommand();
Command CompareCommand();
Command OrderCommand();
Command SpansCommand();
Command ShowCommand();
Command ExtractCommand();
Command NearCommand();
Command ScanCommand();
Command ReviewCommand();
Command DedupeCommand();
Command UndoCommand();
Command JournalCommand();
Command ServeCommand();
Command AnchorsLearnCommand();
std::vector<Command> TemplateCommands();
std::vector<Command> IndexCommands();
std::vector<Command> HelpCommands();

namespace {

std::vector<Command> Listed() {
  std::vector<Command> list;
  auto add = [&list](Command command) { list.push_back(std::move(command)); };
  auto add_family = [&add](std::vector<Command> commands) {
    for (Command& command : commands) add(std::move(command));
  };
  add(FindCommand());
  add(QueryCommand());
  add(CompareCommand());
  add(OrderCommand());
  add(SpansCommand());
  add(ShowCommand());
  add(ExtractCommand());
  add(NearCommand());
  add(ScanCommand());
  add(ReviewCommand());
  add(ServeCommand());
  add(DedupeCommand());
  add(UndoCommand());
  add(JournalCommand());
  add(AnchorsLearnCommand());
  add_family(TemplateCommands());
  add_family(IndexCommands());
  add_family(HelpCommands());
  return list;
}

}  // namespace

const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = Listed();
  return commands;
}

const std::vector<CommandGroup>& CommandGroups() {
  static const std::vector<CommandGroup> families = {
      {"index", "Maintain an index: export, stats, check, forget"},
      {"anchors", "Sets of anchors: learn"},
      {"template", "Boilerplate to ignore: add, list, show, remove, suggest"}};
  return families;
}

const Command* CommandNamed(const std::string& name) {
  for (const Command& command : Commands()) {
    if (name == command.name) return &command;
  }
  return nullptr;
}

std::vector<Flag> AllFlags() {
  std::vector<Flag> all;
  std::set<std::string_view> names;
  for (const Command& command : Commands()) {
    for (Flag& flag : command.run.flags()) {
      if (names.insert(flag.name).second) all.push_back(std::move(flag));
    }
  }
  SortBySection(&all);
  return all;
}

}  // namespace kindred::cli
