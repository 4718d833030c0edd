// The command list itself, in the order of the help.
#include "commands.h"

#include "completions.h"
#include "flags.h"

namespace kindred::cli {

namespace {

std::vector<Command> MakeCommands() {
  return {
      {.name = "find",
       .operands = "PATH...",
       .summary = "Find the similar files of a tree",
       .text = "Brings the index up to date with the PATHs, then reports the sets of identical files, the "
               "clusters of files connected by similarity, and for each file the group of files similar to "
               "it. Only files that are new or changed are read.",
       .examples = {{"Everything similar below a directory", "kindred find /usr/share/doc"},
                    {"Only what is almost the same, as JSON lines", "kindred find --min 90% --format json ."},
                    {"C files only, with every pair", "kindred find --include '*.c' --pairs src"},
                    {"Exact shares, proved by reading", "kindred find --verify --pairs ."},
                    {"Disk images, too, by their tallies", "kindred find --near --mark-up-to 1G /srv"},
                    {"A page for the browser, with a picture of each cluster",
                     "kindred find --format html -o report.html ."},
                    {"Names from another program", "git ls-files -z | kindred find --files-from - -0"}},
       .flag_sets = kWalkFlags | kTypeFlags | kMethodFlags | kMarkFlags | kMatchFlags | kFindFlags |
                    kNearFlags | kVerifyFlags | kRescanFlags | kListFlags | kReportFlags | kIndexFlags |
                    kRunFlags | kMessageFlags | kApplyFlags | kPoolFlags | kKeyFlags | kTraceFlags |
                    kCommonFlags,
       .more_formats = {"xlsx", "html", "dot"},
       .run = RunFind},
      {.name = "query",
       .operands = "FILE...",
       .summary = "List the files of the index similar to FILE",
       .text =
           "Reads each FILE (- is standard input) and lists the files of the index that are similar to "
           "it. FILE need not be in the index, and the files of the index are not read (but with --verify): "
           "they may be on a disk that is away.",
       .examples = {{"Where does this text stand?", "kindred query draft.txt"},
                    {"From a pipe, and tell by the exit code",
                     "git show HEAD:notes.md | kindred query --exit-code -"}},
       .flag_sets = kTypeFlags | kMethodFlags | kMatchFlags | kVerifyFlags | kListFlags | kReportFlags |
                    kIndexFlags | kMessageFlags | kApplyFlags | kPoolFlags | kKeyFlags | kTraceFlags |
                    kCommonFlags,
       .more_formats = {"xlsx", "html"},
       .run = RunQuery},
      {.name = "compare",
       .operands = "A B | --find-similar-directories PATH...",
       .summary = "Compare two directories by content",
       .text =
           "Tells what became of each file between the directories A and B: identical at the same place, "
           "moved, changed, containing or contained in a file of the other side, or only there. Contents "
           "decide, names only between equals. First comes the answer to: is all of A somewhere in B? With "
           "--exit-code it is also the exit code: 0 is yes, 1 is no, 3 is that it cannot be told. Hidden and "
           "empty files count, too. If one lies inside the other, its files are not counted there. A and B "
           "may also be files.",
       .examples = {{"Two releases", "kindred compare package-1.0 package-1.1"},
                    {"May this old copy go?", "kindred compare --exit-code old/photos /srv/photos"},
                    {"Exact shares, as JSON lines", "kindred compare --verify --format json a b"},
                    {"Which directories are similar?", "kindred compare --find-similar-directories ~"}},
       .flag_sets = kWalkFlags | kMethodFlags | kMatchFlags | kCompareFlags | kVerifyFlags | kListFlags |
                    kReportFlags | kIndexFlags | kRunFlags | kMessageFlags | kApplyFlags | kTraceFlags |
                    kCommonFlags,
       .more_formats = {"xlsx", "html"},
       .run = RunCompare},
      {.name = "spans",
       .operands = "PATH... | A B",
       .summary = "List the exact runs that stand in several places",
       .text =
           "Finds the runs of bytes that stand in several places of the PATHs, in different files or twice "
           "in one, and proves each by reading it: longest first, with all its places. Of two files A and B "
           "it tells also exactly how much of each stands in the other; these need no index.",
       .examples = {{"What two releases have in common", "kindred spans old/ new/"},
                    {"Exactly what two files share", "kindred spans draft.txt final.txt"},
                    {"Nothing of 100 bytes or more may be missed", "kindred spans --every-run 100 src"},
                    {"Also shifted by bits", "kindred spans --bits firmware.bin image.bin"}},
       .flag_sets = kWalkFlags | kTypeFlags | kMethodFlags | kRescanFlags | kRunsFlags | kSpanFlags |
                    kListFlags | kReportFlags | kIndexFlags | kRunFlags | kMessageFlags | kTraceFlags |
                    kCommonFlags,
       .more_formats = {"xlsx", "html"},
       .run = RunSpans},
      {.name = "show",
       .operands = "A B",
       .summary = "Show two files side by side, shared runs marked",
       .text =
           "Shows the files A and B side by side. Runs that stand in both have the same number and colour "
           "on both sides; what is not shared is folded. Text has line numbers, other files are shown in "
           "hex. Needs no index; - is standard input.",
       .examples = {{"Two versions", "kindred show draft.txt final.txt"},
                    {"All of it, in a pager", "kindred show --color always --context all a.c b.c | less -R"}},
       .flag_sets =
           kRunsFlags | kShowFlags | kReportFlags | kRunFlags | kMessageFlags | kTraceFlags | kCommonFlags,
       .run = RunShow},
      {.name = "near",
       .operands = "PATH... | FILE",
       .summary = "Find files with nearly the same counts of tags (SimHash)",
       .text =
           "Counts 16 patterns of bits in each file, keeps the counts in a database, and reports the files "
           "whose counts are nearly the same: whole files that differ by a few percent, in whatever order. "
           "PATHs are compared among each other; a single FILE is compared with all tallies of the database. "
           "Only files that are new or changed are read. For parts of files, and for proof, use find.",
       .examples = {{"All near files of a tree", "kindred near ~/photos"},
                    {"What is near this file?", "kindred near report.doc"},
                    {"Closer, and without the false positives", "kindred near --tolerance 0.2% --verify ."},
                    {"In a team's database", "kindred near --database postgresql://me@db/files /srv"}},
       .flag_sets = kWalkFlags | kNearFlags | kVerifyFlags | kListFlags | kReportFlags | kIndexFlags |
                    kRunFlags | kMessageFlags | kCommonFlags,
       .more_formats = {"xlsx", "html"},
       .run = RunNear},
      {.name = "scan",
       .operands = "PATH...",
       .summary = "Bring the index up to date, and tell what changed",
       .text = "Reads the files below the PATHs that are new or changed since the last scan, forgets those "
               "that are gone, and reports what changed.",
       .examples = {{"Every night", "kindred scan --quiet /home /srv"},
                    {"Marks of two methods in one index",
                     "kindred scan --method fingerprints --method chunks /srv"}},
       .flag_sets = kWalkFlags | kMethodFlags | kMarkFlags | kReportFlags | kIndexFlags | kRunFlags |
                    kMessageFlags | kCommonFlags,
       .run = RunScan},
      {.name = "anchors learn",
       .operands = "PATH...",
       .summary = "Choose anchors for texts of one kind",
       .text = "Chooses strings that are common, but not too common, in the text files below the PATHs, so "
               "that they lie as evenly as possible, and writes them to the file that -o names: a set for "
               "--method anchors:set=FILE. The report tells how evenly they lie in texts that they were not "
               "chosen from, and goes to standard output.",
       .examples = {{"For a collection of articles", "kindred anchors learn articles -o articles.anchors"},
                    {"Fewer, for large files", "kindred anchors learn --every 64 books -o books.anchors"}},
       .flag_sets =
           kWalkFlags | kLearnFlags | kNameFlags | kReportFlags | kRunFlags | kMessageFlags | kCommonFlags,
       .run = RunAnchorsLearn},
      {.name = "template add",
       .operands = "[PATH...]",
       .summary = "Ignore boilerplate from now on",
       .text = "Makes a template of what the files of a cluster have in common, of a file or of parts of it. "
               "Its keys are ignored from then on, and files count only for the rest of them; no file is "
               "read again. Without PATH the whole index is looked at; a cluster is found with the PATHs and "
               "flags of the find that reported it. PATHs with --share alone take what these files have in "
               "common.",
       .examples = {{"What would happen?", "kindred template add --cluster 1a2b3c4d --name frame --preview"},
                    {"What nine of ten files have in common",
                     "kindred template add --cluster 1a2b3c4d --share 90% --name frame"},
                    {"A licence", "kindred template add --file COPYING --name licence"},
                    {"The head of a page", "kindred template add --span page.html:0+2400 --name head"}},
       .flag_sets = kTemplateFlags | kShareFlags | kNameFlags | kWalkFlags | kTypeFlags | kMethodFlags |
                    kMatchFlags | kApplyFlags | kListFlags | kReportFlags | kIndexFlags | kRunFlags |
                    kMessageFlags | kCommonFlags,
       .run = RunTemplateAdd},
      {.name = "template list",
       .operands = "",
       .summary = "List the templates of an index",
       .text = "Lists the templates with where they came from, their keys, and how many files have them.",
       .examples = {{"All of them", "kindred template list"}},
       .flag_sets = kReportFlags | kIndexFlags | kCommonFlags,
       .run = RunTemplateList},
      {.name = "template show",
       .operands = "NAME",
       .summary = "Show a template with an example of its text",
       .text = "Shows a template, and the longest piece of it that stands in one of the files.",
       .examples = {{"What is it?", "kindred template show frame"}},
       .flag_sets = kReportFlags | kIndexFlags | kCommonFlags,
       .run = RunTemplateShow},
      {.name = "template remove",
       .operands = "NAME",
       .summary = "Forget a template",
       .text = "Removes a template. What it left out counts again, without a scan.",
       .examples = {{"It was a mistake", "kindred template remove frame"}},
       .flag_sets = kIndexFlags | kCommonFlags,
       .run = RunTemplateRemove},
      {.name = "template suggest",
       .operands = "[PATH...]",
       .summary = "Propose templates",
       .text = "Looks for keys that many files of one directory, suffix, type or cluster have in common, "
               "and proposes them as templates, with an example of the text and the command that adds each. "
               "What would take out most and leave most comes first.",
       .examples = {{"In the whole index", "kindred template suggest"},
                    {"In one tree", "kindred template suggest --share 80% docs"}},
       .flag_sets = kShareFlags | kSuggestFlags | kWalkFlags | kTypeFlags | kMethodFlags | kMatchFlags |
                    kApplyFlags | kListFlags | kReportFlags | kIndexFlags | kRunFlags | kMessageFlags |
                    kCommonFlags,
       .run = RunTemplateSuggest},
      {.name = "index export",
       .operands = "[PATH...]",
       .summary = "Write a pool: what others need to compare",
       .text = "Writes the marks, sizes and names of the index's files (or of those below the PATHs) to the "
               "file that -o names, so that others can compare their files with them without seeing any. The "
               "report goes to standard output.",
       .examples = {{"For a colleague", "kindred index export -o ours.kindred"},
                    {"Without names, and only for who has the key",
                     "kindred index export --anonymous --key-file secret -o ours.kindred"}},
       .flag_sets = kExportFlags | kKeyFlags | kWalkFlags | kMethodFlags | kReportFlags | kIndexFlags |
                    kMessageFlags | kCommonFlags,
       .run = RunIndexExport},
      {.name = "index stats",
       .operands = "",
       .summary = "Tell what an index holds",
       .text = "Counts the files, contents and marks of an index, and the bytes it takes.",
       .examples = {{"The default index", "kindred index stats"}},
       .flag_sets = kReportFlags | kIndexFlags | kCommonFlags,
       .run = RunIndexStats},
      {.name = "index check",
       .operands = "",
       .summary = "Read all of an index and verify it",
       .text = "Reads every block of the index, verifies its checksum, and compares what must agree. Each "
               "problem is reported with file and offset; then the exit code is 4.",
       .examples = {{"After a disk gave errors", "kindred index check"}},
       .flag_sets = kReportFlags | kIndexFlags | kCommonFlags,
       .run = RunIndexCheck},
      {.name = "index forget",
       .operands = "PATH...",
       .summary = "Remove paths from an index",
       .text = "Removes everything at or below each PATH from the index. The files themselves are not "
               "touched.",
       .examples = {{"A disk that will not come back", "kindred index forget /media/old"}},
       .flag_sets = kIndexFlags | kCommonFlags,
       .run = RunIndexForget},
      {.name = "man",
       .operands = "",
       .summary = "Print the manual page",
       .text = "Prints the manual page, for man to show or to install.",
       .examples = {{"Read it", "kindred man | man -l -"}},
       .flag_sets = kCommonFlags,
       .run = RunMan},
      {.name = "completions",
       .operands = "SHELL",
       .summary = "Print completions for a shell",
       .text = "Prints a completion script for bash, zsh or fish.",
       .examples = {{"For this session of bash", "source <(kindred completions bash)"}},
       .flag_sets = kCommonFlags,
       .operand_values = CompletionShells(),
       .run = RunCompletions},
      {.name = "help",
       .operands = "[COMMAND]",
       .summary = "Show help for a command",
       .text = "Shows what a command does, with its flags and examples.",
       .examples = {{"All about find", "kindred help find"}},
       .flag_sets = kCommonFlags,
       .run = RunHelp},
  };
}

}  // namespace

const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = MakeCommands();
  return commands;
}

const std::vector<Family>& Families() {
  static const std::vector<Family> families = {
      {"index", "Look after an index: export, stats, check, forget"},
      {"anchors", "Sets of anchors: learn"},
      {"template", "Boilerplate to ignore: add, list, show, remove, suggest"}};
  return families;
}

const Command* FindCommand(const std::string& name) {
  for (const Command& command : Commands()) {
    if (name == command.name) return &command;
  }
  return nullptr;
}

std::vector<std::string> FormatsOf(const Command& command) {
  std::vector<std::string> formats = {"text", "json", "csv"};
  formats.insert(formats.end(), command.more_formats.begin(), command.more_formats.end());
  return formats;
}

}  // namespace kindred::cli
