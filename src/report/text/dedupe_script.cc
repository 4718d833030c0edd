// The plan of dedupe as a shell script: a line for each set, which calls this program for that set alone. It
// never removes a file by itself: each line plans and compares again.
#include <fmt/format.h>

#include <ostream>
#include <span>
#include <string>

#include "kindred/dedupe_values.h"
#include "kindred/sink.h"
#include "model/entry.h"
#include "report/formats/formats.h"

namespace kindred::report {

namespace {

// For `sh`, which has no $'...': a quote ends the text, is written by itself, and begins it anew.
std::string ShellWord(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

// A glob that matches this path and no other.
std::string PatternFor(const std::string& path) {
  std::string pattern;
  for (const char c : path)
    pattern += (std::string_view("*?[\\").find(c) != std::string_view::npos ? "\\" : "") + std::string(1, c);
  return pattern;
}

class Script : public Report {
 public:
  Script(const ReportOptions& options, std::ostream& stream) : options_(options), stream_(stream) {}

  bool On(const Record& record) override {
    if (const auto* summary = record.As<DedupeSummary>()) {
      stream_ << "#!/bin/sh\n# " << OneLineText(options_.command_line)
              << fmt::format(
                     "\n# {} copies in {} sets, {} bytes. Each line compares the bytes again, is journaled, "
                     "and can be undone "
                     "(kindred journal, kindred undo).\n# The exit code is the worst of all lines: 0 done, 3 "
                     "something was left alone, 4 failed.\n",
                     summary->actions, summary->sets, summary->freed)
              << "worst=0\nreplace() {\n  \"${KINDRED:-kindred}\" dedupe --apply --quiet" << FlagsOf(*summary)
              << " \"$@\"\n  code=$?\n"
                 "  if [ $code -gt $worst ]; then worst=$code; fi\n}\n";
    } else if (const auto* set = record.As<DedupeSet>()) {
      Write(*set);
    } else if (const auto* action = record.As<DedupeAction>()) {
      stream_ << "# left alone: " << OneLineText(action->path) << ": " << OneLineText(action->reason) << "\n";
    }
    return true;
  }

  void End() override {
    stream_ << "exit $worst\n";
    EndStream(stream_);
  }

 private:
  // What every line has to ask for, besides what its set needs.
  std::string FlagsOf(const DedupeSummary& summary) const {
    std::string flags = " --index " + ShellWord(Absolute(summary.index));
    if (summary.across_users) flags += " --across-users";
    if (summary.across_permissions) flags += " --across-permissions";
    if (summary.across_attributes) flags += " --across-attributes";
    return flags;
  }

  std::string Absolute(const std::string& path) const {
    return path.starts_with('/') || options_.directory.empty() ? path : options_.directory + "/" + path;
  }

  void Write(const DedupeSet& set) {
    if (set.copies.empty()) return;
    const DedupeAction& first = set.copies.front();
    std::string by(ReplaceByName(first.by));
    if (first.by == ReplaceBy::kMove) {
      // Where the first one goes, without its own name: the script's lines have files as roots.
      for (const DedupeAction& action : set.copies)
        WriteLine(set, "move:" + ParentPath(action.target), {&action, 1});
      return;
    }
    WriteLine(set, by, set.copies);
  }

  void WriteLine(const DedupeSet& set, const std::string& by, std::span<const DedupeAction> copies) {
    const std::string keep = Absolute(set.keep);
    stream_ << "replace --by " << ShellWord(by) << " --keep " << ShellWord(PatternFor(keep)) << " -- "
            << ShellWord(keep);
    for (const DedupeAction& action : copies) stream_ << " " << ShellWord(Absolute(action.path));
    stream_ << "\n";
  }

  ReportOptions options_;
  std::ostream& stream_;
};

}  // namespace

std::unique_ptr<Report> MakeDedupeScript(const ReportOptions& options, std::ostream& stream) {
  return std::make_unique<Script>(options, stream);
}

}  // namespace kindred::report
