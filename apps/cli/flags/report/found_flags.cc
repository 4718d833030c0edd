// See found_flags.h.
#include "flags/report/found_flags.h"

#include "flags/flag_values.h"

namespace kindred::cli {

namespace {

std::vector<std::string> FamilyShapes() { return {"centre", "connected"}; }

}  // namespace

FlagTable<FoundFlags> FoundFlags::Table() {
  return InSection<FoundFlags>(
      {"What find does"},
      {{.name = "directories",
        .help = "Also list the pairs of similar directories.",
        .apply = [](FoundFlags& to, Text, Text) { to.directories = true; }},
       {.name = "sets",
        .help = "Also list the interesting sets: the largest sets of files that all share --min-shared "
                "marks.",
        .apply = [](FoundFlags& to, Text, Text) { to.sets = true; }},
       {.name = "pairs",
        .help = "Also list the pairs of similar files: by name, or with --limit the strongest first.",
        .apply = [](FoundFlags& to, Text, Text) { to.pairs = true; }},
       {.name = "families",
        .value = "HOW",
        .help = "What a family is: files that are similar to one of them, and their versions (centre), or "
                "all files that pairs connect, directly or through others (connected).",
        .default_text = "centre",
        .values = FamilyShapes(),
        .apply =
            [](FoundFlags& to, Text flag, Text value) {
              constexpr FamilyShape kAll[] = {FamilyShape::kAroundCentre, FamilyShape::kConnected};
              to.families = kAll[ParseChoice(flag, value, FamilyShapes())];
            }},
       {.name = "near",
        .help = "Also compare, by tallies, the files that marks cannot judge: those with too few marks, "
                "and those above --mark-up-to. Near files are listed in a separate section; --tolerance "
                "and the other flags of near apply to it.",
        .apply = [](FoundFlags& to, Text, Text) { to.near = true; }},
       {.name = "decided",
        .help = "Also list what is fully decided (kindred review).",
        .apply = [](FoundFlags& to, Text, Text) { to.decided = true; }}});
}

}  // namespace kindred::cli
