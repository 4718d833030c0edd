// kindred extract: prints what is compared inside a file.
#include <sys/stat.h>

#include "command/command.h"
#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/inside_flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "terminal/output.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

struct ExtractFlags {
  std::string member;
  bool list = false;

  InsideFlags inside;
  ReportFlags report;
  MessageFlags messages;

  static FlagTable<ExtractFlags> Table();
};

FlagTable<ExtractFlags> ExtractFlags::Table() {
  return Join(InSection<ExtractFlags>(
                  {.title = "Which part", .in_help = 5, .in_completions = 5},
                  {{.name = "member",
                    .value = "NAME",
                    .help = "Print this part: a member of an archive, text of a document. --list shows the "
                            "names.",
                    .apply = [](ExtractFlags& to, Text, Text value) { to.member = value; }},
                   {.name = "list",
                    .help = "List the parts, even if there is only one.",
                    .apply = [](ExtractFlags& to, Text, Text) { to.list = true; }}}),
              &ExtractFlags::inside, &ExtractFlags::report, &ExtractFlags::messages);
}

// Keeps the list, to see how long it is before anything is printed.
class PartList : public ResultSink {
 public:
  bool On(const Record& record) override {
    if (const auto* summary = record.As<InsideSummary>()) inside = *summary;
    if (const auto* part = record.As<FilePart>()) parts.push_back(*part);
    return true;
  }
  InsideSummary inside;
  std::vector<FilePart> parts;
};

int PrintPart(const std::string& file, const std::string& part, const ExtractFlags& flags, Run& run) {
  Output output(flags.report.output);
  ExtractPart(
      file, part, flags.inside.options, [&](std::string_view bytes) { output.stream() << bytes; },
      run.observer());
  output.Commit();
  return kDone;
}

int RunExtract(const ExtractFlags& flags, const CommandLine& line) {
  if (line.operands.size() != 1)
    throw Error(ErrorKind::kUsage, "one FILE is needed", "", "try 'kindred extract thesis.docx'");
  std::string file = line.operands.front();
  std::string member = flags.member;
  // "a.zip//b.txt", as the other commands take it.
  if (struct stat status; member.empty() && stat(file.c_str(), &status) != 0) {
    if (const std::size_t slashes = file.find("//"); slashes != std::string::npos) {
      member = file.substr(slashes + 2);
      file.resize(slashes);
    }
  }
  ReportFlags elsewhere = flags.report;  // the parts' bytes go where -o says
  if (!member.empty()) {
    elsewhere.output.clear();
    Run run({.line = line.text, .report = elsewhere, .messages = flags.messages});
    return PrintPart(file, member, flags, run);
  }
  PartList found;
  {
    elsewhere.output.clear();
    Run run({.line = line.text, .report = elsewhere, .messages = flags.messages});
    ListParts(file, flags.inside.options, found, run.observer());
    if (found.parts.size() == 1 && !flags.list && flags.report.format == "text")
      return PrintPart(file, found.parts.front().name, flags, run);
  }
  Run run({.line = line.text, .report = flags.report, .messages = flags.messages});
  run.sink().On(found.inside);
  for (const FilePart& part : found.parts) {
    if (!run.sink().On(part)) break;
  }
  if (!found.inside.complete) run.NoteSkip();
  return run.Finish();
}

}  // namespace

Command ExtractCommand() {
  return {
      .name = "extract",
      .operands = "FILE",
      .summary = "Print what is compared in a document or archive",
      .text =
          "Looks inside FILE as find and scan do and prints what they compare: the text of a document, or "
          "the decompressed content. For an archive or a program, which have several parts, it lists the "
          "parts, and with --member prints one. Other commands take a part by its name: FILE//PART.",
      .examples = {{"The text of a document", "kindred extract thesis.docx | less"},
                   {"A file of an archive", "kindred extract --member docs/a.txt backup.zip"},
                   {"List the parts", "kindred extract --list backup.tar.gz"}},
      .run = RunExtract};
}

}  // namespace kindred::cli
