// See match_flags.h.
#include "flags/matching/match_flags.h"

#include <fmt/format.h>

#include "flags/flag_values.h"
#include "kindred/error.h"

namespace kindred::cli {

namespace {

std::vector<std::string> Measures() { return {"containment", "both", "resemblance", "of-reference"}; }

}  // namespace

FlagTable<MatchFlags> MatchFlags::Table() {
  return InSection<MatchFlags>(
      kMatchSection,
      {{.name = "min",
        .value = "SHARE",
        .help = "Least similarity to report: 25%, 25 or 0.25.",
        .default_text = "25%",
        .apply = [](MatchFlags& to, Text flag, Text value) { to.options.minimum = ParseShare(flag, value); }},
       {.name = "run",
        .value = "N",
        .help = "Least length of a shared run that counts in a share, in bytes; 32 or more.",
        .default_text = "50",
        .apply =
            [](MatchFlags& to, Text flag, Text value) {
              constexpr std::uint64_t kShortest = 32, kLongest = 4096;
              to.options.run = ParseCount(flag, value);
              if (to.options.run < kShortest || to.options.run > kLongest)
                throw Error(ErrorKind::kUsage, fmt::format("{} is out of range", value), flag,
                            "give a number from 32 to 4096");
            }},
       {.name = "measure",
        .value = "MEASURE",
        .help = "What similarity means: containment (the larger of the two shares), both (the smaller), "
                "resemblance (shared / union), or of-reference (in groups the share of the reference, "
                "otherwise like containment).",
        .default_text = "containment",
        .values = Measures(),
        .apply =
            [](MatchFlags& to, Text flag, Text value) {
              constexpr Measure kAll[] = {Measure::kContainment, Measure::kBoth, Measure::kResemblance,
                                          Measure::kOfReference};
              to.options.measure = kAll[ParseChoice(flag, value, Measures())];
            }},
       {.name = "margin",
        .value = "N",
        .help = "Read pairs that could reach --min if their estimate were off by N standard errors; with "
                "--estimate, list them in --pairs. 0 judges by the estimate itself. Groups and families are "
                "made of pairs that reach --min.",
        .default_text = "3",
        .apply = [](MatchFlags& to, Text flag, Text value) { to.options.margin = ParseMargin(flag, value); }},
       {.name = "min-shared",
        .value = "N",
        .help = "Least number of marks that two files must share.",
        .default_text = "1; with --estimate 3, or 1 chunk",
        .apply = [](MatchFlags& to, Text flag,
                    Text value) { to.options.min_shared = ParseCount(flag, value); }},
       {.name = "same-suffix",
        .help = "Compare only files with the same suffix.",
        .apply = [](MatchFlags& to, Text, Text) { to.options.same_suffix = true; }},
       {.name = "size-ratio",
        .value = "RATIO",
        .help = "The smaller file must have at least this share of the larger one's size.",
        .default_text = "0",
        .apply = [](MatchFlags& to, Text flag,
                    Text value) { to.options.size_ratio = ParseShare(flag, value); }},
       {.name = "types",
        .value = "HOW",
        .help = "Compare text files and other files separately (apart) or with each other (together).",
        .default_text = "apart",
        .values = {"apart", "together"},
        .apply =
            [](MatchFlags& to, Text flag, Text value) {
              to.options.types_together = ParseChoice(flag, value, {"apart", "together"}) == 1;
            }},
       {.name = "max-degree",
        .value = "N",
        .help =
            "A mark that occurs in more than N files, or in more than this percentage of them (5%), proposes "
            "no pairs, but counts in pairs that other marks propose; 0: as high as the work budget allows.",
        .default_text = "0",
        .apply =
            [](MatchFlags& to, Text flag, Text value) {
              if (std::string(value).ends_with('%')) {
                to.options.max_degree_share = ParseShare(flag, value);
              } else {
                to.options.max_degree = ParseCount(flag, value);
              }
            }},
       {.name = "count",
        .value = "HOW",
        .help = "How often a shared mark counts: once for each time it occurs in the file, or (multiset, as "
                "in sif) as often as it occurs in the other file, so that shares may exceed 100%.",
        .default_text = "once",
        .values = {"once", "multiset"},
        .apply =
            [](MatchFlags& to, Text flag, Text value) {
              const bool multiset = ParseChoice(flag, value, {"once", "multiset"}) == 1;
              to.options.count = multiset ? Count::kMultiset : Count::kOnce;
            }},
       {.name = "filter",
        .value = "EXPRESSION",
        .help = "Only pairs for which EXPRESSION is true, such as 'a.suffix == b.suffix and size > 10K'; "
                "see docs/using/types.md.",
        .apply = [](MatchFlags& to, Text, Text value) { to.options.filter = value.empty() ? " " : value; }},
       {.name = "filter-command",
        .value = "COMMAND",
        .help = "Only pairs that COMMAND accepts: it reads a JSON line for each pair and answers each with a "
                "line, yes or no.",
        .apply = [](MatchFlags& to, Text, Text value) { to.options.filter_command = value; }},
       {.name = "filter-timeout",
        .value = "SECONDS",
        .help = "Stop COMMAND and the run if it neither reads nor answers for this long.",
        .default_text = "300",
        .apply = [](MatchFlags& to, Text flag,
                    Text value) { to.options.filter_timeout = ParseCount(flag, value); }},
       {.section = kTemplatesSection,
        .name = "no-templates",
        .help = "Compare whole files, including what the templates of the index leave out.",
        .apply = [](MatchFlags& to, Text, Text) { to.options.templates = false; }}});
}

FlagTable<VerifyFlags> VerifyFlags::Table() {
  return InSection<VerifyFlags>(
      kVerifySection,
      {{.name = "verify",
        .help = "Read both files of each pair again and report exactly what they share, in runs of 50 bytes "
                "or more; pairs that fall below --min are dropped and counted.",
        .apply = [](VerifyFlags& to, Text, Text) { to.verify = true; }}});
}

FlagTable<MeasureFlags> MeasureFlags::Table() {
  return InSection<MeasureFlags>(
      kVerifySection,
      {{.name = "verify",
        .help = "Read both files of each pair again and report exactly what they share, in runs of 50 bytes "
                "or more; pairs that fall below --min are dropped and counted.",
        .apply = [](MeasureFlags& to, Text, Text) { to.verify = true; }},
       {.name = "estimate",
        .help = "Do not read files to measure pairs: shares are estimated from marks and shown with a ~. "
                "Without it, pairs whose estimate is not precise enough are read, within a budget.",
        .apply = [](MeasureFlags& to, Text, Text) { to.estimate = true; }}});
}

}  // namespace kindred::cli
