// kindred order: the files of a tree in an order in which similar ones are neighbours, for archives.
#include <fmt/format.h>

#include <optional>

#include "command/command.h"
#include "flags/flag_values.h"
#include "flags/matching/method_flags.h"
#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/index_flags.h"
#include "flags/tree/rescan_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "terminal/index_directory.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

struct OrderFlags {
  bool for_tar = false;
  std::string trial_command;

  WalkFlags walk;
  TypeFlags type;
  MethodFlags method;
  RescanFlags rescan;
  IndexFlags index;
  RunFlags run;
  ReportFlags report;
  MessageFlags messages;
  TraceFlags trace;

  static FlagTable<OrderFlags> Table();
};

FlagTable<OrderFlags> OrderFlags::Table() {
  return Join(
      InSection<OrderFlags>(
          {"What order does"},
          {{.name = "for",
            .value = "USE",
            .help = "What the list is for: names, one per line (with -0: each ends with NUL), or tar, which "
                    "implies -0 and shows the command that makes the archive.",
            .default_text = "names",
            .values = {"names", "tar"},
            .apply =
                [](OrderFlags& to, Text flag, Text value) {
                  to.for_tar = ParseChoice(flag, value, {"names", "tar"}) == 1;
                }},
           {.name = "measure-with",
            .value = "COMMAND",
            .help = "Compress all files with COMMAND, such as 'xz -6', three times: sorted by name, by "
                    "suffix and in this order, and report the three output sizes.",
            .apply =
                [](OrderFlags& to, Text flag, Text value) {
                  if (value.empty())
                    throw Error(ErrorKind::kUsage, "needs a command", flag, "for instance 'xz -6'");
                  to.trial_command = value;
                }}}),
      &OrderFlags::walk, &OrderFlags::type, &OrderFlags::method, &OrderFlags::rescan, &OrderFlags::index,
      &OrderFlags::run, &OrderFlags::report, &OrderFlags::messages, &OrderFlags::trace);
}

// "12% smaller than by name"; a single order may also be the worse one.
std::string Against(std::uint64_t size, std::uint64_t other, const char* name) {
  if (size == other || other == 0) return fmt::format("as much as {}", name);
  const double part = static_cast<double>(size) / static_cast<double>(other);
  return part < 1 ? fmt::format("{:.1f}% less than {}", 100 * (1 - part), name)
                  : fmt::format("{:.1f}% more than {}", 100 * (part - 1), name);
}

void TellOrder(const OrderSummary& order, bool for_tar) {
  Tell(fmt::format(
      "{} files, {}; an estimated {} of it occurs in an earlier file; {} stretches of similar files, "
      "{} in all",
      CountText(order.files), SizeText(order.bytes), SizeText(order.shared_bytes), CountText(order.stretches),
      CountText(order.stretch_files)));
  if (order.unread > 0)
    Tell(fmt::format("{} files that were not read are at the end of the list", CountText(order.unread)));
  if (const OrderSummary::Trial& trial = order.trial; !trial.command.empty()) {
    Tell(fmt::format("{} makes {} bytes by name, {} by suffix, {} in this order: {}, {}", trial.command,
                     CountText(trial.by_name), CountText(trial.by_suffix), CountText(trial.in_order),
                     Against(trial.in_order, trial.by_name, "by name"),
                     Against(trial.in_order, trial.by_suffix, "by suffix")));
  }
  if (!for_tar) return;
  std::string roots;
  for (const std::string& root : order.roots) roots += " " + QuotePath(root);
  Tell("the list is for: tar --null --no-recursion -T - -cf archive.tar");
  Tell(fmt::format(
      "with directories and links: {{ find{} ! -type f -print0; kindred order --for tar{}; }} | tar --null "
      "--no-recursion -T - -cf archive.tar",
      roots, roots));
}

int RunOrder(const OrderFlags& flags, const CommandLine& line) {
  OrderOptions options;
  const WalkOptions all = options.scan.walk;
  options.scan.walk = WalkFor(flags.walk, line.operands, "kindred order DIRECTORY");
  options.scan.walk.hidden = all.hidden;
  if (!flags.walk.size_given) options.scan.walk.min_size = all.min_size;
  if (auto methods = MethodsToMatch(flags.method); !methods.empty()) options.scan.methods = methods;
  options.scan.run = flags.run.options;
  options.rescan = flags.rescan.rescan;
  options.types = flags.type.types;
  options.trial_command = flags.trial_command;

  // Standard output has only the names; everything for people goes to standard error.
  ReportFlags report = flags.report;
  if (report.format == "text") report.format = "names";
  if (flags.for_tar && report.format != "names") {
    throw Error(ErrorKind::kUsage, fmt::format("is a list of names, not {}", report.format), "--for tar",
                "leave --format out");
  }
  Run run({.line = line.text,
           .report = report,
           .messages = flags.messages,
           .trace = flags.trace,
           .null_names = flags.for_tar || flags.walk.null_separated});
  std::optional<OrderSummary> order;
  auto sink = Receive([&](const Record& record) {
    if (const OrderSummary* summary = record.As<OrderSummary>()) order = *summary;
    return run.sink().On(record);
  });
  Index(IndexDirectory(flags.index)).Order(options, sink, run.observer());
  const int status = run.Finish();
  if (order && report.format == "names" && !flags.messages.quiet) TellOrder(*order, flags.for_tar);
  return status;
}

}  // namespace

Command OrderCommand() {
  return {.name = "order",
          .operands = "PATH...",
          .summary = "List files so that similar ones are neighbours",
          .text =
              "Writes the names of all files below the PATHs in an order in which each file follows closely "
              "the file that it shares most with; copies are side by side. An archive in this order is "
              "smaller, because compressors find repeated bytes only within their window (zstd 2 to 8 MB, xz "
              "-6 8 MB, xz -9 64 MB, zstd --long 128 MB). --measure-with measures how much smaller. Hidden "
              "and empty files are listed, too; directories, links and special files are not. Shares are "
              "estimates; the contents of archives are ignored. Figures and sizes go to standard error.",
          .examples = {{"A smaller archive",
                        "kindred order --for tar docs | tar --null --no-recursion -T - -cf - | xz"},
                       {"How much smaller?", "kindred order --measure-with xz docs"},
                       {"Why a file is where it is in the list", "kindred order --format json docs"}},
          .more_formats = {"names"},
          .run = RunOrder};
}

}  // namespace kindred::cli
