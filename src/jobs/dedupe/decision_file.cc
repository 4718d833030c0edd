// See decision_file.h.
#include "jobs/dedupe/decision_file.h"

#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "jobs/dedupe/text_reader.h"
#include "kindred/error.h"

namespace kindred::jobs {

namespace {

constexpr int kDeepest = 16;

// Calls `member(key)`, which reads the value, for each member of an object.
template <typename Member>
void Object(TextReader& in, Member member) {
  in.Expect('{');
  if (in.Accept('}')) return;
  do {
    in.SkipSpace();
    const std::string key = in.Text();
    in.Expect(':');
    in.SkipSpace();
    member(key);
  } while (in.Accept(','));
  in.Expect('}');
}

template <typename Element>
void Array(TextReader& in, Element element) {
  in.Expect('[');
  if (in.Accept(']')) return;
  do {
    in.SkipSpace();
    element();
  } while (in.Accept(','));
  in.Expect(']');
}

void SkipValue(TextReader& in, int depth = 0) {
  if (depth > kDeepest) in.Fail("values nested too deeply");
  in.SkipSpace();
  if (in.Peek() == '"') {
    in.Text();
  } else if (in.Peek() == '{') {
    Object(in, [&](const std::string&) { SkipValue(in, depth + 1); });
  } else if (in.Peek() == '[') {
    Array(in, [&] { SkipValue(in, depth + 1); });
  } else {
    in.Word();
  }
}

std::optional<DecidedFile> FileFrom(TextReader& in) {
  if (in.Peek() != '{') {
    SkipValue(in);
    return std::nullopt;
  }
  DecidedFile file;
  Object(in, [&](const std::string& key) {
    if (key == "digest" && in.Peek() == '"') {
      file.digest = in.Text();
    } else if (key == "path" && in.Peek() == '"') {
      file.path = in.Text();
    } else if (key == "size" && in.Peek() != '"') {
      file.size = in.Number(in.Word());
    } else {
      SkipValue(in);
    }
  });
  return file;
}

Decision DecisionFrom(TextReader& in) {
  Decision decision;
  std::string verdict;
  bool has_a = false;
  Object(in, [&](const std::string& key) {
    if (key == "id") {
      decision.id = in.Number(in.Word());
    } else if (key == "verdict") {
      verdict = in.Text();
    } else if (key == "a") {
      if (const auto file = FileFrom(in)) {
        decision.a = *file;
        has_a = true;
      }
    } else if (key == "b") {
      decision.b = FileFrom(in);
    } else {
      SkipValue(in);
    }
  });
  const std::optional<Verdict> named = VerdictNamed(verdict);
  if (!named) in.Fail("'" + verdict + "' is not a verdict");
  if (!has_a || decision.a.path.empty()) in.Fail("a decision without a file");
  if (HasSecond(*named) && !decision.b) in.Fail("a decision that lacks its second file");
  decision.verdict = *named;
  return decision;
}

std::vector<Decision> FromJson(TextReader& in) {
  std::vector<Decision> decisions;
  const auto list = [&] { Array(in, [&] { decisions.push_back(DecisionFrom(in)); }); };
  in.SkipSpace();
  if (in.Peek() == '[') {
    list();
  } else {
    bool found = false;
    Object(in, [&](const std::string& key) {
      if (key != "decisions") return SkipValue(in);
      found = true;
      list();
    });
    if (!found) in.Fail("it has no \"decisions\"");
  }
  in.SkipSpace();
  if (!in.AtEnd()) in.Fail("something follows its end");
  return decisions;
}

// The fields of a line of CSV (RFC 4180), with their escapes; none at the end of the text.
std::vector<std::string> CsvLine(TextReader& in) {
  std::vector<std::string> fields;
  if (in.AtEnd()) return fields;
  for (;;) {
    std::string field;
    const bool quoted = in.Peek() == '"';
    if (quoted) in.Next();
    for (;;) {
      if (in.AtEnd()) {
        if (quoted) in.Fail("unterminated field");
        break;
      }
      if (!quoted && (in.Peek() == ',' || in.Peek() == '\n' || in.Peek() == '\r')) break;
      const char c = in.Next();
      if (quoted && c == '"') {
        if (in.Peek() != '"') break;
        field += in.Next();
      } else if (c == '\\') {
        in.Escape(&field);
      } else {
        field += c;
      }
    }
    fields.push_back(std::move(field));
    if (in.Peek() == ',') {
      in.Next();
      continue;
    }
    if (in.Peek() == '\r') in.Next();
    if (!in.AtEnd() && in.Next() != '\n') in.Fail("text behind a quoted field");
    return fields;
  }
}

std::vector<Decision> FromCsv(TextReader& in) {
  std::map<std::string, std::size_t> columns;
  for (const std::string& name : CsvLine(in)) columns.emplace(name, columns.size());
  for (const char* name : {"verdict", "path_a", "size_a", "digest_a", "path_b", "size_b", "digest_b"}) {
    if (!columns.contains(name)) in.Fail(std::string("it has no column ") + name);
  }
  std::vector<Decision> decisions;
  while (!in.AtEnd()) {
    const std::vector<std::string> fields = CsvLine(in);
    if (fields.size() != columns.size()) in.Fail("a line with more or fewer fields than the first one");
    const auto field = [&](const char* name) { return fields[columns.at(name)]; };
    const std::optional<Verdict> verdict = VerdictNamed(field("verdict"));
    if (!verdict) in.Fail("'" + field("verdict") + "' is not a verdict");
    Decision decision;
    decision.verdict = *verdict;
    if (columns.contains("id")) decision.id = in.Number(field("id"));
    decision.a = {field("digest_a"), in.Number(field("size_a")), field("path_a")};
    if (!field("path_b").empty())
      decision.b = DecidedFile{field("digest_b"), in.Number(field("size_b")), field("path_b")};
    if (HasSecond(*verdict) && !decision.b) in.Fail("a decision that lacks its second file");
    decisions.push_back(std::move(decision));
  }
  return decisions;
}

}  // namespace

std::vector<Decision> ParseDecisions(std::string_view text, const std::string& file) {
  TextReader in(text, file);
  in.SkipSpace();
  return in.Peek() == '{' || in.Peek() == '[' ? FromJson(in) : FromCsv(in);
}

std::vector<Decision> ReadDecisionFile(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw Error(ErrorKind::kNotFound, "cannot read the decisions", file, "name a file with `decisions`");
  std::ostringstream text;
  text << stream.rdbuf();
  if (stream.bad()) throw Error(ErrorKind::kFailed, "cannot read the decisions", file);
  return ParseDecisions(text.str(), file);
}

}  // namespace kindred::jobs
