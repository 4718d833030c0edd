// See near_lines.h.
#include "report/lines/near_lines.h"

#include <fmt/format.h>

#include "report/number_text.h"
#include "report/path_text.h"

namespace kindred::report {

namespace {

std::string JsonList(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ",") + JsonString(text);
  return "[" + list + "]";
}

// Tolerances go below what a share shows.
std::string Tolerance(double tolerance) { return fmt::format("{:.6g}", tolerance); }

}  // namespace

std::string NearJsonLine(const NearSummary& summary) {
  std::string more;
  if (summary.first_look)
    more = fmt::format(R"(,"first_look":true,"few_marks":{},"too_large":{})", summary.few_marks,
                       summary.too_large);
  if (summary.verified)
    more +=
        fmt::format(R"(,"verified":true,"dropped":{},"unverified":{})", summary.dropped, summary.unverified);
  return fmt::format(
      R"({{"type":"near_summary","version":{},"roots":{},"query":{},"database":{},"tags":{},"key":{},)"
      R"("tolerance":{},"files":{},"bytes":{},"contents":{},"read_files":{},"read_bytes":{},"skips":{},)"
      R"("sets":{},"pairs":{}{}}})"
      "\n",
      JsonString(summary.version), JsonList(summary.roots),
      summary.query.empty() ? "null" : JsonString(summary.query), JsonString(summary.database),
      JsonString(summary.tags), JsonString(summary.key), Tolerance(summary.tolerance), summary.files,
      summary.bytes, summary.contents, summary.read_files, summary.read_bytes, summary.skips, summary.sets,
      summary.pairs, more);
}

std::string NearJsonLine(const NearSet& set) {
  return fmt::format(R"({{"type":"near_set","identical":{},"size":{},"files":{},"total_files":{}}})"
                     "\n",
                     set.identical, set.size, JsonList(set.files),
                     TotalOf(set.total_files, set.files.size()));
}

std::string NearJsonLine(const NearPair& pair) {
  std::string line = fmt::format(
      R"({{"type":"near","a":{},"b":{},"size_a":{},"size_b":{},"key_distance":{},"distance":{},"identical":{})",
      JsonString(pair.a), JsonString(pair.b), pair.size_a, pair.size_b, pair.key_distance, pair.distance,
      pair.identical);
  if (pair.verified)
    line += fmt::format(R"(,"of_a":{},"of_b":{})", ShareText(pair.of_a), ShareText(pair.of_b));
  return line + "}\n";
}

std::string NearCsvLines(const NearSummary& summary) {
  std::string more;
  if (summary.first_look)
    more = fmt::format(" first_look=true few_marks={} too_large={}", summary.few_marks, summary.too_large);
  if (summary.verified)
    more += fmt::format(" verified=true dropped={} unverified={}", summary.dropped, summary.unverified);
  const std::string note = fmt::format(
      "version={} database={} tags={} key={} tolerance={} files={} bytes={} contents={} read_files={} "
      "read_bytes={} skips={} sets={} pairs={}{}",
      summary.version, summary.database, summary.tags, summary.key, Tolerance(summary.tolerance),
      summary.files, summary.bytes, summary.contents, summary.read_files, summary.read_bytes, summary.skips,
      summary.sets, summary.pairs, more);
  std::string lines = fmt::format("near_summary,{},,,,,,,,,,{},,,,\n", CsvName(summary.query), CsvName(note));
  if (summary.first_look) return lines;  // the roots were told before
  for (const std::string& root : summary.roots)
    lines += fmt::format("root,{},,,,,,,,,,,,,,\n", CsvName(root));
  return lines;
}

std::string NearCsvLines(const NearSet& set, std::uint64_t number) {
  std::string lines;
  for (const std::string& file : set.files) {
    lines += fmt::format("near_set,{},,{},,,,,,,{},{},,,,\n", CsvName(file), set.size, number,
                         set.identical ? "identical" : "equal tallies");
  }
  return lines;
}

std::string NearCsvLines(const NearPair& pair) {
  const std::string of_a = pair.verified ? ShareText(pair.of_a) : "";
  const std::string of_b = pair.verified ? ShareText(pair.of_b) : "";
  return fmt::format("near,{},{},{},{},{},{},,,,,key_distance={} distance={}{},,,,\n", CsvName(pair.a),
                     CsvName(pair.b), pair.size_a, pair.size_b, of_a, of_b, pair.key_distance, pair.distance,
                     pair.identical ? " identical" : "");
}

}  // namespace kindred::report
