// See as_typed.h. tests/messages_test checks that the table has every name that a message of src/ has in
// backquotes.
#include "command/as_typed.h"

#include <algorithm>
#include <string_view>

namespace kindred::cli {

namespace {

struct Typed {
  std::string_view name;   // in the API
  std::string_view typed;  // its first word is the flag itself
};

constexpr Typed kTyped[] = {
    {"directory", "--index"},
    {"method", "--method"},
    {"methods", "--method"},
    {"types", "--type"},
    {"exclude_from", "--exclude-from"},
    {"look_inside", "--look-inside"},
    {"verify", "--verify"},
    {"estimate", "--estimate"},
    {"directories", "--directories"},
    {"sets", "--sets"},
    {"first_look", "--near"},
    {"pools", "--with"},
    {"key_file", "--key-file"},
    {"filter_command", "--filter-command"},
    {"trial_command", "--measure-with"},
    {"filter_timeout", "--filter-timeout"},
    {"templates = false", "--no-templates"},
    {"memory", "--memory"},
    {"limit", "--limit N"},
    {"min_length", "--min-length"},
    {"every_run", "--every-run"},
    {"bits", "--bits"},
    {"side_by_side = false", "'kindred spans --bits'"},
    {"tags", "--tags"},
    {"key", "--key"},
    {"tolerance", "--tolerance"},
    {"database", "--database"},
    {"name", "--name"},
    {"family", "--family ID"},
    {"file", "--file FILE"},
    {"spans", "--span FILE:OFFSET+LENGTH"},
    {"common", "PATHs"},
    {"share", "--share"},
    {"by", "--by"},
    {"keep", "--keep"},
    {"decisions", "--decisions"},
    {"follow_links", "--follow"},
    {"Index::Scan", "'kindred scan PATH'"},
    {"Index::Journal", "'kindred journal'"},
    {"Index::Near", "'kindred near DIRECTORY'"},
    {"Index::Check", "'kindred index check'"},
    {"Index::ExportPool", "'kindred index export'"},
    {"Index::AddTemplate", "'kindred template add'"},
    {"Index::RemoveTemplate", "'kindred template remove NAME'"},
    {"ListParts", "'kindred extract --list FILE'"},
    {"LearnAnchors", "'kindred anchors learn PATH -o FILE'"},
    {"KnownTypes", "'kindred find --help'"},
    {"JsonLines", "'kindred find --pairs --format json'"},
};

// Empty: no name of the API.
std::string_view TypedFor(std::string_view name) {
  for (const Typed& known : kTyped) {
    if (known.name == name) return known.typed;
  }
  return {};
}

// "method anchors" becomes "--method anchors".
std::string OptionTyped(const std::string& option) {
  const std::size_t end = std::min(option.find(' '), option.size());
  const std::string_view typed = TypedFor(std::string_view(option).substr(0, end));
  if (typed.empty()) return option;
  return std::string(typed.substr(0, typed.find(' '))) + option.substr(end);
}

std::string TextTyped(std::string text) {
  for (std::size_t at = 0; (at = text.find('`', at)) != std::string::npos;) {
    const std::size_t end = text.find('`', at + 1);
    if (end == std::string::npos) break;
    const std::string_view typed = TypedFor(std::string_view(text).substr(at + 1, end - at - 1));
    if (typed.empty()) {
      ++at;
    } else {
      text.replace(at, end + 1 - at, typed);
      at += typed.size();
    }
  }
  return text;
}

}  // namespace

std::string AsTyped(const Error& error) {
  // Messages of other kinds quote names of files, which may contain backquotes themselves.
  const std::string message =
      error.kind() == ErrorKind::kUsage ? TextTyped(error.message()) : error.message();
  const std::string where = error.where_is_option() ? OptionTyped(error.where()) : error.where();
  return Error(error.kind(), message, where, TextTyped(error.hint())).what();
}

}  // namespace kindred::cli
