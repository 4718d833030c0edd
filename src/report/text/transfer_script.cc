// sh: the plan of a transfer as a script of bash. rsync finds what two versions of a file have in common only
// if the old one has the name of the new one; so on the other machine the base of each file is copied to that
// name first, and then rsync sends what differs. The script copies what is there already in the same way, so
// that in the end the directory on the other machine is A.
//
// Nothing is taken on trust: the pool may be old. rsync compares the checksums of all files (-c) and sends
// whatever a copy does not have. Nothing outside of the target directory is changed there, and nothing is
// removed.
//
// Names are quoted as bash reads them (QuotePath), each on a separate line with a word in front, so that no
// name can end the list. Tested end to end by tests/cli/compare_with_script.sh.
#include <fmt/format.h>

#include <optional>
#include <ostream>
#include <string>

#include "kindred/error.h"
#include "model/entry.h"
#include "report/formats/formats.h"
#include "report/wording/number_text.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

namespace {

constexpr char kBegin[] = R"(set -euo pipefail
if [[ $# == 0 || -z $1 ]]; then
  echo "usage: bash $0 [USER@HOST:]DIRECTORY [OPTION OF RSYNC...]" >&2
  exit 2
fi
target=$1
shift
host=
directory=$target
if [[ $target != /* && $target != .* && $target == *:* ]]; then
  host=${target%%:*}
  directory=${target#*:}
fi
there() { if [[ -n $host ]]; then ssh -- "$host" bash -s; else bash -s; fi; }
name() { printf './%s\0' "$1"; }
)";

constexpr char kCopies[] = R"(
# On the other machine: copies of what is there, unless a file of that name exists.
{
  printf 'to=%q\n' "${directory:-.}"
  cat <<'END_OF_COPIES'
set -euo pipefail
copy() {
  if [[ -e $to/$2 || -L $to/$2 || ! -f $1 ]]; then return; fi
  if [[ $2 == */* ]]; then mkdir -p -- "$to/${2%/*}"; fi
  cp -n --reflink=auto -- "$1" "$to/$2"
}
mkdir -p -- "$to"
)";

constexpr char kSend[] = R"(
# From here: what the copies do not have.
{
  :
)";

constexpr char kEnd[] = R"(} | rsync -acs --no-whole-file --from0 --files-from=- "$@" -- ./ "$target/"
)";

class TransferScript : public Report {
 public:
  TransferScript(const ReportOptions&, std::ostream& stream) : stream_(stream) {}

  bool On(const Record& record) override {
    if (const auto* comparison = record.As<TreeComparison>()) compared_ = *comparison;
    if (const auto* plan = record.As<TransferPlan>()) plan_ = *plan;
    if (const auto* line = record.As<FileRelation>()) Write(*line);
    return true;
  }

  void End() override {
    if (!plan_) throw Error(ErrorKind::kUsage, "there is no transfer to write a script for");
    WriteHead();
    stream_ << kBegin << "cd -- " << QuotePath(plan_->from) << "\n";
    stream_ << kCopies << copies_ << "END_OF_COPIES\n} | there\n";
    stream_ << kSend << names_ << kEnd;
    EndStream(stream_);
  }

 private:
  void WriteHead() {
    auto row = [&](const char* what, std::uint64_t files, std::uint64_t bytes, const std::string& how) {
      stream_ << fmt::format("#   {:<9} {}, {}{}\n", what, Counted(files, "file"), SizeText(bytes), how);
    };
    stream_ << "#!/bin/bash\n# Written by Kindred " << compared_.version
            << ": sends a directory to another machine, without the bytes that are there.\n";
    stream_ << "#   from      " << QuotePath(plan_->from) << "\n";
    stream_ << "#   pool      " << QuotePath(compared_.b.root) << "\n";
    row("there", plan_->there_files, plan_->there_bytes,
        plan_->anonymous ? ": left out, since the pool has no names" : ": copied on that machine");
    row("as delta", plan_->delta_files, plan_->delta_bytes,
        fmt::format(": about {} of it is new", SizeText(plan_->delta_new_bytes)));
    row("whole", plan_->whole_files, plan_->whole_bytes, "");
    stream_ << "# Usage: bash THIS-FILE [USER@HOST:]DIRECTORY [OPTION OF RSYNC...]\n"
               "# The files are in DIRECTORY then, under the names that they have here. Nothing else is "
               "changed there.\n"
               "# Directories without files, links and special files are not sent: rsync -a does that, "
               "afterwards.\n";
  }

  void Write(const FileRelation& line) {
    const std::string name = QuotePath(NameOf(line));
    if (line.send == Sending::kNone && plan_->anonymous) return;
    if (line.send == Sending::kNone || line.send == Sending::kDelta)
      copies_ += fmt::format("copy {} {}\n", QuotePath(BaseOf(line)), name);
    names_ += fmt::format("  name {}\n", name);
  }

  // Below the directory of A, also if A is a file.
  std::string NameOf(const FileRelation& line) const {
    const std::string& root = compared_.a.root;
    const std::string prefix = root.ends_with('/') ? root : root + '/';
    if (line.a.starts_with(prefix)) return line.a.substr(prefix.size());
    return std::string(BaseName(line.a));
  }
  // On the other machine.
  std::string BaseOf(const FileRelation& line) const { return line.b.substr(plan_->pool.size() + 1); }

  std::ostream& stream_;
  TreeComparison compared_;
  std::optional<TransferPlan> plan_;
  std::string copies_;
  std::string names_;
};

}  // namespace

std::unique_ptr<Report> MakeTransferScript(const ReportOptions& options, std::ostream& stream) {
  return std::make_unique<TransferScript>(options, stream);
}

}  // namespace kindred::report
