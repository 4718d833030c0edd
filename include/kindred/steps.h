// The steps of a find one by one, for callers that match on many machines (docs/using/python.md). Sorting,
// counting and joining, which need all documents at once, are up to the caller. The formulas are here;
// Index::Find uses the same code, so the results are the same.
//
//   MarkDocuments (tables.h)   documents to keys
//   HashOfMember, DegreeCap    which keys occur in too many documents to propose pairs
//   SumShared                  what two documents share by their keys
//   JudgePairs                 whether that is worth measuring or listing
//   MeasureDocuments           what they share by their bytes
//   GroupContents              pairs to families and groups
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

// Marks one document whose bytes come in pieces because it is too large for memory.
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

// The number of different sets of contents that share a key, have `degree` members, and have a hash with
// `zeros` leading zero bits.
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

// The keys of some documents, one document after the other, each with its keys in ascending order and their
// weights in it.
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

// For each document, the smallest number of all documents connected with it by pairs, directly or not.
std::vector<std::uint32_t> Components(std::uint32_t documents, std::span<const DocumentPair> pairs);

// How a find with these options judges.
struct StepOptions {
  std::string method = "fingerprints";
  MatchOptions match;
  bool measures = true;  // pairs are to be measured: all that could reach the minimum are wanted
  FamilyShape families = FamilyShape::kAroundCentre;
  RunOptions run;
};

// Keys up to the degree cap that two contents must share to be a pair.
std::uint64_t LeastShared(const StepOptions&);

// What the keys of two contents show. Totals and shared weights are those at the coarser of their two levels,
// which is `level`.
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
// A pair that passes, with its estimated shares.
struct JudgedPair {
  std::uint64_t row = 0;  // of the evidence
  double of_a = 0;
  double of_b = 0;
  double similarity = 0;
  double error = 0;
  std::uint64_t shared_bytes = 0;
  // By which `find` chooses the pairs to read. `open`: the estimate does not decide whether the minimum is
  // reached; `uncertain`: its error exceeds 5 points.
  bool open = false;
  bool uncertain = false;
};
// Pushes a JudgedPair for each that passes, in their order. The caller applies MatchOptions::same_suffix.
void JudgePairs(std::span<const PairEvidence> evidence, const StepOptions&, ResultSink&);

struct MeasuredPair {
  std::uint64_t row = 0;
  double of_a = 0;
  double of_b = 0;
  double similarity = 0;
  std::uint64_t shared_bytes = 0;
};
// Pushes a MeasuredPair for each pair of documents, in their order. Pairs with an empty or missing document
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
// Pushes the Families and Groups of some contents. The links must be in the order of (a, b) and all reach the
// minimum. Contents that no link connects may be processed in separate calls, with the same result.
void GroupContents(std::span<const LinkedContent> contents, std::span<const ContentLink> links,
                   const StepOptions&, ResultSink&);

template <>
const RecordType& TypeOf<JudgedPair>();
template <>
const RecordType& TypeOf<MeasuredPair>();

}  // namespace kindred::inline v0
