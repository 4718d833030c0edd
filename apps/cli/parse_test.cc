// Command lines as people type them, and the slips.
#include "parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flags.h"
#include "help.h"
#include "kindred/error.h"
#include "suggest.h"

namespace kindred::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Arguments Parse(std::vector<std::string> words) {
  const Command& command = TakeCommand(words);
  return ParseArguments(command, words);
}

std::string Complaint(const std::vector<std::string>& words) {
  try {
    Parse(words);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "no complaint";
}

TEST(Parse, FlagsAndOperandsInAnyOrder) {
  Arguments arguments =
      Parse({"find", "a", "--min", "50%", "b", "--pairs", "-qx", "--format=json", "-oout", "-0"});
  EXPECT_THAT(arguments.operands, ElementsAre("a", "b"));
  EXPECT_DOUBLE_EQ(arguments.match.minimum, 0.5);
  EXPECT_TRUE(arguments.pairs);
  EXPECT_TRUE(arguments.quiet);
  EXPECT_TRUE(arguments.walk.one_file_system);
  EXPECT_TRUE(arguments.null_separated);
  EXPECT_EQ(arguments.format, "json");
  EXPECT_EQ(arguments.output, "out");
}

TEST(Parse, DefaultsAreTheEngines) {
  Arguments arguments = Parse({"find", "a"});
  EXPECT_DOUBLE_EQ(arguments.match.minimum, MatchOptions().minimum);
  EXPECT_EQ(arguments.walk.min_size, WalkOptions().min_size);
  EXPECT_TRUE(arguments.methods.empty());
  EXPECT_TRUE(arguments.rescan);
}

// CLI11 reads "[a]" as a list where a vector is expected, and would let a flag swallow operands.
TEST(Parse, OddNamesAreNames) {
  EXPECT_THAT(Parse({"find", "[a]", "-", "a=b", "/x", "scan"}).operands,
              ElementsAre("[a]", "-", "a=b", "/x", "scan"));
  EXPECT_THAT(Parse({"find", "x", "--", "-dash", "--min", "--"}).operands,
              ElementsAre("x", "-dash", "--min", "--"));
  Arguments arguments = Parse({"find", "--include", "[ab]", "--include", "*.c", "x", "--exclude", "-y"});
  EXPECT_THAT(arguments.walk.include, ElementsAre("[ab]", "*.c"));
  EXPECT_THAT(arguments.walk.exclude, ElementsAre("-y"));
  EXPECT_THAT(arguments.operands, ElementsAre("x"));
}

TEST(Parse, TheLastOfARepeatedFlagCounts) {
  EXPECT_DOUBLE_EQ(Parse({"find", "--min", "10%", "--min", "90%", "x"}).match.minimum, 0.9);
  EXPECT_THAT(Parse({"find", "--method", "chunks", "--method", "fingerprints", "x"}).methods,
              ElementsAre("chunks", "fingerprints"));
}

TEST(Parse, SlipsGetTheNearestWord) {
  EXPECT_EQ(Complaint({"fnid", "x"}), "unknown command 'fnid'; did you mean 'kindred find'?");
  EXPECT_EQ(Complaint({"index", "stat"}),
            "unknown command 'index stat'; did you mean 'kindred index stats'?");
  EXPECT_EQ(Complaint({"find", "--mni=3", "x"}), "unknown flag --mni; did you mean --min?");
  EXPECT_EQ(Complaint({"find", "--one-file", "x"}),
            "unknown flag --one-file; did you mean --one-file-system?");
  EXPECT_EQ(Complaint({"zzz"}), "unknown command 'zzz'; see 'kindred --help'");
  EXPECT_EQ(Complaint({"find", "-z", "x"}), "unknown flag -z; see 'kindred find --help'");
  EXPECT_EQ(Complaint({"scan", "--pairs", "x"}), "'scan' does not take --pairs; see 'kindred scan --help'");
  EXPECT_EQ(Complaint({"find", "x", "--min"}), "--min needs a value; give --min SHARE");
  EXPECT_EQ(Complaint({"find", "x", "-o"}), "--output needs a value; give --output FILE");
  EXPECT_EQ(Complaint({"find", "--pairs=maybe", "x"}), "a switch takes no value; see 'kindred find --help'");
  EXPECT_THAT(Complaint({"index"}), HasSubstr("'index' needs a command"));
}

TEST(Parse, TheHeaderLineIsQuotedAndNotEndless) {
  EXPECT_EQ(Parse({"find", "a b"}).line, "find 'a b'");
  std::vector<std::string> words(1000, "name");
  words[0] = "find";
  EXPECT_LT(Parse(words).line.size(), 250u);
}

TEST(Suggest, OnlyLikelySlips) {
  std::vector<std::string> known = {"--min", "--memory", "--method"};
  EXPECT_EQ(Nearest("--mim", known), "--min");
  EXPECT_EQ(Nearest("--mehtod", known), "--method");
  EXPECT_EQ(Nearest("--meth", known), "--method");
  EXPECT_EQ(Nearest("--colour", known), "");
  EXPECT_EQ(Nearest("", known), "");
}

}  // namespace
}  // namespace kindred::cli
