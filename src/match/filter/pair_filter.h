// Filters: a small language for rules about pairs, because "the most difficult problem is how to provide
// users with flexible means to extract only the similarity they seek" (Manber 1993, section 6, fourth area).
// docs/using/types.md describes it for users.
//
//     expression  := and-part { "or" and-part }
//     and-part    := part { "and" part }
//     part        := "not" part | "(" expression ")" | value operator value
//                  | "newer" "(" file "," file ")"   (a.mtime > b.mtime)
//     value       := field | number | text
//     operator    := == != < <= > >= ~ !~            (~ matches a glob)
//     field       := similarity of_a of_b shared_bytes shared_marks size_ratio
//                  | [ "a." | "b." | "any." ] ( size | mtime | name | path | dir | suffix | type )
//
// A field of a file without a prefix must hold for both files. A filter is parsed once, then applied to each
// pair. Tested by pair_filter_test.cc and fuzz/fuzz_filter.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/media_type.h"

namespace kindred::match {

// What a filter sees of a pair.
struct FilterPair {
  struct File {
    std::string_view path;
    std::uint64_t size = 0;
    FileType type;
    std::int64_t mtime_ns = 0;
    bool has_time = false;
  };
  File a;
  File b;
  double of_a = 0;
  double of_b = 0;
  double similarity = 0;
  std::uint64_t shared_bytes = 0;
  std::uint64_t shared_marks = 0;
};

class PairFilter {
 public:
  // Throws FilterError with the column of the mistake.
  static PairFilter Parse(const std::string& expression);

  bool Passes(const FilterPair& pair) const { return Holds(nodes_.size() - 1, pair); }

 private:
  friend class FilterParser;

  enum class Field : std::uint8_t {
    kNone,  // a literal
    kSimilarity,
    kOfA,
    kOfB,
    kSharedBytes,
    kSharedMarks,
    kSizeRatio,
    kSize,
    kName,
    kPath,
    kDirectory,
    kSuffix,
    kType,
    kTime,
  };
  enum class Which : std::uint8_t { kPair, kBoth, kAny, kA, kB };
  enum class Operator : std::uint8_t { kEqual, kUnequal, kLess, kAtMost, kMore, kAtLeast, kLike, kUnlike };

  struct Value {
    Field field = Field::kNone;
    Which which = Which::kPair;
    bool is_text = false;
    double number = 0;
    std::string text;
  };
  struct Node {
    enum class Kind : std::uint8_t { kComparison, kAnd, kOr, kNot } kind = Kind::kComparison;
    std::size_t left = 0;  // nodes; for kNot only this one
    std::size_t right = 0;
    Operator op = Operator::kEqual;
    Value one;
    Value two;
  };

  static bool IsShare(Field field);
  template <typename Number>
  static bool InOrder(Operator op, Number one, Number two);
  bool Holds(std::size_t node, const FilterPair& pair) const;
  static bool Compare(const Node& node, const FilterPair& pair);
  static bool CompareFor(const Node& node, const FilterPair& pair, const FilterPair::File& own);

  std::vector<Node> nodes_;  // the last one is the whole expression
};

}  // namespace kindred::match
