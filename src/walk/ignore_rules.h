// Ignore files in the form of git's .gitignore (its manual, gitignore(5)), read in each directory of the walk
// if WalkOptions::exclude_from names them.
//
//   # a comment; blank lines mean nothing
//   *.o           no slash: matches a name in this directory and all below
//   /build        a slash in front or inside: matches the path from this directory on
//   logs/         a slash at the end: matches directories only
//   doc/**/*.pdf  ** matches any number of names
//   !keep.o       what an earlier line left out is taken again
//   \#a \!a       a name that begins with # or !; a blank at the end counts if a backslash is before it
//
// Of several lines that match the last one decides; the file of the nearest directory comes before those
// above it. What is in a directory that is left out cannot be taken again: the walk never sees it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kindred::walk {

class IgnoreRules {
 public:
  enum class Verdict { kNone, kLeftOut, kTaken };

  explicit IgnoreRules(std::string_view text);

  bool Empty() const { return rules_.empty(); }
  // Of `name` in the directory `names`, of which the first `own` are those of the rules' directory.
  Verdict Of(const std::vector<std::string>& names, std::size_t own, const char* name,
             bool is_directory) const;

 private:
  struct Rule {
    std::vector<std::string> names;
    bool anchored = false;  // to the rules' directory
    bool directories_only = false;
    bool takes = false;
  };
  std::vector<Rule> rules_;
};

// The rules that hold in a directory: its own, and those of the directories above.
struct IgnoreScope {
  std::shared_ptr<const IgnoreScope> above;  // nullptr: none
  std::size_t own = 0;                       // names of the rules' directory
  IgnoreRules rules;
};

bool LeavesOut(const IgnoreScope* scope, const std::vector<std::string>& names, const char* name,
               bool is_directory);

// The ignore file of an open directory. `error`: it is there, but cannot be read; a missing name, or one that
// is not a file, is not an error.
struct IgnoreFile {
  std::string text;
  std::string error;
};
IgnoreFile ReadIgnoreFile(int directory, const std::string& name);

}  // namespace kindred::walk
