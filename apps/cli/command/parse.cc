// One flat CLI::App per command line. Operands come out as what CLI11 could not place, because its vector
// positionals would read a file name such as "[a]" as a list.
#include "command/parse.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "command/commands.h"
#include "command/output_place.h"
#include "command/suggest.h"
#include "flags/flag_values.h"
#include "kindred/error.h"
#include "kindred/report.h"

namespace kindred::cli {

namespace {

Error Usage(const std::string& what, const std::string& hint) {
  return Error(ErrorKind::kUsage, what, "", hint);
}

std::string SeeHelp(const Command& command) { return fmt::format("see 'kindred {} --help'", command.name); }

std::string DidYouMean(const std::string& nearest, const std::string& otherwise) {
  return nearest.empty() ? otherwise : fmt::format("did you mean {}?", nearest);
}

Error UnknownFlag(const Command& command, const std::string& word) {
  std::string typed = word.substr(0, word.find('='));
  std::vector<std::string> known;
  for (const Flag& flag : command.run.flags()) known.push_back(fmt::format("--{}", flag.name));
  for (const Flag& flag : AllFlags()) {
    if (typed == fmt::format("--{}", flag.name)) {
      // --key is a flag of near; given to query it may mean --key-file.
      const auto longer =
          std::ranges::find_if(known, [&](const std::string& name) { return name.starts_with(typed + "-"); });
      return Usage(fmt::format("'{}' does not take {}", command.name, typed),
                   DidYouMean(longer == known.end() ? "" : *longer, SeeHelp(command)));
    }
  }
  if (const std::string now = typed.starts_with("--") ? RenamedTo(typed.substr(2)) : ""; !now.empty())
    return Usage(fmt::format("{} was renamed", typed), fmt::format("give --{}", now));
  std::string nearest = typed.starts_with("--") ? Nearest(typed, known) : "";
  return Usage(fmt::format("unknown flag {}", typed), DidYouMean(nearest, SeeHelp(command)));
}

// `flag` must outlive the parsing.
void AddFlag(CLI::App& app, const Flag& flag, Invocation& invocation) {
  std::string name = fmt::format("--{}", flag.name);
  std::string names = flag.letter == 0 ? name : fmt::format("-{},{}", flag.letter, name);
  if (flag.value == nullptr) {
    app.add_flag_callback(names, [&invocation, &flag] {
      invocation.line.given.push_back({flag.name, std::nullopt});
      invocation.Set(flag, "");
    });
    return;
  }
  auto apply = [&invocation, &flag](const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      invocation.line.given.push_back({flag.name, value});
      invocation.Set(flag, value);
    }
  };
  CLI::Option* option = app.add_option_function<std::vector<std::string>>(names, apply);
  option->expected(1)->allow_extra_args(false);
  option->multi_option_policy(flag.repeatable ? CLI::MultiOptionPolicy::TakeAll
                                              : CLI::MultiOptionPolicy::TakeLast);
}

// CLI11 says "--min: 1 required TEXT missing"; the flag's name is all we need of it.
Error MissingValue(const Command& command, const std::string& said) {
  std::string name = said.substr(0, said.find(':'));
  for (const Flag& flag : command.run.flags()) {
    if (name == fmt::format("--{}", flag.name) && flag.value != nullptr) {
      return Usage(fmt::format("{} needs a value", name), fmt::format("give {} {}", name, flag.value));
    }
  }
  return Usage(said, SeeHelp(command));
}

// The flag accepts all formats, the command only those that fit its results.
void CheckFormat(const Command& command, const CommandLine& line) {
  const auto given = std::ranges::find(line.given, "format", &GivenFlag::name);
  if (given == line.given.end()) return;
  const std::vector<std::string> formats = FormatsOf(command);
  if (std::ranges::find(formats, given->value) != formats.end()) return;
  throw Usage(fmt::format("'{}' has no report as {}", command.name, *given->value),
              fmt::format("give --format one of {}", fmt::join(formats, ", ")));
}

// "--name=" gives an empty value; CLI11 would take the next word instead.
std::vector<std::string> WithEmptyValues(const std::vector<std::string>& words,
                                         const std::vector<Flag>& flags) {
  std::vector<std::string> split;
  for (const std::string& word : words) {
    const bool empty = std::ranges::any_of(flags, [&](const Flag& flag) {
      return flag.value != nullptr && word == fmt::format("--{}=", flag.name);
    });
    split.push_back(empty ? word.substr(0, word.size() - 1) : word);
    if (empty) split.emplace_back();
  }
  return split;
}

// The command and its arguments, quoted.
std::string LineText(const Command& command, const std::vector<std::string>& words) {
  std::string text = command.name;
  for (const std::string& word : words) {
    constexpr std::size_t kLongEnough = 200;  // for a header; a shell's glob can be a million names
    if (text.size() > kLongEnough) return text + " ...";
    text += " " + QuotePath(word);
  }
  return text;
}

}  // namespace

const Command& TakeCommand(std::vector<std::string>& words) {
  std::string name = words[0];
  std::size_t taken = 1;
  std::vector<std::string> known;
  for (const CommandGroup& family : CommandGroups()) {
    if (name != family.name) continue;
    std::string prefix = name + " ";
    for (const Command& command : Commands()) {
      if (std::string_view(command.name).starts_with(prefix)) known.push_back(command.name);
    }
    if (words.size() < 2 || words[1].starts_with('-')) {
      throw Usage(fmt::format("'{}' needs a command", name),
                  fmt::format("give one of: {}", fmt::join(known, ", ")));
    }
    name += " " + words[1];
    taken = 2;
  }
  if (const Command* command = CommandNamed(name)) {
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(taken));
    return *command;
  }
  if (known.empty()) {
    for (const Command& command : Commands()) known.push_back(command.name);
  }
  std::string nearest = Nearest(name, known);
  if (!nearest.empty()) nearest = "'kindred " + nearest + "'";
  throw Usage(fmt::format("unknown command '{}'", name), DidYouMean(nearest, "see 'kindred --help'"));
}

std::unique_ptr<Invocation> ParseLine(const Command& command, const std::vector<std::string>& words) {
  std::unique_ptr<Invocation> invocation = command.run.Start();
  CommandLine& line = invocation->line;
  line.text = LineText(command, words);

  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  const std::vector<Flag> flags = command.run.flags();
  for (const Flag& flag : flags) AddFlag(app, flag, *invocation);

  // "--" ends the flags: what follows is never shown to CLI11.
  auto end = std::find(words.begin(), words.end(), "--");
  std::vector<std::string> reversed = WithEmptyValues({words.begin(), end}, flags);
  std::reverse(reversed.begin(), reversed.end());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ArgumentMismatch& error) {
    throw MissingValue(command, error.what());
  } catch (const CLI::ConversionError&) {
    // Values of flags are text to CLI11, so only "--switch=text" can come here.
    throw Usage("a switch takes no value", SeeHelp(command));
  } catch (const CLI::ParseError& error) {
    throw Usage(error.what(), SeeHelp(command));
  }
  for (const std::string& word : app.remaining()) {
    if (word.size() > 1 && word[0] == '-') throw UnknownFlag(command, word);
    line.operands.push_back(word);
  }
  if (end != words.end()) line.operands.insert(line.operands.end(), end + 1, words.end());
  CheckFormat(command, line);
  if (!invocation->help) RefuseHarmfulOutput(line);
  return invocation;
}

}  // namespace kindred::cli
