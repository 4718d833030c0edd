// A command: its name, its help, its flags and its code. Each cmd_*.cc has all of one command, or of one
// family; commands.cc lists them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command/command_line.h"
#include "flags/flag.h"

namespace kindred::cli {

// A command and its parsed line, ready to run. Only the derived class depends on the type of the command's
// flags.
class Invocation {
 public:
  virtual ~Invocation() = default;
  virtual int Run() const = 0;  // returns the exit code

  // `flag` is of the action that started this.
  void Set(const Flag& flag, Text value) { flag.apply(this, std::string("--") + flag.name, value); }

  CommandLine line;
  bool help = false;  // --help, which every command takes
};

// The function of a command together with the struct of flags that it takes.
class Action {
 public:
  template <typename Flags>
  using Function = std::function<int(const Flags&, const CommandLine&)>;

  // Implicit, so that an entry says `.run = RunFind`.
  template <typename Flags>
  Action(int (*run)(const Flags&, const CommandLine&)) : Action(Function<Flags>(run)) {}
  template <typename Flags>
  explicit Action(Function<Flags> run)
      : flags_([] { return FlagsThrough(Flags::Table().flags, InvocationOf<Flags>::ToFlags); }),
        start_([run = std::move(run)] { return std::make_unique<InvocationOf<Flags>>(run); }) {}

  // In the order of completions. Made anew by each call: most runs of the program need those of one command.
  std::vector<Flag> flags() const { return flags_(); }
  std::unique_ptr<Invocation> Start() const { return start_(); }

 private:
  template <typename Flags>
  class InvocationOf : public Invocation {
   public:
    explicit InvocationOf(Function<Flags> run) : run_(std::move(run)) {}
    int Run() const override { return run_(flags_, line); }
    static void* ToFlags(void* invocation) {
      return &static_cast<InvocationOf*>(static_cast<Invocation*>(invocation))->flags_;
    }

   private:
    Flags flags_;
    Function<Flags> run_;
  };

  // The flags of a command as flags of its invocation, with --help and in order.
  static std::vector<Flag> FlagsThrough(const std::vector<Flag>& own, void* (*way)(void*));

  std::function<std::vector<Flag>()> flags_;
  std::function<std::unique_ptr<Invocation>()> start_;
};

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
  std::vector<std::string> operand_values = {};  // for completion; empty: file names
  std::vector<std::string> more_formats = {};    // of its report, besides text, json and csv
  Action run;
};

// For commands that have only --help.
struct NoFlags {
  static FlagTable<NoFlags> Table() { return {}; }
};

// What --format may be.
std::vector<std::string> FormatsOf(const Command& command);

}  // namespace kindred::cli
