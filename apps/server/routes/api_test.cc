// The API without sockets: who is refused, pages and cursors, names that are hostile.
#include "routes/api.h"

#include <set>

#include "routes/api_fixture.h"

namespace kindred::server {

namespace {

// Replaces a header, or adds it.
Request Having(Request request, const std::string& name, const std::string& value) {
  std::erase_if(request.headers, [&](const auto& header) { return header.first == name; });
  request.headers.emplace_back(name, value);
  return request;
}
Request Without(Request request, const std::string& name) {
  std::erase_if(request.headers, [&](const auto& header) { return header.first == name; });
  return request;
}

TEST_F(ApiTest, OnlyWhoMayAskIsAnswered) {
  const Request good = MakeRequest("GET", "/api/summary");
  EXPECT_EQ(Send(good).status, 200);
  EXPECT_EQ(Send(Without(good, "authorization")).status, 401);
  EXPECT_EQ(Send(Having(good, "authorization", "Bearer 0")).status, 401);
  EXPECT_EQ(Send(Having(good, "host", "evil.example:4321")).status, 421);
  EXPECT_EQ(Send(Having(good, "host", "127.0.0.1:80")).status, 421);
  EXPECT_EQ(Send(Without(good, "host")).status, 421);
  EXPECT_EQ(Send(Having(good, "host", "localhost:4321")).status, 200);
  EXPECT_EQ(Send(Having(good, "origin", "http://evil.example")).status, 403);
  EXPECT_EQ(Send(Having(good, "origin", "null")).status, 403);
  EXPECT_EQ(Send(Having(good, "origin", "http://127.0.0.1:4321")).status, 200);
  EXPECT_EQ(Send(Having(good, "sec-fetch-site", "cross-site")).status, 403);
  EXPECT_EQ(Send(Having(good, "sec-fetch-site", "same-site")).status, 403);
  EXPECT_EQ(Send(MakeRequest("PUT", "/api/summary")).status, 405);
  EXPECT_EQ(Send(Without(MakeRequest("GET", "/"), "authorization")).status, 200);
  EXPECT_EQ(Send(Having(MakeRequest("GET", "/"), "sec-fetch-site", "cross-site")).status, 403);
}

TEST_F(ApiTest, BodiesMustSayTheirLength) {
  const Request good = MakeRequest("POST", "/api/stop", {}, "{}");
  EXPECT_EQ(Send(good).status, 200);
  EXPECT_EQ(Send(Having(good, "transfer-encoding", "chunked")).status, 411);
  EXPECT_EQ(Send(Having(good, "content-encoding", "gzip")).status, 411);
  EXPECT_EQ(Send(Without(good, "content-length")).status, 411);
  EXPECT_EQ(Send(Having(good, "content-length", "1048577")).status, 413);
  EXPECT_EQ(Send(Having(good, "content-length", "99999999999999999999999")).status, 413);
  EXPECT_EQ(Send(Having(good, "content-length", "-1")).status, 400);
  EXPECT_EQ(Send(Having(good, "content-length", "2, 2")).status, 400);
  Request twice = good;
  twice.headers.emplace_back("content-length", "2");
  EXPECT_EQ(Send(twice).status, 400);
  EXPECT_EQ(Send(Having(good, "content-type", "text/plain")).status, 415);
  EXPECT_EQ(Send(Having(MakeRequest("GET", "/api/summary"), "content-length", "5")).status, 400);
}

TEST_F(ApiTest, ACookieNeedsTheOtherTokenForChanges) {
  const Reply wrong =
      Send(Without(MakeRequest("POST", "/api/session", {}, R"({"token":"x"})"), "authorization"));
  EXPECT_EQ(wrong.status, 401);
  const std::string body = Json({{"token", gate_.token()}}).dump();
  const Reply session = Send(Without(MakeRequest("POST", "/api/session", {}, body), "authorization"));
  ASSERT_EQ(session.status, 200);
  ASSERT_EQ(session.headers[0].first, "Set-Cookie");
  const std::string& cookie = session.headers[0].second;
  EXPECT_THAT(cookie, testing::HasSubstr("HttpOnly; SameSite=Strict"));
  const std::string value = "other=1; " + cookie.substr(0, cookie.find(';'));
  const std::string csrf = Of(session)["csrf"];
  auto by_cookie = [&](Request request) {
    return Having(Without(std::move(request), "authorization"), "cookie", value);
  };
  EXPECT_EQ(Of(Send(by_cookie(MakeRequest("GET", "/api/session"))))["csrf"], csrf);
  EXPECT_EQ(Send(by_cookie(MakeRequest("GET", "/api/summary"))).status, 200);
  const Request post = by_cookie(MakeRequest("POST", "/api/stop", {}, "{}"));
  EXPECT_EQ(Send(post).status, 403);
  EXPECT_EQ(Send(Having(post, "x-kindred-csrf", "x")).status, 403);
  EXPECT_EQ(Send(Having(post, "x-kindred-csrf", csrf)).status, 200);
}

TEST_F(ApiTest, ListsComeInPages) {
  review_.Publish(MadeAnswer(250));
  Json list = Of(Get("/api/items"));
  EXPECT_EQ(list["total"], 255);
  EXPECT_EQ(list["items"].size(), 100u);
  std::size_t seen = list["items"].size();
  std::set<std::string> ids;
  while (true) {
    for (const Json& item : list["items"]) ids.insert(item["id"]);
    if (list["next"].is_null()) break;
    list = Of(Get("/api/items", {{"cursor", list["next"]}}));
    seen += list["items"].size();
  }
  EXPECT_EQ(seen, 255u);
  EXPECT_EQ(ids.size(), 255u);
  EXPECT_EQ(Of(Get("/api/items", {{"offset", "250"}, {"limit", "1000"}}))["items"].size(), 5u);
  EXPECT_EQ(Of(Get("/api/items", {{"offset", "18446744073709551615"}}))["items"].size(), 0u);
  for (const char* limit : {"0", "1001", "x", "-1"})
    EXPECT_EQ(Get("/api/items", {{"limit", limit}}).status, 400) << limit;
  for (const char* cursor : {"x", "1", "1.", ".1", "1.x"})
    EXPECT_EQ(Get("/api/items", {{"cursor", cursor}}).status, 400) << cursor;
}

TEST_F(ApiTest, ACursorOfAnOlderGenerationIsGone) {
  review_.Publish(MadeAnswer(250));
  const std::string next = Of(Get("/api/items"))["next"];
  EXPECT_EQ(Get("/api/items", {{"cursor", next}}).status, 200);
  const Reply before = Get("/api/items");
  Request again = MakeRequest("GET", "/api/items");
  again.headers.emplace_back("if-none-match", before.headers[0].second);
  EXPECT_EQ(Send(again).status, 304);
  const Json made =
      Of(Post("/api/decisions", {{"decisions", {{{"verdict", "keep"}, {"item", "f-0000000f"}, {"a", 2}}}}}));
  EXPECT_EQ(made["decided"], 1);
  const Reply gone = Get("/api/items", {{"cursor", next}});
  EXPECT_EQ(gone.status, 410);
  EXPECT_EQ(Of(gone)["error"]["kind"], "generation");
  EXPECT_EQ(Send(again).status, 200);
}

TEST_F(ApiTest, AFamilySaysThatItsLinksAreLimited) {
  review_.Publish(MadeAnswer());
  EXPECT_EQ(Of(Get("/api/items/f-0000000f"))["links_limited"], false);
  // Links that a person took out are not missing.
  Post("/api/decisions",
       {{"decisions", {{{"verdict", "unrelated"}, {"item", "f-0000000f"}, {"a", 1}, {"b", 2}}}}});
  const Json less = Of(Get("/api/items/f-0000000f"));
  EXPECT_EQ(less["links"].size(), 1u);
  EXPECT_EQ(less["links_limited"], false);
  for (const bool at_least : {true, false}) {
    AnswerBuilder builder(TypedPaths::Below(Options().scan.walk.roots));
    Family family{.id = "1", .files = {}, .links = {{.a = 0, .b = 1}}, .centre = {}};
    family.files = {{.path = "a", .size = 10}, {.path = "b", .size = 10}};
    family.total_links = at_least ? 1 : kMostLinks + 1;
    family.at_least = at_least;
    builder.On(family);
    review_.Publish(builder.Take());
    EXPECT_EQ(Of(Get("/api/items/f-1"))["links_limited"], true);
  }
}

TEST_F(ApiTest, HostileNamesAreTextInJson) {
  AnswerBuilder builder(TypedPaths::Below(Options().scan.walk.roots));
  IdenticalSet set{.size = 1, .digest = MadeDigest(5), .files = {}, .total_files = 3};
  set.files = {
      {"</script><script>\"\\\n"}, {"\xe2\x80\xaegpj.exe"}, {"\xff\xc0\xaf" + std::string(4096, 'x')}};
  builder.On(set);
  review_.Publish(builder.Take());
  const Reply reply = Get("/api/items");
  EXPECT_THAT(reply.body, testing::HasSubstr("\\udcff\\udcc0\\udcafx"));
  EXPECT_THAT(reply.body, testing::HasSubstr("</script><script>\\\"\\\\\\u000a"));
  EXPECT_EQ(reply.type, "application/json");
}

}  // namespace

}  // namespace kindred::server
