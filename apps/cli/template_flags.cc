// See template_flags.h; in the order of the help.
#include "template_flags.h"

#include "flag_values.h"
#include "kindred/error.h"

namespace kindred::cli {

namespace {

using Text = const std::string&;

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

std::vector<Flag> TemplateFlags() {
  return {
      {.set = kTemplateFlags,
       .name = "cluster",
       .letter = 0,
       .value = "ID",
       .help = "Take the keys that the files of this cluster have in common; find tells the id.",
       .apply = [](Arguments& to, Text, Text value) { to.from.cluster = value; }},
      {.set = kTemplateFlags,
       .name = "file",
       .letter = 0,
       .value = "FILE",
       .help = "Take all keys of FILE, every window of it; it need not be in the index.",
       .completion = Completion::kFile,
       .apply = [](Arguments& to, Text, Text value) { to.from.file = value; }},
      {.set = kTemplateFlags,
       .name = "span",
       .letter = 0,
       .value = "FILE:OFFSET+LENGTH",
       .help = "Take all keys of this part of FILE. May be given several times; gaps shorter than a window "
               "between two parts are taken, too.",
       .repeatable = true,
       .apply = [](Arguments& to, Text flag,
                   Text value) { to.from.spans.push_back(ParseSpan(flag, value)); }},
      {.set = kTemplateFlags,
       .name = "preview",
       .letter = 0,
       .value = nullptr,
       .help = "Tell which clusters would dissolve or shrink, and store nothing.",
       .apply = [](Arguments& to, Text, Text) { to.from.preview = true; }},
      {.set = kShareFlags,
       .name = "share",
       .letter = 0,
       .value = "SHARE",
       .help = "How many of the files must have a key: 90%, 90 or 0.9.",
       .default_text = "100%; 60% for suggest",
       .apply = [](Arguments& to, Text flag, Text value) { to.share = ParseShare(flag, value); }},
      {.set = kSuggestFlags,
       .name = "least",
       .letter = 0,
       .value = "N",
       .help = "Files that a directory, suffix, type or cluster must have to be looked at.",
       .default_text = "5",
       .apply = [](Arguments& to, Text flag, Text value) { to.least_files = ParseCount(flag, value); }},
      {.set = kApplyFlags,
       .name = "no-templates",
       .letter = 0,
       .value = nullptr,
       .help = "Compare all of the files, also what the index's templates leave out.",
       .apply = [](Arguments& to, Text, Text) { to.match.templates = false; }},
  };
}

std::vector<Flag> PoolFlags() {
  return {
      {.set = kPoolFlags,
       .name = "with",
       .letter = 0,
       .value = "POOL",
       .help = "Compare also with the files of this pool, which 'kindred index export' made elsewhere. May "
               "be given several times.",
       .completion = Completion::kFile,
       .repeatable = true,
       .apply = [](Arguments& to, Text, Text value) { to.pools.files.push_back(value); }},
      {.set = kExportFlags,
       .name = "anonymous",
       .letter = 0,
       .value = nullptr,
       .help = "Leave the names of the files out; they are numbered.",
       .apply = [](Arguments& to, Text, Text) { to.anonymous = true; }},
      {.set = kKeyFlags,
       .name = "key-file",
       .letter = 0,
       .value = "FILE",
       .help = "The pool's keys are hashed with the bytes of FILE, 16 or more, so that only who has it can "
               "compare.",
       .completion = Completion::kFile,
       .apply = [](Arguments& to, Text, Text value) { to.pools.key_file = value; }},
  };
}

}  // namespace kindred::cli
