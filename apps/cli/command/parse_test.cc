// Command lines as people type them, with mistakes.
#include "command/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/commands.h"
#include "command/suggest.h"
#include "flags/matching/match_flags.h"
#include "flags/matching/method_flags.h"
#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/index_flags.h"
#include "flags/tree/rescan_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/error.h"

namespace kindred::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A command like any other: groups of flags, and one flag that only it has.
struct ToyFlags {
  bool pairs = false;
  WalkFlags walk;
  MethodFlags method;
  MatchFlags match;
  RescanFlags rescan;
  ReportFlags report;
  MessageFlags messages;

  static FlagTable<ToyFlags> Table() {
    return Join(InSection<ToyFlags>({"What toy does"},
                                    {{.name = "pairs",
                                      .help = "Also pairs.",
                                      .apply = [](ToyFlags& to, Text, Text) { to.pairs = true; }}}),
                &ToyFlags::walk, &ToyFlags::method, &ToyFlags::match, &ToyFlags::rescan, &ToyFlags::report,
                &ToyFlags::messages);
  }
};

struct Parsed {
  ToyFlags flags;
  CommandLine line;
};

Parsed ParseToy(const std::vector<std::string>& words) {
  Parsed parsed;
  auto keep = [&parsed](const ToyFlags& flags, const CommandLine& line) {
    parsed = {flags, line};
    return 7;
  };
  const Command toy = {.name = "toy",
                       .operands = "PATH...",
                       .summary = "Toy",
                       .text = "Toy.",
                       .examples = {},
                       .run = Action(Action::Function<ToyFlags>(keep))};
  EXPECT_EQ(ParseLine(toy, words)->Run(), 7);
  return parsed;
}

std::string Complaint(std::vector<std::string> words) {
  try {
    const Command& command = TakeCommand(words);
    ParseLine(command, words);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "no complaint";
}

TEST(Parse, FlagsAndOperandsInAnyOrder) {
  const auto [flags, line] =
      ParseToy({"a", "--min", "50%", "b", "--pairs", "-qx", "--format=json", "-oout", "-0"});
  EXPECT_THAT(line.operands, ElementsAre("a", "b"));
  EXPECT_DOUBLE_EQ(flags.match.options.minimum, 0.5);
  EXPECT_TRUE(flags.pairs);
  EXPECT_TRUE(flags.messages.quiet);
  EXPECT_TRUE(flags.walk.options.one_file_system);
  EXPECT_TRUE(flags.walk.null_separated);
  EXPECT_EQ(flags.report.format, "json");
  EXPECT_EQ(flags.report.output, "out");
}

TEST(Parse, DefaultsAreTheEngines) {
  const ToyFlags flags = ParseToy({"a"}).flags;
  EXPECT_DOUBLE_EQ(flags.match.options.minimum, MatchOptions().minimum);
  EXPECT_EQ(flags.walk.options.min_size, WalkOptions().min_size);
  EXPECT_TRUE(flags.method.methods.empty());
  EXPECT_TRUE(flags.rescan.rescan);
  EXPECT_FALSE(flags.pairs);
}

// CLI11 reads "[a]" as a list where a vector is expected, and would let a flag swallow operands.
TEST(Parse, OddNamesAreNames) {
  EXPECT_THAT(ParseToy({"[a]", "-", "a=b", "/x", "scan"}).line.operands,
              ElementsAre("[a]", "-", "a=b", "/x", "scan"));
  EXPECT_THAT(ParseToy({"x", "--", "-dash", "--min", "--"}).line.operands,
              ElementsAre("x", "-dash", "--min", "--"));
  const auto [flags, line] = ParseToy({"--include", "[ab]", "--include", "*.c", "x", "--exclude", "-y"});
  EXPECT_THAT(flags.walk.options.include, ElementsAre("[ab]", "*.c"));
  EXPECT_THAT(flags.walk.options.exclude, ElementsAre("-y"));
  EXPECT_THAT(line.operands, ElementsAre("x"));
}

TEST(Parse, TheLastOfARepeatedFlagCounts) {
  EXPECT_DOUBLE_EQ(ParseToy({"--min", "10%", "--min", "90%", "x"}).flags.match.options.minimum, 0.9);
  EXPECT_THAT(ParseToy({"--method", "chunks", "--method", "fingerprints", "x"}).flags.method.methods,
              ElementsAre("chunks", "fingerprints"));
}

// Commands repeat them and complain about the first one of a group.
TEST(Parse, GivenFlagsAreInTheOrderOfTheTable) {
  const CommandLine line =
      ParseToy({"--method", "chunks", "-q", "--exclude", "b", "--pairs", "x", "--exclude", "a"}).line;
  std::vector<std::string> given;
  for (const GivenFlag& flag : line.given) given.push_back(flag.name + "=" + flag.value.value_or("(none)"));
  EXPECT_THAT(given, ElementsAre("exclude=b", "exclude=a", "pairs=(none)", "quiet=(none)", "method=chunks"));
  EXPECT_EQ((FirstGivenOf<MethodFlags, MessageFlags>(line)), "--quiet");
  EXPECT_EQ(FirstGivenOf<MatchFlags>(line), "");
}

TEST(Parse, ACommandRefusesFormatsItHasNoReportFor) {
  EXPECT_EQ(Complaint({"scan", "--format", "html", "x"}),
            "'scan' has no report as html; give --format one of text, json, csv");
  EXPECT_EQ(Complaint({"near", "--format", "html", "x"}), "no complaint");
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
  EXPECT_EQ(ParseToy({"a b"}).line.text, "toy 'a b'");
  EXPECT_LT(ParseToy(std::vector<std::string>(1000, "name")).line.text.size(), 250u);
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
