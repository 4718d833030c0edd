// Applying a filter; filter_parser.cc makes it from text. See pair_filter.h.
#include "match/filter/pair_filter.h"

#include <fnmatch.h>

#include <algorithm>

#include "model/entry.h"

namespace kindred::match {

namespace {

// "/a" of "/a/b", "/" of "/b", "." of "b".
std::string_view DirectoryOf(std::string_view path) {
  return path.find('/') == std::string_view::npos ? "." : ParentOf(path);
}

}  // namespace

template <typename Number>
bool PairFilter::InOrder(Operator op, Number one, Number two) {
  switch (op) {
    case Operator::kEqual:
      return one == two;
    case Operator::kUnequal:
      return one != two;
    case Operator::kLess:
      return one < two;
    case Operator::kAtMost:
      return one <= two;
    case Operator::kMore:
      return one > two;
    default:
      return one >= two;
  }
}

bool PairFilter::IsShare(Field field) {
  return field == Field::kSimilarity || field == Field::kOfA || field == Field::kOfB ||
         field == Field::kSizeRatio;
}

bool PairFilter::Holds(std::size_t number, const FilterPair& pair) const {
  const Node& node = nodes_[number];
  switch (node.kind) {
    case Node::Kind::kAnd:
      return Holds(node.left, pair) && Holds(node.right, pair);
    case Node::Kind::kOr:
      return Holds(node.left, pair) || Holds(node.right, pair);
    case Node::Kind::kNot:
      return !Holds(node.left, pair);
    case Node::Kind::kComparison:
      break;
  }
  return Compare(node, pair);
}

bool PairFilter::Compare(const Node& node, const FilterPair& pair) {
  auto refers_to = [&](Which which) { return node.one.which == which || node.two.which == which; };
  if (refers_to(Which::kBoth)) return CompareFor(node, pair, pair.a) && CompareFor(node, pair, pair.b);
  if (refers_to(Which::kAny)) return CompareFor(node, pair, pair.a) || CompareFor(node, pair, pair.b);
  return CompareFor(node, pair, pair.a);
}

// `own` is the file that fields without a prefix, or with any., refer to.
bool PairFilter::CompareFor(const Node& node, const FilterPair& pair, const FilterPair::File& own) {
  auto file_of = [&](const Value& value) -> const FilterPair::File& {
    if (value.which == Which::kA) return pair.a;
    return value.which == Which::kB ? pair.b : own;
  };
  auto number_of = [&](const Value& value) -> double {
    const auto [smaller, larger] = std::minmax(pair.a.size, pair.b.size);
    switch (value.field) {
      case Field::kSimilarity:
        return pair.similarity;
      case Field::kOfA:
        return pair.of_a;
      case Field::kOfB:
        return pair.of_b;
      case Field::kSharedBytes:
        return static_cast<double>(pair.shared_bytes);
      case Field::kSharedMarks:
        return static_cast<double>(pair.shared_marks);
      case Field::kSizeRatio:
        return larger == 0 ? 1 : static_cast<double>(smaller) / static_cast<double>(larger);
      case Field::kSize:
        return static_cast<double>(file_of(value).size);
      case Field::kTime:
        return static_cast<double>(file_of(value).mtime_ns);
      default:
        return value.number;
    }
  };
  auto text_of = [&](const Value& value) -> std::string_view {
    const FilterPair::File& file = file_of(value);
    switch (value.field) {
      case Field::kName:
        return BaseName(file.path);
      case Field::kPath:
        return file.path;
      case Field::kDirectory:
        return DirectoryOf(file.path);
      case Field::kSuffix:
        return SuffixOf(BaseName(file.path));
      case Field::kType:
        return MediaName(file.type.media);
      default:
        return value.text;
    }
  };
  // Of a time that is not known nothing holds.
  auto unknown = [&](const Value& value) { return value.field == Field::kTime && !file_of(value).has_time; };
  if (unknown(node.one) || unknown(node.two)) return false;
  if (node.one.field == Field::kTime && node.two.field == Field::kTime)
    return InOrder(node.op, file_of(node.one).mtime_ns, file_of(node.two).mtime_ns);
  if (node.op == Operator::kLike || node.op == Operator::kUnlike) {
    const std::string text(text_of(node.one));
    return (fnmatch(node.two.text.c_str(), text.c_str(), FNM_NOESCAPE) == 0) == (node.op == Operator::kLike);
  }
  // "text" and "other" are types of many media.
  if (node.one.field == Field::kType && node.two.field == Field::kNone)
    return IsOfType(file_of(node.one).type, node.two.text) == (node.op == Operator::kEqual);
  if (node.one.is_text) return (text_of(node.one) == text_of(node.two)) == (node.op == Operator::kEqual);
  double one = number_of(node.one), two = number_of(node.two);
  // Shares are stored as floats, and 90% as a double is not 90% as a float.
  if (IsShare(node.one.field) || IsShare(node.two.field)) {
    one = static_cast<float>(one);
    two = static_cast<float>(two);
  }
  return InOrder(node.op, one, two);
}

}  // namespace kindred::match
