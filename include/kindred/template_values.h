// Results of the calls for templates and pools: plain values, like those of values.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kindred/values.h"

namespace kindred::inline v0 {

struct TemplateInfo {
  std::string name;
  std::string method;  // "fingerprints:window=50,rate=auto,overlap=distinct"
  std::string source;  // "family 1a2b3c4d", "file header.html", ...
  std::uint64_t keys = 0;
  std::uint64_t files = 0;  // files of the index that have one of the keys
  std::uint64_t marks = 0;  // how often the keys occur in the index's contents
  // Bytes of its text that are stored, from which keys of other methods are made. 0: none, so the template
  // works with its own method only.
  std::uint64_t text = 0;
};

// What a template does to the families of its scope.
struct TemplateEffect {
  // A family as it was, and what is left of it.
  struct Change {
    std::string id;
    std::uint64_t files = 0;
    std::uint64_t left = 0;   // files of it that still are in a family; 0: it dissolves
    std::uint64_t parts = 0;  // families that these are in
    std::string example;      // its first file
  };
  TemplateInfo info;
  bool stored = false;  // false: a preview
  std::uint64_t files_in_scope = 0;
  std::uint64_t files_touched = 0;  // of the scope, that have one of the keys
  std::uint64_t pairs_before = 0;
  std::uint64_t pairs_after = 0;
  std::uint64_t families_before = 0;
  std::uint64_t families_after = 0;
  std::uint64_t dissolved = 0;
  std::uint64_t shrunk = 0;
  std::vector<Change> changes;  // dissolved and shrunk ones, largest first; `limit` of FindOptions cuts them
};

// Keys that many files of one group have, and that may be a template.
struct TemplateSuggestion {
  std::string group = {};    // "directory docs/api", "suffix html", "family 1a2b3c4d"
  std::uint64_t files = 0;   // of the group
  std::uint64_t having = 0;  // of these, that have most of the keys
  std::uint64_t keys = 0;
  double part = 0;           // of what these files hold, on average
  std::string example = {};  // a file
  std::uint64_t offset = 0;  // of the longest piece in it
  std::uint64_t length = 0;
  std::string text = {};     // its first bytes
  std::string command = {};  // adds the template
};

// A pool that was written.
struct PoolReport {
  std::string file;
  MethodInfo method;
  std::uint64_t files = 0;
  std::uint64_t contents = 0;
  std::uint64_t bytes = 0;  // of the files
  std::uint64_t keys = 0;
  std::uint64_t marks = 0;
  std::uint64_t pool_bytes = 0;
  bool anonymous = false;
  bool keyed = false;
};

}  // namespace kindred::inline v0
