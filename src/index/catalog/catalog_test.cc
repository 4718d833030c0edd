// The catalog against a plain model: after any changes, across generations, every question has the answer
// that the model gives.
#include "index/catalog/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "index/catalog/catalog_pack.h"
#include "index/catalog/catalog_path.h"
#include "index/catalog/catalog_reader.h"
#include "index/catalog/catalog_writer.h"
#include "index/store/index_test_directory.h"
#include "index/store/manifest.h"
#include "kindred/error.h"

namespace kindred::index {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

StoredEntry MakeEntry(const std::string& name, ContentId content, std::uint64_t salt = 0) {
  StoredEntry stored;
  stored.entry = {name,
                  2049,
                  1000 + salt,
                  10 + salt,
                  static_cast<std::int64_t>(salt * 1'000'000'007) - 5,
                  std::numeric_limits<std::int64_t>::max() - static_cast<std::int64_t>(salt)};
  stored.content = content;
  return stored;
}

Content MakeContent(ContentId id) {
  return {
      id, id * 10ull, {id * 0x9e3779b97f4a7c15ull, id}, id % 2 ? ContentType::kText : ContentType::kOther};
}

using Facts = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::int64_t, std::int64_t, ContentId>;
Facts FactsOf(const StoredEntry& s) {
  return {s.entry.device, s.entry.inode, s.entry.size, s.entry.mtime_ns, s.entry.ctime_ns, s.content};
}
using Tree = std::map<std::string, std::map<std::string, Facts>>;  // directory, name

Tree TreeOf(const std::vector<StoredDirectory>& directories) {
  Tree tree;
  std::string last;
  for (const StoredDirectory& directory : directories) {
    EXPECT_LT(last, directory.path);
    last = directory.path;
    EXPECT_FALSE(directory.entries.empty());
    std::string last_name;
    for (const StoredEntry& stored : directory.entries) {
      EXPECT_LT(last_name, stored.entry.name);
      last_name = stored.entry.name;
      tree[directory.path][stored.entry.name] = FactsOf(stored);
    }
  }
  return tree;
}

bool Below(const std::string& path, const std::string& root) {
  return path == root || path.starts_with(root.ends_with('/') ? root : root + '/');
}

Tree Under(const Tree& tree, const std::vector<std::string>& roots) {
  Tree found;
  for (const auto& [directory, entries] : tree) {
    for (const auto& [name, facts] : entries) {
      for (const std::string& root : roots) {
        if (Below(JoinPath(directory, name), root)) found[directory][name] = facts;
      }
    }
  }
  return found;
}

class CatalogTest : public IndexTestDirectory {
 protected:
  void Begin() {
    writer_ = std::make_unique<GrowingCatalog>(files(), directory(), CatalogName(++generation_), last_);
  }
  void End() {
    last_ = writer_->Finish();
    writer_.reset();
    reader_ = std::make_unique<CommittedCatalog>(files(), directory(), *last_);
  }

  std::uint64_t generation_ = 0;
  std::optional<CatalogFile> last_;
  std::unique_ptr<GrowingCatalog> writer_;
  std::unique_ptr<CommittedCatalog> reader_;
};

TEST_F(CatalogTest, AnswersBeforeAndAfterTheCommit) {
  Begin();
  for (ContentId id : {1, 2, 3}) writer_->PutContent(MakeContent(id));
  writer_->PutEntry("/a", MakeEntry("x", 1));
  writer_->PutEntry("/a", MakeEntry("y", 2));
  writer_->PutEntry("/a/b", MakeEntry("z", 1));
  writer_->PutEntry("/", MakeEntry("top", 3));
  auto ask = [&](CatalogReader& catalog) {
    EXPECT_THAT(catalog.PathsOf(1), ElementsAre("/a/b/z", "/a/x"));
    EXPECT_THAT(catalog.PathsOf(3), ElementsAre("/top"));
    EXPECT_THAT(catalog.PathsOf(77), IsEmpty());
    EXPECT_EQ(catalog.FindContent(2)->size, 20u);
    EXPECT_FALSE(catalog.FindContent(4));
    EXPECT_EQ(catalog.FindDigest(MakeContent(3).digest, 30)->id, 3u);
    EXPECT_FALSE(catalog.FindDigest(MakeContent(3).digest, 31));
    EXPECT_FALSE(catalog.FindDigest(MakeContent(4).digest, 40));
    EXPECT_EQ(catalog.AllContents().size(), 3u);
    EXPECT_EQ(catalog.AllContents()[0].type, ContentType::kText);
    CatalogCounts counts = catalog.Counts();
    EXPECT_EQ(counts.entries, 4u);
    EXPECT_EQ(counts.contents, 3u);
    EXPECT_EQ(counts.entry_bytes, 40u);
    EXPECT_EQ(counts.content_bytes, 60u);
  };
  ask(*writer_);
  End();
  ask(*reader_);
}

TEST_F(CatalogTest, RootsMayBeFilesAndOverlap) {
  Begin();
  writer_->PutEntry("/a", MakeEntry("f", 1));
  writer_->PutEntry("/a", MakeEntry("g", 1));
  writer_->PutEntry("/a-b", MakeEntry("f", 1));
  writer_->PutEntry("/a/c", MakeEntry("h", 1));
  auto paths = [&](const std::vector<std::string>& roots) {
    std::vector<std::string> all;
    for (const auto& directory : writer_->DirectoriesUnder(roots)) {
      for (const auto& stored : directory.entries) all.push_back(JoinPath(directory.path, stored.entry.name));
    }
    return all;
  };
  EXPECT_THAT(paths({"/a"}), ElementsAre("/a/f", "/a/g", "/a/c/h"));
  EXPECT_THAT(paths({"/a", "/a/c", "/a/f", "/a"}), ElementsAre("/a/f", "/a/g", "/a/c/h"));
  EXPECT_THAT(paths({"/a/g", "/a/f"}), ElementsAre("/a/f", "/a/g"));
  EXPECT_THAT(paths({"/a/c/h", "/a-b"}), ElementsAre("/a-b/f", "/a/c/h"));
  EXPECT_THAT(paths({"/"}), ElementsAre("/a/f", "/a/g", "/a-b/f", "/a/c/h"));
  EXPECT_THAT(paths({"/b", "/a/none", "/a/f/below"}), IsEmpty());
  EXPECT_THAT(paths({}), IsEmpty());
}

TEST_F(CatalogTest, RemoveUnderForgetsATreeOrAFile) {
  Begin();
  for (int i = 0; i < 300; ++i) writer_->PutEntry("/a/b", MakeEntry("f" + std::to_string(i), 1));
  writer_->PutEntry("/a", MakeEntry("b.txt", 2));
  writer_->PutEntry("/a", MakeEntry("c.txt", 2));
  writer_->ReplaceSkips({"/a"}, {{"/a/b/s", "open", "no", true}, {"/a/t", "open", "no", true}});
  EXPECT_EQ(writer_->RemoveUnder("/a/b"), 300u);
  EXPECT_THAT(writer_->PathsOf(1), IsEmpty());
  EXPECT_EQ(writer_->SkipsUnder({"/"}).size(), 1u);
  EXPECT_EQ(writer_->RemoveUnder("/a/b.txt"), 1u);
  EXPECT_EQ(writer_->RemoveUnder("/a/b.txt"), 0u);
  EXPECT_THAT(writer_->PathsOf(2), ElementsAre("/a/c.txt"));
  writer_->PutEntry("/a/b", MakeEntry("again", 1));
  EXPECT_THAT(writer_->PathsOf(1), ElementsAre("/a/b/again"));
  EXPECT_EQ(writer_->RemoveUnder("/"), 2u);
  EXPECT_THAT(writer_->DirectoriesUnder({"/"}), IsEmpty());
  End();
  EXPECT_EQ(reader_->Counts().entries, 0u);
  EXPECT_FALSE(reader_->view().FindDirectory("/a"));
}

TEST_F(CatalogTest, SkipsAreReplacedByRoot) {
  Begin();
  Skip one{"/a/x", "open", "permission denied", true};
  Skip two{"/a/x y", "walk", "a socket", false};
  Skip three{"/ab", "read", "permission denied", true};
  writer_->ReplaceSkips({"/a"}, {two, one});
  writer_->ReplaceSkips({"/ab"}, {three});
  EXPECT_EQ(writer_->SkipsUnder({"/a"}).size(), 2u);
  EXPECT_EQ(writer_->SkipsUnder({"/ab"}).size(), 1u);
  std::vector<Skip> all = writer_->SkipsUnder({"/"});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[1].reason, "a socket");
  EXPECT_FALSE(all[1].error);
  EXPECT_EQ(all[1].stage, "walk");
  writer_->ReplaceSkips({"/a"}, {one});
  EXPECT_EQ(writer_->SkipsUnder({"/a"}).size(), 1u);
  EXPECT_EQ(writer_->SkipsUnder({"/a/x"}).size(), 1u);
  End();
  EXPECT_EQ(reader_->Counts().skips, 2u);
  Begin();
  writer_->ReplaceSkips({"/ab"}, {three, three});
  EXPECT_FALSE(writer_->Changed());
  writer_->ReplaceSkips({"/"}, {});
  EXPECT_TRUE(writer_->Changed());
  EXPECT_THAT(writer_->SkipsUnder({"/"}), IsEmpty());
}

TEST_F(CatalogTest, NoChangeMakesNoFile) {
  Begin();
  writer_->PutContent(MakeContent(1));
  writer_->PutEntry("/a", MakeEntry("x", 1));
  End();
  Begin();
  writer_->PutEntry("/a", MakeEntry("x", 1));
  writer_->PutContent(MakeContent(1));
  writer_->RemoveEntry("/a", "none");
  writer_->RemoveEntry("/none", "x");
  EXPECT_EQ(writer_->RemoveUnder("/none"), 0u);
  EXPECT_EQ(writer_->DropDeadContents(), 0u);
  EXPECT_EQ(writer_->DirectoriesUnder({"/"}).size(), 1u);
  EXPECT_FALSE(writer_->Changed());
  EXPECT_FALSE(writer_->made());
  EXPECT_FALSE(files().Exists(Path(CatalogName(2))));
}

TEST_F(CatalogTest, DeadContentsAreDroppedAndTheOthersStay) {
  Begin();
  for (ContentId id = 1; id <= 1000; ++id) writer_->PutContent(MakeContent(id));
  for (ContentId id = 3; id <= 1000; id += 3) writer_->PutEntry("/a", MakeEntry(std::to_string(id), id));
  EXPECT_EQ(writer_->DropDeadContents(), 667u);
  EXPECT_EQ(writer_->DropDeadContents(), 0u);
  writer_->RemoveEntry("/a", "999");
  EXPECT_EQ(writer_->DropDeadContents(), 1u);
  End();
  EXPECT_EQ(reader_->AllContents().size(), 332u);
  EXPECT_FALSE(reader_->FindDigest(MakeContent(999).digest, 9990));
  EXPECT_EQ(reader_->FindDigest(MakeContent(996).digest, 9960)->id, 996u);
}

TEST_F(CatalogTest, PartsLiveAsLongAsAFileThatHoldsThem) {
  const StoredContainer zip{.content = 1,
                            .type = 10,
                            .rules = 77,
                            .outcome = 1,
                            .reason = "too many",
                            .parts = {{"docs/a.txt", 1, 2}, {"b\n\xff", 1, 3}}};
  const StoredContainer other{.content = 4, .type = 10, .rules = 77, .parts = {{"x/a.txt", 1, 2}}};
  Begin();
  for (const ContentId id : {1u, 2u, 3u, 4u}) writer_->PutContent(MakeContent(id));
  writer_->PutEntry("/d", MakeEntry("a.zip", 1));
  writer_->PutEntry("/e", MakeEntry("copy.zip", 1));
  writer_->PutEntry("/d", MakeEntry("b.zip", 4));
  writer_->PutContainer(other);
  writer_->PutContainer({.content = 1, .type = 10, .rules = 5, .parts = {{"old", 1, 4}}});
  writer_->PutContainer(zip);  // replaces it
  EXPECT_EQ(writer_->DropDeadContents(), 0u);
  End();
  EXPECT_THAT(reader_->AllContainers(), ElementsAre(zip, other));
  EXPECT_THAT(reader_->PathsOf(2),
              ElementsAre("/d/a.zip//docs/a.txt", "/d/b.zip//x/a.txt", "/e/copy.zip//docs/a.txt"));
  EXPECT_THAT(reader_->PathsOf(4), ElementsAre("/d/b.zip"));

  Begin();
  writer_->RemoveEntry("/d", "a.zip");
  writer_->RemoveEntry("/e", "copy.zip");
  EXPECT_EQ(writer_->DropDeadContents(), 2u);  // the archive, and its part that no other has
  End();
  EXPECT_THAT(reader_->AllContainers(), ElementsAre(other));
  EXPECT_THAT(reader_->PathsOf(2), ElementsAre("/d/b.zip//x/a.txt"));
  EXPECT_THAT(reader_->PathsOf(3), IsEmpty());
}

TEST_F(CatalogTest, NamesAreBytes) {
  Begin();
  std::string odd = "new\nline \xff\x01 'q'";
  writer_->PutEntry("/d\xfe", MakeEntry(odd, 5));
  writer_->PutEntry("/d\xfe", MakeEntry(std::string(255, '\xff'), 5));
  writer_->PutEntry("/" + std::string(5000, 'p') + "/q", MakeEntry("x", 6));
  End();
  EXPECT_EQ(reader_->PathsOf(5)[0], "/d\xfe/" + odd);
  EXPECT_EQ(reader_->PathsOf(6)[0], "/" + std::string(5000, 'p') + "/q/x");
}

TEST_F(CatalogTest, RandomChangesOverGenerations) {
  std::mt19937_64 random(11);
  Tree tree;
  auto directory = [&] {
    std::string path = "/r";
    for (std::uint64_t depth = random() % 4; depth > 0; --depth) {
      path += '/' + std::string(1, static_cast<char>("ab-0"[random() % 4]));
    }
    return random() % 20 == 0 ? std::string("/") : path;
  };
  auto name = [&] { return "n" + std::to_string(random() % 400); };
  for (int round = 0; round < 6; ++round) {
    Begin();
    for (int step = 0; step < 3000; ++step) {
      std::string where = directory();
      if (random() % 4 != 0) {
        StoredEntry entry = MakeEntry(name(), static_cast<ContentId>(1 + random() % 500), random() % 1000);
        writer_->PutEntry(where, entry);
        tree[where][entry.entry.name] = FactsOf(entry);
      } else {
        std::string gone = name();
        writer_->RemoveEntry(where, gone);
        tree[where].erase(gone);
      }
      if (random() % 500 == 0) {
        std::string root = random() % 3 ? directory() : JoinPath(directory(), name());
        if (root == "/") continue;
        Tree below = Under(tree, {root});
        std::uint64_t count = 0;
        for (const auto& [path, entries] : below) {
          count += entries.size();
          for (const auto& [entry, facts] : entries) tree[path].erase(entry);
        }
        EXPECT_EQ(writer_->RemoveUnder(root), count);
      }
    }
    std::erase_if(tree, [](const auto& item) { return item.second.empty(); });
    EXPECT_EQ(TreeOf(writer_->DirectoriesUnder({"/"})), tree);
    End();
    EXPECT_EQ(TreeOf(reader_->DirectoriesUnder({"/"})), tree);
    for (std::vector<std::string> roots : {std::vector<std::string>{"/r/a"}, {"/r/b", "/r/a/0/n5", "/r/-"}}) {
      EXPECT_EQ(TreeOf(reader_->DirectoriesUnder(roots)), Under(tree, roots));
    }
    std::map<ContentId, std::set<std::string>> paths;
    for (const auto& [path, entries] : tree) {
      for (const auto& [entry, facts] : entries) paths[std::get<5>(facts)].insert(JoinPath(path, entry));
    }
    for (ContentId id = 0; id <= 501; ++id) {
      EXPECT_THAT(reader_->PathsOf(id), testing::ElementsAreArray(paths[id])) << id;
    }
  }
}

TEST(CatalogPack, RefusesPartsThatAreNotWhole) {
  const std::vector<StoredPart> parts = {{"docs/a.txt", 1, 200}, {"b", 5, 3}};
  const PackedBytes packed = PackParts(parts);
  std::vector<StoredPart> read;
  ASSERT_TRUE(UnpackParts(packed, &read));
  EXPECT_EQ(read, parts);
  for (std::size_t size = 1; size < packed.size(); ++size) {
    std::vector<StoredPart> some;
    const bool whole = UnpackParts(std::span(packed).first(size), &some);
    EXPECT_EQ(whole, size == PackParts(std::span(parts).first(1)).size()) << size;
  }
}

TEST(CatalogPack, RefusesWhatIsNotWhole) {
  std::vector<StoredEntry> entries = {MakeEntry("a", 1, 5), MakeEntry("ab", 2, 7), MakeEntry("b", 1)};
  PackedBytes bytes = PackEntries(entries);
  std::size_t whole = 0;
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    std::vector<StoredEntry> back;
    if (UnpackEntries(std::span(bytes).first(cut), &back)) ++whole;
  }
  EXPECT_EQ(whole, entries.size() + 1);  // cuts between entries, of which a pack may have any number
  std::swap(entries[0], entries[2]);
  std::vector<StoredEntry> back;
  EXPECT_FALSE(UnpackEntries(PackEntries(entries), &back));
  std::vector<Content> contents;
  EXPECT_FALSE(
      UnpackContents(PackContents(std::vector<Content>{MakeContent(5), MakeContent(4)}), 0, &contents));
  std::vector<Occurrence> occurrences;
  EXPECT_FALSE(UnpackOccurrences(std::vector<std::uint8_t>{100, 0, 100, 0}, 0, &occurrences));
}

TEST(CatalogPath, SplitsAndFindsOutermostRoots) {
  EXPECT_THAT(PathNames("/"), ElementsAre("/"));
  EXPECT_THAT(PathNames("/a/b"), ElementsAre("/", "a", "b"));
  EXPECT_EQ(SplitPath("/a").parent, "/");
  EXPECT_EQ(SplitPath("/a/b").name, "b");
  EXPECT_EQ(SplitPath("/").parent, "");
  EXPECT_THAT(OutermostRoots({"/a/c", "/a-b", "/a", "/a", "/ab/x"}), ElementsAre("/a", "/a-b", "/ab/x"));
  EXPECT_THAT(OutermostRoots({"/a", "/", "/b/c"}), ElementsAre("/"));
}

}  // namespace
}  // namespace kindred::index
