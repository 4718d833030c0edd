// The one exception of Kindred: what happened, where, and what to do about it.
// A bad file is never an Error (it is a Skip); an Error means the operation cannot go on.
#pragma once

#include <stdexcept>
#include <string>

namespace kindred::inline v0 {

enum class ErrorKind {
  kUsage,        // the caller asked for something that does not exist or makes no sense
  kFailed,       // the system said no: missing root, full disk, no permission
  kDamaged,      // bytes of the index are not what was written
  kInterrupted,  // the caller's Observer asked to stop
};

class Error : public std::runtime_error {
 public:
  // `where` is a path or a flag, `hint` an imperative sentence; both may be empty.
  // what() is always one line: "where: what; hint".
  Error(ErrorKind kind, const std::string& what, const std::string& where = "", const std::string& hint = "");

  ErrorKind kind() const { return kind_; }
  const std::string& where() const { return where_; }
  const std::string& hint() const { return hint_; }

 private:
  ErrorKind kind_;
  std::string where_;
  std::string hint_;
};

// A mistake in a filter expression (docs/filters.md): `column` counts bytes of `expression` from 0.
class FilterError : public Error {
 public:
  FilterError(const std::string& what, std::string expression, std::size_t column,
              const std::string& hint = "");

  const std::string& expression() const { return expression_; }
  std::size_t column() const { return column_; }

 private:
  std::string expression_;
  std::size_t column_;
};

}  // namespace kindred::inline v0
