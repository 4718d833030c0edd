// Where a store of tallies is: --database URL, taken apart.
//
//   sqlite:PATH                                    a file; without a URL it is tallies.sqlite in the index
//   postgresql://[USER[:PASSWORD]@][HOST[:PORT]]/DATABASE[?PARAMETER=VALUE&...]     also postgres://
//   mysql://[USER[:PASSWORD]@][HOST[:PORT]]/DATABASE[?PARAMETER=VALUE&...]          also mariadb://
//
// Every part may hold %XX. Parameters go to the server's library: for PostgreSQL those of libpq (sslmode, or
// host for a socket's directory), for MySQL unix_socket, sslca, sslcert, sslkey.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kindred::tally {

enum class DatabaseKind { kSqlite, kPostgresql, kMysql };

struct DatabaseUrl {
  DatabaseKind kind = DatabaseKind::kSqlite;
  std::string file;  // SQLite only
  std::string user;
  std::string password;
  std::string host;
  std::string port;
  std::string database;
  std::vector<std::pair<std::string, std::string>> parameters;

  // For messages and reports: never with the password.
  std::string Shown() const;
  // For SOCI. Holds the password.
  std::string ConnectString() const;
  // `text` with every occurrence of the password hidden: libraries may quote what they were given.
  std::string WithoutPassword(std::string text) const;
};

// Throws Error(kUsage), which does not quote the URL.
DatabaseUrl ParseDatabaseUrl(const std::string& url);

// The first line of a file that only its owner may read. Throws Error(kFailed).
std::string ReadPasswordFile(const std::string& path);

}  // namespace kindred::tally
