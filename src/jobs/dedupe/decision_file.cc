// See decision_file.h. nlohmann refuses what names have that is no text: lone surrogates, and bytes that are
// not UTF-8. Both become a mark and a character before it parses, and bytes again afterwards.
#include "jobs/dedupe/decision_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "base/coding.h"
#include "base/utf8.h"
#include "kindred/error.h"

namespace kindred::jobs {

namespace {

using Json = nlohmann::json;

constexpr char32_t kMark = 0xfdd0;  // no character, so that hardly a name has it; a name's own is doubled
constexpr std::string_view kMarkBytes = "\xef\xb7\x90";
constexpr std::string_view kMarkEscape = "\\ufdd0";

// Throws for a file that is not a list of decisions.
class Refusal {
 public:
  explicit Refusal(const std::string& file) : file_(file) {}
  [[noreturn]] void operator()(const std::string& what) const {
    throw Error(ErrorKind::kUsage, "is not a list of decisions: " + what, file_,
                "export it from the review page");
  }

 private:
  const std::string& file_;
};

char32_t HexOf(std::string_view digits) {
  std::uint32_t code = 0;
  base::ParseNumber(digits, &code, 16);
  return code;  // nlohmann refuses what is no number
}

// JSON, or the inside of a string of it, without lone surrogates and bytes that are not UTF-8.
std::string WithMarks(std::string_view text) {
  std::string marked;
  bool high = false;  // the first half of a character came last
  const auto mark = [&](std::uint32_t byte) { marked += fmt::format("{}\\u{:04x}", kMarkEscape, byte); };
  while (!text.empty()) {
    base::Character c = base::FirstCharacter(text);
    if (c.code == '\\') {
      c.bytes = text.substr(0, text.substr(1).starts_with('u') ? 6 : 2);
      c.code = 0;
      if (c.bytes.size() == 6) c.code = HexOf(c.bytes.substr(2));
    }
    if (!c.valid) {
      mark(static_cast<std::uint8_t>(c.bytes[0]));
    } else if (!high && c.code >= 0xdc80 && c.code <= 0xdcff) {
      mark(c.code - 0xdc00);
    } else {
      if (c.code == kMark) marked += kMarkEscape;
      marked += c.bytes;
    }
    high = c.code >= 0xd800 && c.code < 0xdc00;
    text.remove_prefix(c.bytes.size());
  }
  return marked;
}

std::string WithoutMarks(std::string_view text) {
  std::string bytes;
  while (!text.empty()) {
    const bool marked = text.starts_with(kMarkBytes);
    if (marked) text.remove_prefix(kMarkBytes.size());
    const base::Character c = base::FirstCharacter(text);
    if (marked && c.code != kMark) {
      bytes += static_cast<char>(c.code);
    } else {
      bytes += c.bytes;
    }
    text.remove_prefix(c.bytes.size());
  }
  return bytes;
}

std::string TextIn(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? WithoutMarks(found->get_ref<const std::string&>())
                                                     : "";
}

std::uint64_t NumberIn(const Json& object, const char* key, const Refusal& refuse) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_string()) return 0;
  if (!found->is_number_unsigned()) refuse(fmt::format("{} is not a number", found->dump()));
  return found->get<std::uint64_t>();
}

std::optional<DecidedFile> FileIn(const Json& decision, const char* key, const Refusal& refuse) {
  const auto file = decision.find(key);
  if (file == decision.end() || !file->is_object()) return std::nullopt;
  return DecidedFile{TextIn(*file, "digest"), NumberIn(*file, "size", refuse), TextIn(*file, "path")};
}

Verdict VerdictFrom(const std::string& name, const Refusal& refuse) {
  const std::optional<Verdict> verdict = VerdictNamed(name);
  if (!verdict) refuse("'" + name + "' is not a verdict");
  return *verdict;
}

void CheckFiles(const Decision& decision, const Refusal& refuse) {
  if (decision.a.path.empty()) refuse("a decision without a file");
  if (HasSecond(decision.verdict) && !decision.b) refuse("a decision that lacks its second file");
}

std::vector<Decision> FromJson(std::string_view text, const Refusal& refuse) {
  Json whole;
  try {
    whole = Json::parse(WithMarks(text));
  } catch (const Json::parse_error& error) {
    refuse(fmt::format("invalid JSON near offset {}", error.byte));
  }
  if (whole.is_object()) {
    if (!whole.contains("decisions")) refuse("it has no \"decisions\"");
    whole = Json(std::move(whole["decisions"]));
  }
  if (!whole.is_array()) refuse("\"decisions\" is not a list");
  std::vector<Decision> decisions;
  for (const Json& made : whole) {
    if (!made.is_object()) refuse("a decision that is not an object");
    Decision decision{.id = NumberIn(made, "id", refuse),
                      .verdict = VerdictFrom(TextIn(made, "verdict"), refuse),
                      .a = FileIn(made, "a", refuse).value_or(DecidedFile()),
                      .b = FileIn(made, "b", refuse)};
    CheckFiles(decision, refuse);
    decisions.push_back(std::move(decision));
  }
  return decisions;
}

// A field of CSV has the escapes of JSON, but control characters and quotes as they are.
std::string FieldText(std::string_view field, const Refusal& refuse) {
  std::string quoted = "\"";
  for (std::size_t i = 0; i < field.size(); ++i) {
    const char c = field[i];
    if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
      continue;
    }
    if (c == '"') quoted += '\\';
    quoted += c;
    if (c == '\\' && i + 1 < field.size()) quoted += field[++i];
  }
  try {
    return WithoutMarks(Json::parse(WithMarks(quoted + '"')).get_ref<const std::string&>());
  } catch (const Json::parse_error&) {
    refuse(fmt::format("invalid escape sequence in '{}'", field));
  }
}

// Takes the fields of the first line off a CSV text (RFC 4180).
std::vector<std::string> TakeLine(std::string_view* text, const Refusal& refuse) {
  std::vector<std::string> fields;
  for (;;) {
    std::string field;
    const bool quoted = text->starts_with('"');
    std::size_t at = quoted ? 1 : 0;
    for (;; ++at) {
      if (at >= text->size() && quoted) refuse("unterminated field");
      if (at >= text->size()) break;
      const char c = (*text)[at];
      if (!quoted && (c == ',' || c == '\n' || c == '\r')) break;
      if (quoted && c == '"' && !text->substr(++at).starts_with('"')) break;
      field += c;
      if (c == '\\' && at + 1 < text->size()) field += (*text)[++at];
    }
    text->remove_prefix(at);
    fields.push_back(FieldText(field, refuse));
    const bool more = text->starts_with(',');
    if (more || text->starts_with('\r')) text->remove_prefix(1);
    if (more) continue;
    if (text->empty()) return fields;
    if (text->front() != '\n') refuse("text behind a quoted field");
    text->remove_prefix(1);
    return fields;
  }
}

std::uint64_t NumberFrom(const std::string& field, const Refusal& refuse) {
  std::uint64_t number = 0;
  if (!base::ParseNumber(field, &number)) refuse("'" + field + "' is not a number");
  return number;
}

std::vector<Decision> FromCsv(std::string_view text, const Refusal& refuse) {
  std::map<std::string, std::size_t> columns;
  for (const std::string& name : TakeLine(&text, refuse)) columns.emplace(name, columns.size());
  for (const char* name : {"verdict", "path_a", "size_a", "digest_a", "path_b", "size_b", "digest_b"}) {
    if (!columns.contains(name)) refuse(std::string("it has no column ") + name);
  }
  std::vector<Decision> decisions;
  while (!text.empty()) {
    const std::vector<std::string> fields = TakeLine(&text, refuse);
    if (fields.size() != columns.size()) refuse("a line with more or fewer fields than the first one");
    const auto field = [&](const char* name) { return fields[columns.at(name)]; };
    const auto number = [&](const char* name) { return NumberFrom(field(name), refuse); };
    Decision decision{.id = columns.contains("id") ? number("id") : 0,
                      .verdict = VerdictFrom(field("verdict"), refuse),
                      .a = {field("digest_a"), number("size_a"), field("path_a")}};
    if (!field("path_b").empty())
      decision.b = DecidedFile{field("digest_b"), number("size_b"), field("path_b")};
    CheckFiles(decision, refuse);
    decisions.push_back(std::move(decision));
  }
  return decisions;
}

}  // namespace

std::vector<Decision> ParseDecisions(std::string_view text, const std::string& file) {
  const Refusal refuse(file);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text.starts_with('{') || text.starts_with('[') ? FromJson(text, refuse) : FromCsv(text, refuse);
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
