// The SQL that differs between SQLite, PostgreSQL and MySQL. The schema is the same (docs/using/near.md shows
// it).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tally/database_url.h"

namespace kindred::tally {

// The fastest way to put many rows.
enum class PutWay {
  kRowByRow,  // a prepared statement: there are no messages, and the parsing of statements would cost most
  kArrays,    // one prepared statement that gets each column as an array
  kManyRows,  // the rows as literals in one statement: a message to and fro costs more than the rows
};

struct Dialect {
  const char* backend;  // of SOCI
  const char* library;  // that holds it; loaded when the first such URL is opened; empty: linked
  const char* package;  // of Debian, with that library
  std::vector<std::string> create_tables;   // if they do not exist
  std::vector<std::string> create_indexes;  // the same; made after the first load, because that is faster
  // By KeyKind: made when the first query needs it, because all pairs need none; empty: made with the others.
  std::vector<std::string> create_key_index;
  PutWay put_way;
  const char* put;          // begins a statement that adds rows or replaces those with the same id
  const char* put_end;      // ends it
  const char* ignore;       // begins one that leaves an existing row as it is
  const char* ignore_end;   // ends it
  const char* begin_write;  // begins a transaction that writes, and waits for another writer
  const char* lock_schema;  // in that transaction, before tables are made; empty: not needed
  // Rows below a directory: {0} is the first path text, {1} the first one after them, both literals.
  const char* below;
};

const Dialect& DialectOf(DatabaseKind kind);

// Columns of kindred_tallies in the order in which they are stored.
std::vector<std::string> TallyColumns();

// Any valid UTF-8 as a literal that needs no quoting rules: made of hexadecimal digits.
std::string TextLiteral(DatabaseKind kind, std::string_view text);

// Names are bytes, columns are UTF-8: a backslash becomes two, a byte that is not UTF-8 \xHH. What is a
// prefix at a slash stays one.
std::string TextOfBytes(std::string_view bytes);
std::string BytesOfText(std::string_view text);

}  // namespace kindred::tally
