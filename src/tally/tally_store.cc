// See tally_store.h. The statements here are the same for all databases; dialect.h has what differs.
#include "tally/tally_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "base/coding.h"
#include "kindred/error.h"
#include "model/entry.h"
#include "tally/database_session.h"
#include "tally/dialect.h"

namespace kindred::tally {

namespace {

constexpr std::int64_t kSchemaVersion = 2;
constexpr const char* kVersionQuery = "SELECT value FROM kindred_meta WHERE name = 'schema_version'";
constexpr std::size_t kRowsPerStatement = 200;
constexpr std::size_t kRowsPerArray = 2000;
constexpr std::size_t kIdsPerQuery = 500;
constexpr std::size_t kFirstText = 2;  // of TallyColumns(): host, path, suffix
constexpr std::size_t kTexts = 3;

std::int64_t Signed(std::uint64_t number) { return static_cast<std::int64_t>(number); }
std::uint64_t Unsigned(std::int64_t number) { return static_cast<std::uint64_t>(number); }

// As PostgreSQL writes a text in an array.
std::string ArrayElement(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

// Calls act(first, count) for parts of at most `most` of `size` things.
template <typename Act>
void InParts(std::size_t size, std::size_t most, Act act) {
  for (std::size_t first = 0; first < size; first += most) act(first, std::min(most, size - first));
}

}  // namespace

class TallyStore::Connection {
  using Row = std::pair<std::int64_t, const Tally*>;  // with its id

 public:
  Connection(const DatabaseUrl& url, const TagSet& tags, const std::string& host)
      : url_(url),
        dialect_(DialectOf(url.kind)),
        session_(url),
        tag_name_(tags.name),
        tag_set_(static_cast<std::int64_t>(XXH32(tags.name.data(), tags.name.size(), 0) >> 1)),
        host_(url.kind == DatabaseKind::kSqlite ? "" : host) {
    session_.Do([&] {
      // A user with read permission only can still read.
      if (!session_.Works(kVersionQuery) || session_.SelectNumber(kVersionQuery, 0) == 0) MakeTables();
      CheckVersion();
    });
  }

  const std::string& host() const { return host_; }
  std::string name() const { return url_.Shown(); }

  // `where` is a condition on kindred_tallies.
  std::vector<Tally> Select(const std::string& where) { return Select(where, nullptr); }
  // `also(rows)` is called in the same transaction, if it is not empty.
  std::vector<Tally> Select(const std::string& where, const std::function<void(std::size_t)>& also) {
    std::vector<Tally> rows;
    std::vector<std::int64_t> checksums;
    session_.Do([&] {
      rows.clear();
      checksums.clear();
      if (also) session_.Begin("BEGIN");
      session_.SelectTallies(fmt::format("tag_set = {} AND {}", tag_set_, where), &rows, &checksums);
      if (also) also(rows.size());
      if (also) session_.Commit();
    });
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (ChecksumOf(rows[i], rows[i].host) != checksums[i]) ThrowDamagedRow(rows[i]);
    }
    std::ranges::sort(rows, [](const Tally& a, const Tally& b) {
      return std::tie(a.path, a.host) < std::tie(b.path, b.host);
    });
    // An entry of an index that points to another row.
    const auto twice = std::ranges::adjacent_find(
        rows, [](const Tally& a, const Tally& b) { return a.path == b.path && a.host == b.host; });
    if (twice != rows.end()) ThrowDamaged(TextOfBytes(twice->path) + " is in it twice");
    return rows;
  }

  // `keys` is a condition on a key. A server also looks at the size. In SQLite the index and the table must
  // agree, or a row whose key or size has changed would be missing silently; that costs a pass over the table
  // and a count of its rows, 0.2 us a row together.
  std::vector<Tally> WithKey(const std::string& keys, std::uint64_t first_size, std::uint64_t last_size) {
    const std::uint64_t most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (url_.kind != DatabaseKind::kSqlite) {
      return Select(fmt::format("{} AND size BETWEEN {} AND {}", keys, std::min(first_size, most),
                                std::min(last_size, most)));
    }
    const std::string count = fmt::format(
        "SELECT COUNT(*) FROM kindred_tallies NOT INDEXED WHERE tag_set = {} AND {}", tag_set_, keys);
    return Select(keys, [&](std::size_t rows) {
      if (Unsigned(session_.SelectNumber(count, 0)) != rows)
        ThrowDamaged("its index by key does not fit its rows");
      const std::int64_t all = session_.SelectNumber("SELECT COUNT(*) FROM kindred_tallies NOT INDEXED", 0);
      if (session_.SelectNumber("SELECT value FROM kindred_meta WHERE name = 'rows'", 0) != all)
        ThrowDamaged("rows are missing");
    });
  }

  std::vector<Tally> Below(const std::vector<std::string>& directories) {
    std::vector<Tally> all;
    for (const std::string& directory : directories) {
      std::vector<Tally> rows = Select(OwnBelow(directory));
      std::ranges::move(rows, std::back_inserter(all));
    }
    return all;
  }

  std::vector<Tally> Of(const std::vector<std::string>& paths) {
    std::vector<Tally> all;
    InParts(paths.size(), kIdsPerQuery, [&](std::size_t first, std::size_t count) {
      std::vector<Tally> rows =
          Select(fmt::format("id IN ({})", Ids(std::span(paths).subspan(first, count))));
      std::ranges::move(rows, std::back_inserter(all));
    });
    std::ranges::sort(all, {}, &Tally::path);
    return all;
  }

  void Update(std::span<const Tally> put, std::span<const std::string> removed) {
    if (put.empty() && removed.empty()) return;
    std::vector<Row> rows;
    for (const Tally& tally : put) rows.emplace_back(IdOf(tally.path), &tally);
    std::ranges::sort(rows, {}, [](const Row& row) -> const std::string& { return row.second->path; });
    session_.Do([&] {
      session_.Begin(dialect_.begin_write);
      session_.Execute(fmt::format("{} kindred_tag_sets (id, name) VALUES ({}, {}){}", dialect_.ignore,
                                   tag_set_, Literal(tag_name_), dialect_.ignore_end));
      InParts(removed.size(), kIdsPerQuery, [&](std::size_t first, std::size_t count) {
        session_.Execute(
            fmt::format("DELETE FROM kindred_tallies WHERE id IN ({})", Ids(removed.subspan(first, count))));
      });
      Put(rows);
      RecordRows();
      session_.Commit();
    });
  }

  void Forget(const std::string& path) {
    session_.Do([&] {
      session_.Begin(dialect_.begin_write);
      session_.Execute("DELETE FROM kindred_tallies WHERE " + OwnBelow(path));
      session_.Execute(fmt::format("DELETE FROM kindred_tallies WHERE host = {} AND path = {}",
                                   Literal(TextOfBytes(host_)), Literal(TextOfBytes(path))));
      RecordRows();
      session_.Commit();
    });
  }

  // A reader, or a process that cannot wait for a writer, does without: the answer is the same.
  void MakeKeyIndex(KeyKind kind) {
    if (dialect_.create_key_index.empty()) return;
    session_.Do([&] { session_.Try(dialect_.create_key_index[static_cast<std::size_t>(kind)]); });
  }

  void MakeIndexes() {
    session_.Do([&] {
      if (session_.SelectNumber("SELECT COUNT(*) FROM kindred_meta WHERE name = 'indexes'", 0) > 0) return;
      for (const std::string& index : dialect_.create_indexes) session_.Execute(index);
      session_.Execute(fmt::format("{} kindred_meta (name, value) VALUES ('indexes', 'made'){}",
                                   dialect_.ignore, dialect_.ignore_end));
    });
  }

  bool IsEmpty() {
    std::int64_t any = 0;
    session_.Do([&] {
      any = session_.SelectNumber(
          fmt::format("SELECT 1 FROM kindred_tallies WHERE tag_set = {} LIMIT 1", tag_set_), 0);
    });
    return any == 0;
  }

  std::uint64_t Count() {
    std::int64_t count = 0;
    session_.Do([&] {
      count = session_.SelectNumber(
          fmt::format("SELECT COUNT(*) FROM kindred_tallies WHERE tag_set = {}", tag_set_), 0);
    });
    return Unsigned(count);
  }

  [[noreturn]] void ThrowDamagedRow(const Tally& tally) const {
    ThrowDamaged(fmt::format("the checksum of the row of {} differs", TextOfBytes(tally.path)));
  }

  [[noreturn]] void ThrowDamaged(const std::string& what) const {
    throw Error(ErrorKind::kDamaged, "the store of tallies is damaged: " + what, name(),
                url_.kind == DatabaseKind::kSqlite ? "remove the file; the next `Index::Near` makes it again"
                                                   : "remove the row; the next `Index::Near` makes it again");
  }

 private:
  // In SQLite, so that it is noticed when rows are missing. On a server many hosts write at once.
  void RecordRows() {
    if (url_.kind != DatabaseKind::kSqlite) return;
    session_.Execute("REPLACE INTO kindred_meta (name, value) SELECT 'rows', COUNT(*) FROM kindred_tallies");
  }

  std::string Literal(std::string_view text) const { return TextLiteral(url_.kind, text); }

  // A condition: this host's rows below a directory.
  std::string OwnBelow(const std::string& directory) const {
    const std::string prefix = TextOfBytes(directory == "/" ? "" : directory);
    // '0' is the character after '/'.
    return fmt::format("host = {} AND ", Literal(TextOfBytes(host_))) +
           fmt::format(fmt::runtime(dialect_.below), Literal(prefix + "/"), Literal(prefix + "0"));
  }

  // One of several at once makes them, the others wait (where statements that make tables can be undone).
  void MakeTables() {
    session_.Begin(dialect_.begin_write);
    if (*dialect_.lock_schema != '\0') session_.Execute(dialect_.lock_schema);
    for (const std::string& table : dialect_.create_tables) session_.Execute(table);
    session_.Execute(fmt::format("{} kindred_meta (name, value) VALUES ('schema_version', '{}'){}",
                                 dialect_.ignore, kSchemaVersion, dialect_.ignore_end));
    session_.Commit();
  }

  // Rows of version 1 have no checksum. They follow from the files, so nothing is lost with them.
  void MakeAnew() {
    session_.Begin(dialect_.begin_write);
    if (session_.SelectNumber(kVersionQuery, 0) == 1) {  // no other process was faster
      for (const char* table : {"kindred_tallies", "kindred_tag_sets", "kindred_meta"})
        session_.Execute(fmt::format("DROP TABLE IF EXISTS {}", table));
    }
    session_.Commit();
    MakeTables();
  }

  void CheckVersion() {
    // The value is a number written as text.
    const std::int64_t found = session_.SelectNumber(kVersionQuery, 0);
    if (found == kSchemaVersion) return;
    if (found == 1 && url_.kind == DatabaseKind::kSqlite) return MakeAnew();
    throw Error(
        ErrorKind::kFailed, fmt::format("holds tallies in version {} of the schema", found), name(),
        found < kSchemaVersion
            ? "drop the tables kindred_tallies, kindred_tag_sets and kindred_meta; they are made again"
            : fmt::format("use the Kindred that made it; this one supports version {}", kSchemaVersion));
  }

  // Keyed by what makes a row unique; a path may be longer than an index of a server allows.
  std::int64_t IdOf(std::string_view path) const {
    std::string whole = tag_name_;
    whole += '\0';
    whole += host_;
    whole += '\0';
    whole += path;
    return Signed(XXH3_64bits(whole.data(), whole.size()));
  }

  std::string Ids(std::span<const std::string> paths) const {
    std::string ids;
    for (const std::string& path : paths) ids += fmt::format("{}{}", ids.empty() ? "" : ",", IdOf(path));
    return ids;
  }

  // Of all columns of a row: databases do not notice a changed byte. Keys follow from the rest.
  std::int64_t ChecksumOf(const Tally& tally, const std::string& host) const {
    std::vector<std::uint8_t> bytes;
    base::PutText(&bytes, tag_name_);
    base::PutText(&bytes, host);
    base::PutText(&bytes, tally.path);
    for (const std::uint64_t number :
         {tally.size, static_cast<std::uint64_t>(tally.mtime_ns), static_cast<std::uint64_t>(tally.ctime_ns),
          tally.inode, tally.digest.high, tally.digest.low})
      base::PutFixed64(&bytes, number);
    for (const std::uint64_t count : tally.counts) base::PutFixed64(&bytes, count);
    return Signed(XXH3_64bits(bytes.data(), bytes.size()));
  }

  // All numbers of a row but the id, in the order of TallyColumns().
  std::vector<std::int64_t> NumbersOf(const Tally& tally) const {
    std::vector<std::int64_t> numbers = {
        Signed(tally.size),        tally.mtime_ns,          tally.ctime_ns, Signed(tally.inode),
        Signed(tally.digest.high), Signed(tally.digest.low)};
    for (std::int64_t key : KeysOf(tally.counts, BaseName(tally.path))) numbers.push_back(key);
    for (std::uint64_t count : tally.counts) numbers.push_back(Signed(count));
    numbers.push_back(ChecksumOf(tally, host_));
    return numbers;
  }

  void Put(std::span<const Row> rows) {
    switch (dialect_.put_way) {
      case PutWay::kRowByRow:
        return PutPrepared(rows);
      case PutWay::kArrays:
        return PutArrays(rows);
      case PutWay::kManyRows:
        InParts(rows.size(), kRowsPerStatement, [&](std::size_t first, std::size_t count) {
          session_.Execute(PutStatement(rows.subspan(first, count)));
        });
    }
  }

  std::string PutStatement(std::span<const Row> rows) const {
    std::string statement =
        fmt::format("{} kindred_tallies ({}) VALUES ", dialect_.put, fmt::join(TallyColumns(), ","));
    for (const auto& [id, tally] : rows) {
      if (&rows[0].second != &tally && statement.back() == ')') statement += ',';
      statement += fmt::format(
          "({},{},{},{},{},{})", id, tag_set_, Literal(TextOfBytes(host_)), Literal(TextOfBytes(tally->path)),
          Literal(TextOfBytes(KeySuffix(BaseName(tally->path)))), fmt::join(NumbersOf(*tally), ","));
    }
    return statement + dialect_.put_end;
  }

  // PostgreSQL plans a statement of literals value by value; arrays it takes as they come.
  void PutArrays(std::span<const Row> rows) {
    const std::vector<std::string> columns = TallyColumns();
    std::string places;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const bool text = i >= kFirstText && i < kFirstText + kTexts;
      places += fmt::format("{}CAST(:c{} AS {}[])", i == 0 ? "" : ",", i, text ? "text" : "bigint");
    }
    std::vector<std::string> arrays(columns.size());
    std::unique_ptr<DatabaseSession::Prepared> statement;
    InParts(rows.size(), kRowsPerArray, [&](std::size_t first, std::size_t count) {
      for (std::string& array : arrays) array = "{";
      for (const auto& [id, tally] : rows.subspan(first, count)) AppendTo(&arrays, id, *tally);
      for (std::string& array : arrays) array.back() = '}';
      if (!statement) {
        statement =
            session_.Prepare(fmt::format("{} kindred_tallies ({}) SELECT * FROM unnest({}){}", dialect_.put,
                                         fmt::join(columns, ","), places, dialect_.put_end),
                             &arrays);
      }
      statement->Execute();
    });
  }

  void AppendTo(std::vector<std::string>* arrays, std::int64_t id, const Tally& tally) const {
    std::size_t column = 0;
    auto number = [&](std::int64_t value) {
      fmt::format_to(std::back_inserter((*arrays)[column++]), "{},", value);
    };
    auto text = [&](std::string_view value) {
      (*arrays)[column++] += ArrayElement(TextOfBytes(value)) + ',';
    };
    number(id);
    number(tag_set_);
    text(host_);
    text(tally.path);
    text(KeySuffix(BaseName(tally.path)));
    for (std::int64_t value : NumbersOf(tally)) number(value);
  }

  void PutPrepared(std::span<const Row> rows) {
    constexpr std::size_t kNumbers = 6 + kKeys + kTags + 1;
    RowColumns columns(3, 2 + kNumbers);
    auto statement = session_.PreparePut(dialect_.put, TallyColumns(), {2, 3, 4}, &columns);
    InParts(rows.size(), kRowsPerStatement, [&](std::size_t first, std::size_t count) {
      columns.Clear();
      for (const auto& [id, tally] : rows.subspan(first, count)) {
        columns.texts[0].push_back(TextOfBytes(host_));
        columns.texts[1].push_back(TextOfBytes(tally->path));
        columns.texts[2].push_back(TextOfBytes(KeySuffix(BaseName(tally->path))));
        columns.numbers[0].push_back(id);
        columns.numbers[1].push_back(tag_set_);
        const std::vector<std::int64_t> numbers = NumbersOf(*tally);
        for (std::size_t i = 0; i < kNumbers; ++i) columns.numbers[2 + i].push_back(numbers[i]);
      }
      statement->Execute();
    });
  }

  DatabaseUrl url_;
  const Dialect& dialect_;
  DatabaseSession session_;
  std::string tag_name_;
  std::int64_t tag_set_;
  std::string host_;
};

TallyStore::TallyStore(const DatabaseUrl& url, const TagSet& tags, const std::string& host)
    : connection_(std::make_unique<Connection>(url, tags, host)) {}

TallyStore::~TallyStore() = default;

std::vector<Tally> TallyStore::Below(const std::vector<std::string>& directories) {
  return connection_->Below(directories);
}

std::vector<Tally> TallyStore::Of(const std::vector<std::string>& paths) { return connection_->Of(paths); }

void TallyStore::Update(std::span<const Tally> put, std::span<const std::string> removed_paths) {
  connection_->Update(put, removed_paths);
}

void TallyStore::Forget(const std::string& path) { connection_->Forget(path); }

void TallyStore::MakeIndexes() { connection_->MakeIndexes(); }

std::vector<Tally> TallyStore::InRange(KeyKind kind, std::int64_t first_key, std::int64_t last_key,
                                       std::uint64_t first_size, std::uint64_t last_size) {
  connection_->MakeKeyIndex(kind);
  std::vector<Tally> rows = connection_->WithKey(
      fmt::format("{} BETWEEN {} AND {}", TallyColumns()[11 + static_cast<std::size_t>(kind)], first_key,
                  last_key),
      first_size, last_size);
  std::erase_if(rows, [&](const Tally& row) {
    const std::int64_t key = KeysOf(row.counts, BaseName(row.path))[static_cast<std::size_t>(kind)];
    if (key < first_key || key > last_key) connection_->ThrowDamagedRow(row);
    return row.size < first_size || row.size > last_size;
  });
  return rows;
}

bool TallyStore::IsEmpty() { return connection_->IsEmpty(); }

std::uint64_t TallyStore::Count() { return connection_->Count(); }

const std::string& TallyStore::host() const { return connection_->host(); }

std::string TallyStore::name() const { return connection_->name(); }

}  // namespace kindred::tally
