// See show_flags.h.
#include "flags/report/show_flags.h"

#include "flags/flag_values.h"

namespace kindred::cli {

namespace {

std::vector<std::string> Lists() {
  return {"identical", "folders", "families", "contained",  "inside",
          "groups",    "pairs",   "sets",     "boilerplate"};
}
std::vector<std::string> Orders() { return {"value", "size", "newest", "files", "similarity"}; }

void Show(std::size_t list, ShowFlags* to) {
  FindSections& sections = to->sections;
  // In the order of Lists().
  switch (list) {
    case 0:
      sections.identical = true;
      break;
    case 1:
      sections.folders = to->directories = true;
      break;
    case 2:
      sections.families = true;
      break;
    case 3:
      sections.contained = true;
      break;
    case 4:
      sections.inside = true;
      break;
    case 5:
      sections.groups = true;
      break;
    case 6:
      to->pairs = true;
      break;
    case 7:
      to->sets = true;
      break;
    default:
      to->boilerplate = true;
  }
}

}  // namespace

FlagTable<ShowFlags> ShowFlags::Table() {
  return InSection<ShowFlags>(
      {"What find shows"},
      {{.name = "show",
        .value = "LIST,...",
        .help = "Only these lists, in full: identical, folders (copied ones, and pairs of similar ones), "
                "families (versions of one another), contained, inside (equal parts of files), groups (as in "
                "sif: a file and all files similar to it), pairs, sets, boilerplate (what templates could "
                "leave out).",
        .default_text = "text: an overview; html and xlsx: identical, folders, families, contained, inside; "
                        "json and csv: identical, inside, families, groups",
        .values = Lists(),
        .apply =
            [](ShowFlags& to, Text flag, Text value) {
              to.given = true;
              for (const std::string& list : ParseNames(flag, value, "identical,families"))
                Show(ParseChoice(flag, list, Lists()), &to);
            }},
       {.name = "sort",
        .value = "ORDER",
        .help = "What comes first in these lists: value (bytes that can be freed, that a family has, or that "
                "a pair shares), size (of a file), newest, files (how many), similarity.",
        .default_text = "value; pairs: by name, or with --limit by similarity",
        .values = Orders(),
        .apply = [](ShowFlags& to, Text flag, Text value) {
          to.order = static_cast<FindOrder>(ParseChoice(flag, value, Orders()));
        }}});
}

bool IsOverview(const ShowFlags& show, const ListFlags& list, const ReportFlags& report) {
  return report.format == "text" && !show.given && !list.limit;
}

FindSections SectionsOf(const ShowFlags& show, const ReportFlags& report) {
  if (show.given) return show.sections;
  FindSections sections;
  const bool for_people = report.format == "text" || report.format == "html" || report.format == "xlsx";
  sections.folders = sections.contained = for_people;
  // They repeat the families, file by file. A workbook is sorted and filtered, so it has them.
  sections.groups = !for_people || report.format == "xlsx";
  return sections;
}

}  // namespace kindred::cli
