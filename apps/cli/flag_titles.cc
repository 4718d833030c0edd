// The headings under which the help and the manual page tell the flags, in their order.
#include "flags.h"

namespace kindred::cli {

const std::vector<FlagSetTitle>& FlagSetTitles() {
  static const std::vector<FlagSetTitle> titles = {
      {kWalkFlags, "Which files"},
      {kMethodFlags, "How files are marked"},
      {kMarkFlags, "Which files are marked"},
      {kMatchFlags, "What is similar"},
      {kFindFlags, "What find does"},
      {kCompareFlags, "What compare does"},
      {kVerifyFlags, "Proof"},
      {kRescanFlags, "The rescan"},
      {kRunsFlags, "Shared runs"},
      {kSpanFlags, "What spans does"},
      {kShowFlags, "The view"},
      {kListFlags, "What is listed"},
      {kReportFlags, "The report"},
      {kIndexFlags, "The index"},
      {kRunFlags, "Resources"},
      {kMessageFlags, "Messages"},
      {kNearFlags, "What is near"},
      {kTypeFlags, "Types of files"},
      {kLearnFlags, "The anchors"},
      {kTemplateFlags, "Where the template comes from"},
      {kShareFlags, "What is common"},
      {kSuggestFlags, "What is looked at"},
      {kNameFlags, "The name"},
      {kApplyFlags, "Templates"},
      {kPoolFlags, "Pools"},
      {kExportFlags, "The pool"},
      {kKeyFlags, "The key"},
      {kTraceFlags, "Diagnostics"},
      {kCommonFlags, "Other"},
  };
  return titles;
}

}  // namespace kindred::cli
