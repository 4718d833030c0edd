// See command.h.
#include "command/command.h"

namespace kindred::cli {

std::vector<Flag> Action::FlagsThrough(const std::vector<Flag>& own, void* (*way)(void*)) {
  std::vector<Flag> flags =
      InSection<Invocation>(kHelpSection, {{.name = "help",
                                            .letter = 'h',
                                            .help = "Show this help.",
                                            .apply = [](Invocation& to, Text, Text) { to.help = true; }}})
          .flags;
  AppendPart(own, way, &flags);
  SortBySection(&flags);
  return flags;
}

std::vector<std::string> FormatsOf(const Command& command) {
  std::vector<std::string> formats = {"text", "json", "csv"};
  formats.insert(formats.end(), command.more_formats.begin(), command.more_formats.end());
  return formats;
}

}  // namespace kindred::cli
