// The options of every call. Every struct is ready to use: its defaults suit most callers.
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
  // Names of ignore files such as ".gitignore": rules in git's syntax that the walk applies in the directory
  // of such a file (walk/ignore_rules.h). Not for roots inside each other, nor without a walk.
  std::vector<std::string> exclude_from;
  std::uint64_t min_size = 1;  // empty files have nothing to share
  std::uint64_t max_size = std::numeric_limits<std::uint64_t>::max();
};

enum class Measure {
  kContainment,  // the larger of of_a and of_b
  kBoth,         // the smaller
  kResemblance,  // shared / union
  // As in sif (Manber 1993, section 4): a group lists the files that hold the minimum of its reference,
  // whatever share of their own size that is. Pairs, families and all else as kContainment.
  kOfReference,
};

// What a family is (docs/inside/matching.md).
enum class FamilyShape {
  kAroundCentre,  // files that are similar to one of them, and their versions
  kConnected,     // all files that pairs connect, directly or through others
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
  // many standard errors; 3 keeps 98 % of the pairs that truly reach it, 0 judges by the estimate itself.
  // Groups and families are always made of pairs whose estimate reaches the minimum.
  double margin = 3;
  Measure measure = Measure::kContainment;
  std::uint64_t min_shared = 0;  // marks two files must share at least; 0: 3 fingerprints, or 1 chunk
  bool types_together = false;   // compare text with other files too
  bool same_suffix = false;
  double size_ratio = 0;         // smaller size / larger size at least this
  std::uint64_t max_degree = 0;  // 0: as high as the work budget allows
  double max_degree_share = 0;   // the same as a share of the contents; 0: no such cap. The lower cap applies
  Count count = Count::kOnce;
  // The caller's filters (docs/using/types.md), applied to pairs that pass all rules above, before groups and
  // families are made. Empty: none.
  std::string filter = {};          // an expression; a mistake in it is a FilterError
  std::string filter_command = {};  // a program that reads JSON pair lines and answers each with yes or no
  // If the program neither reads nor answers a line for this many seconds, it is killed: Error(kFailed).
  std::uint64_t filter_timeout = 300;
  bool templates = true;  // false: the index's templates (docs/using/types.md) are not applied
};

// Repositories elsewhere to compare with (docs/using/compare.md).
struct PoolOptions {
  std::vector<std::string> files;  // pools
  std::string key_file = {};       // the pools' keys were hashed with its bytes; empty: none
};

// Resources of one call.
struct RunOptions {
  unsigned threads = 0;      // 0: one per processor
  std::uint64_t memory = 0;  // bytes; 0: a quarter of the machine
};

// What to compare of a file besides its bytes: the text of a document, the members of an archive
// (docs/using/types.md). Worker programs in a sandbox read the files.
struct InsideOptions {
  std::vector<std::string> types = {"auto"};       // names of types; "auto": all but rar; "none"
  int depth = 3;                                   // containers inside containers; 1: members only
  std::uint64_t limit = std::uint64_t{256} << 20;  // bytes of all parts of a file
  bool unsandboxed = false;                        // also where the kernel has no Landlock or no seccomp
};

struct ScanOptions {
  WalkOptions walk;
  // NAME[:param=value,...]. Texts are compared as texts; with text=raw, line ends and encodings matter.
  std::vector<std::string> methods = {"fingerprints"};
  RunOptions run;
  // Larger files are not read and have no marks; they are skipped as "too large to mark".
  std::uint64_t mark_up_to = std::numeric_limits<std::uint64_t>::max();
  InsideOptions inside = {};
};

// A tolerance for files with one suffix ("ps"), instead of the common one.
struct SuffixTolerance {
  std::string suffix;
  double tolerance = 0;
};

// How to search for near tallies (SimHash; docs/using/near.md).
struct NearOptions {
  WalkOptions walk;
  double tolerance = 0.01;  // sizes and sum tables may differ by this part of the larger size
  // Keys may differ by this part of the larger size; negative: by the most that near sum tables can cause.
  double key_tolerance = -1;
  // uniform, uniform+suffix, skew, skew+suffix. Empty: skew+suffix for all pairs; skew for one file and for
  // FindOptions::near_stage, which should also find copies that were renamed.
  std::string key;
  std::string tags = "kindred-1";  // or 16 bytes: "00,65,74,..."
  // PostScript files are mostly alike whatever their text (Sadowski and Levin 2007, section 5.2); PDF less
  // so. If several are given for one suffix, the last one applies.
  std::vector<SuffixTolerance> per_type = {{"ps", 0.0005}, {"eps", 0.0005}, {"pdf", 0.002}};
  std::uint64_t min_hits = 16;  // a tally of fewer tags is not compared
  bool trust_digest = false;    // equal digests are taken for equal bytes; false: the bytes are compared
  // Measure pairs by reading both files, nearest first, until `limit` of them have passed. Pairs whose larger
  // share is below `verify_minimum` are dropped and counted.
  bool verify = false;
  double verify_minimum = 0.5;
  // postgresql://..., mysql://... or sqlite:PATH; empty: tallies.sqlite in the index.
  std::string database;
  std::string password_file;  // its first line is the password; empty: none
  RunOptions run;
  std::uint64_t limit = 0;  // sets, and pairs, that are pushed, nearest first; 0: all
};

// What comes first in each list: what frees or takes most bytes; the largest files; the most recently
// modified; the most files; the most similar.
enum class FindOrder : std::uint8_t { kValue, kSize, kNewest, kFiles, kSimilarity };

// Whether Find looks for boilerplate, which costs a third of a search from the index: never; only if some
// files share much with very many others and nothing else (Summary::boilerplate), then the three best
// suggestions; always, then all suggestions.
enum class FindBoilerplate : std::uint8_t { kNone, kFewIfCounted, kAll };

struct FindOptions {
  ScanOptions scan;
  MatchOptions match;              // works with the first method of `scan`
  bool rescan = true;              // false: answer from the index as it is
  std::vector<std::string> types;  // only files of these types (KnownTypes); empty: all
  bool pairs = false;              // push every pair, too
  FindSections sections = {};
  FindOrder order = FindOrder::kValue;  // of all lists but pairs, directories and interesting sets
  // Of pairs, whose value is what they share. Not set: by name, or the most similar ones if `limit` cuts the
  // list.
  std::optional<FindOrder> pair_order = std::nullopt;
  FindBoilerplate boilerplate = FindBoilerplate::kNone;
  std::string template_flags = {};  // added to the commands of these suggestions: "--index DIR"
  FamilyShape families = FamilyShape::kAroundCentre;
  // By default pairs whose estimate is not precise enough are measured by reading both files, within a budget
  // (docs/inside/matching.md); pairs that fall below the minimum are dropped and counted, and groups and
  // families are made of the others.
  bool verify = false;            // measure every pair, whatever it costs
  bool estimate = false;          // measure none
  bool directories = false;       // push the pairs of directories that reach the minimum, too
  bool only_directories = false;  // push nothing but these
  bool sets = false;              // push the interesting sets, too
  // Limit on the steps of the search for interesting sets; the sets found by then are pushed, and the summary
  // says that the list is incomplete. 0: a few seconds' worth.
  std::uint64_t set_work = 0;
  // Also compare, by tallies, the files that marks cannot judge: those with fewer marks than a pair must
  // share, and those above scan.mark_up_to. Results are pushed after the pairs, as by Index::Near.
  bool near_stage = false;
  // False: fully decided sets, families and directories (decisions.h) are left out and counted; true: they
  // are pushed like others. Unrelated pairs are left out in any case.
  bool decided = false;
  NearOptions near;  // for near_stage; walk, run, verify and limit are taken from this struct
  // Files of pools take part as if they were in the tree, but pairs within one pool are left out.
  PoolOptions pools = {};
  // At most this many identical sets, families and groups are pushed, each with at most this many files and
  // links; 0: all. The summary and the values' own totals count everything.
  std::uint64_t limit = 0;
};

struct QueryOptions {
  std::string method = "fingerprints";
  MatchOptions match;
  std::vector<std::string> types;  // as FindOptions::types
  bool verify = false;             // measure every match by reading both files, as FindOptions::verify
  bool estimate = false;           // as FindOptions::estimate; otherwise the first matches are measured
  std::uint64_t limit = 0;         // matches per query; 0: all
  PoolOptions pools = {};          // searched as well
  InsideOptions inside = {};       // for the query input: its parts are looked up, too
};

// Two directories (or files) compared by content.
struct CompareOptions {
  // All files are compared, including hidden and empty ones.
  CompareOptions() {
    scan.walk.hidden = true;
    scan.walk.min_size = 0;
  }
  ScanOptions scan;  // the roots are those of the call
  MatchOptions match;
  bool verify = false;      // as FindOptions::verify
  bool estimate = false;    // as FindOptions::estimate
  PoolOptions pools = {};   // for Index::CompareWithPool: exactly one
  std::uint64_t limit = 0;  // at most this many of each relation are pushed; 0: all
};

// An order of files in which similar ones are neighbours, for archives.
struct OrderOptions {
  // An archive contains all files, including hidden and empty ones. Even a small overlap improves
  // compression, and so does shared boilerplate.
  OrderOptions() {
    scan.walk.hidden = true;
    scan.walk.min_size = 0;
    match.minimum = 0.05;
    match.margin = 0;
    match.templates = false;
  }
  ScanOptions scan;  // `inside` is ignored: compressors do not look inside archives
  MatchOptions match;
  bool rescan = true;              // as FindOptions::rescan
  std::vector<std::string> types;  // as FindOptions::types
  // A shell command that compresses its input, such as "xz -6". It is run on the bytes of all files sorted by
  // name, by suffix and in the computed order, and its output sizes are reported (OrderSummary::Trial).
  // Empty: no trial.
  std::string trial_command = {};
};

// How to look for shared runs.
struct RunSearch {
  std::uint64_t min_length = 256;  // bytes
  bool bits = false;               // also find runs that are shifted by some bits
  bool msb_first = false;          // bits are counted from the most significant of each byte
  // False: a run that occurs at only some of the places of another run, and is hardly longer than it, is
  // omitted (docs/inside/spans.md). A comparison of two files omits no run.
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
  // Keeps the index up to date. No method given: one that the index already has marks of, else the default.
  ScanOptions scan = {.walk = {}, .methods = {}, .run = {}};
  RunSearch search;
  bool rescan = true;              // false: use the index as it is
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
