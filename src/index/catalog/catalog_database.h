// A connection to a catalog's database and its prepared statements, with errors as kindred::Error.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "index/catalog/catalog_vfs.h"

namespace kindred::index {

class Database {
 public:
  // `path` is for messages. A writable database that is empty gets its tables, and runs in one transaction
  // until CommitAndClose.
  Database(VfsFile& file, std::string path, bool writable);

  void Execute(const char* sql);
  // How many rows were inserted, changed or deleted so far.
  std::uint64_t Changes() const;
  std::int64_t LastRow() const;
  // Writes everything to the file. Statements must be gone.
  void CommitAndClose();

  // Does nothing for SQLITE_OK, ROW and DONE; throws what went wrong below SQLite, or SQLite's own error.
  void Expect(int code);
  // Throws the failure of the file, if there was one: a check of SQLite's calls a page that cannot be read
  // damaged.
  void ExpectNoFailure() const;
  // For the row of an invalid pack.
  [[noreturn]] void ThrowDamaged(const std::string& what);

  sqlite3* get() { return connection_.get(); }
  const std::string& path() const { return path_; }

 private:
  struct CloseConnection {
    void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
  };
  std::string path_;
  CatalogVfs vfs_;  // outlives the connection
  std::unique_ptr<sqlite3, CloseConnection> connection_;
};

// Compiled when first used. Parameters and columns count from 0.
class Statement {
 public:
  Statement(Database& database, const char* sql) : database_(database), sql_(sql) {}

  // Starts over and binds.
  template <typename... Values>
  Statement& With(const Values&... values) {
    Start();
    int parameter = 0;
    (Bind(++parameter, values), ...);
    return *this;
  }
  // True while there is a row.
  bool Step();
  // For statements without rows.
  void Run() {
    while (Step()) {
    }
  }

  std::uint64_t Number(int column);
  // Valid until the next step.
  std::span<const std::uint8_t> Blob(int column);
  std::string Text(int column);

 private:
  void Start();
  void Bind(int parameter, std::uint64_t number);
  void Bind(int parameter, std::span<const std::uint8_t> blob);
  void Bind(int parameter, const std::string& blob);

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  Database& database_;
  const char* sql_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

}  // namespace kindred::index
