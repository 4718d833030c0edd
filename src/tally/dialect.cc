// See dialect.h.
#include "tally/dialect.h"

#include <fmt/format.h>

#include <charconv>

#include "base/utf8.h"
#include "tally/keys.h"

namespace kindred::tally {

namespace {

// {0}: text of any length, {1}: its collation by bytes, {2}: after each table, {3}: indexes. In SQLite the id
// is BIGINT, not INTEGER, so that it is not the rowid: rows are stored in the order of insertion, by path,
// and a load reads the table sequentially.
constexpr const char* kTables[] = {
    "CREATE TABLE IF NOT EXISTS kindred_meta ("
    "name VARCHAR(64) NOT NULL PRIMARY KEY, value VARCHAR(255) NOT NULL){2}",
    "CREATE TABLE IF NOT EXISTS kindred_tag_sets ("
    "id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(64) NOT NULL){2}",
    "CREATE TABLE IF NOT EXISTS kindred_tallies ("
    "id BIGINT NOT NULL PRIMARY KEY, tag_set INTEGER NOT NULL, host VARCHAR(255) {1} NOT NULL, path {0} {1} "
    "NOT "
    "NULL, suffix VARCHAR(32) {1} NOT NULL, size BIGINT NOT NULL, mtime_ns BIGINT NOT NULL, ctime_ns BIGINT "
    "NOT NULL, inode BIGINT NOT NULL, digest_high BIGINT NOT NULL, digest_low BIGINT NOT NULL, "
    "key_uniform BIGINT NOT NULL, key_uniform_suffix BIGINT NOT NULL, key_skew BIGINT NOT NULL, "
    "key_skew_suffix BIGINT NOT NULL, "
    "count0 BIGINT NOT NULL, count1 BIGINT NOT NULL, count2 BIGINT NOT NULL, count3 BIGINT NOT NULL, "
    "count4 BIGINT NOT NULL, count5 BIGINT NOT NULL, count6 BIGINT NOT NULL, count7 BIGINT NOT NULL, "
    "count8 BIGINT NOT NULL, count9 BIGINT NOT NULL, count10 BIGINT NOT NULL, count11 BIGINT NOT NULL, "
    "count12 BIGINT NOT NULL, count13 BIGINT NOT NULL, count14 BIGINT NOT NULL, count15 BIGINT NOT NULL, "
    "checksum BIGINT NOT NULL{3}){2}",
};

constexpr const char* kKeyColumns[kKeys] = {"key_uniform", "key_uniform_suffix", "key_skew",
                                            "key_skew_suffix"};

std::vector<std::string> Tables(const char* text, const char* collation, const char* end,
                                const std::string& indexes = "") {
  std::vector<std::string> tables;
  for (const char* table : kTables)
    tables.push_back(fmt::format(fmt::runtime(table), text, collation, end, indexes));
  return tables;
}

std::string PathIndex(const char* path) {
  return fmt::format("CREATE INDEX IF NOT EXISTS kindred_by_path ON kindred_tallies ({})", path);
}

std::vector<std::string> KeyIndexes() {
  std::vector<std::string> indexes;
  for (const char* key : kKeyColumns) {
    indexes.push_back(
        fmt::format("CREATE INDEX IF NOT EXISTS kindred_by_{0} ON kindred_tallies (tag_set, {0})", key));
  }
  return indexes;
}

std::vector<std::string> AllIndexes(const char* path) {
  std::vector<std::string> indexes = KeyIndexes();
  indexes.push_back(PathIndex(path));
  return indexes;
}

// MySQL has no CREATE INDEX IF NOT EXISTS.
std::string MysqlIndexes() {
  std::string indexes = ", INDEX kindred_by_path (path(190))";
  for (const char* key : kKeyColumns) indexes += fmt::format(", INDEX kindred_by_{0} (tag_set, {0})", key);
  return indexes;
}

std::string PostgresqlPutEnd() {
  std::string end = " ON CONFLICT (id) DO UPDATE SET ";
  const std::vector<std::string> columns = TallyColumns();
  for (std::size_t i = 1; i < columns.size(); ++i)
    end += fmt::format("{}{}=EXCLUDED.{}", i == 1 ? "" : ",", columns[i], columns[i]);
  return end;
}

constexpr const char* kBelow = "path >= {0} AND path < {1}";

Dialect Sqlite() {
  return {.backend = "sqlite3",
          .library = "",
          .package = "libsoci-sqlite3-4.0",
          .create_tables = Tables("TEXT", "", ""),
          .create_indexes = {PathIndex("path")},
          .create_key_index = KeyIndexes(),
          .put_way = PutWay::kRowByRow,
          .put = "REPLACE INTO",
          .put_end = "",
          .ignore = "INSERT OR IGNORE INTO",
          .ignore_end = "",
          .begin_write = "BEGIN IMMEDIATE",
          .lock_schema = "",
          .below = kBelow};
}

Dialect Postgresql() {
  static const std::string put_end = PostgresqlPutEnd();
  return {.backend = "postgresql",
          .library = "libsoci_postgresql.so.4.0",
          .package = "libsoci-postgresql4.0",
          .create_tables = Tables("TEXT", "COLLATE \"C\"", ""),
          // An index row has at most 2,700 bytes; paths may be longer.
          .create_indexes = AllIndexes("left(path, 190) COLLATE \"C\""),
          .create_key_index = {},
          .put_way = PutWay::kArrays,
          .put = "INSERT INTO",
          .put_end = put_end.c_str(),
          .ignore = "INSERT INTO",
          .ignore_end = " ON CONFLICT DO NOTHING",
          .begin_write = "BEGIN",
          .lock_schema = "SELECT pg_advisory_xact_lock(7307991)",  // any number, but always this one
          .below =
              "left(path, 190) >= left({0}, 190) AND left(path, 190) <= left({1}, 190) AND path >= {0} "
              "AND path < {1}"};
}

Dialect Mysql() {
  return {
      .backend = "mysql",
      .library = "libsoci_mysql.so.4.0",
      .package = "libsoci-mysql4.0",
      .create_tables = Tables("MEDIUMTEXT", "COLLATE utf8mb4_bin",
                              " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin", MysqlIndexes()),
      .create_indexes = {},
      .create_key_index = {},
      .put_way = PutWay::kManyRows,
      .put = "REPLACE INTO",
      .put_end = "",
      .ignore = "INSERT IGNORE INTO",
      .ignore_end = "",
      .begin_write = "BEGIN",
      .lock_schema = "",
      .below = kBelow};
}

}  // namespace

const Dialect& DialectOf(DatabaseKind kind) {
  static const Dialect sqlite = Sqlite();
  static const Dialect postgresql = Postgresql();
  static const Dialect mysql = Mysql();
  switch (kind) {
    case DatabaseKind::kPostgresql:
      return postgresql;
    case DatabaseKind::kMysql:
      return mysql;
    default:
      return sqlite;
  }
}

std::vector<std::string> TallyColumns() {
  std::vector<std::string> columns = {"id",       "tag_set",  "host",  "path",        "suffix",    "size",
                                      "mtime_ns", "ctime_ns", "inode", "digest_high", "digest_low"};
  for (const char* key : kKeyColumns) columns.push_back(key);
  for (std::size_t i = 0; i < kTags; ++i) columns.push_back(fmt::format("count{}", i));
  columns.push_back("checksum");
  return columns;
}

std::string TextLiteral(DatabaseKind kind, std::string_view text) {
  std::string hex;
  for (char c : text) fmt::format_to(std::back_inserter(hex), "{:02x}", static_cast<unsigned char>(c));
  switch (kind) {
    case DatabaseKind::kPostgresql:
      return "convert_from(decode('" + hex + "','hex'),'UTF8')";
    case DatabaseKind::kMysql:
      return "_utf8mb4 x'" + hex + "'";
    default:
      return "CAST(x'" + hex + "' AS TEXT)";
  }
}

std::string TextOfBytes(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const base::Character c = base::FirstCharacter(bytes);
    bytes.remove_prefix(c.bytes.size());
    if (!c.valid) {
      fmt::format_to(std::back_inserter(text), "\\x{:02x}", static_cast<unsigned char>(c.bytes[0]));
    } else if (c.code == '\\') {
      text += "\\\\";
    } else {
      text += c.bytes;
    }
  }
  return text;
}

std::string BytesOfText(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    if (text[i] != '\\' || i + 1 == text.size()) {
      bytes += text[i];
    } else if (text[i + 1] == 'x' && i + 3 < text.size() &&
               std::from_chars(text.data() + i + 2, text.data() + i + 4, value, 16).ptr ==
                   text.data() + i + 4) {
      bytes += static_cast<char>(value);
      i += 3;
    } else {
      bytes += text[++i];
    }
  }
  return bytes;
}

}  // namespace kindred::tally
