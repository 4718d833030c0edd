// See database_session.h.
#include "tally/database_session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <soci/sqlite3/soci-sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>

#include "base/errno_text.h"
#include "kindred/error.h"
#include "tally/dialect.h"
#include "tally/soci_session.h"
#include "tally/tally_store.h"

namespace kindred::tally {

namespace {

constexpr std::chrono::milliseconds kPauses[] = {
    std::chrono::milliseconds(100), std::chrono::milliseconds(1000), std::chrono::milliseconds(3000)};
constexpr std::size_t kRowsPerFetch = 1000;

// Servers' messages have lines; an Error has one.
std::string OneLine(std::string text) {
  std::erase(text, '\r');
  std::ranges::replace(text, '\n', ' ');
  std::ranges::replace(text, '\t', ' ');
  const auto [first, last] = std::ranges::unique(text, [](char a, char b) { return a == ' ' && b == ' '; });
  text.erase(first, last);
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

[[noreturn]] void ThrowSqliteError(const soci::sqlite3_soci_error& error, const DatabaseUrl& url) {
  const std::string words = OneLine(error.get_error_message());
  switch (error.result() & 0xFF) {
    case 11:  // SQLITE_CORRUPT
    case 26:  // SQLITE_NOTADB
      throw Error(ErrorKind::kDamaged, "the store of tallies is damaged: " + words, url.file,
                  "remove the file; the next `Index::Near` makes it again");
    case 5:  // SQLITE_BUSY
    case 6:  // SQLITE_LOCKED
      throw Error(ErrorKind::kBusy, "another process is writing to the store of tallies", url.file,
                  "try again when it is done");
    case 13:  // SQLITE_FULL
      throw Error(ErrorKind::kNoSpace, "cannot write the store of tallies: " + words, url.file,
                  "free some space or choose another place with `directory`");
    default:
      throw Error(ErrorKind::kFailed, "cannot use the store of tallies: " + words, url.file);
  }
}

// Not with the account's umask: tallies reveal something of files that others may not be allowed to read.
void CreatePrivately(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0 && errno != EACCES && errno != EROFS) {
    throw Error(base::KindOf(errno), "cannot make the store of tallies: " + base::SystemWords(errno), file,
                "choose another place with `directory`");
  }
  if (descriptor >= 0) ::close(descriptor);
}

// A factory is loaded once and stays.
void LoadBackend(const Dialect& dialect) {
  if (*dialect.library == '\0') return;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const std::vector<std::string> loaded = soci::dynamic_backends::list_all();
  if (std::ranges::find(loaded, dialect.backend) != loaded.end()) return;
  try {
    soci::dynamic_backends::register_backend(dialect.backend, dialect.library);
  } catch (const soci::soci_error&) {
    throw Error(ErrorKind::kFailed, fmt::format("cannot load {}", dialect.library), OptionName{"database"},
                fmt::format("install the Debian package {}", dialect.package));
  }
}

// The columns of a Tally, as they are fetched.
class TallyFetch {
 public:
  TallyFetch() : texts_(2), numbers_(6 + kTags + 1) {}

  std::string Columns() const {
    std::string columns = "host, path, size, mtime_ns, ctime_ns, inode, digest_high, digest_low";
    for (std::size_t i = 0; i < kTags; ++i) columns += fmt::format(", count{}", i);
    return columns + ", checksum";
  }

  void Run(soci::session& session, const std::string& query, std::vector<Tally>* rows,
           std::vector<std::int64_t>* checksums) {
    Resize();
    soci::statement statement(session);
    for (auto& column : texts_) statement.exchange(soci::into(column));
    for (auto& column : numbers_) statement.exchange(soci::into(column));
    statement.alloc();
    statement.prepare(query);
    statement.define_and_bind();
    statement.execute();
    while (statement.fetch()) {
      Take(rows, checksums);
      Resize();
    }
  }

 private:
  // SOCI fetches as many rows as there is room for, and then cuts the columns to what it got.
  void Resize() {
    for (auto& column : texts_) column.resize(kRowsPerFetch);
    for (auto& column : numbers_) column.resize(kRowsPerFetch);
  }

  void Take(std::vector<Tally>* rows, std::vector<std::int64_t>* checksums) const {
    for (std::size_t row = 0; row < texts_[0].size(); ++row) {
      auto number = [&](std::size_t column) { return numbers_[column][row]; };
      Tally tally{.host = BytesOfText(texts_[0][row]),
                  .path = BytesOfText(texts_[1][row]),
                  .size = static_cast<std::uint64_t>(number(0)),
                  .mtime_ns = number(1),
                  .ctime_ns = number(2),
                  .inode = static_cast<std::uint64_t>(number(3)),
                  .digest = {static_cast<std::uint64_t>(number(4)), static_cast<std::uint64_t>(number(5))}};
      for (std::size_t i = 0; i < kTags; ++i) tally.counts[i] = static_cast<std::uint64_t>(number(6 + i));
      rows->push_back(std::move(tally));
      checksums->push_back(number(6 + kTags));
    }
  }

  std::vector<std::vector<std::string>> texts_;
  std::vector<std::vector<long long>> numbers_;
};

}  // namespace

void RowColumns::Clear() {
  for (auto& column : texts) column.clear();
  for (auto& column : numbers) column.clear();
}

struct DatabaseSession::State {
  explicit State(const DatabaseUrl& where) : url(where), dialect(DialectOf(where.kind)) {}

  bool is_server() const { return url.kind != DatabaseKind::kSqlite; }

  void Open() {
    if (is_server()) {
      LoadBackend(dialect);
      session.open(dialect.backend, url.ConnectString());
    } else {
      CreatePrivately(url.file);
      session.open(soci::sqlite3, url.ConnectString());
      // Not in the connect string: SOCI would ask for it before it has set the time to wait for others.
      session << "PRAGMA synchronous = normal";
      session << "PRAGMA cache_size = -65536";  // 64 MB: a load touches pages all over its indexes
    }
    open = true;
  }

  // The server may have ended, or cut the connection while we were reading files.
  bool IsGone() {
    if (!is_server() || !open) return false;
    try {
      return !session.is_connected();
    } catch (const soci::soci_error&) {
      return true;
    }
  }

  void Abandon() {
    if (!in_transaction) return;
    in_transaction = false;
    try {
      session.rollback();
    } catch (const soci::soci_error&) {
      // The connection is gone, and the transaction with it.
    }
  }

  [[noreturn]] void Throw(const soci::soci_error& error) {
    if (const auto* sqlite = dynamic_cast<const soci::sqlite3_soci_error*>(&error))
      ThrowSqliteError(*sqlite, url);
    if (open && IsGone()) {
      // The client library's message has several lines of guesses about the server.
      throw Error(ErrorKind::kFailed, "the database server has closed the connection and does not answer",
                  url.Shown(), "see that it runs, then start again: what was stored until now is kept");
    }
    const std::string words = url.WithoutPassword(OneLine(error.get_error_message()));
    throw Error(ErrorKind::kFailed, "the database reports: " + words, url.Shown(),
                open ? "" : "see that the server runs, and check the URL and its password");
  }

  DatabaseUrl url;
  const Dialect& dialect;
  soci::session session;
  bool open = false;
  bool in_transaction = false;
};

DatabaseSession::DatabaseSession(const DatabaseUrl& url) : state_(std::make_unique<State>(url)) {
  try {
    state_->Open();
  } catch (const soci::soci_error& error) {
    state_->Throw(error);
  }
}

DatabaseSession::~DatabaseSession() = default;

void DatabaseSession::Do(const std::function<void()>& act) {
  for (std::size_t attempt = 0;; ++attempt) {
    try {
      act();
      return;
    } catch (const soci::soci_error& error) {
      const bool again = attempt < std::size(kPauses) && state_->IsGone();
      state_->Abandon();
      if (!again) state_->Throw(error);
      std::this_thread::sleep_for(kPauses[attempt]);
      try {
        state_->session.reconnect();
      } catch (const soci::soci_error&) {
        // The next attempt finds it gone and comes back here.
      }
    } catch (...) {
      state_->Abandon();
      throw;
    }
  }
}

void DatabaseSession::Execute(const std::string& statement) { state_->session << statement; }

void DatabaseSession::Begin(const std::string& statement) {
  state_->session << statement;
  state_->in_transaction = true;
}

void DatabaseSession::Commit() {
  state_->session.commit();
  state_->in_transaction = false;
}

bool DatabaseSession::Works(const std::string& query) {
  try {
    SelectNumber(query, 0);
    return true;
  } catch (const soci::soci_error&) {
    if (state_->IsGone()) throw;
    return false;
  }
}

void DatabaseSession::Try(const std::string& statement) {
  try {
    Execute(statement);
  } catch (const soci::soci_error&) {
    if (state_->IsGone()) throw;
  }
}

std::int64_t DatabaseSession::SelectNumber(const std::string& statement, std::int64_t otherwise) {
  long long number = otherwise;
  state_->session << statement, soci::into(number);
  return number;
}

void DatabaseSession::SelectTallies(const std::string& where, std::vector<Tally>* rows,
                                    std::vector<std::int64_t>* checksums) {
  TallyFetch fetch;
  fetch.Run(state_->session, fmt::format("SELECT {} FROM kindred_tallies WHERE {}", fetch.Columns(), where),
            rows, checksums);
}

namespace {

class PreparedPut : public DatabaseSession::Prepared {
 public:
  PreparedPut(soci::session& session, const std::string& put, const std::vector<std::string>& columns,
              const std::vector<std::size_t>& text_places, RowColumns* rows)
      : rows_(rows), numbers_(rows->numbers.size()), statement_(session) {
    std::string places;
    std::size_t text = 0;
    std::size_t number = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      places += fmt::format("{}:c{}", i == 0 ? "" : ",", i);
      if (std::ranges::find(text_places, i) != text_places.end()) {
        statement_.exchange(soci::use(rows->texts[text++]));
      } else {
        statement_.exchange(soci::use(numbers_[number++]));
      }
    }
    statement_.alloc();
    statement_.prepare(
        fmt::format("{} kindred_tallies ({}) VALUES ({})", put, fmt::join(columns, ","), places));
  }

  void Execute() override {
    // SOCI supports long long, which std::int64_t is not on every platform.
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      numbers_[i].assign(rows_->numbers[i].begin(), rows_->numbers[i].end());
    if (!bound_) statement_.define_and_bind();
    bound_ = true;
    statement_.execute(true);
  }

 private:
  RowColumns* rows_;
  std::vector<std::vector<long long>> numbers_;
  soci::statement statement_;
  bool bound_ = false;
};

class PreparedTexts : public DatabaseSession::Prepared {
 public:
  PreparedTexts(soci::session& session, const std::string& text, std::vector<std::string>* texts)
      : statement_(session) {
    for (std::string& one : *texts) statement_.exchange(soci::use(one));
    statement_.alloc();
    statement_.prepare(text);
    statement_.define_and_bind();
  }

  void Execute() override { statement_.execute(true); }

 private:
  soci::statement statement_;
};

}  // namespace

std::unique_ptr<DatabaseSession::Prepared> DatabaseSession::PreparePut(
    const std::string& put, const std::vector<std::string>& columns,
    const std::vector<std::size_t>& text_places, RowColumns* rows) {
  return std::make_unique<PreparedPut>(state_->session, put, columns, text_places, rows);
}

std::unique_ptr<DatabaseSession::Prepared> DatabaseSession::Prepare(const std::string& statement,
                                                                    std::vector<std::string>* texts) {
  return std::make_unique<PreparedTexts>(state_->session, statement, texts);
}

}  // namespace kindred::tally
