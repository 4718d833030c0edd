// See marking_flags.h; in the order of the help.
#include "marking_flags.h"

#include "flag_values.h"
#include "kindred/error.h"
#include "kindred/kindred.h"

namespace kindred::cli {

namespace {

using Text = const std::string&;

std::vector<std::string> MethodNames() {
  std::vector<std::string> names;
  for (const MethodInfo& method : KnownMethods()) names.push_back(method.name);
  return names;
}

}  // namespace

std::vector<Flag> MarkingFlags() {
  return {
      {.set = kMethodFlags,
       .name = "method",
       .letter = 0,
       .value = "NAME[:PARAM=VALUE,...]",
       .help = "How files are marked. May be given several times: all are kept in the index, the first one "
               "is matched with.",
       .default_text = "fingerprints",
       .values = MethodNames(),
       .repeatable = true,
       .apply = [](Arguments& to, Text, Text value) { to.methods.push_back(value); }},
      {.set = kMethodFlags,
       .name = "coarse",
       .letter = 0,
       .value = nullptr,
       .help = "For a quick look: chunks of 1,000 bytes, as HP's first pass. Short for --method "
               "chunks:average=1000.",
       .apply = [](Arguments& to, Text, Text) { to.methods.push_back("chunks:average=1000"); }},
      {.set = kMethodFlags,
       .name = "fine",
       .letter = 0,
       .value = nullptr,
       .help = "Chunks of 100 bytes, as HP's second pass. Short for --method chunks:average=100.",
       .apply = [](Arguments& to, Text, Text) { to.methods.push_back("chunks:average=100"); }},
      {.set = kMethodFlags,
       .name = "rate",
       .letter = 0,
       .value = "RATE",
       .help = "How many marks files get: auto by their size, fine as many for large files as for small "
               "ones, so that a small file is found inside a large one. Short for the method's rate.",
       .default_text = "auto",
       .values = {"auto", "fine"},
       .apply = [](Arguments& to, Text, Text value) { to.rate = value; }},
      {.set = kMethodFlags,
       .name = "ignore-markup",
       .letter = 0,
       .value = nullptr,
       .help = "Leave tags of HTML and XML, and the formatting of TeX and troff, out of what is compared.",
       .apply = [](Arguments& to, Text, Text) { to.ignored.push_back("markup"); }},
      {.set = kMethodFlags,
       .name = "ignore-space",
       .letter = 0,
       .value = nullptr,
       .help = "Take any white space in texts for one blank, so that reflowed text is found.",
       .apply = [](Arguments& to, Text, Text) { to.ignored.push_back("space"); }},
      {.set = kMethodFlags,
       .name = "ignore-case",
       .letter = 0,
       .value = nullptr,
       .help = "Take capital letters (A to Z) in texts for small ones.",
       .apply = [](Arguments& to, Text, Text) { to.ignored.push_back("case"); }},
      {.set = kTypeFlags,
       .name = "type",
       .letter = 0,
       .value = "TYPE",
       .help = "Only files of this type, by their first bytes: text, other, html, pdf, image and others. May "
               "be given several times.",
       .values = KnownTypes(),
       .repeatable = true,
       .apply = [](Arguments& to, Text flag,
                   Text value) { to.types.push_back(KnownTypes()[ParseChoice(flag, value, KnownTypes())]); }},

      {.set = kLearnFlags,
       .name = "every",
       .letter = 0,
       .value = "BYTES",
       .help = "How many bytes there should be from anchor to anchor on average: 8 to 4096.",
       .default_text = "32",
       .apply =
           [](Arguments& to, Text flag, Text value) {
             to.every = ParseCount(flag, value);
             if (to.every < 8 || to.every > 4096)
               throw Error(ErrorKind::kUsage, "cannot use '" + value + "'", flag, "give 8 to 4096");
           }},
      {.set = kNameFlags,
       .name = "name",
       .letter = 0,
       .value = "NAME",
       .help = "The name of the anchor set or the template: letters, digits, - and _.",
       .default_text = "for a set: from the name of FILE",
       .apply = [](Arguments& to, Text, Text value) { to.set_name = value; }},

      {.set = kMarkFlags,
       .name = "mark-up-to",
       .letter = 0,
       .value = "SIZE",
       .help =
           "Do not read and mark files larger than SIZE; they are skipped, but find --near looks at their "
           "tallies.",
       .default_text = "no limit",
       .apply = [](Arguments& to, Text flag, Text value) { to.mark_up_to = ParseSize(flag, value); }},
  };
}

}  // namespace kindred::cli
