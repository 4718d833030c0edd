// Messages come back as they were sent; what a good worker would not send goes no further.
#include "extract/protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kindred::extract {
namespace {

using Next = Transcript::Next;

class Recorder : public PartSink {
 public:
  void BeginPart(const Part& part) override { log += "<" + part.name; }
  void Bytes(std::string_view bytes) override { log += bytes; }
  void PageBreak() override { log += "|"; }
  void EndPart() override { log += ">"; }
  void DropPart() override { log += "!"; }
  std::string log;
};

std::string OneKind(MessageKind kind, const std::string& body = "") { return static_cast<char>(kind) + body; }
std::string BeginOf(const std::string& name) {
  return EncodeBegin({.name = name, .kind = PartKind::kMember});
}

// How a transcript of these messages ends.
Next Told(const std::vector<std::string>& messages, const Limits& limits = {}) {
  Recorder recorder;
  Transcript transcript(limits, recorder);
  for (std::size_t i = 0; i + 1 < messages.size(); ++i)
    EXPECT_EQ(transcript.Take(messages[i]), Next::kMore) << i;
  return transcript.Take(messages.back());
}

TEST(Protocol, RequestsComeBack) {
  Request request;
  request.type = ContainerType::kDocx;
  request.limits = {.output_bytes = 1, .ratio = 2, .members = 3, .depth = 4, .time = {}, .rar = true};
  request.input_bytes = 5;
  const std::string message = EncodeRequest(request);
  const auto decoded = DecodeRequest(message);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->type, request.type);
  EXPECT_EQ(decoded->limits.output_bytes, 1u);
  EXPECT_EQ(decoded->limits.ratio, 2u);
  EXPECT_EQ(decoded->limits.members, 3u);
  EXPECT_EQ(decoded->limits.depth, 4);
  EXPECT_TRUE(decoded->limits.rar);
  EXPECT_EQ(decoded->input_bytes, 5u);
  for (std::size_t size = 0; size < message.size(); ++size)
    EXPECT_FALSE(DecodeRequest(message.substr(0, size)));
  EXPECT_FALSE(DecodeRequest(message + "x"));
  std::string other = message;
  other[1] = '\xee';  // no such type
  EXPECT_FALSE(DecodeRequest(other));
}

TEST(Protocol, PartsReachTheSink) {
  Recorder recorder;
  Transcript transcript({}, recorder);
  const Extraction ended = {.outcome = Extraction::Outcome::kLimit, .reason = "enough\x1b[31m"};
  for (const std::string& message :
       {BeginOf("a"), OneKind(MessageKind::kData, "xy"), OneKind(MessageKind::kPage),
        OneKind(MessageKind::kEnd), BeginOf("b"), OneKind(MessageKind::kDrop)})
    EXPECT_EQ(transcript.Take(message), Next::kMore);
  EXPECT_EQ(transcript.Take(EncodeDone(ended)), Next::kDone);
  EXPECT_EQ(recorder.log, "<axy|><b!");
  EXPECT_EQ(transcript.result().outcome, Extraction::Outcome::kLimit);
  EXPECT_EQ(transcript.result().reason, "enough?[31m");  // no escape reaches a terminal
}

TEST(Protocol, NonsenseIsRecognised) {
  const std::string data = OneKind(MessageKind::kData, "x");
  const std::string end = OneKind(MessageKind::kEnd);
  const std::string done = EncodeDone({});
  EXPECT_EQ(Told({""}), Next::kNonsense);
  EXPECT_EQ(Told({"\x7f"}), Next::kNonsense);
  EXPECT_EQ(Told({data}), Next::kNonsense);
  EXPECT_EQ(Told({end}), Next::kNonsense);
  EXPECT_EQ(Told({OneKind(MessageKind::kPage)}), Next::kNonsense);
  EXPECT_EQ(Told({OneKind(MessageKind::kDrop)}), Next::kNonsense);
  EXPECT_EQ(Told({BeginOf("a"), BeginOf("b")}), Next::kNonsense);
  EXPECT_EQ(Told({BeginOf("a"), done}), Next::kNonsense);  // done, though a part is open
  EXPECT_EQ(Told({BeginOf("a"), end, BeginOf("a")}), Next::kNonsense);
  EXPECT_EQ(Told({OneKind(MessageKind::kBegin, "\x09name")}), Next::kNonsense);
  EXPECT_EQ(Told({OneKind(MessageKind::kDone, "\x06")}), Next::kNonsense);  // not a worker's message
  EXPECT_EQ(Told({OneKind(MessageKind::kDone, std::string(kReasonBytes + 2, '\0'))}), Next::kNonsense);
  EXPECT_EQ(Told({BeginOf("a"), OneKind(MessageKind::kData, std::string(kDataBytes + 1, 'x'))}),
            Next::kNonsense);
  EXPECT_EQ(Told({BeginOf("a"), OneKind(MessageKind::kData, "xx")}, {.output_bytes = 1}), Next::kNonsense);
  EXPECT_EQ(Told({BeginOf("a"), end, BeginOf("b")}, {.members = 1}), Next::kNonsense);
}

TEST(Protocol, NamesOfParts) {
  for (const char* good : {"a", "a/b", "a//b", "x.zip//y.zip//text", "...", ".text", "a\n\x01"})
    EXPECT_TRUE(IsPartName(good)) << good;
  for (const char* bad : {"", "/a", "a/", "a//", "//a", "..", "a/../b", "a//../b", "./a", "a///b", "a/."})
    EXPECT_FALSE(IsPartName(bad)) << bad;
  EXPECT_FALSE(IsPartName(std::string(kNameBytes + 1, 'a')));
  EXPECT_FALSE(IsPartName(std::string("a\0b", 3)));
}

}  // namespace
}  // namespace kindred::extract
