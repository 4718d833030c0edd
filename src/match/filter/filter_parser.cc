// From the text of a filter to its nodes: words first, then recursive descent. Every error has the column of
// the mistake. See pair_filter.h for the language.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <optional>

#include "kindred/error.h"
#include "match/filter/pair_filter.h"

namespace kindred::match {

namespace {

constexpr int kDeepest = 200;  // parentheses and "not" within each other

struct Word {
  enum class Kind { kEnd, kName, kNumber, kText, kOperator, kOpen, kClose, kComma } kind = Kind::kEnd;
  std::size_t column = 0;
  std::string text;  // as written; for kText without its quotes
  double number = 0;
};

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// 10K, 1.5M, 2GiB: what follows the digits. Bytes have no "i": 10B, but not 10iB.
std::optional<double> UnitOf(std::string_view unit) {
  if (unit.empty()) return 1;
  if (unit == "B") return 1;
  if (unit.size() == 3 && unit.ends_with("iB"))
    unit.remove_suffix(2);
  else if (unit.ends_with("B"))
    unit.remove_suffix(1);
  constexpr std::string_view kUnits = "KMGT";
  const char upper = static_cast<char>(unit[0] >= 'a' ? unit[0] - 'a' + 'A' : unit[0]);
  const std::size_t power = kUnits.find(upper);
  if (unit.size() != 1 || power == std::string_view::npos) return std::nullopt;
  return std::ldexp(1.0, 10 * (static_cast<int>(power) + 1));
}

class Reader {
 public:
  explicit Reader(const std::string& expression) : all_(expression) {}

  Word Next() {
    while (at_ < all_.size() && IsBlank(all_[at_])) ++at_;
    Word word{.kind = Word::Kind::kEnd, .column = at_, .text = {}};
    if (at_ == all_.size()) return word;
    const char c = all_[at_];
    if (c == '(' || c == ')') return ++at_, Made(word, c == '(' ? Word::Kind::kOpen : Word::Kind::kClose);
    if (c == ',') return ++at_, Made(word, Word::Kind::kComma);
    if (c == '"' || c == '\'') return Quoted(word);
    if (IsDigit(c) || c == '.') return Number(word);
    if (IsLetter(c)) {
      while (at_ < all_.size() && (IsLetter(all_[at_]) || IsDigit(all_[at_]) || all_[at_] == '.')) ++at_;
      return Made(word, Word::Kind::kName);
    }
    for (std::string_view op : {"==", "!=", "<=", ">=", "!~", "<", ">", "~"}) {
      if (std::string_view(all_).substr(at_).starts_with(op))
        return at_ += op.size(), Made(word, Word::Kind::kOperator);
    }
    if (c == '=') throw FilterError("a single = compares nothing", all_, at_, "write ==");
    if (c == '&' || c == '|' || c == '!')
      throw FilterError("unexpected character", all_, at_, "write and, or, not");
    throw FilterError("unexpected character", all_, at_, "see docs/using/types.md");
  }

 private:
  Word Made(Word word, Word::Kind kind) const {
    word.kind = kind;
    word.text = all_.substr(word.column, at_ - word.column);
    return word;
  }

  Word Quoted(Word word) {
    const std::size_t end = all_.find(all_[at_], at_ + 1);
    if (end == std::string::npos)
      throw FilterError("the text that begins here has no end", all_, at_, "close the quote");
    word.kind = Word::Kind::kText;
    word.text = all_.substr(at_ + 1, end - at_ - 1);
    if (word.text.find('\0') != std::string::npos)
      throw FilterError("no name holds a NUL byte", all_, at_ + 1 + word.text.find('\0'));
    at_ = end + 1;
    return word;
  }

  Word Number(Word word) {
    const std::size_t digits = all_.find_first_not_of("0123456789.", at_);
    const std::size_t end_of_digits = digits == std::string::npos ? all_.size() : digits;
    std::size_t end = end_of_digits;
    while (end < all_.size() && (IsLetter(all_[end]) || IsDigit(all_[end]) || all_[end] == '%')) ++end;
    const std::string number = all_.substr(at_, end_of_digits - at_);
    char* stopped = nullptr;
    word.number = std::strtod(number.c_str(), &stopped);
    if (stopped != number.c_str() + number.size()) throw FilterError("this is not a number", all_, at_);
    const std::string_view written = std::string_view(all_).substr(end_of_digits, end - end_of_digits);
    const auto unit = written == "%" ? 1 : UnitOf(written);
    if (!unit) throw FilterError("unknown unit of a number", all_, end_of_digits, "write %, K, M, G or T");
    // A product with 0.01 would not be the number that is nearest to the share.
    word.number = written == "%" ? word.number / 100 : word.number * *unit;
    at_ = end;
    return Made(word, Word::Kind::kNumber);
  }

  const std::string& all_;
  std::size_t at_ = 0;
};

}  // namespace

class FilterParser {
 public:
  explicit FilterParser(const std::string& expression) : all_(expression), reader_(expression) {
    word_ = reader_.Next();
  }

  PairFilter Parse() {
    if (word_.kind == Word::Kind::kEnd)
      FailAt(0, "the filter is empty", "write for instance 'similarity >= 80%'");
    Or(0);
    if (word_.kind == Word::Kind::kClose) Fail("this ) closes nothing", "");
    if (word_.kind != Word::Kind::kEnd) Fail("expected 'and', 'or' or the end", "");
    return std::move(filter_);
  }

 private:
  using Field = PairFilter::Field;
  using Which = PairFilter::Which;
  using Operator = PairFilter::Operator;
  using Value = PairFilter::Value;
  using Node = PairFilter::Node;

  [[noreturn]] void Fail(const std::string& what, const std::string& hint) {
    FailAt(word_.column, what, hint);
  }
  [[noreturn]] void FailAt(std::size_t column, const std::string& what, const std::string& hint) {
    throw FilterError(what, all_, column, hint);
  }

  bool Is(std::string_view name) const { return word_.kind == Word::Kind::kName && word_.text == name; }
  Word Take() {
    Word taken = std::move(word_);
    word_ = reader_.Next();
    return taken;
  }

  std::size_t Add(Node node) {
    filter_.nodes_.push_back(std::move(node));
    return filter_.nodes_.size() - 1;
  }

  std::size_t Or(int depth) {
    std::size_t left = And(depth);
    while (Is("or")) {
      Take();
      const std::size_t right = And(depth);
      left = Add({.kind = Node::Kind::kOr, .left = left, .right = right, .one = {}, .two = {}});
    }
    return left;
  }

  std::size_t And(int depth) {
    std::size_t left = Part(depth);
    while (Is("and")) {
      Take();
      const std::size_t right = Part(depth);
      left = Add({.kind = Node::Kind::kAnd, .left = left, .right = right, .one = {}, .two = {}});
    }
    return left;
  }

  std::size_t Part(int depth) {
    if (depth > kDeepest) Fail("too many parentheses within each other", "");
    if (Is("not")) {
      Take();
      const std::size_t inner = Part(depth + 1);
      return Add({.kind = Node::Kind::kNot, .left = inner, .one = {}, .two = {}});
    }
    if (word_.kind == Word::Kind::kOpen) {
      const std::size_t opened = Take().column;
      const std::size_t inner = Or(depth + 1);
      if (word_.kind == Word::Kind::kEnd) FailAt(opened, "this ( is not closed", "");
      if (word_.kind != Word::Kind::kClose) Fail("expected 'and', 'or' or )", "");
      Take();
      return inner;
    }
    if (Is("newer")) return Newer();
    return FileComparison();
  }

  // newer(a, b), newer(b, a)
  std::size_t Newer() {
    const std::size_t start = Take().column;
    constexpr const char* kForm = "write newer(a, b) or newer(b, a)";
    auto expect = [&](bool right) {
      if (!right) FailAt(start, "newer compares the times of two files", kForm);
      return Take();
    };
    expect(word_.kind == Word::Kind::kOpen);
    const bool first = expect(Is("a") || Is("b")).text == "a";
    expect(word_.kind == Word::Kind::kComma);
    expect(Is(first ? "b" : "a"));
    expect(word_.kind == Word::Kind::kClose);
    return Add({.kind = Node::Kind::kComparison,
                .op = Operator::kMore,
                .one = {.field = Field::kTime, .which = first ? Which::kA : Which::kB, .text = {}},
                .two = {.field = Field::kTime, .which = first ? Which::kB : Which::kA, .text = {}}});
  }

  std::size_t FileComparison() {
    const std::size_t first = word_.column;
    const std::string name = word_.text;
    Node node{.kind = Node::Kind::kComparison, .one = TakeValue(), .two = {}};
    if (word_.kind != Word::Kind::kOperator) Fail("expected a comparison", "one of == != < <= > >= ~ !~");
    const Word op = Take();
    node.op = OperatorOf(op.text);
    const std::size_t second = word_.column;
    node.two = TakeValue();
    const bool glob = node.op == Operator::kLike || node.op == Operator::kUnlike;
    if (glob && (!node.two.is_text || node.two.field != Field::kNone))
      FailAt(second, "expected a glob in quotes", "such as \"*.c\"");
    if (node.one.field == Field::kTime && !glob) BecomeDate(&node.two, second);
    if (node.two.field == Field::kTime && !glob) BecomeDate(&node.one, first);
    if (node.one.is_text != node.two.is_text)
      FailAt(op.column, "text and a number cannot be compared", "put text in quotes, but not numbers");
    if (node.one.is_text && !glob && node.op != Operator::kEqual && node.op != Operator::kUnequal)
      FailAt(op.column, "text is not ordered", "use == != ~ or !~");
    auto refers_to = [&](Which which) { return node.one.which == which || node.two.which == which; };
    if (refers_to(Which::kBoth) && refers_to(Which::kAny))
      FailAt(second, "one side is about both files, the other about any", "give both sides the same prefix");
    if (node.one.field != Field::kNone && node.one.field == node.two.field &&
        node.one.which == node.two.which)
      FailAt(first, "a field is compared with itself",
             node.one.which == Which::kPair ? "" : TwoFilesHint(name, op.text));
    std::size_t literal = second;
    if (node.two.field == Field::kType) {
      std::swap(node.one, node.two);
      literal = first;
    }
    if (node.one.field == Field::kType && node.two.field == Field::kNone && !glob &&
        !IsTypeName(node.two.text))
      FailAt(literal, fmt::format("there is no type \"{}\"", node.two.text), "`KnownTypes` lists the types");
    return Add(std::move(node));
  }

  // A text that a time is compared with is a date: "2026-11-17", "2026-11-17 22:15", "2026-11-17 22:15:03".
  void BecomeDate(Value* value, std::size_t column) {
    if (value->field == Field::kTime) return;
    for (const char* form : {"%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S"}) {
      std::tm date = {};
      const char* end = value->is_text ? ::strptime(value->text.c_str(), form, &date) : nullptr;
      if (end == nullptr || *end != '\0') continue;
      date.tm_isdst = -1;
      value->number = static_cast<double>(std::mktime(&date)) * 1e9;
      value->is_text = false;
      return;
    }
    FailAt(column, "a time is compared with a date", "such as \"2026-11-17\" or \"2026-11-17 22:15\"");
  }

  // "write a.size == b.size" for any of size, a.size, any.size.
  static std::string TwoFilesHint(const std::string& name, const std::string& op) {
    const std::string bare = name.substr(name.find('.') + 1);
    return fmt::format("write a.{} {} b.{}", bare, op, bare);
  }

  Value TakeValue() {
    switch (word_.kind) {
      case Word::Kind::kNumber:
        return {.number = Take().number, .text = {}};
      case Word::Kind::kText:
        return {.is_text = true, .text = Take().text};
      case Word::Kind::kName:
        return FieldOf(Take());
      case Word::Kind::kEnd:
        Fail("the filter ends too early", "a field, a number or a text in quotes is missing");
      default:
        Fail("expected a field, a number or a text in quotes", "");
    }
  }

  Value FieldOf(const Word& word) {
    struct Known {
      const char* name;
      Field field;
      bool of_file;
      bool is_text;
    };
    constexpr std::array kFields = {Known{"similarity", Field::kSimilarity, false, false},
                                    Known{"of_a", Field::kOfA, false, false},
                                    Known{"of_b", Field::kOfB, false, false},
                                    Known{"shared_bytes", Field::kSharedBytes, false, false},
                                    Known{"shared_marks", Field::kSharedMarks, false, false},
                                    Known{"size_ratio", Field::kSizeRatio, false, false},
                                    Known{"size", Field::kSize, true, false},
                                    Known{"mtime", Field::kTime, true, false},
                                    Known{"name", Field::kName, true, true},
                                    Known{"path", Field::kPath, true, true},
                                    Known{"dir", Field::kDirectory, true, true},
                                    Known{"suffix", Field::kSuffix, true, true},
                                    Known{"type", Field::kType, true, true}};
    std::string_view name = word.text;
    Which which = Which::kBoth;
    bool prefixed = false;
    for (const auto& [prefix, meaning] :
         {std::pair("a.", Which::kA), std::pair("b.", Which::kB), std::pair("any.", Which::kAny)}) {
      if (!name.starts_with(prefix)) continue;
      name.remove_prefix(std::string_view(prefix).size());
      which = meaning;
      prefixed = true;
      break;
    }
    for (const Known& known : kFields) {
      if (name != known.name || (prefixed && !known.of_file)) continue;
      return {.field = known.field,
              .which = known.of_file ? which : Which::kPair,
              .is_text = known.is_text,
              .text = {}};
    }
    FailAt(
        word.column, fmt::format("unknown field '{}'", word.text),
        "the fields are similarity, of_a, of_b, shared_bytes, shared_marks, size_ratio, and of files, also "
        "with a. b. or any. before them, size, mtime, name, path, dir, suffix, type; text goes in quotes");
  }

  static Operator OperatorOf(std::string_view text) {
    constexpr std::array<std::string_view, 8> kAll = {"==", "!=", "<", "<=", ">", ">=", "~", "!~"};
    std::size_t number = 0;
    while (kAll[number] != text) ++number;
    return static_cast<Operator>(number);
  }

  const std::string& all_;
  Reader reader_;
  Word word_;
  PairFilter filter_;
};

PairFilter PairFilter::Parse(const std::string& expression) { return FilterParser(expression).Parse(); }

}  // namespace kindred::match
