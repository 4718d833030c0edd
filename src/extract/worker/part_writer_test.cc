// Names of parts, whatever an archive calls its members; and what a budget allows.
#include "extract/worker/part_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extract/protocol.h"

namespace kindred::extract {
namespace {

class NoSink : public PartSink {
 public:
  void BeginPart(const Part&) override {}
  void Bytes(std::string_view) override {}
  void EndPart() override {}
};

TEST(PartWriter, NamesAreSafe) {
  EXPECT_EQ(SafeName("a/b"), "a/b");
  EXPECT_EQ(SafeName("/../.././a//b/"), "a/b");
  EXPECT_EQ(SafeName(""), "unnamed");
  EXPECT_EQ(SafeName("../.."), "unnamed");
  EXPECT_EQ(SafeName(std::string("a/..\0x", 6)), "unnamed");
  EXPECT_EQ(SafeName("a\x1b\n"), "a\x1b\n");
  for (const std::string& name :
       {std::string(100000, 'a'), std::string(50000, '/') + ".", std::string(8190, 'x') + "/./..",
        std::string("\0", 1), std::string("a/\0", 3)})
    EXPECT_TRUE(IsPartName(SafeName(name))) << SafeName(name).substr(0, 20);
}

TEST(PartWriter, EqualNamesAreNumbered) {
  NoSink sink;
  Budget budget({}, 1);
  PartWriter writer(sink, budget);
  const auto begin = [&](const char* name) {
    const std::string full = writer.Begin(name, PartKind::kMember);
    writer.End();
    return full;
  };
  EXPECT_EQ(begin("a#2"), "a#2");
  EXPECT_EQ(begin("a"), "a");
  EXPECT_EQ(begin("a"), "a#3");  // the archive has its own "a#2"
  {
    const PartWriter::Inside inside(writer, "a");
    EXPECT_EQ(begin("a"), "a//a");
    EXPECT_EQ(begin("/a"), "a//a#2");
  }
  EXPECT_EQ(begin("a"), "a#4");
}

TEST(Budget, EndsWhereTheLimitsSay) {
  Budget output({.output_bytes = 100}, 1 << 20);
  output.Output(100);
  EXPECT_THROW(output.Output(1), LimitReached);
  Budget members({.members = 2}, 1);
  members.Member();
  members.Member();
  EXPECT_THROW(members.Member(), LimitReached);
  Budget ratio({.ratio = 10}, 1000);
  ratio.Output(16 << 20);  // so much is always allowed
  EXPECT_THROW(ratio.Output(1000), LimitReached);
  Budget any({.ratio = 0}, 1);
  any.Output(100 << 20);
  Budget work({.output_bytes = 100}, 1 << 20);
  work.Output(100);
  work.Work(100);  // counted apart
  EXPECT_THROW(work.Work(1), LimitReached);
  Budget large({.ratio = 10}, 4 << 20);
  large.Output(40 << 20);
  EXPECT_THROW(large.Output(1 << 20), LimitReached);
}

}  // namespace
}  // namespace kindred::extract
