// The tables are complete, and so is everything made from them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "command/commands.h"
#include "command/parse.h"
#include "help/completions.h"
#include "help/help.h"
#include "help/man_page.h"
#include "kindred/error.h"

namespace kindred::cli {
namespace {

using testing::HasSubstr;

TEST(Tables, EveryFlagIsWholeAndUnique) {
  for (const Command& command : Commands()) {
    std::set<std::string> names;
    for (const Flag& flag : command.run.flags()) {
      EXPECT_TRUE(names.insert(flag.name).second) << command.name << " " << flag.name;
      EXPECT_TRUE(flag.apply) << flag.name;
      EXPECT_TRUE(std::string(flag.help).ends_with('.')) << flag.name;
      EXPECT_STRNE(flag.section.title, "") << flag.name;
      // Possible values must be accepted by the flag itself.
      for (const std::string& value : flag.values) {
        std::unique_ptr<Invocation> invocation = command.run.Start();
        EXPECT_NO_THROW(invocation->Set(flag, value)) << flag.name << " " << value;
      }
    }
    EXPECT_TRUE(names.contains("help")) << command.name;
  }
}

// The manual page lists each flag once for all commands that take it, and bash completes its values once.
TEST(Tables, ANameMeansTheSameToEveryCommand) {
  std::map<std::string, Flag> named;
  std::map<char, std::string> letters;
  for (const Command& command : Commands()) {
    for (const Flag& flag : command.run.flags()) {
      const Flag& first = named.try_emplace(flag.name, flag).first->second;
      EXPECT_STREQ(flag.help, first.help) << command.name << " " << flag.name;
      EXPECT_STREQ(flag.default_text, first.default_text) << command.name << " " << flag.name;
      EXPECT_STREQ(flag.value, first.value) << command.name << " " << flag.name;
      EXPECT_STREQ(flag.section.title, first.section.title) << command.name << " " << flag.name;
      EXPECT_EQ(flag.letter, first.letter) << command.name << " " << flag.name;
      EXPECT_EQ(flag.values, first.values) << command.name << " " << flag.name;
      EXPECT_EQ(flag.completion, first.completion) << command.name << " " << flag.name;
      EXPECT_EQ(flag.repeatable, first.repeatable) << command.name << " " << flag.name;
      if (flag.letter != 0) {
        EXPECT_EQ(letters.try_emplace(flag.letter, flag.name).first->second, flag.name) << command.name;
      }
    }
  }
  EXPECT_EQ(AllFlags().size(), named.size());
}

TEST(Tables, EverySectionHasOnePlace) {
  std::map<std::string, Section> titled;
  for (const Command& command : Commands()) {
    for (const Flag& flag : command.run.flags()) {
      const Section& first = titled.try_emplace(flag.section.title, flag.section).first->second;
      EXPECT_EQ(flag.section.in_help, first.in_help) << command.name << " " << flag.name;
      EXPECT_EQ(flag.section.in_completions, first.in_completions) << command.name << " " << flag.name;
    }
  }
}

// An example that does not parse is worse than none. Pipes and redirections are the shell's.
TEST(Tables, EveryExampleParses) {
  for (const Command& command : Commands()) {
    EXPECT_FALSE(command.examples.empty()) << command.name;
    for (const Example& example : command.examples) {
      std::string line = example.line;
      std::size_t start = line.find("kindred ");
      ASSERT_NE(start, std::string::npos) << line;
      std::istringstream words(line.substr(start + 8));
      std::vector<std::string> arguments;
      for (std::string word; words >> word && word != "|";) arguments.push_back(word);
      if (arguments.back().ends_with(')')) arguments.back().pop_back();
      const Command& found = TakeCommand(arguments);
      EXPECT_STREQ(found.name, command.name);
      EXPECT_NO_THROW(ParseLine(found, arguments)) << line;
    }
  }
}

TEST(Tables, HelpFitsEightyColumnsAndTellsEveryFlag) {
  std::string all = GeneralHelp();
  for (const Command& command : Commands()) {
    EXPECT_THAT(GeneralHelp(), HasSubstr(command.summary));
    std::string help = CommandHelp(command);
    for (const Flag& flag : command.run.flags()) EXPECT_THAT(help, HasSubstr(FlagUsage(flag)));
    all += help;
  }
  std::istringstream lines(all);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(Tables, ManualAndCompletionsHoldEveryFlagAndCommand) {
  std::string man = ManPage();
  for (const Flag& flag : AllFlags()) {
    std::string name = flag.name;
    std::string in_troff;
    for (char c : name) in_troff += c == '-' ? std::string("\\-") : std::string(1, c);
    EXPECT_THAT(man, HasSubstr("\\-\\-" + in_troff));
    EXPECT_THAT(CompletionScript("bash"), HasSubstr("--" + name));
    EXPECT_THAT(CompletionScript("zsh"), HasSubstr("--" + name));
    EXPECT_THAT(CompletionScript("fish"), HasSubstr("-l " + name));
  }
  for (const Command& command : Commands()) {
    EXPECT_THAT(man, HasSubstr(std::string("kindred ") + command.name));
    EXPECT_THAT(CompletionScript("bash"), HasSubstr(std::string("'") + command.name + "')"));
    EXPECT_THAT(CompletionScript("zsh"), HasSubstr(std::string("'") + command.name + "')"));
  }
  EXPECT_THROW(CompletionScript("tcsh"), Error);
}

}  // namespace
}  // namespace kindred::cli
