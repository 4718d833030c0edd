// Templates: keys that are boilerplate, ignored in every match of an index (Forman et al. 2005, section 4), and
// the values that commands about them answer with. docs/templates.md describes them for users.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kindred/options.h"

namespace kindred {

// Where the keys of a new template come from: exactly one of `cluster`, `file`, `spans`, or `common`.
struct TemplateOptions {
  std::string name;     // letters, digits, - _ and .
  std::string cluster = {};  // the id that Find reported; its members are looked for with `find`
  std::string file;     // every window of a file that need not be in the index
  // Parts of one file. Gaps between them that are shorter than a window belong to the template, too.
  struct Span {
    std::string file;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
  };
  std::vector<Span> spans = {};
  bool common = false;  // what the files at the roots of `find` have in common
  double share = 1;     // of the members of a cluster, or of the files, that must have a key
  bool preview = false;  // tell what would happen, and store nothing
  // The method (the first one), and the scope and thresholds that clusters are told with. No roots: all of
  // the index. The index is taken as it is.
  FindOptions find = {};
};

struct SuggestOptions {
  FindOptions find;         // as in TemplateOptions
  double share = 0.6;       // of a group's files that have the keys
  std::uint64_t least = 5;  // files a group must have
  std::uint64_t limit = 0;  // suggestions; 0: all
  std::string flags;        // that the suggested commands need, too: "--index DIR"
};

struct TemplateInfo {
  std::string name;
  std::string method;  // "fingerprints:window=50,rate=auto,overlap=distinct"
  std::string source;  // "cluster 1a2b3c4d", "file header.html", ...
  std::uint64_t keys = 0;
  std::uint64_t files = 0;  // files of the index that have one of the keys
  std::uint64_t marks = 0;  // how often the keys stand in the index's contents
};

// What a template does to the clusters of its scope.
struct TemplateEffect {
  // A cluster as it was, and what is left of it. Several clusters left: the largest is told.
  struct Change {
    std::string id;
    std::uint64_t files = 0;
    std::uint64_t left = 0;   // files of it that still are in a cluster; 0: it dissolves
    std::uint64_t parts = 0;  // clusters that these are in
    std::string example;      // its first file
  };
  TemplateInfo info;
  bool stored = false;  // false: a preview
  std::uint64_t files_in_scope = 0;
  std::uint64_t files_touched = 0;  // of the scope, that have one of the keys
  std::uint64_t pairs_before = 0;
  std::uint64_t pairs_after = 0;
  std::uint64_t clusters_before = 0;
  std::uint64_t clusters_after = 0;
  std::uint64_t dissolved = 0;
  std::uint64_t shrunk = 0;
  std::vector<Change> changes;  // dissolved and shrunk ones, largest first; `limit` of FindOptions cuts them
};

// Keys that many files of one group have, and that may be a template.
struct TemplateSuggestion {
  std::string group = {};              // "directory docs/api", "suffix html", "cluster 1a2b3c4d"
  std::uint64_t files = 0;        // of the group
  std::uint64_t having = 0;       // of these, that have most of the keys
  std::uint64_t keys = 0;
  double part = 0;                // of what these files hold, on average
  std::string example = {};            // a file
  std::uint64_t offset = 0;       // where in it the longest piece stands
  std::uint64_t length = 0;
  std::string text = {};               // its first bytes
  std::string command = {};            // what adds the template
};

}  // namespace kindred
