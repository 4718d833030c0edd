// Lists of decisions as reviews export them: names come back as bytes, and other texts are refused.
#include "jobs/dedupe/decision_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "jobs/dedupe/candidates.h"
#include "kindred/error.h"

namespace kindred::jobs {
namespace {

constexpr char kDigest[] = "0123456789abcdef0123456789abcdef";

std::string JsonOf(const std::string& a, const std::string& b) {
  const auto file = [](const std::string& path) {
    return R"({"digest":")" + std::string(kDigest) + R"(","size":7,"path":")" + path + R"("})";
  };
  return R"({"more":[1,{"x":null}],"decisions":[{"id":3,"time":"2026-01-01T00:00:00Z","verdict":"copy","a":)" +
         file(a) + R"(,"b":)" + file(b) + R"(,"note":"","batch":2}]})";
}

TEST(DecisionFile, NamesAreBytes) {
  const auto decisions = ParseDecisions(JsonOf(R"(/a\n\"\\\udcff\u00e4\ud83d\ude00)", "/\xc3\xa4"), "f");
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].verdict, Verdict::kCopy);
  EXPECT_EQ(decisions[0].id, 3u);
  EXPECT_EQ(decisions[0].a.path, "/a\n\"\\\xff\xc3\xa4\xf0\x9f\x98\x80");
  EXPECT_EQ(decisions[0].a.size, 7u);
  EXPECT_EQ(decisions[0].a.digest, kDigest);
  EXPECT_EQ(decisions[0].b->path, "/\xc3\xa4");
}

// Also bytes that are not escaped, and the character that the parser marks them with.
TEST(DecisionFile, BytesAndMarksAreKept) {
  const auto decisions = ParseDecisions(JsonOf("/\xff\xef\xb7\x90z", R"(/\ufdd0\udc80\ufdd0\ufdd0)"), "f");
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].a.path, "/\xff\xef\xb7\x90z");
  EXPECT_EQ(decisions[0].b->path, "/\xef\xb7\x90\x80\xef\xb7\x90\xef\xb7\x90");
}

TEST(DecisionFile, CsvSaysTheSame) {
  const std::string csv =
      "id,time,verdict,path_a,size_a,digest_a,path_b,size_b,digest_b,note,batch\n"
      "3,,copy,\"/a\\n\"\"\\\\\\udcff, b\",7," +
      std::string(kDigest) + ",/b,7," + std::string(kDigest) + ",\"a, note\",2\r\n4,,keep,/k,1,,,,,,2\n";
  const auto decisions = ParseDecisions(csv, "f");
  ASSERT_EQ(decisions.size(), 2u);
  EXPECT_EQ(decisions[0].a.path, "/a\n\"\\\xff, b");
  EXPECT_EQ(decisions[0].b->path, "/b");
  EXPECT_EQ(decisions[1].verdict, Verdict::kKeep);
  EXPECT_FALSE(decisions[1].b);
}

// Cut anywhere, a list is refused or, of a CSV, a shorter one; never a crash, and never another name.
TEST(DecisionFile, WhatIsNoListIsRefused) {
  const std::string whole = JsonOf(R"(/a\udcff)", "/b");
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THROW(ParseDecisions(whole.substr(0, size), "f"), Error) << whole.substr(0, size);
  }
  for (const char* text :
       {"", "[}", "{}", "id,verdict\n1,copy\n", R"([{"verdict":"copy","a":{"path":"/a"}}])",
        R"([{"verdict":"burn","a":{"path":"/a"}}])", R"([{"verdict":"keep"}])", "[[[[[[[[[[[[[[[[[[[["}) {
    EXPECT_THROW(ParseDecisions(text, "f"), Error) << text;
  }
}

Decision Made(std::uint64_t id, Verdict verdict, const std::string& a, const std::string& b) {
  Decision decision{.id = id, .verdict = verdict, .a = {kDigest, 7, a}};
  if (!b.empty()) decision.b = DecidedFile{kDigest, 7, b};
  return decision;
}

TEST(DecisionFile, OnlyCopiesAreCandidates) {
  const auto found = CandidatesOfDecisions(
      {Made(1, Verdict::kCopy, "/t/one", "/t/keep"), Made(2, Verdict::kCopy, "/t/two", "/t/keep"),
       Made(3, Verdict::kKeep, "/t/two", ""),  // newer
       Made(4, Verdict::kSuperseded, "/t/old", "/t/new"), Made(5, Verdict::kCopy, "relative", "/t/keep"),
       Made(6, Verdict::kCopy, "/t/chain", "/t/one")},
      {}, Protected({}));
  ASSERT_EQ(found.sets.size(), 1u);
  ASSERT_EQ(found.sets[0].files.size(), 2u);
  EXPECT_EQ(found.sets[0].files[0].shown, "/t/keep");
  EXPECT_EQ(found.sets[0].keeper, 0u);
  EXPECT_EQ(found.sets[0].files[1].shown, "/t/one");
  EXPECT_EQ(found.left.size(), 2u);  // the relative one, and the copy of a copy
}

}  // namespace
}  // namespace kindred::jobs
