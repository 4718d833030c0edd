// The sections of the help and of the manual page. A section has a title and two sort positions: one for help
// and manual, most wanted first, and one for completions, in whose order values are also checked. Sections
// with equal positions come in the order of the commands.
#pragma once

namespace kindred::cli {

// The default positions are those for the flags that only one command has.
struct Section {
  const char* title = "";
  int in_help = 50;
  int in_completions = 30;
};

// Sections that several commands have, in the order of the help. Gaps leave room for a command's own, such as
// that of spans after the shared runs.
inline constexpr Section kWalkSection{"Which files", 10, 10};
inline constexpr Section kMethodSection{"How files are marked", 20, 150};
inline constexpr Section kMarkSection{"Which files are marked", 30, 190};
inline constexpr Section kInsideSection{"What is inside files", 35, 195};
inline constexpr Section kApplySection{"Applying changes", 37, 25};
inline constexpr Section kMatchSection{"What is similar", 40, 20};
inline constexpr Section kVerifySection{"Proof", 60, 40};
inline constexpr Section kRescanSection{"The rescan", 70, 50};
inline constexpr Section kLengthSection{"Shared runs", 80, 60};
inline constexpr Section kViewSection{"The view", 90, 70};
inline constexpr Section kListSection{"What is listed", 100, 80};
inline constexpr Section kReportSection{"The report", 110, 90};
inline constexpr Section kIndexSection{"The index", 120, 100};
inline constexpr Section kRunSection{"Resources", 130, 110};
inline constexpr Section kMessageSection{"Messages", 140, 120};
inline constexpr Section kNearSection{"What is near", 150, 200};
inline constexpr Section kTypeSection{"Types of files", 160, 160};
inline constexpr Section kNameSection{"The name", 200, 180};
inline constexpr Section kTemplatesSection{"Templates", 210, 240};
inline constexpr Section kPoolSection{"Pools", 220, 250};
inline constexpr Section kKeySection{"The key", 240, 270};
inline constexpr Section kTraceSection{"Diagnostics", 250, 130};
inline constexpr Section kHelpSection{"Other", 260, 140};

}  // namespace kindred::cli
