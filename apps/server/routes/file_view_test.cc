// Files by the API: side by side, as text or bytes, as boilerplate; what has changed or lies elsewhere is not
// served.
#include "routes/file_view.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "routes/api_fixture.h"

namespace kindred::server {

namespace {

using testing_support::RandomText;

class FilesApiTest : public ApiTest {
 protected:
  FilesApiTest() {
    tree_.Write("one.txt", RandomText(20000, 1) + RandomText(20000, 2));
    tree_.Write("two.txt", RandomText(20000, 2) + RandomText(20000, 1) + RandomText(500, 3));
    tree_.Write("wide.txt", std::string("\xff\xfeh\0i\0\r\0\n\0h\0i\0", 14));
    tree_.Write("pic.png", "\x89PNG\r\n\x1a\nrest");
    review_.Start();
    review_.Wait();
  }
  std::string Family() { return Of(Get("/api/items", {{"kind", "family"}}))["items"].at(0)["id"]; }
  // Publishes an item that names these files, without saying what is in them.
  void Name(const std::vector<std::string>& paths) {
    AnswerBuilder builder(TypedPaths::Below(Options().scan.walk.roots));
    IdenticalSet set{.size = 1, .digest = "", .files = {}, .total_files = paths.size()};
    for (const std::string& path : paths) set.files.emplace_back(path);
    builder.On(set);
    review_.Publish(builder.Take());
    id_ = "i--1";
  }
  Reply Content(std::size_t file, const std::string& as = "text") {
    return Get("/api/content", {{"item", id_}, {"file", std::to_string(file)}, {"as", as}});
  }

  std::string id_;
};

TEST_F(FilesApiTest, TwoFilesSideBySideWithWhatMoved) {
  const Json compared = Of(Get("/api/compare", {{"item", Family()}, {"a", "0"}, {"b", "1"}}));
  EXPECT_EQ(compared["kind"], "text");
  EXPECT_EQ(compared["identical"], false);
  ASSERT_EQ(compared["runs"].size(), 2u) << compared;
  EXPECT_NE(compared["runs"][0]["moved"], compared["runs"][1]["moved"]);
  // The runs are what the contents say.
  for (const Json& run : compared["runs"]) {
    auto piece = [&](const char* file, const char* offset) {
      return Get("/api/content", {{"item", Family()},
                                  {"file", file},
                                  {"offset", std::to_string(run[offset].get<int>())},
                                  {"length", std::to_string(run["length"].get<int>())}})
          .body;
    };
    EXPECT_EQ(piece("0", "a_offset"), piece("1", "b_offset"));
    EXPECT_EQ(piece("0", "a_offset").size(), run["length"]);
  }
  const Json shared = Of(Get("/api/items/" + Family() + "/shared"));
  EXPECT_GE(shared["bytes"], 39000);
  EXPECT_EQ(shared["complete"], true);
}

TEST_F(FilesApiTest, ContentsComeAsTextOrBytes) {
  Name({tree_.Path("wide.txt"), tree_.Path("pic.png"), tree_.Path("one.txt")});
  EXPECT_EQ(Content(0).body, "hi\nhi");
  EXPECT_EQ(Content(0, "bytes").body.size(), 14u);
  EXPECT_EQ(Get("/api/image", {{"item", id_}, {"file", "1"}}).type, "image/png");
  EXPECT_EQ(Get("/api/image", {{"item", id_}, {"file", "2"}}).status, 415);
  EXPECT_EQ(Get("/api/content", {{"item", id_}, {"file", "2"}, {"length", "1048577"}}).status, 400);
  EXPECT_EQ(Get("/api/content", {{"item", id_}, {"file", "3"}}).status, 400);
  EXPECT_EQ(Get("/api/content", {{"item", "i-0"}, {"file", "0"}}).status, 404);
}

// Whatever an answer names, only files below the roots are opened, and no links.
TEST_F(FilesApiTest, NothingOutsideTheRootsIsServed) {
  tree_.Write("../secret", "secret");
  ASSERT_EQ(symlink("../secret", tree_.Path("link").c_str()), 0);
  ASSERT_EQ(symlink("..", tree_.Path("up").c_str()), 0);
  Name({tree_.root() + "/../secret", tree_.Path("link"), tree_.Path("up/secret"), "/etc/passwd",
        tree_.root() + "x/../tree/one.txt", tree_.Path("gone"), tree_.root(), tree_.Path("one.txt")});
  for (std::size_t file = 0; file < 7; ++file) {
    EXPECT_GE(Content(file).status, 400) << file;
    EXPECT_GE(Content(file, "bytes").status, 400) << file;
    EXPECT_GE(Get("/api/image", {{"item", id_}, {"file", std::to_string(file)}}).status, 400) << file;
  }
  EXPECT_EQ(Content(7).status, 200);
}

// What was written over since the scan is not shown as if it were what was found.
TEST_F(FilesApiTest, AFileThatHasChangedIsNotServed) {
  const std::string family = Family();
  const std::string text = RandomText(20000, 1) + RandomText(20000, 2);
  id_ = family;
  const Json members = Of(Get("/api/items/" + family))["members"];
  const std::size_t one = members[0]["path"] == tree_.Path("one.txt") ? 0 : 1;
  const auto refused = [&](const Reply& reply) {
    return reply.status == 409 && Of(reply)["error"]["kind"] == "changed";
  };
  EXPECT_EQ(Content(one, "bytes").body, text);
  // The same size, and the same time: other bytes all the same.
  std::string other = text;
  other[100] ^= 1;
  struct stat before;
  ASSERT_EQ(stat(tree_.Path("one.txt").c_str(), &before), 0);
  tree_.Write("one.txt", other);
  const timespec times[] = {before.st_atim, before.st_mtim};
  ASSERT_EQ(utimensat(AT_FDCWD, tree_.Path("one.txt").c_str(), times, 0), 0);
  EXPECT_TRUE(refused(Content(one, "bytes")));
  EXPECT_TRUE(refused(Content(one)));
  EXPECT_TRUE(refused(Get("/api/image", {{"item", family}, {"file", std::to_string(one)}})));
  EXPECT_TRUE(refused(Get("/api/compare", {{"item", family}, {"a", "0"}, {"b", "1"}})));
  const Json wish = {{"item", family}, {"file", one}, {"offset", 0}, {"length", 20000}, {"name", "head"}};
  EXPECT_TRUE(refused(Post("/api/templates/preview", wish)));
  EXPECT_TRUE(refused(Post("/api/templates", wish)));
  // Longer, shorter.
  tree_.Write("one.txt", text + "x");
  EXPECT_TRUE(refused(Content(one, "bytes")));
  // With the old bytes it is the one that was found, whenever it was written.
  tree_.Write("one.txt", text);
  EXPECT_EQ(Content(one, "bytes").body, text);
  EXPECT_EQ(Content(one).body, text.substr(0, 65536));
}

// A template is made of the bytes that were shown.
TEST_F(FilesApiTest, BoilerplateIsWhatWasShown) {
  const Json members = Of(Get("/api/items/" + Family()))["members"];
  Json wish = {{"item", Family()}, {"file", 0}, {"offset", 0}, {"length", 20000}, {"name", "head"}};
  wish["digest"] = members[0]["digest"];
  EXPECT_EQ(Post("/api/templates/preview", wish).status, 200);
  wish["digest"] = members[1]["digest"];
  EXPECT_EQ(Post("/api/templates/preview", wish).status, 409);
}

// Texts with CR LF, or of two bytes a letter, are shown and compared in another form than they have on disk.
TEST_F(FilesApiTest, BoilerplateOfATextThatIsNotAsOnDisk) {
  auto lines = [](int seed) {
    std::string text = RandomText(8000, seed);
    for (std::size_t at = 70; at < text.size(); at += 70) text.replace(at, 2, "\r\n");
    return text;
  };
  tree_.Write("letters/a.txt", lines(21) + lines(22));
  tree_.Write("letters/b.txt", lines(21) + lines(23));
  review_.Start();
  review_.Wait();
  const Json items = Of(Get("/api/items", {{"kind", "family"}, {"folder", tree_.Path("letters")}}));
  ASSERT_EQ(items["total"], 1) << items;
  const std::string item = items["items"][0]["id"];
  const Json compared = Of(Get("/api/compare", {{"item", item}, {"a", "0"}, {"b", "1"}}));
  ASSERT_EQ(compared["text_a"]["as_file"], false);
  const Json wish = {{"item", item},
                     {"file", 0},
                     {"offset", compared["runs"][0]["a_offset"]},
                     {"length", compared["runs"][0]["length"]},
                     {"name", "letterhead"}};
  const Json preview = Of(Post("/api/templates/preview", wish));
  EXPECT_EQ(preview["dissolved"], 1) << preview;
  EXPECT_EQ(Post("/api/templates", wish).status, 200);
  review_.Wait();
  EXPECT_EQ(Of(Get("/api/items", {{"kind", "family"}, {"folder", tree_.Path("letters")}}))["total"], 0);
}

TEST_F(FilesApiTest, BoilerplateMakesATemplateAndANewSearch) {
  const Json wish = {{"item", Family()}, {"file", 0}, {"offset", 0}, {"length", 20000}, {"name", "head"}};
  const Json preview = Of(Post("/api/templates/preview", wish));
  EXPECT_EQ(preview["type"], "template_effect") << preview;
  EXPECT_EQ(preview["stored"], false);
  EXPECT_EQ(Of(Get("/api/decisions"))["total"], 0);
  EXPECT_EQ(Post("/api/templates", wish).status, 200);
  review_.Wait();
  EXPECT_EQ(review_.Status().state, RunState::kReady);
  EXPECT_EQ(Of(Get("/api/decisions"))["items"][0]["verdict"], "boilerplate");
  EXPECT_EQ(Of(Get("/api/summary"))["summary"]["templates"], 1);
  // Taking it back removes the template, and what it dissolved is found again.
  EXPECT_EQ(Of(Post("/api/decisions/undo", Json::object()))["undone"], 1);
  review_.Wait();
  EXPECT_FALSE(Of(Get("/api/summary"))["summary"].contains("templates"));
  EXPECT_EQ(Post("/api/templates/preview", wish).status, 200) << "the name is free again";
}

TEST_F(FilesApiTest, AnUnrelatedPairIsGoneAfterTheNextRunAndBackAfterUndo) {
  const Json wish = {{"verdict", "unrelated"}, {"item", Family()}, {"a", 0}, {"b", 1}};
  EXPECT_EQ(Post("/api/decisions", {{"decisions", {wish}}}).status, 200);
  EXPECT_EQ(Of(Get("/api/items", {{"kind", "family"}}))["total"], 0);
  EXPECT_EQ(Post("/api/scan", Json::object()).status, 200);
  review_.Wait();
  EXPECT_EQ(Of(Get("/api/items", {{"kind", "family"}, {"decided", "show"}}))["total"], 0);
  EXPECT_EQ(Post("/api/decisions/undo", Json::object()).status, 200);
  review_.Wait();
  EXPECT_EQ(Of(Get("/api/items", {{"kind", "family"}}))["total"], 1);
}

}  // namespace

}  // namespace kindred::server
