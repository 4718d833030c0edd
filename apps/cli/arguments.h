// A command line made ready: flags are parsed values, not text. The flag table (flags.cc) fills it; each
// command takes from it what its call of the engine needs.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "kindred/options.h"
#include "kindred/templates.h"

namespace kindred::cli {

enum class When { kAuto, kAlways, kNever };

struct Arguments {
  std::vector<std::string> operands;  // what stands on the line besides flags

  WalkOptions walk;
  bool size_given = false;
  std::optional<std::string> files_from;  // "-": standard input
  bool null_separated = false;
  std::vector<std::string> methods;  // as typed; empty: the engine's default
  std::string rate;                  // of the methods; empty: each one's own
  std::vector<std::string> ignored;  // what marking leaves out: case, markup, space
  std::vector<std::string> types;    // of files; empty: all
  std::string set_name;              // of an anchor set; empty: from the file's name
  std::uint64_t every = LearnOptions().every;
  MatchOptions match;
  std::uint64_t mark_up_to = std::numeric_limits<std::uint64_t>::max();
  bool pairs = false;
  bool directories = false;
  bool find_directories = false;
  bool sets = false;
  bool first_look = false;
  bool rescan = true;
  bool verify = false;

  std::optional<std::uint64_t> min_length;  // not given: what the command finds right
  std::optional<std::uint64_t> every_run;
  bool bits = false;
  std::optional<bool> msb_first;
  std::uint64_t context = 3;
  bool fold = true;
  std::optional<std::size_t> width;  // not given: the terminal's

  NearOptions near;      // but for what the members above and below say
  std::string per_type;  // a file; empty: the engine's default

  TemplateOptions from;         // where a template comes from, but for name and scope
  std::optional<double> share;  // of files that have a template's keys
  std::optional<std::uint64_t> least_files;
  PoolOptions pools;
  bool anonymous = false;

  std::string index;  // empty: the default index
  RunOptions run;

  std::string format = "text";
  std::string output;                  // empty: standard output
  std::optional<std::uint64_t> limit;  // not given: 10 in lists for people, all elsewhere
  When color = When::kAuto;

  When progress = When::kAuto;
  bool quiet = false;
  bool timings = false;
  unsigned traces = 0;  // 1 << TraceClass
  bool exit_code = false;
  bool help = false;

  // All flags on the line, names without dashes and values as typed, those of one flag together.
  struct Given {
    std::string name;
    std::string value;  // of a switch: empty
  };
  std::vector<Given> given;

  std::string line;  // the command and its arguments, quoted for the report's header
};

}  // namespace kindred::cli
