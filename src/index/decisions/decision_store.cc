// See decision_store.h.
#include "index/decisions/decision_store.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <system_error>

#include "base/coding.h"
#include "base/hashing.h"
#include "kindred/error.h"

namespace kindred::index {

namespace {

constexpr int kWaitMilliseconds = 3000;
constexpr std::int64_t kApplication = 0x4b6e6472;  // "Kndr", for file(1) and for us
constexpr std::int64_t kFormat = 2;                // 1 was in no release

// One connection. Rows are few: statements are compiled where they are used.
class Store {
 public:
  Store(std::string path, bool writable) : path_(std::move(path)) {
    sqlite3* connection = nullptr;
    const int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_READWRITE |
                      (writable ? SQLITE_OPEN_CREATE : 0);  // a reader may have to roll back
    const int code = sqlite3_open_v2(path_.c_str(), &connection, flags, nullptr);
    connection_.reset(connection);
    Expect(code);
    sqlite3_busy_timeout(connection, kWaitMilliseconds);
    // A crafted file must not run code of ours by a trigger or a view.
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    Execute(writable ? "BEGIN IMMEDIATE" : "BEGIN");
    const std::int64_t version = Number("PRAGMA user_version");
    if (version == 0 && writable && Number("SELECT count(*) FROM sqlite_master") == 0) {
      MakeTables();
      return;
    }
    if (version > kFormat) {
      throw Error(ErrorKind::kFailed, "the decisions were made by a newer version of the program", path_,
                  "use that one");
    }
    if (version != kFormat || Number("PRAGMA application_id") != kApplication)
      ThrowDamaged("it is another kind of file");
    if (!writable) Check();  // a writer would read all of a large file for one more row
  }

  void Commit() { Execute("COMMIT"); }

  class Row {
   public:
    Row(Store& store, const char* sql) : store_(store) {
      sqlite3_stmt* statement = nullptr;
      const int code = sqlite3_prepare_v2(store.connection_.get(), sql, -1, &statement, nullptr);
      statement_.reset(statement);
      store.Expect(code);
    }
    Row& Bind(std::int64_t number) {
      store_.Expect(sqlite3_bind_int64(statement_.get(), ++bound_, number));
      return *this;
    }
    Row& Bind(const std::string& bytes) {
      store_.Expect(sqlite3_bind_blob64(statement_.get(), ++bound_, bytes.empty() ? "" : bytes.data(),
                                        bytes.size(), SQLITE_TRANSIENT));
      return *this;
    }
    bool Step() {
      const int code = sqlite3_step(statement_.get());
      if (code == SQLITE_ROW) return true;
      store_.Expect(code);
      return false;
    }
    std::int64_t Number(int column) { return sqlite3_column_int64(statement_.get(), column); }
    std::string Bytes(int column) {
      const void* bytes = sqlite3_column_blob(statement_.get(), column);
      const int size = sqlite3_column_bytes(statement_.get(), column);
      return bytes == nullptr ? std::string()
                              : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
    }

   private:
    struct Finalize {
      void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    Store& store_;
    int bound_ = 0;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  };

  std::int64_t Number(const char* sql) {
    Row row(*this, sql);
    return row.Step() ? row.Number(0) : 0;
  }

  void Execute(const char* sql) { Expect(sqlite3_exec(connection_.get(), sql, nullptr, nullptr, nullptr)); }

  [[noreturn]] void ThrowDamaged(const std::string& what) const {
    throw Error(ErrorKind::kDamaged, "the decisions are damaged: " + what, path_,
                "put a backup in its place, or move it away to begin without decisions");
  }

 private:
  struct Close {
    void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
  };

  void Expect(int code) const {
    const int primary = code & 0xff;
    if (code == SQLITE_OK || primary == SQLITE_ROW || primary == SQLITE_DONE) return;
    if (primary == SQLITE_NOMEM) throw std::bad_alloc();
    const std::string what =
        connection_ != nullptr ? sqlite3_errmsg(connection_.get()) : sqlite3_errstr(code);
    if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB) ThrowDamaged(what);
    if (primary == SQLITE_BUSY || primary == SQLITE_LOCKED) {
      throw Error(ErrorKind::kBusy, "another process is writing decisions", path_,
                  "try again when it has ended");
    }
    if (primary == SQLITE_FULL) throw Error(ErrorKind::kNoSpace, "no space for the decisions", path_);
    throw Error(ErrorKind::kFailed, "cannot use the decisions: " + what, path_);
  }

  void MakeTables() {
    Execute(
        "CREATE TABLE decisions("
        "id INTEGER PRIMARY KEY AUTOINCREMENT, batch INTEGER NOT NULL, time INTEGER NOT NULL, "
        "verdict INTEGER NOT NULL, about INTEGER NOT NULL, digest_a BLOB NOT NULL, size_a INTEGER NOT NULL, "
        "path_a BLOB NOT NULL, "
        "has_b INTEGER NOT NULL, digest_b BLOB NOT NULL, size_b INTEGER NOT NULL, path_b BLOB NOT NULL, "
        "note BLOB NOT NULL, checksum INTEGER NOT NULL) STRICT;"
        "CREATE INDEX decisions_by_batch ON decisions(batch)");
    Execute(("PRAGMA application_id = " + std::to_string(kApplication)).c_str());
    Execute(("PRAGMA user_version = " + std::to_string(kFormat)).c_str());
  }

  void Check() {
    Row check(*this, "PRAGMA quick_check(1)");
    if (check.Step() && check.Bytes(0) != "ok") ThrowDamaged(check.Bytes(0));
  }

  std::string path_;
  std::unique_ptr<sqlite3, Close> connection_;
};

std::string PathIn(const std::string& directory) { return directory + "/" + kDecisionsName; }

bool Exists(const std::string& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) == 0) return true;
  if (errno == ENOENT || errno == ENOTDIR) return false;
  throw Error(ErrorKind::kFailed, std::string("cannot use the decisions: ") + std::strerror(errno), path);
}

// Of all columns of a row but the checksum itself.
std::int64_t ChecksumOf(const Decision& decision) {
  std::string text;
  auto add = [&text](const std::string& bytes) { text += std::to_string(bytes.size()) + ":" + bytes + ";"; };
  add(std::to_string(decision.id));
  add(std::to_string(decision.batch));
  add(std::to_string(decision.time));
  add(std::to_string(static_cast<int>(decision.verdict)));
  add(std::to_string(static_cast<int>(decision.about)));
  const DecidedFile& b = decision.b ? *decision.b : DecidedFile();
  for (const DecidedFile* file : {&decision.a, &b}) {
    add(file->digest);
    add(std::to_string(file->size));
    add(file->path);
  }
  add(decision.b ? "b" : "");
  add(decision.note);
  base::RunningHash128 hash;
  hash.Begin();
  hash.Add(base::AsBytes(text));
  return static_cast<std::int64_t>(hash.Value().low);
}

constexpr char kColumns[] =
    "SELECT id, batch, time, verdict, digest_a, size_a, path_a, has_b, digest_b, size_b, path_b, note, "
    "checksum, about "
    "FROM decisions";

Decision DecisionOf(Store& store, Store::Row& row) {
  Decision decision{.id = static_cast<std::uint64_t>(row.Number(0)),
                    .time = row.Number(2),
                    .a = {row.Bytes(4), static_cast<std::uint64_t>(row.Number(5)), row.Bytes(6)},
                    .note = row.Bytes(11),
                    .batch = static_cast<std::uint64_t>(row.Number(1))};
  const std::int64_t verdict = row.Number(3);
  if (verdict < 1 || verdict > static_cast<std::int64_t>(std::size(kVerdicts)))
    store.ThrowDamaged("a row has no verdict");
  decision.verdict = static_cast<Verdict>(verdict);
  const std::int64_t about = row.Number(13);
  if (about < 1 || about > static_cast<std::int64_t>(About::kFolder))
    store.ThrowDamaged("the subject of a row is invalid");
  decision.about = static_cast<About>(about);
  if (row.Number(7) != 0)
    decision.b = DecidedFile{row.Bytes(8), static_cast<std::uint64_t>(row.Number(9)), row.Bytes(10)};
  if (ChecksumOf(decision) != row.Number(12))
    store.ThrowDamaged("the checksum of row " + std::to_string(decision.id) + " is wrong");
  return decision;
}

std::vector<Decision> AllOf(Store& store, const std::string& where) {
  std::vector<Decision> decisions;
  Store::Row row(store, (std::string(kColumns) + where + " ORDER BY id").c_str());
  while (row.Step()) decisions.push_back(DecisionOf(store, row));
  return decisions;
}

}  // namespace

std::vector<Decision> ReadDecisions(const std::string& index_directory) {
  const std::string path = PathIn(index_directory);
  if (!Exists(path)) return {};
  Store store(path, false);
  return AllOf(store, "");
}

void AddDecisions(const std::string& index_directory, std::vector<Decision>* decisions,
                  const std::function<void(std::vector<Decision>)>& check) {
  std::error_code failed;
  std::filesystem::create_directories(index_directory, failed);
  if (failed) {
    throw Error(ErrorKind::kFailed, "cannot make the directory of the index: " + failed.message(),
                index_directory);
  }
  Store store(PathIn(index_directory), true);
  check(AllOf(store, ""));
  // Numbers of rows that were undone are not given again; a batch has the number of its first row.
  std::int64_t id = store.Number("SELECT seq FROM sqlite_sequence WHERE name = 'decisions'");
  const std::int64_t batch = id + 1;
  for (Decision& decision : *decisions) {
    decision.id = static_cast<std::uint64_t>(++id);
    decision.batch = static_cast<std::uint64_t>(batch);
    const DecidedFile b = decision.b.value_or(DecidedFile());
    Store::Row row(store, "INSERT INTO decisions VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    row.Bind(id).Bind(batch).Bind(decision.time).Bind(static_cast<std::int64_t>(decision.verdict));
    row.Bind(static_cast<std::int64_t>(decision.about));
    row.Bind(decision.a.digest).Bind(static_cast<std::int64_t>(decision.a.size)).Bind(decision.a.path);
    row.Bind(decision.b ? 1 : 0).Bind(b.digest).Bind(static_cast<std::int64_t>(b.size)).Bind(b.path);
    row.Bind(decision.note).Bind(ChecksumOf(decision)).Step();
  }
  store.Commit();
}

std::vector<Decision> RemoveNewestBatch(const std::string& index_directory,
                                        const std::function<void(std::uint64_t)>& check) {
  const std::string path = PathIn(index_directory);
  if (!Exists(path)) {
    check(0);
    return {};
  }
  Store store(path, true);
  check(static_cast<std::uint64_t>(store.Number("SELECT max(batch) FROM decisions")));
  std::vector<Decision> removed = AllOf(store, " WHERE batch = (SELECT max(batch) FROM decisions)");
  store.Execute("DELETE FROM decisions WHERE batch = (SELECT max(batch) FROM decisions)");
  store.Commit();
  return removed;
}

std::uint64_t DecisionsState(const std::string& index_directory) {
  constexpr off_t kChangeCounter = 24;  // of SQLite's header; each commit adds one
  const int descriptor = ::open(PathIn(index_directory).c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  std::uint8_t bytes[4] = {};
  struct stat status = {};
  const bool read = ::fstat(descriptor, &status) == 0 &&
                    ::pread(descriptor, bytes, sizeof bytes, kChangeCounter) == sizeof bytes;
  ::close(descriptor);
  if (!read) return 1;
  std::uint64_t changes = 0;
  for (const std::uint8_t byte : bytes) changes = changes << 8 | byte;
  // A backup that was put in its place has another inode.
  return (changes + 2) ^ (static_cast<std::uint64_t>(status.st_ino) << 32);
}

}  // namespace kindred::index
