// What a caller may ask for. Every struct is ready to use: numbers are numbers, defaults are right for most.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "kindred/values.h"

namespace kindred::inline v0 {

struct WalkOptions {
  std::vector<std::string> roots;  // files or directories, as typed
  // True for names from a list: a missing one is a skip, not an error.
  bool roots_may_be_missing = false;
  bool follow_links = false;
  bool one_file_system = false;
  bool hidden = false;  // also names that start with a dot (a root itself may always)
  // Globs: without a slash on the name; with one inside on the path below the root, or any tail of it; with
  // one in front on the absolute path; with one at the end on directories only. ** matches any number of
  // names.
  std::vector<std::string> include;  // if any, a file must match one
  std::vector<std::string> exclude;  // a file or directory that matches one is left out
  // Names of files such as ".gitignore": what such a file in a directory of the walk leaves out, in the form
  // of git's, is left out (walk/ignore_rules.h). Not for roots inside each other, nor without a walk.
  std::vector<std::string> exclude_from;
  std::uint64_t min_size = 1;  // empty files have nothing to share
  std::uint64_t max_size = std::numeric_limits<std::uint64_t>::max();
};

enum class Measure {
  kContainment,  // the larger of of_a and of_b
  kBoth,         // the smaller
  kResemblance,  // shared / union
  // sif's (Manber 1993, section 4): a group lists the files that hold the minimum of its reference, whatever
  // that is of theirs. Pairs, clusters and all else as kContainment.
  kOfReference,
};

// What a cluster is (docs/matching.md).
enum class ClusterShape {
  kAroundCentre,  // files that are similar to one of them, and their versions
  kConnected,     // all that pairs connect, also by way of others
};

// What a shared mark counts for in of_a.
enum class Count {
  kOnce,      // once for each occurrence in A: at most 100 %
  kMultiset,  // as often as it occurs in B, as sif counts (Manber 1993, section 3): may exceed 100 %
};

struct MatchOptions {
  double minimum = 0.25;
  std::uint64_t run = kRunLength;  // least length of a run that counts in shares, in bytes; 32 or more
  // Estimates have an error. A pair or match is dropped only when it is below `minimum` by more than this
  // many standard errors; 3 keeps 98 % of what truly reaches it, 0 judges by the estimate itself. Groups and
  // clusters are always made of pairs whose estimate reaches the minimum.
  double margin = 3;
  Measure measure = Measure::kContainment;
  std::uint64_t min_shared = 0;  // marks two files must share at least; 0: 3 fingerprints, or 1 chunk
  bool types_together = false;   // compare text with other files too
  bool same_suffix = false;
  double size_ratio = 0;         // smaller size / larger size at least this
  std::uint64_t max_degree = 0;  // 0: as high as the work budget allows
  double max_degree_share = 0;   // the same as a share of the contents; 0: no such cap. The lower one counts
  Count count = Count::kOnce;
  // Rules of the caller's own (docs/filters.md), for pairs that pass all rules above and before groups and
  // clusters are made of them. Empty: none.
  std::string filter = {};          // an expression; a mistake in it is a FilterError
  std::string filter_command = {};  // a program that reads JSON pair lines and answers each with yes or no
  // A program that takes no line and answers none for so many seconds is ended: Error(kFailed).
  std::uint64_t filter_timeout = 300;
  bool templates = true;  // false: the index's templates (docs/templates.md) are not applied
};

// Repositories elsewhere to compare with (docs/pools.md).
struct PoolOptions {
  std::vector<std::string> files;  // pools
  std::string key_file = {};       // whose bytes the pools' keys were hashed with; empty: none
};

// Resources of one call.
struct RunOptions {
  unsigned threads = 0;      // 0: one per processor
  std::uint64_t memory = 0;  // bytes; 0: a quarter of the machine
};

// What is compared of a file besides its bytes: the text of a document, the members of an archive
// (docs/types.md). Files are read by worker programs in a sandbox.
struct InsideOptions {
  std::vector<std::string> types = {"auto"};       // names of types; "auto": all but rar; "none"
  int depth = 3;                                   // containers inside containers; 1: members only
  std::uint64_t limit = std::uint64_t{256} << 20;  // bytes of all parts of a file
  bool unsandboxed = false;                        // also where the kernel has no Landlock or no seccomp
};

struct ScanOptions {
  WalkOptions walk;
  // NAME[:param=value,...]. Texts are compared as texts; with text=raw, line ends and encodings count.
  std::vector<std::string> methods = {"fingerprints"};
  RunOptions run;
  // Larger files are not read and have no marks: they are skips, "too large to mark".
  std::uint64_t mark_up_to = std::numeric_limits<std::uint64_t>::max();
  InsideOptions inside = {};
};

// A tolerance for files with one suffix ("ps"), instead of the common one.
struct SuffixTolerance {
  std::string suffix;
  double tolerance = 0;
};

// How near tallies are looked for (SimHash; docs/near.md).
struct NearOptions {
  WalkOptions walk;
  double tolerance = 0.01;  // sizes and sum tables may differ by this part of the larger size
  // Keys may differ by this part of the larger size; negative: by as much as any near sum table can make
  // them.
  double key_tolerance = -1;
  // uniform, uniform+suffix, skew, skew+suffix. Empty: skew+suffix for all pairs; skew for one file and for
  // FindOptions::near_stage, which should also find copies that were renamed.
  std::string key;
  std::string tags = "kindred-1";  // or 16 bytes: "00,65,74,..."
  // PostScript files are mostly alike whatever their text (Sadowski and Levin 2007, section 5.2); PDF less
  // so. Of several for one suffix the last counts.
  std::vector<SuffixTolerance> per_type = {{"ps", 0.0005}, {"eps", 0.0005}, {"pdf", 0.002}};
  std::uint64_t min_hits = 16;  // a tally of fewer tags is not compared
  bool trust_digest = false;    // equal digests are equal bytes; false: they are compared
  // Measure pairs by reading both files, nearest first, until `limit` of them have passed; those that share
  // less than `verify_minimum` of the one that has more of the other are dropped and counted.
  bool verify = false;
  double verify_minimum = 0.5;
  // postgresql://..., mysql://... or sqlite:PATH; empty: tallies.sqlite in the index.
  std::string database;
  std::string password_file;  // its first line is the password; empty: none
  RunOptions run;
  std::uint64_t limit = 0;  // sets, and pairs, that are pushed, nearest first; 0: all
};

// What comes first in each list: what frees or fills most bytes; the largest files; what was modified last;
// the most files; the most similar.
enum class FindOrder : std::uint8_t { kValue, kSize, kNewest, kFiles, kSimilarity };

// Whether Find looks for boilerplate, which costs a third of a search from the index: never; if there are
// files that share much with very many and nothing else (Summary::boilerplate), the three best suggestions;
// always, all of them.
enum class FindBoilerplate : std::uint8_t { kNone, kFewIfCounted, kAll };

struct FindOptions {
  ScanOptions scan;
  MatchOptions match;              // works with the first method of `scan`
  bool rescan = true;              // false: answer from the index as it is
  std::vector<std::string> types;  // only files of these types (KnownTypes); none: all
  bool pairs = false;              // push every pair, too
  FindSections sections = {};
  FindOrder order = FindOrder::kValue;  // of all lists but pairs, directories and interesting sets
  // Of pairs, whose value is what they share; not given: by name, or the most similar ones if `limit` cuts
  // them.
  std::optional<FindOrder> pair_order = std::nullopt;
  FindBoilerplate boilerplate = FindBoilerplate::kNone;
  std::string template_flags = {};  // that the commands of these suggestions need, too: "--index DIR"
  ClusterShape clusters = ClusterShape::kAroundCentre;
  // By default pairs whose estimate leaves something open are measured by reading both files, within a budget
  // (docs/matching.md); pairs that fall below the minimum are dropped and counted, and groups and clusters
  // are made of the others.
  bool verify = false;            // measure every pair, whatever it costs
  bool estimate = false;          // measure none
  bool directories = false;       // push the pairs of directories that reach the minimum, too
  bool only_directories = false;  // push nothing but these
  bool sets = false;              // push the interesting sets, too
  // Steps that the search for interesting sets may take; what was found until then is pushed, and the summary
  // says that it is not all. 0: some seconds' worth.
  std::uint64_t set_work = 0;
  // Also compare by tallies the files that marks cannot judge: those with fewer marks than a pair must share,
  // and those above scan.mark_up_to. Results are pushed after the pairs, as by Index::Near.
  bool near_stage = false;
  // Sets, clusters and directories of which everything is decided (decisions.h) are left out and counted;
  // true: they are pushed like others. Unrelated pairs are left out in any case.
  bool decided = false;
  NearOptions near;  // for near_stage; walk, run, verify and limit are taken from this struct
  // Files of pools take part as if they were in the tree, but pairs within one pool are left out.
  PoolOptions pools = {};
  // At most this many identical sets, clusters and groups are pushed, each with at most this many files and
  // links; 0: all. The summary and the values' own totals count everything.
  std::uint64_t limit = 0;
};

struct QueryOptions {
  std::string method = "fingerprints";
  MatchOptions match;
  std::vector<std::string> types;  // as FindOptions::types
  bool verify = false;             // measure every match by reading both files, as FindOptions::verify
  bool estimate = false;           // as FindOptions::estimate; else the first matches are measured
  std::uint64_t limit = 0;         // matches per query; 0: all
  PoolOptions pools = {};          // are searched, too
  InsideOptions inside = {};       // of the query; what is inside is looked up, too
};

// Two directories (or files) compared by content.
struct CompareOptions {
  // All files count, also hidden and empty ones.
  CompareOptions() {
    scan.walk.hidden = true;
    scan.walk.min_size = 0;
  }
  ScanOptions scan;  // the roots are those of the call
  MatchOptions match;
  bool verify = false;      // as FindOptions::verify
  bool estimate = false;    // as FindOptions::estimate
  PoolOptions pools = {};   // for Index::CompareWithPool: one
  std::uint64_t limit = 0;  // at most this many of each relation are pushed; 0: all
};

// An order of files in which similar ones are neighbours, for archives.
struct OrderOptions {
  // An archive takes all files, also hidden and empty ones. A little in common is worth something, too, and
  // boilerplate is shared as well as anything.
  OrderOptions() {
    scan.walk.hidden = true;
    scan.walk.min_size = 0;
    match.minimum = 0.05;
    match.margin = 0;
    match.templates = false;
  }
  ScanOptions scan;  // compressors do not look inside archives: `inside` does not count
  MatchOptions match;
  bool rescan = true;              // as FindOptions::rescan
  std::vector<std::string> types;  // as FindOptions::types
  // A filter that a shell runs, "xz -6": it is given the bytes of all files by name, by suffix and in the
  // order, and the sizes of its output are told (OrderSummary::Trial). Empty: nothing is tried.
  std::string trial_command = {};
};

// How to look for shared runs.
struct RunSearch {
  std::uint64_t min_length = 256;  // bytes
  bool bits = false;               // also find runs that are shifted by some bits
  bool msb_first = false;          // bits are counted from the most significant of each byte
  // False: a run at only some of the places of another run is left out if it is hardly longer than that one
  // (docs/spans.md). A comparison of two files leaves none out.
  bool every_run = false;
};

// Choosing an anchor set from the text files of a tree.
struct LearnOptions {
  WalkOptions walk;
  std::string name = "learned";  // letters, digits, - and _
  std::uint64_t every = 32;      // bytes wanted from anchor to anchor, on average
  RunOptions run;
};

// The order of the spans of a report. Equal ones are listed longest first.
enum class SpanOrder : std::uint8_t {
  kRare,    // longest first, and those in more than kManyFiles files after all others
  kLength,  // longest first
  kPlaces,  // most places first
};

struct SpanOptions {
  // Keeps the index up to date. No method given: one that the index has marks of, else the default.
  ScanOptions scan = {.walk = {}, .methods = {}, .run = {}};
  RunSearch search;
  bool rescan = true;              // false: take the index as it is
  std::vector<std::string> types;  // as FindOptions::types
  std::uint64_t limit = 0;  // at most this many spans are pushed, each with at most this many places; 0: all
  SpanOrder order = SpanOrder::kRare;
  std::uint64_t context = 0;  // lines (rows of 16 bytes if not text) that Span::Place::before and after have
};

struct FileCompareOptions {
  RunSearch search;
  bool side_by_side = false;  // push a SideBySide instead of a FileComparison and the spans
  RunOptions run;
  std::uint64_t limit = 0;  // spans; 0: all
  SpanOrder order = SpanOrder::kRare;
  std::uint64_t context = 0;  // as in SpanOptions
  InsideOptions inside = {};  // a file may be named with a part of it: "a.zip//b.txt"
};

}  // namespace kindred::inline v0
