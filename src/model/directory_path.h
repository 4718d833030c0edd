// The path of a directory. Paths of one tree share their beginnings, so that a tree of any depth takes memory
// by its names, not by its paths: at a depth of 10,000 these have 20 KB each and more.
//
// A path is a string, its rest, behind a chain of parts that it shares with others. Example: below
// "/d/d/.../d" of 200 bytes all directories refer to that part, made once (ToShare), and differ in a rest
// such as "/x". Most paths are short and have no such chain.
#pragma once

#include <compare>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace kindred {

class DirectoryPath {
 public:
  DirectoryPath() = default;
  // A path as a string; it shares nothing.
  DirectoryPath(std::string path) : rest_(std::move(path)) {}  // NOLINT: a string is a path
  DirectoryPath(const char* path) : rest_(path) {}             // NOLINT

  // The same path. If it is not short, the directories below it share it.
  DirectoryPath ToShare() const;
  // The directory `name` in this one.
  DirectoryPath Below(std::string_view name) const;

  std::size_t size() const { return (prefix_ ? prefix_->size : 0) + rest_.size(); }
  bool empty() const { return size() == 0; }
  // All of it.
  std::string str() const { return prefix_ ? From(0) : rest_; }
  operator std::string() const { return str(); }  // NOLINT: most users need the string for a moment
  // The bytes from `begin` on.
  std::string From(std::size_t begin) const;
  // The first `end` bytes, or all.
  std::string To(std::size_t end) const;

  // Whether it is `directory` or below it.
  bool IsAtOrBelow(const DirectoryPath& directory) const;

  // By bytes.
  friend bool operator==(const DirectoryPath& a, const DirectoryPath& b) {
    return a.size() == b.size() && a.Compare(b) == 0;
  }
  friend std::strong_ordering operator<=>(const DirectoryPath& a, const DirectoryPath& b) {
    return a.Compare(b);
  }

 private:
  struct Prefix {
    ~Prefix();
    mutable std::shared_ptr<const Prefix> above;
    std::string part;
    std::size_t size = 0;  // with all above
  };

  std::strong_ordering Compare(const DirectoryPath& other) const;

  std::shared_ptr<const Prefix> prefix_;
  std::string rest_;
};

}  // namespace kindred
