// See decision_export.h.
#include "routes/decision_export.h"

#include "http/times.h"

namespace kindred::server {

namespace {

void WriteFile(const DecidedFile& file, JsonWriter& json) {
  json.Open('{').Key("digest").Text(file.digest).Key("size").Number(file.size).Key("path").Text(file.path);
  json.Close('}');
}

// As the csv report writes names and notes: escapes of JSON, quotes of RFC 4180.
std::string CsvText(const std::string& bytes) {
  JsonWriter json;
  json.Text(bytes);
  std::string escaped = json.Take();
  escaped = escaped.substr(1, escaped.size() - 2);
  std::string text;
  bool quoted = false;
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    // JSON's \" is CSV's "".
    if (escaped[i] == '\\' && i + 1 < escaped.size() && escaped[i + 1] == '"') continue;
    if (escaped[i] == '\\' && i + 1 < escaped.size() && escaped[i + 1] == '\\') text += escaped[i++];
    if (escaped[i] == '"') text += '"';
    quoted = quoted || escaped[i] == '"' || escaped[i] == ',';
    text += escaped[i];
  }
  return quoted ? '"' + text + '"' : text;
}

}  // namespace

void WriteDecision(const Decision& decision, JsonWriter& json) {
  const bool stored = decision.id != 0;
  json.Open('{');
  if (stored) json.Key("id").Number(decision.id).Key("time").Time(decision.time);
  json.Key("verdict")
      .Text(VerdictName(decision.verdict))
      .Key("about")
      .Text(AboutName(decision.about))
      .Key("a");
  WriteFile(decision.a, json);
  json.Key("b");
  if (decision.b) {
    WriteFile(*decision.b, json);
  } else {
    json.Null();
  }
  json.Key("note").Text(decision.note);
  if (stored) json.Key("batch").Number(decision.batch);
  json.Close('}');
}

std::string DecisionsAsJson(const std::vector<Decision>& decisions) {
  JsonWriter json;
  json.Open('{').Key("decisions").Open('[');
  for (const Decision& decision : decisions) WriteDecision(decision, json);
  json.Close(']').Close('}');
  return json.Take() + "\n";
}

std::string DecisionsAsCsv(const std::vector<Decision>& decisions) {
  std::string csv = "id,time,verdict,about,path_a,size_a,digest_a,path_b,size_b,digest_b,note,batch\n";
  for (const Decision& decision : decisions) {
    auto add = [&csv](const std::string& text) { csv += text + ","; };
    add(std::to_string(decision.id));
    add(TimeText(decision.time));
    add(std::string(VerdictName(decision.verdict)));
    add(std::string(AboutName(decision.about)));
    for (const DecidedFile* file : {&decision.a, decision.b ? &*decision.b : nullptr}) {
      add(file == nullptr ? "" : CsvText(file->path));
      add(file == nullptr ? "" : std::to_string(file->size));
      add(file == nullptr ? "" : file->digest);
    }
    add(CsvText(decision.note));
    csv += std::to_string(decision.batch) + "\n";
  }
  return csv;
}

}  // namespace kindred::server
