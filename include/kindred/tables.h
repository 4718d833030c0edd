// Marks as tables, for callers that match elsewhere: in SQL (docs/formats/sql.md has the queries), in Spark.
// The tables contain all that Index::Find has when it starts to match, so the same rules give the same pairs.
//
// Numbers. Contents are numbered from 0 in the order of their first path, as in every match; a pair names the
// smaller number first. Keys are compared for equality only; selection by value uses their level, which is
// stored beside them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kindred/options.h"
#include "kindred/sink.h"
#include "kindred/values.h"

namespace kindred::inline v0 {

// A key in a document of MarkDocuments, or in a content of an index.
struct TableMark {
  std::uint64_t content = 0;  // the document's or the content's number
  std::uint64_t key = 0;
  std::uint64_t level = 0;   // the coarsest selection level that has the key: 0..16
  std::uint64_t count = 0;   // how often the key occurs in it
  std::uint64_t weight = 0;  // `count`, or the bytes of the pieces for methods weighed in bytes
  bool templated = false;    // a template has the key: it is ignored and has no weight
};

// What matching uses of a content.
struct TableFacts {
  std::uint64_t size = 0;
  std::string digest = {};  // as IdenticalSet::digest
  bool text = false;        // false: compared with other non-texts only
  std::string type = {};    // one of KnownTypes()
  std::uint64_t level = 0;  // the selection level of its marks
  // Total weight of its marks at `level` and at each coarser one, without trailing zeros: a pair is compared
  // at the coarser of its two levels. For an index, levels coarser than all its contents are left out. Keys
  // of templates are not included.
  std::vector<std::uint64_t> weights = {};
  std::uint64_t compared =
      0;  // bytes that its marks are expected to cover: without templates, in units of its encoding
};

// Bytes that are not a file.
struct MarkedDocument : TableFacts {
  std::uint64_t document = 0;
  std::vector<TableMark> marks = {};  // by key
};

struct TableContent : TableFacts {
  std::uint64_t content = 0;
  std::string path = {};  // its first name, by which pairs name it
  std::string suffix = {};
  std::uint64_t payload = 0;  // `size` without what templates take of it
  std::uint64_t files = 0;    // that have these bytes; 0: they are only inside others
  // As LargeFamilyMember: if this content is in a family too large for all its pairs, the centre of that
  // family; otherwise its own number.
  std::uint64_t family = 0;
};

// A name of a content: a file, or a part of one ("a.zip//b.txt").
struct TableFile {
  std::string path = {};
  std::uint64_t content = 0;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t mtime = kNoTime;
  std::string kind = {};    // "file", or what part it is: text, member, stream, code, payload, metadata
  bool holds_more = false;  // a part that is a container itself, and whose parts are in the table
  std::uint64_t container =
      kNone;  // for a part: the content that contains it; kNone: that is not in the table
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
};

// Two contents that share only keys above the degree cap, and are compared nevertheless
// (docs/inside/matching.md, "Keys that occur everywhere").
struct TableCrowd {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
};

// Pushed before the tables: what they were made with, and how a find with the same options judges.
struct TableSummary : RunFacts {
  MethodInfo method = {};
  std::vector<std::string> roots = {};
  std::uint64_t contents = 0;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t marks = 0;  // rows of that table
  std::uint64_t templates = 0;
  std::uint64_t template_keys = 0;
  std::uint64_t degree_cap = 0;  // 0: nothing is capped
  std::uint64_t capped_keys = 0;
  std::uint64_t max_degree = 0;  // the caller's cap; 0: by the work budget
  // Rules of the estimate (docs/inside/matching.md, "Measures").
  double minimum = 0;
  double margin = 0;
  std::string measure = {};
  std::string count = {};  // "once" or "multiset"
  std::uint64_t run = 0;
  std::uint64_t window = 0;      // bytes of a mark; 0: marks do not overlap
  bool by_bytes = false;         // a mark weighs the length of its piece; false: each weighs one
  bool all_bytes = false;        // the size of a content determines how many marks to expect
  std::uint64_t min_shared = 0;  // marks that two contents must share
  bool types_together = false;
  bool same_suffix = false;
  double size_ratio = 0;
};

struct TableOptions {
  // What is marked, compared and capped, as Index::Find takes it; its lists and filters do not matter here.
  // No roots and no rescan: all of the index.
  FindOptions find = {};
  bool marks = true;  // false: all tables but that of marks
};

struct MarkOptions {
  std::string method = "fingerprints";
  std::uint64_t first = 0;  // the number of the first document
  RunOptions run = {};      // memory is not used
};

// Marks documents in memory as a scan marks files, and pushes a MarkedDocument for each, in their order. One
// whose data() is nullptr is missing: its number is skipped.
void MarkDocuments(std::span<const std::string_view> documents, const MarkOptions&, ResultSink&, Observer&);

template <>
const RecordType& TypeOf<TableMark>();
template <>
const RecordType& TypeOf<MarkedDocument>();
template <>
const RecordType& TypeOf<TableContent>();
template <>
const RecordType& TypeOf<TableFile>();
template <>
const RecordType& TypeOf<TableCrowd>();
template <>
const RecordType& TypeOf<TableSummary>();

}  // namespace kindred::inline v0
