// kindred: finds the command, runs it, and turns errors into one line and an exit code.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "command/as_typed.h"
#include "command/commands.h"
#include "command/parse.h"
#include "help/help.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "kindred/report.h"
#include "terminal/interrupt.h"
#include "terminal/output.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

// If a standard descriptor is closed, the next file opened would get its number. So it is opened here, for
// the wrong direction, so that using it still fails.
void FillStandardDescriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) < 0) {
      return;
    }
  }
}

int Dispatch(std::vector<std::string> words) {
  if (words.empty()) {
    WriteToStandardOutput(GeneralHelp());
    return kUsageError;
  }
  if (words[0] == "--help" || words[0] == "-h") {
    WriteToStandardOutput(GeneralHelp());
    return kDone;
  }
  if (words[0] == "--version" || words[0] == "-V") {
    WriteToStandardOutput(std::string("kindred ") + Version() + "\n");
    return kDone;
  }
  if (words[0].starts_with('-')) {
    throw Error(ErrorKind::kUsage, "flags go after the command", words[0],
                "try 'kindred find " + words[0] + " ...'");
  }
  if (words.size() == 2 && (words[1] == "--help" || words[1] == "-h")) {
    for (const CommandGroup& family : CommandGroups()) {
      if (words[0] == family.name) words = {"help"};
    }
  }
  const Command& command = TakeCommand(words);
  const std::unique_ptr<Invocation> invocation = ParseLine(command, words);
  if (invocation->help) {
    WriteToStandardOutput(CommandHelp(command));
    return kDone;
  }
  return invocation->Run();
}

// Characters of UTF-8 text; wide ones count as one.
std::size_t ColumnsOf(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

int ExitFor(const Error& error) {
  switch (error.kind()) {
    case ErrorKind::kUsage:
      return kUsageError;
    case ErrorKind::kCancelled:
      return kSignalled + (InterruptSignal() == 0 ? SIGINT : InterruptSignal());
    case ErrorKind::kNotFound:
      // A wrong name, such as that of a template, is a typing error; a missing path may have been moved.
      if (error.where_is_option()) return kUsageError;
      break;
    case ErrorKind::kBusy:
    case ErrorKind::kConflict:
    case ErrorKind::kNoSpace:
    case ErrorKind::kDamaged:
    case ErrorKind::kFailed:
      break;
  }
  return kRunFailed;
}

// The expression, and a caret under the mistake.
void TellColumn(const std::string& expression, std::size_t column) {
  const std::string before = OneLineText(expression.substr(0, column));
  const std::string lines =
      "  " + OneLineText(expression) + "\n  " + std::string(ColumnsOf(before), ' ') + "^\n";
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, lines.data(), lines.size());
}

int Main(int argc, char** argv) {
  FillStandardDescriptors();
  CatchEarlyInterrupts();
  signal(SIGPIPE, SIG_IGN);  // EPIPE instead: the index is closed cleanly first
  try {
    return Dispatch(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  } catch (const BrokenPipe&) {
    return kDone;
  } catch (const FilterError& error) {
    Tell(AsTyped(error));
    TellColumn(error.expression(), error.column());
    return kUsageError;
  } catch (const Error& error) {
    Tell(AsTyped(error));
    return ExitFor(error);
  } catch (const std::bad_alloc&) {
    Tell("out of memory; give a smaller --memory SIZE, or fewer files at a time");
  } catch (const std::exception& error) {
    Tell(std::string("unexpected error: ") + error.what());
  }
  return kRunFailed;
}

}  // namespace

}  // namespace kindred::cli

int main(int argc, char** argv) { return kindred::cli::Main(argc, argv); }
