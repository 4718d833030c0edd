// Connection, settings and tables of the catalog. docs/formats/index-format.md explains the tables.
#include "index/catalog/catalog_database.h"

#include "base/coding.h"
#include "kindred/error.h"

namespace kindred::index {

namespace {

// The writer needs no journal and no sync of SQLite's: until the manifest names it, the file does not count.
const char* const kWriterSettings = R"(
  PRAGMA page_size = 16384;
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -65536;
  BEGIN;
)";

const char* const kReaderSettings = R"(
  PRAGMA query_only = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA mmap_size = 2147418112;
)";

const char* const kTables = R"(
  CREATE TABLE IF NOT EXISTS directories(id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, name BLOB NOT NULL);
  CREATE UNIQUE INDEX IF NOT EXISTS directories_by_name ON directories(parent, name);
  CREATE TABLE IF NOT EXISTS entries(
    id INTEGER PRIMARY KEY, directory INTEGER NOT NULL, first BLOB NOT NULL, packed BLOB NOT NULL);
  CREATE UNIQUE INDEX IF NOT EXISTS entries_by_directory ON entries(directory, first);
  CREATE TABLE IF NOT EXISTS contents(id INTEGER PRIMARY KEY, packed BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS containers(
    content INTEGER PRIMARY KEY, type INTEGER NOT NULL, rules INTEGER NOT NULL, outcome INTEGER NOT NULL,
    reason BLOB NOT NULL, packed BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS part_of(
    part INTEGER NOT NULL, container INTEGER NOT NULL, PRIMARY KEY(part, container)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS places(id INTEGER PRIMARY KEY, packed BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS digests(
    prefix INTEGER NOT NULL, content INTEGER NOT NULL, PRIMARY KEY(prefix, content)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS reasons(
    id INTEGER PRIMARY KEY, stage BLOB NOT NULL, reason BLOB NOT NULL, error INTEGER NOT NULL,
    UNIQUE(stage, reason, error));
  CREATE TABLE IF NOT EXISTS skips(
    path BLOB NOT NULL, reason INTEGER NOT NULL, PRIMARY KEY(path, reason)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS roots(path BLOB NOT NULL PRIMARY KEY) WITHOUT ROWID;
)";

}  // namespace

Database::Database(VfsFile& file, std::string path, bool writable) : path_(std::move(path)), vfs_(file) {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
              (writable ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY);
  sqlite3* connection = nullptr;
  int code = sqlite3_open_v2("catalog", &connection, flags, vfs_.name());
  connection_.reset(connection);
  Expect(code);
  Execute(writable ? kWriterSettings : kReaderSettings);
  if (writable) Execute(kTables);  // the last generation may be of an earlier format
}

void Database::Execute(const char* sql) { Expect(sqlite3_exec(get(), sql, nullptr, nullptr, nullptr)); }

std::uint64_t Database::Changes() const {
  return static_cast<std::uint64_t>(sqlite3_total_changes64(connection_.get()));
}

std::int64_t Database::LastRow() const { return sqlite3_last_insert_rowid(connection_.get()); }

void Database::CommitAndClose() {
  Execute("COMMIT");
  Expect(sqlite3_close(connection_.release()));
}

void Database::Expect(int code) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  if (vfs_.failure()) std::rethrow_exception(vfs_.failure());
  const int primary = code & 0xff;
  if (primary == SQLITE_NOMEM) throw std::bad_alloc();
  std::string what = get() != nullptr ? sqlite3_errmsg(get()) : sqlite3_errstr(code);
  if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB) ThrowDamaged(what);
  throw Error(ErrorKind::kFailed, "the catalog's database reports: " + what, path_);
}

void Database::ExpectNoFailure() const {
  if (vfs_.failure()) std::rethrow_exception(vfs_.failure());
}

void Database::ThrowDamaged(const std::string& what) {
  throw Error(ErrorKind::kDamaged, "the catalog is damaged: " + what, path_,
              "remove the index and run `Index::Scan` again");
}

void Statement::Start() {
  if (statement_ == nullptr) {
    sqlite3_stmt* statement = nullptr;
    int code = sqlite3_prepare_v3(database_.get(), sql_, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    statement_.reset(statement);
    database_.Expect(code);
  } else {
    sqlite3_reset(statement_.get());  // repeats the error of the last step, which was thrown then
  }
}

bool Statement::Step() {
  int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_.Expect(code);
  sqlite3_reset(statement_.get());
  return false;
}

std::uint64_t Statement::Number(int column) {
  return static_cast<std::uint64_t>(sqlite3_column_int64(statement_.get(), column));
}

std::span<const std::uint8_t> Statement::Blob(int column) {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  int size = sqlite3_column_bytes(statement_.get(), column);
  return {static_cast<const std::uint8_t*>(bytes), static_cast<std::size_t>(size)};
}

std::string Statement::Text(int column) { return base::AsString(Blob(column)); }

void Statement::Bind(int parameter, std::uint64_t number) {
  database_.Expect(sqlite3_bind_int64(statement_.get(), parameter, static_cast<sqlite3_int64>(number)));
}

void Statement::Bind(int parameter, std::span<const std::uint8_t> blob) {
  // A null pointer would bind NULL instead of an empty blob.
  const void* bytes = blob.empty() ? "" : static_cast<const void*>(blob.data());
  database_.Expect(sqlite3_bind_blob64(statement_.get(), parameter, bytes, blob.size(), SQLITE_STATIC));
}

void Statement::Bind(int parameter, const std::string& blob) { Bind(parameter, base::AsBytes(blob)); }

}  // namespace kindred::index
