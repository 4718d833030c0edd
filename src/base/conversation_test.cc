// Conversations with programs of all manners.
#include "base/conversation.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace kindred::base {
namespace {

struct Talk {
  ConversationEnd end;
  std::string answers;  // each with a blank behind it
  std::size_t said = 0;
};

Talk With(const std::string& command, std::size_t lines, bool stop = false) {
  Talk talk;
  talk.end = Converse(
      command,
      [&](std::string* line) {
        if (talk.said == lines) return false;
        *line = "line " + std::to_string(talk.said++) + "\n";
        return true;
      },
      [&](std::string_view answer) { talk.answers += std::string(answer) + " "; }, [&] { return stop; });
  return talk;
}

TEST(Conversation, EachLineAnswered) {
  EXPECT_EQ(With("while read a b; do echo $b; done", 3).answers, "0 1 2 ");
  EXPECT_EQ(With("cat; exit 7", 0).end.exit_code, 7);
}

TEST(Conversation, NeitherSideWaitsForTheOther) {
  EXPECT_EQ(With("cat | wc -l", 200'000).answers, "200000 ") << "answers only at the end";
  EXPECT_EQ(With("cat", 100'000).end.exit_code, 0) << "answers more than a pipe holds";
}

TEST(Conversation, AProgramThatReadsNothing) {
  const Talk talk = With("echo done", 1'000'000);
  EXPECT_EQ(talk.answers, "done ");
  EXPECT_EQ(talk.end.exit_code, 0);
}

TEST(Conversation, EndsBySignalStopAndException) {
  EXPECT_EQ(With("kill -9 $$", 1).end.signal, 9);
  EXPECT_TRUE(With("sleep 1000", 1, true).end.stopped);
  EXPECT_THROW(Converse(
                   "echo x; sleep 1000", [](std::string*) { return false; },
                   [](std::string_view) { throw std::runtime_error("no"); }, [] { return false; }),
               std::runtime_error);
}

TEST(Conversation, AProgramThatDoesNotListenIsEndedByForce) {
  EXPECT_THROW(Converse(
                   "trap '' TERM; while :; do echo x; sleep 0.2; done", [](std::string*) { return false; },
                   [](std::string_view) { throw std::runtime_error("no"); }, [] { return false; }),
               std::runtime_error);
  EXPECT_TRUE(With("trap '' TERM; exec sleep 1000", 1, true).end.stopped);
}

TEST(Conversation, SilenceEndsIt) {
  const auto talk = [](const std::string& command) {
    int lines = 0;
    return Converse(
        command,
        [&](std::string* line) {
          *line = "line\n";
          return ++lines < 100;
        },
        [](std::string_view) {}, [] { return false; }, std::chrono::milliseconds(300));
  };
  EXPECT_TRUE(talk("sleep 1000").silent) << "neither reads nor answers";
  EXPECT_TRUE(talk("cat >/dev/null; sleep 1000").silent) << "reads, and never answers";
  EXPECT_TRUE(talk("cat >/dev/null; echo yes; exec >&-; exec sleep 1000").silent) << "does not end";
  EXPECT_FALSE(talk("cat >/dev/null; for i in 1 2 3 4; do sleep 0.15; echo yes; done").silent) << "slow";
}

TEST(Conversation, StopIsAskedAfterTheLastAnswerToo) {
  std::string answers;
  int asked = 0;  // the conversation itself takes a few questions only
  const ConversationEnd end = Converse(
      "echo yes; exec >&-; exec sleep 1000", [](std::string*) { return false; },
      [&](std::string_view answer) { answers += answer; }, [&] { return ++asked > 10; });
  EXPECT_TRUE(end.stopped);
  EXPECT_EQ(answers, "yes");
}

TEST(Conversation, AnAnswerWithoutANewlineIsOne) { EXPECT_EQ(With("printf yes", 0).answers, "yes "); }

}  // namespace
}  // namespace kindred::base
