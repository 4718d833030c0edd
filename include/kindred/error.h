// The one exception of Kindred: what happened, where, and what to do about it.
// A bad file is never an Error (it is a Skip); an Error means that the operation cannot continue.
#pragma once

#include <stdexcept>
#include <string>

namespace kindred::inline v0 {

// The kinds that a front end may treat differently, with the matching HTTP status.
enum class ErrorKind {
  kUsage,      // invalid request: an option, a name, an expression (400)
  kNotFound,   // the named file, index, template or family does not exist (404)
  kBusy,       // another process is writing to the index (409)
  kConflict,   // it contradicts an earlier decision, perhaps made by another process meanwhile (409)
  kNoSpace,    // the disk or the quota is full (507)
  kDamaged,    // bytes of the index, or of a pool, are not what was written (500)
  kCancelled,  // the caller's Observer asked to stop (499)
  kFailed,     // any other failure of the system, a server or a command (500)
};

// The name of a field of an options struct, in place of a path: "types", "min_length". Words may follow it:
// "method anchors". Empty: the argument of the call itself.
struct OptionName {
  std::string name = {};
};

// Messages name parts of the API, not of a command line: options and calls are in backquotes, as in "give
// more `memory`" or "make one with `Index::Scan`", so that a front end can substitute its own terms.
class Error : public std::runtime_error {
 public:
  // `where` is a path, `hint` an imperative sentence; both may be empty.
  // what() is always one line: "where: what; hint".
  Error(ErrorKind kind, const std::string& what, const std::string& where = "", const std::string& hint = "");
  Error(ErrorKind kind, const std::string& what, const OptionName& option, const std::string& hint = "");

  ErrorKind kind() const { return kind_; }
  const std::string& message() const { return message_; }  // the `what` of the constructor
  const std::string& where() const { return where_; }
  bool where_is_option() const { return where_is_option_; }
  const std::string& hint() const { return hint_; }
  // "where: what"
  std::string WithoutHint() const;

 private:
  ErrorKind kind_;
  std::string message_;
  std::string where_;
  bool where_is_option_ = false;
  std::string hint_;
};

// A mistake in a filter expression (docs/using/types.md): `column` counts bytes of `expression` from 0.
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
