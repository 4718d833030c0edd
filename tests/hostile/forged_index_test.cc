// An index whose catalog is forged, with good checksums: every command gives some answer or an Error. Not an
// exception of another kind, which a user would see as "unexpected error", and not all of the memory.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include <filesystem>

#include "kindred/kindred.h"
#include "tests/fault/forge.h"
#include "tests/hostile/child.h"
#include "tests/recording_sink.h"
#include "tests/rounds.h"
#include "tests/temp_tree.h"

namespace kindred {
namespace {

using testing_support::RandomText;
using testing_support::RecordingSink;
using testing_support::SilentObserver;
using testing_support::TempTree;

class ForgedIndex : public testing::Test {
 protected:
  ForgedIndex() {
    const std::string text = RandomText(6000, 1);
    for (unsigned i = 0; i < 30; ++i) {
      tree_.Write("d" + std::to_string(i % 4) + "/f" + std::to_string(i),
                  text.substr(0, 200 * i) + RandomText(500, 2 + i / 2));
    }
    scan_.walk.roots = {tree_.root()};
    scan_.run.threads = 2;
    RecordingSink sink;
    Index(tree_.index()).Scan(scan_, sink, observer_);
    std::filesystem::copy(tree_.index(), kept_);
  }

  // Asks everything of an index with such a catalog.
  void Try(const std::string& what, const std::function<void(std::vector<std::uint8_t>*)>& change) {
    std::filesystem::remove_all(tree_.index());
    std::filesystem::copy(kept_, tree_.index());
    ForgeCatalog(base::PosixFileSystem(), tree_.index(), change);
    Index index(tree_.index());
    ExpectAnswerOrError("find", what, [&] {
      RecordingSink sink;
      FindOptions options;
      options.scan = scan_;
      options.rescan = false;
      index.Find(options, sink, observer_);
    });
    ExpectAnswerOrError("query", what, [&] {
      RecordingSink sink;
      index.Query(Input(tree_.Path("d1/f1")), {}, sink, observer_);
    });
    ExpectAnswerOrError("check", what, [&] { index.Check(observer_); });
    ExpectAnswerOrError("stats", what, [&] { index.Stats(); });
    if (++tried_ % 4 != 0) return;  // these write, and wait for the disk
    ExpectAnswerOrError("scan", what, [&] {
      RecordingSink sink;
      tree_.Write("new", what);
      index.Scan(scan_, sink, observer_);
    });
    ExpectAnswerOrError("forget", what, [&] { index.Forget(tree_.Path("d2"), observer_); });
  }

  // In a process that may take 2 GB.
  static void InLittleMemory(const std::function<void()>& act) {
    RunInChild([&] {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
      const rlimit limit{2ul << 30, 2ul << 30};
      ::setrlimit(RLIMIT_AS, &limit);
#endif
      act();
    });
  }

  TempTree tree_;
  std::string kept_ = tree_.index() + ".kept";
  ScanOptions scan_;
  SilentObserver observer_;
  unsigned tried_ = 0;

 private:
  template <typename Act>
  static void ExpectAnswerOrError(const char* command, const std::string& what, Act act) {
    try {
      act();
    } catch (const Error&) {
    } catch (const std::exception& error) {
      ADD_FAILURE() << command << " after " << what << ": " << error.what();
    }
  }
};

TEST_F(ForgedIndex, AnyBytes) {
  InLittleMemory([&] {
    std::mt19937 random(7);
    for (unsigned round = 0; round < Rounds(60); ++round) {
      Try("round " + std::to_string(round),
          [&](std::vector<std::uint8_t>* bytes) { ChangeAnything(random, bytes); });
    }
  });
}

// Runs SQL on a database in memory. False if SQLite refuses: then nothing is changed.
bool Execute(const std::string& sql, std::vector<std::uint8_t>* bytes) {
  sqlite3* database = nullptr;
  if (sqlite3_open(":memory:", &database) != SQLITE_OK) return false;
  auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes->size()));
  std::ranges::copy(*bytes, copy);
  const auto size = static_cast<sqlite3_int64>(bytes->size());
  sqlite3_deserialize(database, "main", copy, size, size,
                      SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
  const bool done = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
  sqlite3_int64 now = 0;
  unsigned char* whole = sqlite3_serialize(database, "main", &now, 0);
  if (done) bytes->assign(whole, whole + now);
  sqlite3_free(whole);
  sqlite3_close(database);
  return done;
}

TEST_F(ForgedIndex, AnyRows) {
  std::vector<std::string> forgeries;
  // Numbers out of every range, and values of other types.
  const std::pair<const char*, std::vector<const char*>> kTables[] = {
      {"directories", {"id", "parent", "name"}},
      {"entries", {"id", "directory", "first", "packed"}},
      {"contents", {"id", "packed"}},
      {"places", {"id", "packed"}},
      {"digests", {"prefix", "content"}},
      {"reasons", {"id", "stage", "reason", "error"}},
      {"skips", {"path", "reason"}}};
  for (const auto& [table, columns] : kTables) {
    forgeries.push_back(fmt::format("DELETE FROM {}", table));
    forgeries.push_back(fmt::format("DROP TABLE {}", table));
    for (const char* column : columns) {
      for (const char* value : {"NULL", "-1", "0", "33554431", "4294967295", "1099511627776",
                                "9223372036854775807", "1.5", "''", "'/'", "'..'", "'a/b'", "x'00'",
                                "x'ffffffffffffffffff7f'", "zeroblob(100000)", "randomblob(300)"}) {
        // Of all rows, and of the first, where that is allowed: some columns must be numbers, or different.
        const std::string all = fmt::format("UPDATE OR IGNORE {} SET {} = {}", table, column, value);
        if (forgeries.size() % 3 == 0) forgeries.push_back(all);
        forgeries.push_back(all + fmt::format(" WHERE rowid = (SELECT MIN(rowid) FROM {})", table));
      }
    }
  }
  // Each content under the highest numbers.
  forgeries.push_back("UPDATE contents SET id = id + 33554431; UPDATE places SET id = id + 33554431");
  InLittleMemory([&] {
    unsigned done = 0;
    for (const std::string& sql : forgeries)
      Try(sql, [&](std::vector<std::uint8_t>* bytes) { done += Execute(sql, bytes); });
    EXPECT_GT(done, 150u);
  });
}

}  // namespace
}  // namespace kindred
