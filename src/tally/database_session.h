// A database session over SOCI, with Kindred's errors. Reconnects when the server has closed the connection.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tally/database_url.h"

namespace kindred::tally {

struct Tally;

// Rows for a prepared statement, by column. A column is text or a number.
struct RowColumns {
  RowColumns(std::size_t text_columns, std::size_t number_columns)
      : texts(text_columns), numbers(number_columns) {}
  void Clear();

  std::vector<std::vector<std::string>> texts;
  std::vector<std::vector<std::int64_t>> numbers;
};

class DatabaseSession {
 public:
  explicit DatabaseSession(const DatabaseUrl& url);
  ~DatabaseSession();

  // Runs `act`, which calls the functions below. If the server is gone, connects again and runs all of `act`
  // once more; any other failure rolls the transaction back and becomes an Error.
  void Do(const std::function<void()>& act);

  void Execute(const std::string& statement);
  void Begin(const std::string& statement);
  void Commit();
  // The same, but false instead of an error that is not the connection's: to see whether tables are there.
  bool Works(const std::string& query);
  // The same for a statement that may fail.
  void Try(const std::string& statement);
  // The first column of the first row, or `otherwise`.
  std::int64_t SelectNumber(const std::string& statement, std::int64_t otherwise);
  // `checksums` are those that the rows have.
  void SelectTallies(const std::string& where, std::vector<Tally>* rows,
                     std::vector<std::int64_t>* checksums);

  class Prepared {
   public:
    virtual ~Prepared() = default;
    virtual void Execute() = 0;  // all rows of the columns
  };
  // `put` INTO kindred_tallies; the columns at `text_places` are texts. `rows` must outlive the statement.
  std::unique_ptr<Prepared> PreparePut(const std::string& put, const std::vector<std::string>& columns,
                                       const std::vector<std::size_t>& text_places, RowColumns* rows);

  // The same for any statement, with `texts` in the places :c0, :c1 and so on; they must outlive it.
  std::unique_ptr<Prepared> Prepare(const std::string& statement, std::vector<std::string>* texts);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kindred::tally
