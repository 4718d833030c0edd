// kindred anchors learn: chooses an anchor set. The set goes to -o FILE, the report to standard output.
#include "commands.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "output.h"
#include "run.h"

namespace kindred::cli {

namespace {

// "sets/my articles.anchors" to "my-articles".
std::string NameFromFile(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  name = name.substr(0, name.rfind('.'));
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!plain) c = '-';
  }
  return name.empty() ? LearnOptions().name : name;
}

}  // namespace

int RunAnchorsLearn(const Arguments& arguments) {
  if (arguments.output.empty()) {
    throw Error(ErrorKind::kUsage, "no FILE for the anchors", "-o",
                "try 'kindred anchors learn PATH -o my.anchors'");
  }
  LearnOptions options;
  options.walk = WalkFor(arguments, "kindred anchors learn DIRECTORY -o my.anchors");
  options.name = arguments.set_name.empty() ? NameFromFile(arguments.output) : arguments.set_name;
  options.every = arguments.every;
  options.run = arguments.run;

  Output set(arguments.output);
  Arguments for_report = arguments;
  for_report.output.clear();
  Run run(for_report);
  set.stream() << LearnAnchors(options, run.sink(), run.observer());
  set.Commit();
  return run.Finish();
}

}  // namespace kindred::cli
