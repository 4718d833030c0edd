// See method_flags.h.
#include "flags/matching/method_flags.h"

#include <algorithm>

#include "flags/flag_values.h"
#include "kindred/error.h"
#include "kindred/kindred.h"

namespace kindred::cli {

namespace {

std::vector<std::string> MethodNames() {
  std::vector<std::string> names;
  for (const MethodInfo& method : KnownMethods()) names.push_back(method.name);
  return names;
}

// Whether the method that was typed, with or without parameters, has one named rate.
bool HasRate(const std::string& typed) {
  const std::string name = typed.substr(0, typed.find(':'));
  return std::ranges::any_of(KnownMethods(), [&](const MethodInfo& method) {
    return method.name == name && std::ranges::any_of(method.parameters, [](const auto& parameter) {
             return parameter.first == "rate";
           });
  });
}

void AddParameter(const std::string& parameter, std::string* typed) {
  *typed += (typed->find(':') == std::string::npos ? ':' : ',') + parameter;
}

}  // namespace

FlagTable<MethodFlags> MethodFlags::Table() {
  return InSection<MethodFlags>(
      kMethodSection,
      {{.name = "method",
        .value = "NAME[:PARAM=VALUE,...]",
        .help =
            "How files are marked. May be given several times: the index stores the marks of all, and the "
            "first one is used to match.",
        .default_text = "fingerprints",
        .values = MethodNames(),
        .repeatable = true,
        .apply = [](MethodFlags& to, Text, Text value) { to.methods.push_back(value); }},
       {.name = "coarse",
        .help = "For a quick look: chunks of 1,000 bytes, like HP's first pass. Short for --method "
                "chunks:average=1000.",
        .apply =
            [](MethodFlags& to, Text, Text) {
              to.coarse = true;
              to.methods.push_back("chunks:average=1000");
            }},
       {.name = "fine",
        .help = "Chunks of 100 bytes, like HP's second pass. Short for --method chunks:average=100.",
        .apply =
            [](MethodFlags& to, Text, Text) {
              to.fine = true;
              to.methods.push_back("chunks:average=100");
            }},
       {.name = "rate",
        .value = "RATE",
        .help =
            "How densely files are marked: auto goes by their size; fine marks large files as densely as "
            "small ones, so that a small file is found inside a large one; coarse makes half as many marks "
            "or fewer, for a smaller index. Short for the method's rate.",
        .default_text = "auto",
        .values = {"auto", "fine", "coarse"},
        .apply = [](MethodFlags& to, Text, Text value) { to.rate = value; }},
       {.name = "ignore-markup",
        .help = "Ignore tags of HTML and XML, and the formatting of TeX and troff.",
        .apply = [](MethodFlags& to, Text, Text) { to.ignored.push_back("markup"); }},
       {.name = "ignore-space",
        .help = "Treat any white space in texts as one blank, so that reflowed text is found.",
        .apply = [](MethodFlags& to, Text, Text) { to.ignored.push_back("space"); }},
       {.name = "ignore-case",
        .help = "Treat capital letters (A to Z) in texts as small ones.",
        .apply = [](MethodFlags& to, Text, Text) { to.ignored.push_back("case"); }},
       {.name = "raw",
        .help = "Compare texts by their bytes. Otherwise CR LF, CR and LF are the same line end, UTF-16 and "
                "UTF-32 are compared as UTF-8, and byte order marks are ignored.",
        .apply = [](MethodFlags& to, Text, Text) { to.raw = true; }}});
}

FlagTable<MarkFlags> MarkFlags::Table() {
  return InSection<MarkFlags>(
      kMarkSection,
      {{.name = "mark-up-to",
        .value = "SIZE",
        .help = "Do not read and mark files larger than SIZE; they are skipped, but find --near compares "
                "their tallies.",
        .default_text = "no limit",
        .apply = [](MarkFlags& to, Text flag, Text value) { to.mark_up_to = ParseSize(flag, value); }}});
}

std::vector<std::string> MethodsOf(const MethodFlags& flags) {
  std::vector<std::string> methods = flags.methods;
  if (methods.empty()) methods = ScanOptions().methods;
  if (!flags.rate.empty()) {
    // Of several methods, those that have a rate; if none has, the first one says so.
    const bool any = std::ranges::any_of(methods, HasRate);
    for (std::string& method : methods) {
      if (!any || HasRate(method)) AddParameter("rate=" + flags.rate, &method);
    }
  }
  std::string ignored;
  for (const char* word : {"case", "markup", "space"}) {
    if (std::ranges::find(flags.ignored, word) != flags.ignored.end())
      ignored += (ignored.empty() ? "" : "+") + std::string(word);
  }
  if (!ignored.empty()) {
    for (std::string& method : methods) AddParameter("ignore=" + ignored, &method);
  }
  if (flags.raw) {
    for (std::string& method : methods) AddParameter("text=raw", &method);
  }
  if (flags.rate.empty() && ignored.empty() && !flags.raw) return flags.methods;
  return methods;
}

std::vector<std::string> MethodsToMatch(const MethodFlags& flags) {
  if (flags.coarse && flags.fine) {
    throw Error(ErrorKind::kUsage, "one pass is reported, not both", "--coarse --fine",
                "give one of them; 'kindred scan --coarse --fine' makes the marks of both");
  }
  return MethodsOf(flags);
}

}  // namespace kindred::cli
