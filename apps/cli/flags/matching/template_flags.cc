// See template_flags.h.
#include "flags/matching/template_flags.h"

#include "flags/flag_values.h"
#include "kindred/error.h"

namespace kindred::cli {

namespace {

// "a:b.html:120+4000": the name may hold colons, the numbers may not.
TemplateOptions::Span ParseSpan(Text flag, Text value) {
  const std::size_t colon = value.rfind(':');
  const std::size_t plus = value.rfind('+');
  if (colon == std::string::npos || colon == 0 || plus == std::string::npos || plus < colon) {
    throw Error(ErrorKind::kUsage, "cannot use '" + value + "'", flag,
                "give FILE:OFFSET+LENGTH, such as page.html:0+1200");
  }
  return {value.substr(0, colon), ParseCount(flag, value.substr(colon + 1, plus - colon - 1)),
          ParseCount(flag, value.substr(plus + 1))};
}

}  // namespace

FlagTable<SourceFlags> SourceFlags::Table() {
  return InSection<SourceFlags>(
      {.title = "Where the template comes from", .in_help = 170, .in_completions = 210},
      {{.name = "family",
        .value = "ID",
        .help = "Take the keys that the files of this family have in common; find shows the id.",
        .apply = [](SourceFlags& to, Text, Text value) { to.options.family = value; }},
       {.name = "file",
        .value = "FILE",
        .help = "Take the keys of every window of FILE; it need not be in the index. A part of a "
                "document or archive is FILE//PART, such as thesis.docx//text.",
        .completion = Completion::kFile,
        .apply = [](SourceFlags& to, Text, Text value) { to.options.file = value; }},
       {.name = "span",
        .value = "FILE:OFFSET+LENGTH",
        .help = "Take all keys of this part of FILE. May be given several times; gaps shorter "
                "than a window between two parts are included.",
        .repeatable = true,
        .apply = [](SourceFlags& to, Text flag,
                    Text value) { to.options.spans.push_back(ParseSpan(flag, value)); }},
       {.name = "preview",
        .help = "Show which families would dissolve or shrink, and store nothing.",
        .apply = [](SourceFlags& to, Text, Text) { to.options.preview = true; }}});
}

FlagTable<CommonFlags> CommonFlags::Table() {
  return InSection<CommonFlags>(
      {.title = "What is common", .in_help = 180, .in_completions = 220},
      {{.name = "share",
        .value = "SHARE",
        .help = "How many of the files must have a key: 90%, 90 or 0.9.",
        .default_text = "90%; 60% for suggest",
        .apply = [](CommonFlags& to, Text flag, Text value) { to.share = ParseShare(flag, value); }}});
}

FlagTable<SuggestionFlags> SuggestionFlags::Table() {
  return InSection<SuggestionFlags>(
      {.title = "What is looked at", .in_help = 190, .in_completions = 230},
      {{.name = "least",
        .value = "N",
        .help = "Least number of files that a directory, suffix, type or family must have.",
        .default_text = "5",
        .apply = [](SuggestionFlags& to, Text flag, Text value) { to.least = ParseCount(flag, value); }}});
}

}  // namespace kindred::cli
