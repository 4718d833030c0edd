// Templates: keys that are boilerplate, ignored in every match of an index (Forman et al. 2005, section 4),
// and the options of the calls about them. docs/using/types.md describes them for users.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kindred/input.h"
#include "kindred/options.h"

namespace kindred::inline v0 {

// Where the keys of a new template come from: exactly one of `family`, `file`, `spans`, or `common`.
struct TemplateOptions {
  std::string name;         // letters, digits, - _ and .
  std::string family = {};  // the id that Find reported; its members are searched with `find`
  // Every window of a file that need not be in the index, or of a part of one: "thesis.docx//text".
  std::string file;
  // Parts of one file, or of bytes in memory, such as a text shown to the user. Gaps between them that are
  // shorter than a window belong to the template, too.
  struct Span {
    Input file;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
  };
  std::vector<Span> spans = {};
  bool common = false;   // what the files at the roots of `find` have in common
  double share = 0.9;    // of the members of a family, or of the files, that must have a key
  bool preview = false;  // only report what would happen; store nothing
  // The method (the first one), and the scope and thresholds that families are made with. No roots: all of
  // the index. The index is used as it is.
  FindOptions find = {};
};

struct SuggestOptions {
  FindOptions find;         // as in TemplateOptions
  double share = 0.6;       // of a group's files that have the keys
  std::uint64_t least = 5;  // files a group must have
  std::uint64_t limit = 0;  // suggestions; 0: all
  std::string flags;        // added to the suggested commands: "--index DIR"
  bool apply = false;       // add them all, and push a TemplateEffect for each instead
};

}  // namespace kindred::inline v0
