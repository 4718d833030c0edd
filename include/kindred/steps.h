// The steps of a find one by one, for those who match on many machines (docs/spark.md). What needs all
// documents at once, sorting, counting and joining, is theirs; what is decided by a formula is here, and
// Index::Find decides by the same code, so that the answers are the same.
//
//   MarkDocuments (tables.h)   documents to keys
//   HashOfMember, DegreeCap    which keys occur in too many documents to propose pairs
//   SumShared                  what two documents share by their keys
//   JudgePairs                 is that worth measuring, or listing?
//   MeasureDocuments           what they share by their bytes
//   GroupContents              pairs to clusters and groups
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kindred/options.h"
#include "kindred/sink.h"
#include "kindred/tables.h"
#include "kindred/values.h"

namespace kindred::inline v0 {

// Marks one document whose bytes come in pieces: one that is too large to be held.
class PieceMarker {
 public:
  explicit PieceMarker(const std::string& method);
  PieceMarker(PieceMarker&&) noexcept;
  PieceMarker& operator=(PieceMarker&&) noexcept;
  ~PieceMarker();

  // The next document, of so many bytes.
  void Begin(std::uint64_t size);
  void Feed(std::string_view piece);
  MarkedDocument Finish(std::uint64_t number);

 private:
  class State;
  std::unique_ptr<State> state_;
};

// The hash of a set of contents is the XOR of this for its members.
std::uint64_t HashOfMember(std::uint64_t content);

// How many different sets of contents that share a key have so many members, and a hash with so many leading
// zero bits.
struct SetsOfDegree {
  std::uint64_t degree = 0;
  std::uint64_t zeros = 0;
  std::uint64_t sets = 0;
};
// Keys in more contents than this propose no pairs; 0: all do. `contents`: how many there are in all.
std::uint64_t DegreeCap(std::span<const SetsOfDegree> counts, const MatchOptions&, std::uint64_t contents);

struct DocumentPair {
  std::uint32_t a = 0;  // numbers of documents
  std::uint32_t b = 0;
};

// The keys of some documents, one document after the other, each with its keys ascending and what they weigh
// in it.
struct KeyLists {
  std::span<const std::uint64_t> first;  // where each document begins in the lists, and the end
  std::span<const std::uint64_t> keys;
  std::span<const std::uint64_t> weights;
};
// The keys that both documents of a pair have.
struct SharedSums {
  std::uint64_t keys = 0;
  std::uint64_t weight_a = 0;
  std::uint64_t weight_b = 0;
};
std::vector<SharedSums> SumShared(const KeyLists& lists, std::span<const DocumentPair> pairs);

// By document: the smallest number of those that pairs connect with it, also by way of others.
std::vector<std::uint32_t> Components(std::uint32_t documents, std::span<const DocumentPair> pairs);

// How a find with these options judges.
struct StepOptions {
  std::string method = "fingerprints";
  MatchOptions match;
  bool measures = true;  // pairs are to be measured: all that could reach the minimum are wanted
  ClusterShape clusters = ClusterShape::kAroundCentre;
  RunOptions run;
};

// Keys up to the degree cap that two contents must share to be a pair.
std::uint64_t LeastShared(const StepOptions&);

// What is known of two contents by their keys. Totals and shared weights are those at the coarser of their
// two levels, which is `level`.
struct PairEvidence {
  std::uint64_t keys = 0;  // that both have
  std::uint64_t weight_a = 0;
  std::uint64_t weight_b = 0;
  std::uint64_t total_a = 0;
  std::uint64_t total_b = 0;
  std::uint64_t level = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  std::uint64_t compared_a = 0;  // TableFacts::compared
  std::uint64_t compared_b = 0;
};
// One that passes, with its estimated shares.
struct JudgedPair {
  std::uint64_t row = 0;  // of the evidence
  double of_a = 0;
  double of_b = 0;
  double similarity = 0;
  double error = 0;
  std::uint64_t shared_bytes = 0;
  // As `find` chooses what to read: whether the estimate leaves open if the minimum is reached, or errs by
  // more than 5 points.
  bool open = false;
  bool uncertain = false;
};
// Pushes a JudgedPair for each that passes, in their order. MatchOptions::same_suffix is the caller's.
void JudgePairs(std::span<const PairEvidence> evidence, const StepOptions&, ResultSink&);

struct MeasuredPair {
  std::uint64_t row = 0;
  double of_a = 0;
  double of_b = 0;
  double similarity = 0;
  std::uint64_t shared_bytes = 0;
};
// Pushes a MeasuredPair for each pair of documents, in their order. Those of which one is empty or missing
// are left out.
void MeasureDocuments(std::span<const std::string_view> documents, std::span<const DocumentPair> pairs,
                      const StepOptions&, ResultSink&, Observer&);

// A content that is in a pair, and the pair. Contents are in the order of their first path.
struct LinkedContent {
  std::string path = {};
  std::uint64_t size = 0;
  std::string digest = {};  // as IdenticalSet::digest
  std::uint64_t copies = 1;
  std::int64_t mtime = kNoTime;
  bool in_family = false;  // too large for all its pairs (TableContent::family)
  bool is_centre = false;  // of that family
};
struct ContentLink {
  std::uint32_t a = 0;  // numbers of contents, a < b
  std::uint32_t b = 0;
  float of_a = 0;
  float of_b = 0;
  float similarity = 0;
  bool measured = false;
  std::uint64_t shared_marks = 0;
  std::uint64_t shared_bytes = 0;
};
// Pushes the Clusters and Groups of some contents, by links in the order of (a, b) that all reach the
// minimum. Contents that no links connect may be worked apart, with the same result.
void GroupContents(std::span<const LinkedContent> contents, std::span<const ContentLink> links,
                   const StepOptions&, ResultSink&);

template <>
const RecordType& TypeOf<JudgedPair>();
template <>
const RecordType& TypeOf<MeasuredPair>();

}  // namespace kindred::inline v0
