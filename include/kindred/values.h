// Kindred's results: plain values, the same for every report format and for users of the API.
// The names are those of docs/inside/glossary.md; src/report/records/ describes how formats write them.
// Paths are bytes as in the file system, not necessarily UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kindred/record.h"

namespace kindred::inline v0 {

// Of the program and the library: "1.0.0".
const char* Version();

// A method as stored in an index: its name, the version of its code, and every parameter with its value.
struct MethodInfo {
  std::string name;
  int version = 0;
  std::vector<std::pair<std::string, std::string>> parameters;

  // "fingerprints:window=50,rate=auto,overlap=distinct": what ScanOptions::methods takes.
  std::string Text() const;
  bool operator==(const MethodInfo&) const = default;
};

// A file that could not be (fully) used. `stage` is walk, mark, open or read.
// `error` is false for what is never compared (a socket, a link), true for what should have worked.
struct Skip {
  std::string path;
  std::string stage;
  std::string reason;
  bool error = true;
};

struct SkipCount {
  std::string reason;
  std::uint64_t files = 0;
  bool error = true;
  bool operator==(const SkipCount&) const = default;
};

// Shared runs shorter than this do not count in shares, unless MatchOptions::run says otherwise.
inline constexpr std::uint64_t kRunLength = 50;

// Common to all summaries: how long the call took, and what was left out.
struct RunFacts {
  std::string version = {};
  std::uint64_t skips = 0;
  std::vector<SkipCount> skip_counts = {};
  std::uint64_t filtered = 0;  // files left out by the caller's filters
  std::uint64_t hidden = 0;    // files and directories left out because their name starts with a dot
  double seconds = 0;
};

// Common to all summaries of similar files: how they were judged.
struct MatchFacts {
  MethodInfo method = {};
  double minimum = 0;              // the threshold in force, 0..1
  std::uint64_t run = kRunLength;  // shares count runs of this many bytes or more
  std::string measure = {};        // "containment", "both", "resemblance" or "of-reference"
  std::uint64_t capped_keys = 0;   // keys in so many contents that they proposed no pairs
  bool verified = false;           // every pair was measured by reading both files
  bool measured = false;           // pairs with an imprecise estimate were measured, within a budget
  std::uint64_t unsettled = 0;     // pairs beyond the budget; some are reported, with their estimates
  std::uint64_t dropped = 0;       // pairs that fell below the threshold by measuring
  std::string filter = {};         // as given; empty: none
  std::string filter_command = {};
  std::uint64_t filtered_out = 0;  // pairs that these two left out
  // Templates that were applied, and their distinct keys; pools that took part, and their files.
  std::uint64_t templates = 0;
  std::uint64_t template_keys = 0;
  std::uint64_t pools = 0;
  std::uint64_t pool_files = 0;
};

// The lists of Find, besides pairs, directories and sets.
struct FindSections {
  bool identical = true;
  bool inside = true;  // SameInside
  bool families = true;
  bool groups = true;
  bool folders = false;  // copied folders; identical sets that lie within them are marked as covered
  bool contained = false;
};

struct Summary : RunFacts, MatchFacts {
  std::vector<std::string> roots;
  std::uint64_t files = 0;
  std::uint64_t contents = 0;
  std::uint64_t bytes = 0;
  std::uint64_t marks = 0;
  std::uint64_t identical_sets = 0;
  std::uint64_t groups = 0;
  std::uint64_t families = 0;
  std::uint64_t pairs = 0;
  std::uint64_t links_between = 0;   // pairs whose two files are in different families
  std::uint64_t degree_cap = 0;      // keys in more contents than this proposed no pairs; 0: none was capped
  std::uint64_t large_families = 0;  // families of more files than that: not all their pairs were examined
  std::uint64_t boilerplate = 0;     // contents that share a quarter or more with so many, and have no pair
  std::uint64_t containers = 0;      // files with parts inside; of equal ones the first
  std::uint64_t parts = 0;           // inside these; they are compared like files
  std::uint64_t same_inside = 0;     // sets of equal bytes inside files (SameInside)
  std::uint64_t decided = 0;    // sets, families and directories that are left out because they are decided
  std::uint64_t unrelated = 0;  // pairs left out because a person called them unrelated (decisions.h)
  std::uint64_t identical_bytes = 0;  // bytes that a single copy of each identical set would save here
  std::uint64_t copies = 0;           // files that such a copy would replace
  std::uint64_t family_files = 0;     // distinct contents in families, except contained_families
  std::uint64_t family_bytes = 0;     // of these
  FindSections sections = {};         // the lists that follow, and of these:
  std::uint64_t folder_sets = 0;
  std::uint64_t covered_sets = 0;  // identical sets within copied folders
  std::uint64_t contained = 0;
  std::uint64_t contained_families = 0;  // families that are also listed as contained files
  // Of FindOptions::directories and sets.
  bool with_directories = false;
  std::uint64_t directories = 0;  // pairs of directories
  // Files with so many partners that they proposed the nearest directories only: pairs may be missing.
  std::uint64_t crowded_files = 0;
  bool only_directories = false;  // as FindOptions::only_directories
  // Which lists follow those that are always there; for reports that begin with a table of contents.
  bool with_pairs = false;
  bool with_near_stage = false;
  bool with_sets = false;
  std::uint64_t sets = 0;
  bool sets_complete = true;      // false: the work budget ended before all sets were found
  std::uint64_t set_minimum = 0;  // least number of marks that the members of a set share
};

// A file as lists name it, and when it was modified: nanoseconds since 1970, kNoTime if that is not known.
struct NamedFile {
  NamedFile(std::string name, std::int64_t time = kNoTime) : path(std::move(name)), mtime(time) {}
  NamedFile(const char* name) : path(name) {}
  std::string path;
  std::int64_t mtime = kNoTime;  // of a part of a file: when the file was
  bool operator==(const NamedFile&) const = default;
  friend bool operator==(const NamedFile& file, std::string_view name) { return file.path == name; }
};

// The number of items in the lists that follow a summary.
std::uint64_t FoundOf(const Summary& summary);

// Files with equal bytes. `links` of them are further hard links of an inode listed before.
struct IdenticalSet {
  std::uint64_t size = 0;
  std::string digest;  // 32 hexadecimal digits: XXH3-128
  std::vector<NamedFile> files;
  std::uint64_t links = 0;
  std::uint64_t total_files = 0;  // `files` may be cut (FindOptions::limit)
  // With pools (docs/using/compare.md): the number of further files without names, and how many of all files
  // are elsewhere.
  std::uint64_t unnamed = 0;
  std::uint64_t elsewhere = 0;
  bool covered = false;  // the files lie within copied folders, which are listed, too
};

// Folders with equal files: all but one could be removed, with their contents.
struct CopiedFolders {
  std::vector<NamedFile> folders = {};  // each with when its newest file was modified
  std::uint64_t files = 0;              // in each, at all levels
  std::uint64_t size = 0;               // bytes of these
  // True: there are two folders, and all files of the first have a copy in the second, which has more files.
  // `files` and `size` are of the first.
  bool contained = false;
  std::uint64_t spare = 0;  // bytes that keeping one copy would save; hard links take no space
  std::uint64_t unseen =
      0;  // entries in these folders that were not compared: hidden, excluded, links, skips
};

// A file that is contained, nine tenths or more, in another file of at least twice its size.
struct ContainedFile {
  std::string path;
  std::string in;
  std::uint64_t size = 0;
  std::uint64_t size_in = 0;
  double share = 0;       // the part of the file that is in the other
  bool measured = false;  // as FilePair::measured
  std::int64_t mtime = kNoTime;
  std::int64_t mtime_in = kNoTime;
  std::string digest = {};  // as IdenticalSet::digest
  std::string digest_in = {};
};

// Equal bytes inside files (docs/using/types.md): a file and a member of an archive, or members of several
// archives that have little else in common. Never a reason to remove a file.
struct SameInside {
  std::uint64_t size = 0;
  std::string digest;             // as IdenticalSet::digest
  std::vector<NamedFile> files;   // files, then parts of files: "a.zip//docs/b.txt"
  std::uint64_t total_files = 0;  // `files` may be cut
};

// What is inside one file, and its parts.
struct InsideSummary {
  std::string file;
  std::uint64_t parts = 0;
  std::uint64_t bytes = 0;  // of all parts
  bool complete = false;
  std::string reason = {};  // what is missing, and why
};
struct FilePart {
  std::string path = {};  // "a.zip//docs/b.txt"
  std::string name;       // "docs/b.txt"
  std::string kind;       // text, member, stream, code, payload, metadata
  std::uint64_t size = 0;
  std::string digest = {};  // as IdenticalSet::digest
};

// Two similar files and what they share. Of an identical set only the first path is named.
struct FilePair {
  std::string a;
  std::string b;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  double of_a = 0;  // the part of A's bytes that occurs in B
  double of_b = 0;
  double similarity = 0;
  std::uint64_t shared_bytes = 0;
  std::uint64_t shared_marks = 0;
  // Shares count the bytes that lie in shared runs of kRunLength bytes or more. True: they were measured by
  // reading both files; false: they are estimates.
  bool measured = false;
  double error = 0;     // standard error of estimated shares, the larger of the two
  bool inside = false;  // the shares are those of what is inside both (docs/using/types.md)
  std::int64_t mtime_a = kNoTime;
  std::int64_t mtime_b = kNoTime;
};

// sif's output (Manber 1993, section 4, figure 3): one reference file and all files similar to it.
struct Group {
  struct File {
    std::string path;
    std::uint64_t size = 0;
    double similarity = 0;
    double of_reference = 0;
    double of_file = 0;
    bool measured = false;  // as FilePair::measured
    std::int64_t mtime = kNoTime;
  };
  std::string reference;
  std::uint64_t size = 0;
  std::vector<File> files;
  std::uint64_t total_files = 0;  // `files` may be cut
  std::int64_t mtime = kNoTime;   // of the reference
};

// HP's output (Forman 2005, section 2.3 step 5): files connected by similarity, with the links.
struct Family {
  struct File {
    std::string path;
    std::uint64_t size = 0;
    std::uint64_t copies = 1;  // how many identical files there are; only this path is listed
    double with_centre = 0;    // its similarity to the centre, which has 1; 0: they are not a pair
    bool measured = false;     // that was measured, as FilePair::measured
    std::int64_t mtime = kNoTime;
    std::string digest = {};  // as IdenticalSet::digest
  };
  struct Link {
    std::uint32_t a = 0;  // indexes in `files`
    std::uint32_t b = 0;
    double of_a = 0;
    double of_b = 0;
    double similarity = 0;
    std::uint64_t shared_bytes = 0;
    std::uint64_t shared_marks = 0;
    bool measured = false;  // as FilePair::measured
  };
  std::string id;  // stays the same as long as the members do
  std::vector<File> files;
  std::vector<Link> links;        // strongest first
  std::uint64_t total_files = 0;  // `files` and `links` may be cut
  std::uint64_t total_links = 0;
  bool at_least = false;  // a family too large to examine all its pairs: there are more links than these
  std::string centre;     // the path of the member that shares most with the others
  double average = 0;     // of the links
  double weakest = 0;
  std::uint64_t bytes = 0;
  // Bytes that a decision could free: what its files, except the newest, have in common with the centre, or
  // with another file if they are not a pair with the centre. --sort value uses it.
  std::uint64_t redundant = 0;
  bool measured = false;   // all links were
  bool contained = false;  // two files, one of which is a ContainedFile of the other
  // Of all members: the most recently modified, and the least recently modified.
  NamedFile newest = {""};
  NamedFile oldest = {""};
};

// A maximal set of files that all share at least `set_minimum` marks (Manber 1993, end of section 4).
struct InterestingSet {
  std::vector<std::string> files;
  std::uint64_t shared_marks = 0;  // marks that occur in every one of them
  std::uint64_t total_files = 0;   // `files` may be cut
};

// Two directories of one tree and what they share. Neither lies inside the other.
struct DirectoryPair {
  std::string a;
  std::string b;
  std::uint64_t files_a = 0;  // of all levels below
  std::uint64_t files_b = 0;
  std::uint64_t size_a = 0;  // bytes of these
  std::uint64_t size_b = 0;
  double of_a =
      0;  // the part of A's bytes that occurs in files of B, each file of A compared with the best one of B
  double of_b = 0;
  double similarity = 0;
  std::uint64_t identical_files = 0;  // files of A that have a copy in B
  std::uint64_t similar_files = 0;    // files of A that have only a similar file in B
  std::int64_t newest_a = kNoTime;    // when the newest file of A was modified
  std::int64_t newest_b = kNoTime;
};

// What became of a file between two directories A and B (Manber 1993, section 6, third area).
enum class Relation {
  kIdentical,  // equal bytes at the same place below A and B
  kMoved,      // equal bytes at another place
  kChanged,    // similar
  kContains,   // nearly all of B's file occurs in A's, which is much larger
  kContained,  // nearly all of A's file occurs in B's, which is much larger
  kOnlyA,
  kOnlyB,
};
inline constexpr std::size_t kRelations = 7;

// How a file of A gets to another machine, whose files a pool describes.
enum class Sending : std::uint8_t {
  kNotAsked,  // of two directories
  kNone,      // its bytes are there
  kDelta,     // only what differs from a file that is there
  kWhole,
};

struct FileRelation {
  Relation relation = Relation::kOnlyA;
  std::string a;  // empty: none
  std::string b;
  double of_a = 0;
  double of_b = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  // True: one of the two files already has a relation with a better partner; this is a further copy or a
  // second version.
  bool further = false;
  bool measured = false;  // as FilePair::measured
  // Of a file on one side only: the other side has a file at the same place, with nothing in common.
  bool replaced = false;
  std::int64_t mtime_a = kNoTime;
  std::int64_t mtime_b = kNoTime;
  // Of a comparison with a pool.
  Sending send = Sending::kNotAsked;
  std::uint64_t new_bytes = 0;  // bytes of the file that must be sent, as an estimate for a delta
};

// The summary of `compare`, pushed before the relations. With a pool, B is the tree that the pool describes:
// its root is the longest directory that contains all of its files.
struct TreeComparison : RunFacts, MatchFacts {
  struct Side {
    std::string root;
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;
    std::uint64_t shared = 0;         // bytes that occur in the other side, by the relations of its files
    double share = 0;                 // `shared` as a part of `bytes`; 1 for an empty side
    std::uint64_t without_copy = 0;   // files without an equal file in the other side
    std::uint64_t bytes_without = 0;  // bytes of these
    std::uint64_t errors = 0;         // files that could not be read
    // Whether every file has an equal file in the other side. False if that is unknown.
    bool all_there = false;
    // True: the answer is unknown, because something on either side could not be read, or everything was left
    // out, or the only copies are the same files.
    bool cannot_tell = false;
    // What was not compared without being an error, by reason: "filtered", "symbolic link".
    std::vector<SkipCount> left_out = {};
    // `errors`, and files that were left out though they have content: sparse files, vanished files.
    std::uint64_t unknown = 0;
    // Files whose only equal file in the other side is the same name, behind a mount or a followed link.
    std::uint64_t same_names = 0;
  };
  Side a;
  Side b;
  std::uint64_t relations[kRelations] = {};  // how many of each, without those that are `further`
  std::uint64_t further = 0;
  bool a_inside_b = false;  // then B's files are those outside A
  bool b_inside_a = false;
  std::uint64_t links = 0;  // files of A whose only equal files in B are other names (links) of the same
};

// What must be sent for another machine to have all of A; pushed after the comparison with its pool.
struct TransferPlan {
  std::string from;  // absolute: the directory that contains the names of A
  std::string pool;  // prefix of the names of its files, before a colon
  // Its files have no names: none can be copied there, or be the base of a delta.
  bool anonymous = false;
  std::uint64_t there_files = 0;  // that need not be sent
  std::uint64_t there_bytes = 0;
  std::uint64_t delta_files = 0;
  std::uint64_t delta_bytes = 0;
  std::uint64_t delta_new_bytes = 0;  // of these, that the other machine does not have: an estimate
  std::uint64_t whole_files = 0;
  std::uint64_t whole_bytes = 0;
};

// One file of the index that is similar to a query file.
struct Match {
  std::string query;
  std::string path;
  std::uint64_t size = 0;
  double similarity = 0;
  double of_query = 0;
  double of_file = 0;
  bool identical = false;
  std::uint64_t shared_marks = 0;
  bool measured = false;     // as FilePair::measured
  std::string digest = {};   // of the file, as IdenticalSet::digest
  std::uint64_t copies = 1;  // files of a pool without names that are listed as this path
  std::uint64_t query_size = 0;
  std::int64_t mtime = kNoTime;  // of the file
};

// The summary of a query, pushed before its matches.
struct QueryHeader : MatchFacts {
  std::string query;
  std::uint64_t size = 0;
  std::uint64_t marks = 0;
  std::uint64_t matches = 0;
  std::string digest = {};      // of the query's bytes
  std::uint64_t identical = 0;  // matches with equal bytes; they come first
  std::string version = {};
};

// Runs in more files than this (licence headers) are listed after the others, unless another order is asked
// for.
inline constexpr std::uint64_t kManyFiles = 32;

// A run of equal bytes (or bits) that occurs in several places and cannot be made longer in either direction
// without losing one of them; proved by reading them all.
struct Span {
  struct Place {
    std::string path;
    std::uint64_t offset = 0;
    std::uint64_t copies = 1;  // how many identical files there are; only this path is listed
    std::uint64_t links = 0;   // further names of these files (hard links), which are not copies
    // Of a text, both from 1; the column counts characters. 0: the file is not text.
    std::uint64_t line = 0;
    std::uint64_t column = 0;
    std::uint64_t page = 0;  // of a document, from 1; 0: it has no pages
    // What is around the run, as bytes, if SpanOptions::context asks for it.
    std::string before = {};
    std::string after = {};
  };
  std::uint64_t length = 0;
  bool bits = false;               // offsets and length count bits, not bytes
  std::vector<Place> places;       // two or more, by path and offset
  std::uint64_t total_places = 0;  // `places` may be cut (SpanOptions::limit)
  std::uint64_t files = 0;         // that hold the run; 0: not counted
  std::string text = {};           // the first words of the run, on one line; empty: it is not text
};

// A seed in so many places that not every run through it was reported.
struct SpanCrowd {
  std::string path;  // of one place
  std::uint64_t offset = 0;
  std::uint64_t places = 0;  // how many there are
};

// The summary of `spans`, pushed before the spans themselves.
struct SpanSummary : RunFacts {
  std::vector<std::string> roots;
  std::uint64_t files = 0;
  std::uint64_t contents = 0;
  std::uint64_t bytes = 0;       // of all files
  std::uint64_t read_bytes = 0;  // of the contents that were searched
  std::uint64_t min_length = 0;  // bytes
  bool bits = false;
  std::string seeds;      // the method that found them: "winnowing:gram=32,window=225"
  std::string guarantee;  // what cannot have been missed, as a sentence
  std::uint64_t spans = 0;
  std::uint64_t shared_bytes = 0;  // bytes of distinct contents that lie in a span
  std::uint64_t crowded_keys = 0;  // seeds in so many places that not every run through them was reported
  std::vector<SpanCrowd> crowds;   // the largest of them, ten at most
  std::string order = {};          // of the spans: "rare", "length" or "places"
  std::uint64_t widespread = 0;    // spans in more than kManyFiles files
};

// Two files compared byte by byte.
struct FileComparison {
  std::string a;
  std::string b;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  double of_a = 0;  // the part of A's bytes that occurs in B, in runs of kRunLength bytes or more
  double of_b = 0;
  std::uint64_t shared_a = 0;  // the same in bytes
  std::uint64_t shared_b = 0;
  bool identical = false;
  bool same_file = false;        // two names (hard links) of one file: nothing is shared, so no span follows
  std::uint64_t min_length = 0;  // of the spans that follow, in bytes
  bool bits = false;
  std::uint64_t spans = 0;
  std::string guarantee;           // as in SpanSummary
  std::uint64_t crowded_keys = 0;  // as in SpanSummary
  std::vector<SpanCrowd> crowds;
  std::string order = {};  // as in SpanSummary
};

// Two files to be shown side by side.
struct SideBySide {
  // Equal bytes at `a` in A and at `b` in B. By `a`; runs may overlap, and need not be in order in B.
  struct Run {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::uint64_t length = 0;
  };
  FileComparison comparison;
  std::string_view bytes_a;  // all of A; valid during the call
  std::string_view bytes_b;
  bool text = false;  // both are text
  std::vector<Run> runs;
};

// What a scan changed.
struct ScanSummary : RunFacts {
  std::vector<std::string> roots;
  std::uint64_t files = 0;  // in scope now
  std::uint64_t bytes = 0;
  std::uint64_t added = 0;
  std::uint64_t changed = 0;
  std::uint64_t gone = 0;
  std::uint64_t unchanged = 0;
  std::uint64_t read_files = 0;
  std::uint64_t read_bytes = 0;
  std::uint64_t new_contents = 0;
  std::uint64_t new_marks = 0;
  std::uint64_t merged_segments = 0;
  bool interrupted = false;  // the caller asked to stop; the index has what was read so far
};

// An anchor set that was learned, and how evenly its anchors lie in texts.
struct AnchorReport {
  std::string name;
  std::string digest;
  std::uint64_t anchors = 0;
  std::uint64_t every = 0;          // mean distance in bytes, as the set's file has it
  std::uint64_t files = 0;          // text files that were read
  std::uint64_t learned_bytes = 0;  // of these files, the bytes that the set was chosen from
  // Measured on texts that it was not chosen from, unless there was only one.
  std::uint64_t measured_bytes = 0;
  double per_kilobyte = 0;        // anchors
  std::uint64_t longest_gap = 0;  // bytes from anchor to anchor, or to the ends of a text
  std::uint64_t usual_gap = 0;    // 99 of 100 gaps are not longer
  double empty_kilobytes = 0;     // the part of the kilobytes that has no anchor
  std::uint64_t bare_files = 0;   // of a kilobyte or more without an anchor
  double seconds = 0;
};

struct IndexStats {
  struct Method {
    MethodInfo method;
    std::uint64_t segments = 0;
    std::uint64_t contents = 0;
    std::uint64_t keys = 0;  // summed over segments
    std::uint64_t marks = 0;
    std::uint64_t bytes = 0;  // on disk
  };
  std::string directory;
  std::uint64_t format_version = 0;
  std::uint64_t generation = 0;
  std::uint64_t files = 0;
  std::uint64_t contents = 0;
  std::uint64_t content_bytes = 0;  // bytes of distinct contents
  std::uint64_t file_bytes = 0;     // bytes of all files
  std::uint64_t skips = 0;
  std::uint64_t catalog_bytes = 0;
  std::uint64_t index_bytes = 0;
  std::vector<std::string> roots =
      {};  // of scans that found something new; a list of more than 100 is not kept
  std::vector<Method> methods;
};

struct CheckResult {
  std::uint64_t files = 0;  // files of the index examined
  std::uint64_t blocks = 0;
  std::vector<std::string> problems;  // each names file and offset
};

// The summary of `near` (SimHash; docs/using/near.md), pushed before its sets and pairs.
struct NearSummary : RunFacts {
  std::vector<std::string> roots;
  std::string query;     // one file against the store; empty: all pairs of the roots
  std::string database;  // where the tallies are; never with a password
  std::string tags;
  std::string key;
  double tolerance = 0;
  std::uint64_t files = 0;  // of a query: the stored tallies within reach of its key
  std::uint64_t bytes = 0;
  std::uint64_t contents = 0;
  std::uint64_t read_files = 0;  // new or changed since they were stored
  std::uint64_t read_bytes = 0;
  std::uint64_t sets = 0;
  std::uint64_t pairs = 0;
  // FindOptions::near_stage: `files` are those that were tallied for it, pairs have one of these at least.
  bool near_stage = false;
  std::uint64_t few_marks = 0;        // contents that share too few marks with any other
  std::uint64_t too_large = 0;        // files above ScanOptions::mark_up_to
  std::uint64_t identical_pairs = 0;  // of the pairs; they come last
  std::uint64_t too_small = 0;        // contents with too few tags
  bool verified = false;
  std::uint64_t dropped = 0;  // pairs that share too little, by reading both files
  std::uint64_t unverified =
      0;                     // of `pairs`: beyond NearOptions::limit, and not read; some may share too little
  std::uint64_t unread = 0;  // of `pairs`: could not be read to verify them (NearPair::unread)
};

// Three or more files with equal bytes, or with equal tallies, instead of all pairs among them. In pairs only
// the first one is named.
struct NearSet {
  bool identical = false;  // equal bytes
  std::uint64_t size = 0;
  std::vector<std::string> files;
  std::uint64_t total_files = 0;  // `files` may be cut (NearOptions::limit)
};

// Two files with near tallies.
struct NearPair {
  std::string a;
  std::string b;  // HOST:PATH if it is a file of another machine
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  std::uint64_t key_distance = 0;
  std::uint64_t distance = 0;  // of the sum tables
  bool identical = false;
  // With NearOptions::verify, as FilePair::measured.
  bool verified = false;
  // Should have been verified, but a file is gone, cannot be read, belongs to another host, or is too large
  // for the memory.
  bool unread = false;
  double of_a = 0;
  double of_b = 0;
};

}  // namespace kindred::inline v0
