// Help for people at 80 columns.
#include "help/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "command/commands.h"
#include "kindred/kindred.h"

namespace kindred::cli {

namespace {

constexpr std::size_t kWidth = 79;

// Breaks `text` between words; every line but the first is indented.
std::string Wrap(std::string_view text, std::size_t first_column, std::size_t indent) {
  std::string wrapped;
  std::size_t column = first_column;
  bool at_start = true;
  while (!text.empty()) {
    std::size_t end = text.find(' ');
    std::string_view word = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!at_start && column + 1 + word.size() > kWidth) {
      wrapped += "\n" + std::string(indent, ' ');
      column = indent;
      at_start = true;
    }
    if (!at_start) {
      wrapped += ' ';
      ++column;
    }
    wrapped += word;
    column += word.size();
    at_start = false;
  }
  return wrapped;
}

std::string FlagHelp(const Flag& flag) {
  constexpr std::size_t kIndent = 10;
  std::string text = flag.help;
  if (flag.repeatable) text += " Repeatable.";
  if (*flag.default_text != '\0') text += fmt::format(" (default: {})", flag.default_text);
  return fmt::format("  {}\n{:{}}{}\n", FlagUsage(flag), "", kIndent, Wrap(text, kIndent, kIndent));
}

}  // namespace

const std::vector<ExitCode>& ExitCodes() {
  static const std::vector<ExitCode> codes = {
      {"0", "done"},
      {"1", "something was found; only with --exit-code"},
      {"2", "invalid command line"},
      {"3", "done, but something was skipped because of an error"},
      {"4", "failed"},
      {"130", "interrupted"},
  };
  return codes;
}

std::vector<TitledFlags> BySection(const std::vector<Flag>& flags) {
  std::vector<TitledFlags> sections;
  for (const Flag& flag : flags) {
    const std::string_view title = flag.section.title;
    auto found = std::ranges::find_if(
        sections, [title](const TitledFlags& titled) { return title == titled.section.title; });
    if (found == sections.end()) found = sections.insert(found, {flag.section, {}});
    found->flags.push_back(flag);
  }
  std::ranges::stable_sort(sections, {}, [](const TitledFlags& titled) { return titled.section.in_help; });
  return sections;
}

std::string FlagUsage(const Flag& flag) {
  std::string usage = flag.letter == 0 ? "" : fmt::format("-{}, ", flag.letter);
  usage += fmt::format("--{}", flag.name);
  if (flag.value != nullptr) usage += fmt::format(" {}", flag.value);
  return usage;
}

std::string UsageLine(const Command& command) {
  std::string line = fmt::format("kindred {} [FLAG]...", command.name);
  if (*command.operands != '\0') line += fmt::format(" {}", command.operands);
  return line;
}

std::string GeneralHelp() {
  std::string help = fmt::format(
      "Kindred {}: finds files that came from the same source, or contain\nparts that did.\n\n"
      "Usage: kindred COMMAND [FLAG]... [PATH]...\n\nCommands:\n",
      Version());
  std::size_t width = 0;
  for (const Command& command : Commands()) width = std::max(width, std::string_view(command.name).size());
  for (const Command& command : Commands())
    help += fmt::format("  {:<{}}  {}\n", command.name, width, command.summary);
  help += "\nStart with:\n  kindred find DIRECTORY\n\nExit codes:\n";
  for (const ExitCode& code : ExitCodes()) help += fmt::format("  {:>3}  {}\n", code.code, code.meaning);
  help += "\nRun 'kindred COMMAND --help' for its flags, 'kindred --version' for the version.\n";
  return help;
}

std::string CommandHelp(const Command& command) {
  std::string help = fmt::format("Usage: {}\n\n{}\n", UsageLine(command), Wrap(command.text, 0, 0));
  if (!command.examples.empty()) help += "\nExamples:\n";
  for (const Example& example : command.examples) {
    help += fmt::format("  {}:\n      {}\n", example.what, example.line);
  }
  for (const TitledFlags& titled : BySection(command.run.flags())) {
    help += fmt::format("\n{}:\n", titled.section.title);
    for (const Flag& flag : titled.flags) help += FlagHelp(flag);
  }
  return help;
}

}  // namespace kindred::cli
