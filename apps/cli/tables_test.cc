// The tables must be whole, and everything made from them must hold all of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "commands.h"
#include "completions.h"
#include "flags.h"
#include "help.h"
#include "kindred/error.h"
#include "man_page.h"
#include "parse.h"

namespace kindred::cli {
namespace {

using testing::HasSubstr;

TEST(Tables, EveryFlagIsWholeAndUnique) {
  std::set<std::string> names;
  std::set<char> letters;
  for (const Flag& flag : Flags()) {
    EXPECT_TRUE(names.insert(flag.name).second) << flag.name;
    EXPECT_TRUE(flag.letter == 0 || letters.insert(flag.letter).second) << flag.name;
    EXPECT_NE(flag.apply, nullptr) << flag.name;
    EXPECT_TRUE(std::string(flag.help).ends_with('.')) << flag.name;
    // Possible values must be accepted by the flag itself.
    for (const std::string& value : flag.values) {
      Arguments arguments;
      EXPECT_NO_THROW(flag.apply(arguments, flag.name, value)) << flag.name << " " << value;
    }
  }
}

TEST(Tables, EverySetHasATitleAndACommand) {
  for (const Flag& flag : Flags()) {
    bool titled = false;
    for (const FlagSetTitle& title : FlagSetTitles()) titled |= title.set == flag.set;
    EXPECT_TRUE(titled) << flag.name;
    bool taken = false;
    for (const Command& command : Commands()) taken |= (command.flag_sets & flag.set) != 0;
    EXPECT_TRUE(taken) << flag.name;
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
      EXPECT_NO_THROW(ParseArguments(found, arguments)) << line;
    }
  }
}

TEST(Tables, HelpFitsEightyColumnsAndTellsEveryFlag) {
  std::string all = GeneralHelp();
  for (const Command& command : Commands()) {
    EXPECT_THAT(GeneralHelp(), HasSubstr(command.summary));
    std::string help = CommandHelp(command);
    for (const Flag* flag : FlagsOf(command.flag_sets)) EXPECT_THAT(help, HasSubstr(FlagUsage(*flag)));
    all += help;
  }
  std::istringstream lines(all);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(Tables, ManualAndCompletionsHoldEveryFlagAndCommand) {
  std::string man = ManPage();
  for (const Flag& flag : Flags()) {
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
