// One suite for every database: SQLite always, and the servers that KINDRED_TEST_DATABASES names (URLs with
// blanks between; tests/databases/with_servers starts them). Also URLs and the text of paths.
#include "tally/tally_store.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include "kindred/error.h"
#include "model/entry.h"
#include "tally/database_session.h"
#include "tally/dialect.h"
#include "tests/temp_tree.h"

#if defined(__SANITIZE_ADDRESS__)
// SOCI 4.0 loses the buffers of a statement that SQLite refuses in the middle, some bytes each, as with a
// damaged file.
extern "C" const char* __lsan_default_suppressions() { return "leak:libsoci_sqlite3"; }
#endif

namespace kindred::tally {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::TempTree;

Tally MakeTally(const std::string& path, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Tally tally;
  tally.path = path;
  tally.size = random() % 100000;
  tally.mtime_ns = 1'700'000'000'123'456'789;
  tally.ctime_ns = static_cast<std::int64_t>(random() >> 1);
  tally.inode = random();  // all 64 bits
  tally.digest = {random(), random()};
  for (auto& count : tally.counts) count = random() % 5000;
  return tally;
}

std::vector<std::string> DatabaseUrls() {
  std::vector<std::string> urls = {"sqlite:"};
  const char* servers = std::getenv("KINDRED_TEST_DATABASES");
  std::istringstream words(servers == nullptr ? "" : servers);
  for (std::string url; words >> url;) urls.push_back(url);
  return urls;
}

class Store : public testing::TestWithParam<std::string> {
 protected:
  Store() {
    // Tests share a server: each uses another set of tags.
    static int number = 0x20;
    tags_ = ParseTagSet(fmt::format("{:x},1,2,3,4,5,6,7,8,9,a,b,c,d,e,f", ++number));
  }

  DatabaseUrl Url() const {
    return ParseDatabaseUrl(GetParam() == "sqlite:" ? "sqlite:" + tree_.root() + "/a b=c.sqlite"
                                                    : GetParam());
  }
  bool IsSqlite() const { return GetParam() == "sqlite:"; }
  std::unique_ptr<TallyStore> Open(const std::string& host = "here") {
    auto store = std::make_unique<TallyStore>(Url(), tags_, host);
    if (store->Count() > 0) {  // left by an earlier run of this test
      std::vector<std::string> paths;
      for (const Tally& tally : store->Below({"/"})) paths.push_back(tally.path);
      if (!kept_) store->Update({}, paths);
    }
    kept_ = true;
    return store;
  }

  TempTree tree_;
  TagSet tags_;
  bool kept_ = false;
};

std::vector<std::string> PathsOf(const std::vector<Tally>& tallies) {
  std::vector<std::string> paths;
  for (const Tally& tally : tallies) paths.push_back(tally.path);
  return paths;
}

const std::vector<std::string> kOddPaths = {"/a",
                                            "/a/b",
                                            "/a/b.txt",
                                            "/a/b/c",
                                            "/a0",
                                            "/a b'c\"d\\e",
                                            "/latin \xe9",
                                            "/a/\xff\xfe",
                                            "/nl\nx",
                                            "/\\xe9",
                                            "/%d:x::y?",
                                            "/\xf0\x9f\x98\x80.PNG",
                                            "/" + std::string(5000, 'x') + ".c",
                                            "/A",
                                            "/a/B"};

TEST_P(Store, KeepsEveryFieldOfEveryPath) {
  auto store = Open();
  std::vector<Tally> put;
  for (std::size_t i = 0; i < kOddPaths.size(); ++i) put.push_back(MakeTally(kOddPaths[i], i));
  put[0].counts[0] = std::uint64_t{1} << 40;
  store->Update(put, {});
  store->MakeIndexes();
  store.reset();
  store = Open();
  for (Tally& tally : put) tally.host = store->host();
  EXPECT_EQ(store->Count(), put.size());
  std::ranges::sort(put, {}, &Tally::path);
  EXPECT_EQ(store->Below({"/"}), put);
  EXPECT_EQ(store->Of(kOddPaths), put);
}

TEST_P(Store, BelowIsADirectoryAndNotItsNeighbours) {
  auto store = Open();
  std::vector<Tally> put;
  for (const std::string& path : kOddPaths) put.push_back(MakeTally(path, 1));
  store->Update(put, {});
  store->MakeIndexes();
  EXPECT_EQ(PathsOf(store->Below({"/a"})),
            (std::vector<std::string>{"/a/B", "/a/b", "/a/b.txt", "/a/b/c", "/a/\xff\xfe"}));
  EXPECT_EQ(PathsOf(store->Below({"/a/b"})), (std::vector<std::string>{"/a/b/c"}));
  EXPECT_EQ(PathsOf(store->Below({"/none"})), (std::vector<std::string>{}));
  EXPECT_EQ(PathsOf(store->Of({"/a", "/none", "/A"})), (std::vector<std::string>{"/A", "/a"}));
}

TEST_P(Store, ForgetsWhatLiesBelow) {
  auto store = Open();
  store->Update(
      std::vector{MakeTally("/a", 1), MakeTally("/a/b", 2), MakeTally("/a/b/c", 3), MakeTally("/a/bc", 4)},
      {});
  store->Forget("/a/b");
  EXPECT_EQ(PathsOf(store->Below({"/"})), (std::vector<std::string>{"/a", "/a/bc"}));
}

TEST_P(Store, ReplacesAndRemovesInOneTransaction) {
  auto store = Open();
  store->Update(std::vector{MakeTally("/x", 1), MakeTally("/y", 2)}, {});
  store->Update(std::vector{MakeTally("/x", 3), MakeTally("/z", 4)}, std::vector<std::string>{"/y"});
  EXPECT_EQ(PathsOf(store->Below({"/"})), (std::vector<std::string>{"/x", "/z"}));
  EXPECT_EQ(store->Of({"/x"})[0].digest, MakeTally("/x", 3).digest);
}

TEST_P(Store, FindsByKeyAndSizeOnAllHosts) {
  auto store = Open("here");
  std::vector<Tally> put;
  for (int i = 0; i < 1500; ++i) put.push_back(MakeTally(fmt::format("/dir/{}.txt", i), i));
  store->Update(put, {});
  store->MakeIndexes();
  EXPECT_EQ(store->Count(), put.size());
  if (!IsSqlite()) {
    TallyStore other(Url(), tags_, "there");
    other.Update(std::vector{MakeTally("/dir/1.txt", 1)}, {});
    EXPECT_EQ(PathsOf(other.Below({"/"})), (std::vector<std::string>{"/dir/1.txt"}));
    EXPECT_EQ(store->Below({"/"}).size(), put.size());
  }
  for (std::size_t kind = 0; kind < kKeys; ++kind) {
    const std::int64_t key = KeysOf(put[1].counts, "1.txt")[kind];
    std::vector<std::string> expected;
    for (const Tally& tally : put) {
      const std::int64_t other = KeysOf(tally.counts, BaseName(tally.path))[kind];
      if (KeyDistance(key, other) <= 3000 && tally.size >= 1000 && tally.size <= 90000)
        expected.push_back(tally.path);
    }
    if (!IsSqlite()) expected.push_back("/dir/1.txt");
    std::ranges::sort(expected);
    EXPECT_GT(expected.size(), 2u);
    EXPECT_EQ(PathsOf(store->InRange(static_cast<KeyKind>(kind), key - 3000, key + 3000, 1000, 90000)),
              expected);
  }
  if (!IsSqlite()) TallyStore(Url(), tags_, "there").Update({}, std::vector<std::string>{"/dir/1.txt"});
}

TEST_P(Store, SetsOfTagsLieSideBySide) {
  auto store = Open();
  store->Update(std::vector{MakeTally("/x", 1)}, {});
  TallyStore other(Url(), DefaultTagSet(), "other sets");
  EXPECT_THAT(PathsOf(other.Of({"/x"})), testing::IsEmpty());
  EXPECT_EQ(store->Count(), 1u);
}

TEST_P(Store, TwoWritersDoNoHarm) {
  Open()->Update(std::vector{MakeTally("/seed", 1)}, {});
  std::vector<std::jthread> writers;
  for (int writer = 0; writer < 3; ++writer) {
    writers.emplace_back([&, writer] {
      TallyStore store(Url(), tags_, "here");
      for (int i = 0; i < 10; ++i) {
        store.Update(std::vector{MakeTally("/shared", i), MakeTally(fmt::format("/{}/{}", writer, i), i)},
                     {});
      }
    });
  }
  writers.clear();
  EXPECT_EQ(Open()->Count(), 1u + 1u + 30u);
}

TEST_P(Store, IsConnectedAgainWhenTheServerCutTheConnection) {
  if (IsSqlite()) GTEST_SKIP() << "SQLite has no server";
  auto store = Open();
  store->Update(std::vector{MakeTally("/before", 1)}, {});
  DatabaseSession killer(Url());
  std::string connections;  // counts those that are to end
  killer.Do([&] {
    if (Url().kind == DatabaseKind::kPostgresql) {
      const std::string others =
          "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = current_user";
      killer.Execute("SELECT pg_terminate_backend(pid) " + others);
      connections = "SELECT COUNT(*) " + others;
    } else {
      // The server lists the store's connection as asleep only some time after it has answered.
      std::int64_t id = 0;
      for (int tries = 0; id == 0 && tries < 1000; ++tries) {
        if (tries > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        id = killer.SelectNumber(
            "SELECT COALESCE(MIN(id), 0) FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND "
            "user <> 'system user' AND command = 'Sleep'",
            0);
      }
      ASSERT_NE(id, 0) << "the server does not list the connection of the store";
      killer.Execute(fmt::format("KILL CONNECTION {}", id));
      connections = fmt::format("SELECT COUNT(*) FROM information_schema.processlist WHERE id = {}", id);
    }
  });
  std::int64_t left = 1;
  for (int tries = 0; left != 0 && tries < 1000; ++tries) {
    if (tries > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    killer.Do([&] { left = killer.SelectNumber(connections, 1); });
  }
  ASSERT_EQ(left, 0) << "the server does not end the connection of the store";
  store->Update(std::vector{MakeTally("/after", 2)}, {});
  EXPECT_EQ(PathsOf(store->Below({"/"})), (std::vector<std::string>{"/after", "/before"}));
}

TEST_P(Store, AWrongPasswordIsAnErrorThatDoesNotTellIt) {
  if (IsSqlite()) GTEST_SKIP() << "SQLite has no passwords";
  DatabaseUrl url = Url();
  url.password = "s3cret-and-wrong";
  try {
    TallyStore store(url, tags_, "here");
    FAIL() << "the server takes any password";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFailed);
    EXPECT_THAT(error.what(), Not(HasSubstr("s3cret")));
    EXPECT_THAT(error.what(), HasSubstr(url.Shown()));
  }
}

TEST_P(Store, ANewerSchemaIsRefused) {
  if (!IsSqlite()) GTEST_SKIP() << "would spoil the server for the others";
  Open();
  DatabaseSession session(Url());
  session.Do([&] { session.Execute("UPDATE kindred_meta SET value = '3'"); });
  EXPECT_THROW(Open(), Error);
}

INSTANTIATE_TEST_SUITE_P(Databases, Store, testing::ValuesIn(DatabaseUrls()), [](const auto& instance) {
  return instance.param.substr(0, instance.param.find(':'));
});

TEST(SqliteStore, DamageIsToldWithWhatToDo) {
  TempTree tree;
  tree.Write("t.sqlite",
             "this is not a database, but it is long enough to be taken for the header of one.....");
  try {
    TallyStore store(ParseDatabaseUrl("sqlite:" + tree.Path("t.sqlite")), DefaultTagSet(), "");
    FAIL() << "not noticed";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kDamaged);
    EXPECT_THAT(error.what(), HasSubstr("t.sqlite"));
    EXPECT_THAT(error.hint(), HasSubstr("remove the file"));
  }
}

// Whatever bit changes: an error, or rows that were stored. Of those below a directory one may be lost, since
// the file is then read again; of those with a key none may be.
TEST(SqliteStore, AChangedBitIsNoOtherTally) {
  TempTree tree;
  const std::string file = tree.Path("t.sqlite");
  const auto open = [&](const std::string& path) {
    return TallyStore(ParseDatabaseUrl("sqlite:" + path), DefaultTagSet(), "");
  };
  const std::int64_t middle = KeysOf(MakeTally("/tree/file0.txt", 0).counts, "file0.txt")[2];
  const auto with_key = [&](TallyStore& store) {
    return store.InRange(KeyKind::kSkew, middle - 20'000, middle + 20'000, 10'000, 90'000);
  };
  std::vector<Tally> stored, near;
  for (std::uint64_t i = 0; i < 40; ++i) stored.push_back(MakeTally(fmt::format("/tree/file{}.txt", i), i));
  {
    TallyStore store = open(file);
    store.Update(stored, {});
    store.MakeIndexes();
    EXPECT_EQ(store.Below({"/"}).size(), 40u);
    near = with_key(store);
    EXPECT_GT(near.size(), 5u);
    EXPECT_LT(near.size(), 35u);
  }
  std::ifstream in(file, std::ios::binary);
  const std::string sound((std::istreambuf_iterator<char>(in)), {});
  std::mt19937 random(1);
  int errors = 0;
  for (int round = 0; round < 800; ++round) {
    std::string damaged = sound;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 << random() % 8);
    std::ofstream(file, std::ios::binary) << damaged;
    for (const char* journal : {"-journal", "-wal", "-shm"}) std::filesystem::remove(file + journal);
    try {
      TallyStore store = open(file);
      for (const Tally& tally : store.Below({"/"})) {
        ASSERT_NE(std::ranges::find(stored, tally), stored.end()) << tally.path << " in round " << round;
      }
      ASSERT_EQ(with_key(store), near) << "in round " << round;
    } catch (const Error&) {
      ++errors;
    }
  }
  EXPECT_GT(errors, 50);
}

// Rows of the first schema have no checksum; the store is made anew.
TEST(SqliteStore, AnOlderSchemaIsReplaced) {
  TempTree tree;
  const DatabaseUrl url = ParseDatabaseUrl("sqlite:" + tree.Path("t.sqlite"));
  {
    DatabaseSession session(url);
    session.Do([&] {
      session.Execute(
          "CREATE TABLE kindred_meta (name VARCHAR(64) NOT NULL PRIMARY KEY, value VARCHAR(255))");
      session.Execute("INSERT INTO kindred_meta VALUES ('schema_version', '1')");
      session.Execute("CREATE TABLE kindred_tallies (id BIGINT NOT NULL PRIMARY KEY, path TEXT)");
      session.Execute("INSERT INTO kindred_tallies VALUES (1, '/old')");
    });
  }
  TallyStore store(url, DefaultTagSet(), "");
  EXPECT_TRUE(store.IsEmpty());
  store.Update(std::vector<Tally>{MakeTally("/new", 1)}, {});
  store.MakeIndexes();
  EXPECT_EQ(store.Below({"/"}).size(), 1u);
}

TEST(SqliteStore, NobodyElseMayReadIt) {
  TempTree tree;
  const std::string file = tree.Path("t.sqlite");
  TallyStore store(ParseDatabaseUrl("sqlite:" + file), DefaultTagSet(), "");
  EXPECT_EQ(std::filesystem::status(file).permissions() & std::filesystem::perms::all,
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(DatabaseUrl, IsTakenApart) {
  const DatabaseUrl url = ParseDatabaseUrl(
      "postgresql://us%40er:p%3Aw'\\d@db.example.org:5433/files?sslmode=require&host=%2Frun");
  EXPECT_EQ(url.kind, DatabaseKind::kPostgresql);
  EXPECT_EQ(url.user, "us@er");
  EXPECT_EQ(url.password, "p:w'\\d");
  EXPECT_EQ(url.host, "db.example.org");
  EXPECT_EQ(url.port, "5433");
  EXPECT_EQ(url.database, "files");
  EXPECT_EQ(url.Shown(), "postgresql://us@er@db.example.org:5433/files");
  EXPECT_THAT(url.ConnectString(), HasSubstr("password='p:w\\'\\\\d'"));
  EXPECT_THAT(url.ConnectString(), HasSubstr("sslmode='require'"));
  EXPECT_EQ(url.WithoutPassword("x p:w'\\d y"), "x *** y");
  EXPECT_EQ(ParseDatabaseUrl("mysql://[::1]:3/d").host, "::1");
  EXPECT_EQ(ParseDatabaseUrl("mariadb:///d?unix_socket=/s").kind, DatabaseKind::kMysql);
  EXPECT_EQ(ParseDatabaseUrl("sqlite:///a/b").file, "/a/b");
  EXPECT_EQ(ParseDatabaseUrl("sqlite:a/b").file, "a/b");
  EXPECT_EQ(ParseDatabaseUrl("mysql://h/d?password=x").password, "x");
}

TEST(DatabaseUrl, RefusesWithoutQuoting) {
  for (const char* bad :
       {"", "files", "oracle://u:hidden@h/d", "postgresql://u:hidden@h", "mysql://u:hidden@h/",
        "postgresql://u:hid%2@h/d", "postgresql://u:hidden@h:port/d", "sqlite:"}) {
    try {
      ParseDatabaseUrl(bad);
      FAIL() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      EXPECT_THAT(error.what(), Not(HasSubstr("hid")));
    }
  }
}

TEST(PasswordFile, IsTheFirstLineOfAPrivateFile) {
  TempTree tree;
  tree.Write("p", "geheim \n\nmore");
  EXPECT_THROW(ReadPasswordFile(tree.Path("p")), Error);
  ::chmod(tree.Path("p").c_str(), 0600);
  EXPECT_EQ(ReadPasswordFile(tree.Path("p")), "geheim ");
  EXPECT_THROW(ReadPasswordFile(tree.Path("none")), Error);
}

TEST(PathText, LosesNothing) {
  for (const std::string& path : kOddPaths) EXPECT_EQ(BytesOfText(TextOfBytes(path)), path);
  EXPECT_EQ(TextOfBytes("/a\\b\xe9"), "/a\\\\b\\xe9");
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    std::string bytes(random() % 20, ' ');
    for (char& c : bytes) c = static_cast<char>("\\xe9/a\xff\xc3\xa9 "[random() % 10]);
    EXPECT_EQ(BytesOfText(TextOfBytes(bytes)), bytes);
  }
}

}  // namespace
}  // namespace kindred::tally
