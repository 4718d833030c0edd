// Tallies kept in a relational database: SQLite beside the index, or PostgreSQL or MySQL for a team
// (Sadowski and Levin 2007, section 4.1 and figure 1). docs/using/near.md shows the schema, for users who
// query it.
//
// A store is a cache: it may be deleted and is rebuilt from the files. Each update is one transaction; two
// writers wait for each other. If the server closes the connection, the session reconnects, up to three
// times, and repeats the transaction: writing a row twice has the same result as writing it once.
//
// The database library is SOCI. The backends of the servers are loaded when the first URL asks for one, so
// that Kindred starts as fast as without them and runs where they are not installed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/content.h"
#include "tally/database_url.h"
#include "tally/keys.h"
#include "tally/tag_counter.h"

namespace kindred::tally {

// A row: a file, the facts that show a change, and its tally. Keys follow from counts and name.
struct Tally {
  std::string host;  // empty in SQLite
  std::string path;  // absolute; bytes
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::uint64_t inode = 0;
  Digest digest;
  SumTable counts{};

  bool operator==(const Tally&) const = default;
};

class TallyStore {
 public:
  // Makes the tables if they are missing. Throws Error: kDamaged for an invalid SQLite file, else kFailed,
  // with the database's words and never with a password. `host` names this machine in a server's rows.
  TallyStore(const DatabaseUrl& url, const TagSet& tags, const std::string& host);
  ~TallyStore();

  // This host's tallies at or below the directories, then those of the single paths, each sorted by path.
  std::vector<Tally> Below(const std::vector<std::string>& directories);
  std::vector<Tally> Of(const std::vector<std::string>& paths);

  // One transaction. Rows of the same path are replaced; `host` is filled in.
  void Update(std::span<const Tally> put, std::span<const std::string> removed_paths);
  // Forgets this host's files at or below `path`, whatever their tags.
  void Forget(const std::string& path);
  // Makes the indexes if the store is new: call it after the first load. SQLite's indexes by key come later,
  // each with the first query that needs it.
  void MakeIndexes();

  // The tallies of all hosts with a key and a size between these, both included (section 4.2).
  std::vector<Tally> InRange(KeyKind kind, std::int64_t first_key, std::int64_t last_key,
                             std::uint64_t first_size, std::uint64_t last_size);
  // Of this set of tags, on all hosts. Servers may read the whole table to count it.
  bool IsEmpty();
  std::uint64_t Count();

  const std::string& host() const;
  // For messages and reports.
  std::string name() const;

 private:
  class Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace kindred::tally
