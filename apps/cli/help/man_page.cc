// troff with the man macros. Hyphens are written \- so that they can be copied, a leading dot or quote is
// guarded, and backslashes are doubled.
#include "help/man_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "command/commands.h"
#include "help/help.h"
#include "kindred/kindred.h"

namespace kindred::cli {

namespace {

std::string Troff(std::string_view text) {
  std::string troff;
  for (char c : text) {
    if (c == '\\') {
      troff += "\\e";
    } else if (c == '-') {
      troff += "\\-";
    } else if (c == '\'') {
      troff += "\\(aq";
    } else {
      troff += c;
    }
  }
  return troff.starts_with('.') ? "\\&" + troff : troff;
}

std::string FlagNames(const Flag& flag) {
  std::string names = flag.letter == 0 ? "" : fmt::format("\\fB\\-{}\\fR, ", flag.letter);
  names += fmt::format("\\fB\\-\\-{}\\fR", Troff(flag.name));
  if (flag.value != nullptr) names += fmt::format(" \\fI{}\\fR", Troff(flag.value));
  return names;
}

// "Taken by find and query."
std::string TakenBy(const Section& section) {
  const std::string_view title = section.title;
  std::vector<std::string> names;
  for (const Command& command : Commands()) {
    const bool takes = std::ranges::any_of(command.run.flags(),
                                           [title](const Flag& flag) { return title == flag.section.title; });
    if (takes) names.push_back(fmt::format("\\fB{}\\fR", Troff(command.name)));
  }
  if (names.size() == Commands().size()) return "Taken by every command.";
  return fmt::format("Taken by {}.", fmt::join(names, ", "));
}

}  // namespace

std::string ManPage() {
  std::string page = fmt::format(
      ".TH KINDRED 1 \"\" \"Kindred {}\" \"User Commands\"\n"
      ".SH NAME\nkindred \\- find files that came from the same source, or contain parts that did\n"
      ".SH SYNOPSIS\n",
      Version());
  for (const Command& command : Commands()) {
    page += fmt::format("\\fBkindred {}\\fR [\\fIFLAG\\fR]... \\fI{}\\fR\n.br\n", Troff(command.name),
                        Troff(command.operands));
  }
  page +=
      ".SH DESCRIPTION\n"
      "Kindred keeps an index of marks, keys for pieces of files that are found again wherever the same "
      "bytes occur, and finds with it which files are identical, similar, or contained in one another.\n"
      "Reports go to standard output, progress and messages to standard error. \\fB\\-\\-\\fR ends the "
      "flags.\n.SH COMMANDS\n";
  for (const Command& command : Commands()) {
    page += fmt::format(".TP\n\\fBkindred {}\\fR \\fI{}\\fR\n{}\n", Troff(command.name),
                        Troff(command.operands), Troff(command.text));
  }
  page += ".SH FLAGS\n";
  for (const TitledFlags& titled : BySection(AllFlags())) {
    page += fmt::format(".SS {}\n{}\n", Troff(titled.section.title), TakenBy(titled.section));
    for (const Flag& flag : titled.flags) {
      page += fmt::format(".TP\n{}\n{}", FlagNames(flag), Troff(flag.help));
      if (flag.repeatable) page += " Repeatable.";
      if (*flag.default_text != '\0') page += fmt::format(" (default: {})", Troff(flag.default_text));
      page += "\n";
    }
  }
  page += ".SH EXIT STATUS\n";
  for (const ExitCode& code : ExitCodes()) {
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", code.code, Troff(code.meaning));
  }
  page +=
      ".SH ENVIRONMENT\n.TP\n\\fBKINDRED_INDEX\\fR\nThe index to use when \\fB\\-\\-index\\fR is not given.\n"
      ".TP\n\\fBXDG_DATA_HOME\\fR\nWhere the default index is kept, in the directory kindred; "
      "~/.local/share if not set.\n"
      ".TP\n\\fBNO_COLOR\\fR\nIf set, \\fB\\-\\-color auto\\fR is never.\n.SH EXAMPLES\n";
  for (const Command& command : Commands()) {
    for (const Example& example : command.examples) {
      page += fmt::format(".TP\n{}\n\\fB{}\\fR\n", Troff(example.what), Troff(example.line));
    }
  }
  return page;
}

}  // namespace kindred::cli
