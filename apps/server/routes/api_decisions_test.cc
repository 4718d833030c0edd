// Decisions by the API: made, exported, undone, refused; rules; two servers on one index.
#include "routes/api_decisions.h"

#include "routes/api_fixture.h"

namespace kindred::server {

namespace {

using DecisionsApiTest = ApiTest;

TEST_F(DecisionsApiTest, DecisionsAreMadeExportedAndUndone) {
  review_.Publish(MadeAnswer());
  const Json wishes = {
      {{"verdict", "superseded"}, {"item", "f-0000000f"}, {"a", 0}, {"b", 2}, {"note", "old, \"really\""}},
      {{"verdict", "keep"}, {"item", "f-0000000f"}, {"a", 1}}};
  EXPECT_EQ(Post("/api/decisions", {{"decisions", wishes}}).status, 200);
  EXPECT_EQ(Of(Get("/api/summary"))["decided"], 1);
  const Json item = Of(Get("/api/items/f-0000000f"));
  EXPECT_EQ(item["decision"]["wholly"], true);
  EXPECT_EQ(item["members"][0]["decision"]["verdict"], "superseded");
  EXPECT_EQ(item["members"][0]["decision"]["with"], 2);
  EXPECT_EQ(item["members"][2]["decision"]["as"], "b");
  EXPECT_EQ(Of(Get("/api/decisions"))["items"][0]["verdict"], "keep");
  EXPECT_EQ(Of(Get("/api/decisions", {{"since", "1"}}))["total"], 1);
  EXPECT_THAT(Get("/api/decisions/export", {{"format", "csv"}}).body,
              testing::HasSubstr("\"old, \"\"really\"\"\""));
  EXPECT_EQ(Of(Get("/api/decisions/export"))["decisions"].size(), 2u);
  EXPECT_EQ(Of(Post("/api/decisions/undo", Json::object()))["undone"], 2);
  EXPECT_EQ(Of(Get("/api/summary"))["decided"], 0);
  EXPECT_EQ(Post("/api/decisions/undo", Json::object()).status, 404);
}

TEST_F(DecisionsApiTest, TheExportNamesFilesForGood) {
  AnswerBuilder builder(PathsBelow("t", "/made/t"));
  IdenticalSet set{.size = 7, .digest = MadeDigest(5), .files = {}, .total_files = 2};
  set.files = {{"t/\xff,\n\"a\""}, {"t/sub/b"}};
  builder.On(set);
  review_.Publish(builder.Take());
  const std::string item = "i-" + MadeDigest(5) + "-7";
  const Json wish = {{"verdict", "copy"}, {"item", item}, {"a", 0}, {"b", 1}};
  EXPECT_EQ(Post("/api/decisions", {{"decisions", {wish}}}).status, 200);
  // A newer decision on the same file takes the place of the older one.
  EXPECT_EQ(Post("/api/decisions", {{"decisions", {{{"verdict", "keep"}, {"item", item}, {"a", 0}}}}}).status,
            200);
  EXPECT_THAT(Get("/api/decisions/export").body, testing::Not(testing::HasSubstr("\"verdict\":\"copy\"")));
  EXPECT_THAT(Get("/api/decisions").body, testing::HasSubstr("\"total\":1"));
  EXPECT_EQ(Of(Post("/api/decisions/undo", Json::object()))["undone"], 1);
  const std::string file = R"({"digest":")" + MadeDigest(5) + R"(","size":7,"path":")";
  EXPECT_THAT(Get("/api/decisions/export").body,
              testing::HasSubstr(R"("verdict":"copy","about":"copy","a":)" + file +
                                 R"(/made/t/\udcff,\u000a\"a\""},"b":)" + file + R"(/made/t/sub/b"})"));
  EXPECT_THAT(Get("/api/decisions/export", {{"format", "csv"}}).body,
              testing::HasSubstr(",copy,copy,\"/made/t/\\udcff,\\u000a\"\"a\"\"\",7," + MadeDigest(5) +
                                 ",/made/t/sub/b,7,"));
}

TEST_F(DecisionsApiTest, AContradictionIsRefusedAndNamesTheOlderOne) {
  review_.Publish(MadeAnswer());
  auto decide = [&](const char* verdict, const std::string& item, int a, int b) {
    Json wish = {{"verdict", verdict}, {"item", item}, {"a", a}};
    if (b >= 0) wish["b"] = b;
    return Post("/api/decisions", {{"decisions", {wish}}});
  };
  EXPECT_EQ(decide("superseded", "f-0000000f", 0, 2).status, 200);
  const Reply refused = decide("superseded", "f-0000000f", 2, 0);
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(Of(refused)["error"]["kind"], "conflict");
  EXPECT_THAT(Of(refused)["error"]["what"].get<std::string>(),
              testing::HasSubstr("/made/t/docs/r1.txt is superseded by /made/t/docs/r3.txt"));
  // The folder x is a copy of y, so its file is not kept.
  EXPECT_EQ(decide("copy", kFolders, 0, 1).status, 200);
  EXPECT_EQ(decide("keep", kCopies, 0, -1).status, 409);
  EXPECT_EQ(decide("copy", kCopies, 2, 0).status, 409);
  EXPECT_EQ(decide("copy", kCopies, 2, 1).status, 200);
  // So all copies are decided: x/copy.bin by its folder.
  const Json copies = Of(Get("/api/items/" + kCopies));
  EXPECT_EQ(copies["decision"]["wholly"], true) << copies;
  EXPECT_EQ(copies["members"][0]["decision"]["about"], "folder");
  EXPECT_EQ(copies["members"][0]["decision"]["other"], "/made/t/y");
}

TEST_F(DecisionsApiTest, CopiesAndVersionsAreDecidedApart) {
  AnswerBuilder builder(PathsBelow("t", "/made/t"));
  IdenticalSet set{.size = 7, .digest = MadeDigest(5), .files = {}, .total_files = 2};
  set.files = {{"t/a"}, {"t/b"}};
  builder.On(set);
  Family family{.id = "1", .files = {}, .links = {}, .centre = {}};
  family.files = {{.path = "t/a", .size = 7, .copies = 2, .digest = MadeDigest(5)},
                  {.path = "t/c", .size = 8, .digest = MadeDigest(6)}};
  builder.On(family);
  review_.Publish(builder.Take());
  const std::string item = "i-" + MadeDigest(5) + "-7";
  Post("/api/decisions", {{"decisions", {{{"verdict", "keep"}, {"item", item}, {"a", {0, 1}}}}}});
  EXPECT_EQ(Of(Get("/api/items/" + item))["decision"]["wholly"], true);
  EXPECT_EQ(Of(Get("/api/items/f-1"))["decision"], nullptr);
  Post("/api/decisions/undo", Json::object());
  Post("/api/decisions", {{"decisions", {{{"verdict", "keep"}, {"item", "f-1"}, {"a", {0, 1}}}}}});
  EXPECT_EQ(Of(Get("/api/items/f-1"))["decision"]["wholly"], true);
  EXPECT_EQ(Of(Get("/api/items/" + item))["decision"], nullptr);
}

// Another program on the same index: its decisions are seen, and not undone by accident.
TEST_F(DecisionsApiTest, TwoServersOnOneIndex) {
  Review other(tree_.index(), Options());
  Api other_api(other, gate_, true);
  review_.Publish(MadeAnswer());
  other.Publish(MadeAnswer());
  const Json keep = {{"decisions", {{{"verdict", "keep"}, {"item", "f-0000000f"}, {"a", 0}}}}};
  EXPECT_EQ(Post("/api/decisions", keep).status, 200);
  const Json before = Of(Get("/api/summary"));
  const auto other_says = [&](const std::string& path) {
    return Of(other_api.Answer(MakeRequest("GET", path)));
  };
  EXPECT_EQ(other_says("/api/decisions")["total"], 1);
  const Json decided = Of(other_api.Answer(
      MakeRequest("POST", "/api/decisions", {},
                  Json{{"decisions", {{{"verdict", "keep"}, {"item", "f-0000000f"}, {"a", 1}}}}}.dump())));
  EXPECT_EQ(decided["decided"], 1);
  // The page has seen what it did, not what the other one did since.
  const Reply refused = Post("/api/decisions/undo", {{"batch", before["batch"]}});
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(Of(refused)["error"]["kind"], "conflict");
  const Json after = Of(Get("/api/summary"));
  EXPECT_GT(after["generation"], before["generation"]);
  EXPECT_EQ(after["batch"], decided["batch"]);
  EXPECT_EQ(Of(Get("/api/decisions"))["total"], 2);
  EXPECT_EQ(Post("/api/decisions/undo", {{"batch", after["batch"]}}).status, 200);
  EXPECT_EQ(other_says("/api/decisions")["total"], 1);
  EXPECT_EQ(other_says("/api/summary")["batch"], before["batch"]);
}

TEST_F(DecisionsApiTest, DecisionsThatMakeNoSenseAreRefusedTogether) {
  review_.Publish(MadeAnswer());
  const Json good = {{"verdict", "keep"}, {"item", "f-0000000f"}, {"a", 0}};
  for (Json bad : {Json{{"verdict", "keep"}, {"item", "f-0000000f"}, {"a", 9}},
                   Json{{"verdict", "eat"}, {"item", "f-0000000f"}, {"a", 0}},
                   Json{{"verdict", "copy"}, {"item", "f-0000000f"}, {"a", 0}},
                   Json{{"verdict", "copy"}, {"item", "f-0000000f"}, {"a", 0}, {"b", 0}},
                   Json{{"verdict", "keep"}, {"item", "f-0000000f"}, {"a", 0}, {"b", 1}},
                   Json{{"verdict", "keep"}, {"item", "f-0000000f"}, {"a", -1}},
                   Json{{"verdict", "keep"}, {"item", "f-0000000f"}, {"a", {0, 9}}},
                   Json{{"verdict", "keep"}, {"item", "f-0000000f"}, {"a", Json::array()}},
                   Json{{"verdict", "copy"}, {"item", "f-0000000f"}, {"a", 0}, {"b", 1}},
                   Json{{"verdict", "superseded"}, {"item", kCopies}, {"a", 0}, {"b", 1}},
                   Json{{"verdict", "superseded"}, {"item", kFolders}, {"a", 0}, {"b", 1}},
                   Json{{"verdict", "unrelated"}, {"item", kFolders}, {"a", 0}, {"b", 1}},
                   Json{{"verdict", "boilerplate"}, {"item", kFolders}, {"a", 0}},
                   Json{{"verdict", "keep"}, {"item", 7}, {"a", 0}}, Json(3)}) {
    EXPECT_EQ(Post("/api/decisions", {{"decisions", {good, bad}}}).status, 400) << bad;
  }
  EXPECT_EQ(
      Post("/api/decisions", {{"decisions", {{{"verdict", "keep"}, {"item", "f-1"}, {"a", 0}}}}}).status,
      404);
  EXPECT_EQ(Post("/api/decisions", {{"decisions", {good}}, {"generation", 1}}).status, 410);
  EXPECT_EQ(Post("/api/decisions", {{"decisions", Json::array()}}).status, 400);
  EXPECT_EQ(Of(Get("/api/decisions"))["total"], 0);
}

TEST_F(DecisionsApiTest, RulesArePreviewedAndThenOneBatch) {
  review_.Publish(MadeAnswer());
  Json rule = {{"rule", "keep-newest"}, {"filters", {{"kind", "family"}}}};
  Json outcome = Of(Post("/api/rules", rule));
  EXPECT_EQ(outcome["preview"], true);
  EXPECT_EQ(outcome["items"], 1);
  EXPECT_EQ(outcome["decisions"], 2);  // the third member is not linked to the newest
  EXPECT_EQ(outcome["first"].size(), 2u);
  EXPECT_EQ(Of(Get("/api/decisions"))["total"], 0);
  rule["preview"] = false;
  outcome = Of(Post("/api/rules", rule));
  EXPECT_EQ(outcome["batch"], 1);
  EXPECT_EQ(Of(Get("/api/decisions"))["total"], 2);
  EXPECT_EQ(Of(Post("/api/decisions/undo", Json::object()))["undone"], 2);
  EXPECT_EQ(Post("/api/rules", {{"rule", "prefer"}}).status, 400);
  EXPECT_EQ(Post("/api/rules", {{"rule", "keep-newest"}, {"filters", {{"kind", "x"}}}}).status, 400);
}

}  // namespace

}  // namespace kindred::server
