// Completion scripts for bash, zsh and fish. Each is written out in full: no call of the program while the
// user types.
#include "help/completions.h"

#include <fmt/format.h>

#include "command/commands.h"
#include "kindred/error.h"

namespace kindred::cli {

namespace {

// The first words of all commands, families once.
struct FirstWord {
  std::string name;
  std::string summary;
};

std::vector<FirstWord> FirstWords() {
  std::vector<FirstWord> words;
  for (const Command& command : Commands()) {
    if (std::string_view(command.name).find(' ') == std::string_view::npos) {
      words.push_back({command.name, command.summary});
    }
  }
  for (const CommandGroup& family : CommandGroups()) words.push_back({family.name, family.summary});
  return words;
}

// The commands of a family, by their second word.
std::vector<FirstWord> SecondWords(const CommandGroup& family) {
  std::vector<FirstWord> words;
  std::string prefix = std::string(family.name) + " ";
  for (const Command& command : Commands()) {
    if (std::string_view(command.name).starts_with(prefix)) {
      words.push_back({command.name + prefix.size(), command.summary});
    }
  }
  return words;
}

std::string Names(const std::vector<FirstWord>& words) {
  std::string names;
  for (const FirstWord& word : words) names += (names.empty() ? "" : " ") + word.name;
  return names;
}

bool TakesOperands(const Command& command) { return *command.operands != '\0'; }

// Text for single quotes in all three shells; the tables hold no quotes but in examples.
std::string InQuotes(std::string_view text) {
  std::string quoted;
  for (char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted;
}

std::string BashScript() {
  std::string script =
      "# bash completion for kindred; made by 'kindred completions bash'\n"
      "_kindred() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
      "  local flags='' operands='' formats='' i\n"
      "  COMPREPLY=()\n";
  script += fmt::format(
      "  if ((COMP_CWORD == 1)); then\n"
      "    COMPREPLY=($(compgen -W '{} --help --version' -- \"$cur\"))\n    return\n  fi\n",
      Names(FirstWords()));
  for (const CommandGroup& family : CommandGroups()) {
    script += fmt::format(
        "  if [[ $command == {} ]]; then\n"
        "    if ((COMP_CWORD == 2)); then\n"
        "      COMPREPLY=($(compgen -W '{}' -- \"$cur\"))\n      return\n    fi\n"
        "    command=\"{} ${{COMP_WORDS[2]}}\"\n  fi\n",
        family.name, Names(SecondWords(family)), family.name);
  }
  script += "  case $command in\n";
  for (const Command& command : Commands()) {
    std::string flags;
    for (const Flag& flag : command.run.flags()) {
      flags += fmt::format("{}--{}", flags.empty() ? "" : " ", flag.name);
      if (flag.letter != 0) flags += fmt::format(" -{}", flag.letter);
    }
    std::string operands = !command.operand_values.empty()
                               ? fmt::format("'{}'", fmt::join(command.operand_values, " "))
                               : (TakesOperands(command) ? "files" : "''");
    script += fmt::format("    '{}')\n      flags='{}'\n      operands={}\n      formats='{}'\n      ;;\n",
                          command.name, flags, operands, fmt::join(FormatsOf(command), " "));
  }
  script +=
      "  esac\n"
      "  for ((i = 2; i < COMP_CWORD; i++)); do\n"
      "    [[ ${COMP_WORDS[i]} == -- ]] && flags='' prev=''\n"
      "  done\n"
      "  case $prev in\n";
  for (const Flag& flag : AllFlags()) {
    if (flag.value == nullptr) continue;
    std::string names = fmt::format("--{}", flag.name);
    if (flag.letter != 0) names += fmt::format(" | -{}", flag.letter);
    std::string reply = "COMPREPLY=()";
    if (std::string_view(flag.name) == "format") {
      reply = "COMPREPLY=($(compgen -W \"$formats\" -- \"$cur\"))";
    } else if (!flag.values.empty()) {
      reply = fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$cur\"))", fmt::join(flag.values, " "));
    } else if (flag.completion != Completion::kNone) {
      reply = fmt::format("compopt -o filenames; mapfile -t COMPREPLY < <(compgen -{} -- \"$cur\")",
                          flag.completion == Completion::kFile ? 'f' : 'd');
    }
    script += fmt::format("    {})\n      {}\n      return\n      ;;\n", names, reply);
  }
  script +=
      "  esac\n"
      "  if [[ $cur == -* && -n $flags ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$flags\" -- \"$cur\"))\n"
      "  elif [[ $operands == files ]]; then\n"
      "    compopt -o filenames\n"
      "    mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
      "  else\n"
      "    COMPREPLY=($(compgen -W \"$operands\" -- \"$cur\"))\n"
      "  fi\n"
      "}\n"
      "complete -F _kindred kindred\n";
  return script;
}

// In a zsh argument specification brackets and colons have a meaning.
std::string ZshText(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return InQuotes(escaped);
}

// Which formats there are depends on the command; other values do not.
std::vector<std::string> ValuesOf(const Command& command, const Flag& flag) {
  return std::string_view(flag.name) == "format" ? FormatsOf(command) : flag.values;
}

std::string ZshFlag(const Command& command, const Flag& flag) {
  std::string value;
  if (flag.value != nullptr) {
    std::string choices = " ";
    const std::vector<std::string> values = ValuesOf(command, flag);
    if (!values.empty()) choices = fmt::format("({})", fmt::join(values, " "));
    if (flag.completion == Completion::kFile) choices = "_files";
    if (flag.completion == Completion::kDirectory) choices = "_files -/";
    value = fmt::format(":{}:{}", ZshText(flag.value), choices);
  }
  std::string repeat = flag.repeatable ? "*" : "";
  std::string spec = fmt::format("      '{}--{}[{}]{}' \\\n", repeat, flag.name, ZshText(flag.help), value);
  if (flag.letter != 0) {
    spec += fmt::format("      '{}-{}[{}]{}' \\\n", repeat, flag.letter, ZshText(flag.help), value);
  }
  return spec;
}

std::string ZshDescribe(const std::string& what, const std::vector<FirstWord>& words, int indent) {
  std::string text = fmt::format("{:{}}local -a words=(\n", "", indent);
  for (const FirstWord& word : words) {
    text += fmt::format("{:{}}'{}:{}'\n", "", indent + 2, word.name, ZshText(word.summary));
  }
  return text + fmt::format("{0:{1}})\n{0:{1}}_describe {2} words\n{0:{1}}return\n", "", indent, what);
}

std::string ZshScript() {
  std::string script =
      "#compdef kindred\n"
      "# zsh completion for kindred; made by 'kindred completions zsh'\n"
      "_kindred() {\n"
      "  local command=$words[2]\n"
      "  if ((CURRENT == 2)); then\n";
  script += ZshDescribe("command", FirstWords(), 4) + "  fi\n";
  for (const CommandGroup& family : CommandGroups()) {
    script += fmt::format("  if [[ $command == {} ]]; then\n    if ((CURRENT == 3)); then\n", family.name);
    script += ZshDescribe("command", SecondWords(family), 6);
    script += fmt::format("    fi\n    command=\"{} $words[3]\"\n    shift words\n    ((CURRENT--))\n  fi\n",
                          family.name);
  }
  script += "  shift words\n  ((CURRENT--))\n  case $command in\n";
  for (const Command& command : Commands()) {
    script += fmt::format("    '{}')\n      _arguments -s -S \\\n", command.name);
    for (const Flag& flag : command.run.flags()) script += ZshFlag(command, flag);
    if (!command.operand_values.empty()) {
      script += fmt::format("      '1:{}:({})' \\\n", ZshText(command.operands),
                            fmt::join(command.operand_values, " "));
    } else if (TakesOperands(command)) {
      script += fmt::format("      '*:{}:_files' \\\n", ZshText(command.operands));
    }
    script += "      && return\n      ;;\n";
  }
  return script + "  esac\n}\n_kindred \"$@\"\n";
}

std::string FishScript() {
  std::string script =
      "# fish completion for kindred; made by 'kindred completions fish'\n"
      "complete -c kindred -f\n"
      "complete -c kindred -n __fish_use_subcommand -l help -s h -d 'Show the commands'\n"
      "complete -c kindred -n __fish_use_subcommand -l version -d 'Show the version'\n";
  for (const FirstWord& word : FirstWords()) {
    script += fmt::format("complete -c kindred -n __fish_use_subcommand -a {} -d '{}'\n", word.name,
                          InQuotes(word.summary));
  }
  for (const CommandGroup& family : CommandGroups()) {
    std::vector<FirstWord> seconds = SecondWords(family);
    for (const FirstWord& word : seconds) {
      script += fmt::format(
          "complete -c kindred -n '__fish_seen_subcommand_from {}; and not __fish_seen_subcommand_from {}' "
          "-a {} -d '{}'\n",
          family.name, Names(seconds), word.name, InQuotes(word.summary));
    }
  }
  for (const Command& command : Commands()) {
    std::string condition;
    std::string_view name = command.name;
    std::size_t space = name.find(' ');
    if (space == std::string_view::npos) {
      condition = fmt::format("__fish_seen_subcommand_from {}", name);
    } else {
      condition = fmt::format("__fish_seen_subcommand_from {}; and __fish_seen_subcommand_from {}",
                              name.substr(0, space), name.substr(space + 1));
    }
    std::string start = fmt::format("complete -c kindred -n '{}'", condition);
    if (!command.operand_values.empty()) {
      script += fmt::format("{} -a '{}'\n", start, fmt::join(command.operand_values, " "));
    } else if (TakesOperands(command)) {
      script += start + " -F\n";
    }
    for (const Flag& flag : command.run.flags()) {
      script += fmt::format("{} -l {}", start, flag.name);
      if (flag.letter != 0) script += fmt::format(" -s {}", flag.letter);
      if (flag.value != nullptr) script += flag.completion == Completion::kNone ? " -x" : " -r -F";
      const std::vector<std::string> values = ValuesOf(command, flag);
      if (!values.empty()) script += fmt::format(" -a '{}'", fmt::join(values, " "));
      script += fmt::format(" -d '{}'\n", InQuotes(flag.help));
    }
  }
  return script;
}

struct Shell {
  const char* name;
  std::string (*script)();
};

constexpr Shell kShells[] = {{"bash", BashScript}, {"zsh", ZshScript}, {"fish", FishScript}};

}  // namespace

std::vector<std::string> CompletionShells() {
  std::vector<std::string> names;
  for (const Shell& shell : kShells) names.push_back(shell.name);
  return names;
}

std::string CompletionScript(const std::string& shell) {
  for (const Shell& known : kShells) {
    if (shell == known.name) return known.script();
  }
  throw Error(ErrorKind::kUsage, "no completions for '" + shell + "'", "",
              fmt::format("name one of: {}", fmt::join(CompletionShells(), ", ")));
}

}  // namespace kindred::cli
