// The list of commands. A new command is one cmd_*.cc with its run function and one entry in commands.cc.
#pragma once

#include <string>
#include <vector>

#include "arguments.h"

namespace kindred::cli {

struct Example {
  const char* what;
  const char* line;
};

struct Command {
  const char* name;      // "find", or "index stats" for a command within a family
  const char* operands;  // "PATH...", for the usage line
  const char* summary;   // one line
  const char* text;      // a paragraph for --help and the man page
  std::vector<Example> examples;
  unsigned flag_sets;
  std::vector<std::string> operand_values = {};  // for completion; empty: file names
  std::vector<std::string> more_formats = {};    // of its report, besides text, json and csv
  int (*run)(const Arguments&);                  // returns the exit code
};

// A first word shared by several commands.
struct Family {
  const char* name;
  const char* summary;
};

const std::vector<Command>& Commands();
const std::vector<Family>& Families();
const Command* FindCommand(const std::string& name);  // nullptr: none
// What --format may be.
std::vector<std::string> FormatsOf(const Command& command);

// cmd_*.cc
int RunFind(const Arguments&);
int RunQuery(const Arguments&);
int RunCompare(const Arguments&);
int RunSpans(const Arguments&);
int RunShow(const Arguments&);
int RunNear(const Arguments&);
int RunScan(const Arguments&);
int RunAnchorsLearn(const Arguments&);
int RunTemplateAdd(const Arguments&);
int RunTemplateList(const Arguments&);
int RunTemplateShow(const Arguments&);
int RunTemplateRemove(const Arguments&);
int RunTemplateSuggest(const Arguments&);
int RunIndexExport(const Arguments&);
int RunIndexStats(const Arguments&);
int RunIndexCheck(const Arguments&);
int RunIndexForget(const Arguments&);
int RunMan(const Arguments&);
int RunCompletions(const Arguments&);
int RunHelp(const Arguments&);

}  // namespace kindred::cli
