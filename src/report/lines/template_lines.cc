// See template_lines.h.
#include "report/lines/template_lines.h"

#include <fmt/format.h>

#include "report/number_text.h"
#include "report/path_text.h"

namespace kindred::report {

namespace {

// Keys and values of a template, for a line of its own or a line about it.
std::string InfoKeys(const TemplateInfo& info) {
  return fmt::format(R"("name":{},"method":{},"source":{},"keys":{},"files":{},"marks":{})",
                     JsonString(info.name), JsonString(info.method), JsonString(info.source), info.keys,
                     info.files, info.marks);
}

std::string InfoNote(const TemplateInfo& info) {
  return fmt::format("method={} keys={} files={} marks={} source={}", info.method, info.keys, info.files,
                     info.marks, info.source);
}

}  // namespace

std::string TemplateJsonLine(const TemplateInfo& info) {
  return fmt::format(R"({{"type":"template",{}}})", InfoKeys(info)) + "\n";
}

std::string TemplateJsonLine(const TemplateEffect& effect) {
  std::string lines = fmt::format(
      R"({{"type":"template_effect",{},"stored":{},"files_in_scope":{},"files_touched":{},"pairs_before":{},)"
      R"("pairs_after":{},"clusters_before":{},"clusters_after":{},"dissolved":{},"shrunk":{}}})",
      InfoKeys(effect.info), effect.stored, effect.files_in_scope, effect.files_touched, effect.pairs_before,
      effect.pairs_after, effect.clusters_before, effect.clusters_after, effect.dissolved, effect.shrunk);
  lines += "\n";
  for (const TemplateEffect::Change& change : effect.changes) {
    lines += fmt::format(
        R"({{"type":"template_cluster","id":{},"files":{},"left":{},"parts":{},"example":{}}})",
        JsonString(change.id), change.files, change.left, change.parts, JsonString(change.example));
    lines += "\n";
  }
  return lines;
}

std::string TemplateJsonLine(const TemplateSuggestion& suggestion) {
  return fmt::format(
             R"({{"type":"template_suggestion","group":{},"files":{},"having":{},"keys":{},"part":{},)"
             R"("example":{},"offset":{},"length":{},"text":{},"command":{}}})",
             JsonString(suggestion.group), suggestion.files, suggestion.having, suggestion.keys,
             ShareText(suggestion.part), JsonString(suggestion.example), suggestion.offset, suggestion.length,
             JsonString(suggestion.text), JsonString(suggestion.command)) +
         "\n";
}

std::string PoolJsonLine(const PoolReport& pool) {
  return fmt::format(R"({{"type":"pool","path":{},"method":{},"files":{},"contents":{},"bytes":{},"keys":{},)"
                     R"("marks":{},"pool_bytes":{},"anonymous":{},"keyed":{}}})",
                     JsonString(pool.file), JsonString(pool.method.Text()), pool.files, pool.contents,
                     pool.bytes, pool.keys, pool.marks, pool.pool_bytes, pool.anonymous, pool.keyed) +
         "\n";
}

std::string TemplateCsvLines(const TemplateInfo& info) {
  return fmt::format("template,,,,,,,,,,{},{},,,,\n", CsvField(info.name), CsvName(InfoNote(info)));
}

std::string TemplateCsvLines(const TemplateEffect& effect) {
  std::string lines = fmt::format(
      "template_effect,,,,,,,,,,{},{},,,,\n", CsvField(effect.info.name),
      CsvName(fmt::format("stored={} files_in_scope={} files_touched={} pairs_before={} pairs_after={} "
                          "clusters_before={} clusters_after={} dissolved={} shrunk={} {}",
                          effect.stored, effect.files_in_scope, effect.files_touched, effect.pairs_before,
                          effect.pairs_after, effect.clusters_before, effect.clusters_after, effect.dissolved,
                          effect.shrunk, InfoNote(effect.info))));
  for (const TemplateEffect::Change& change : effect.changes) {
    lines +=
        fmt::format("template_cluster,{},,,,,,,,,{},files={} left={} parts={},,,,\n", CsvName(change.example),
                    CsvField(change.id), change.files, change.left, change.parts);
  }
  return lines;
}

std::string TemplateCsvLines(const TemplateSuggestion& suggestion) {
  return fmt::format("template_suggestion,{},,,,{},,,,{},{},{},{},,{},byte\n", CsvName(suggestion.example),
                     ShareText(suggestion.part), suggestion.keys, CsvName(suggestion.group),
                     CsvName(suggestion.command), suggestion.offset, suggestion.length);
}

std::string PoolCsvLines(const PoolReport& pool) {
  return fmt::format(
      "pool,{},,,,,,,,,,{},,,,\n", CsvName(pool.file),
      CsvName(fmt::format("method={} files={} contents={} bytes={} keys={} marks={} pool_bytes={} "
                          "anonymous={} keyed={}",
                          pool.method.Text(), pool.files, pool.contents, pool.bytes, pool.keys, pool.marks,
                          pool.pool_bytes, pool.anonymous, pool.keyed)));
}

}  // namespace kindred::report
