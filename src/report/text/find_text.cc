// See find_text.h.
#include "report/text/find_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "report/text/template_text.h"
#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

// "25% or more of one file in the other (containment)"
std::string ThresholdText(const Summary& summary) {
  std::string share = Percent(summary.minimum) + " or more of ";
  if (summary.measure == "both") return share + "each file in the other (both)";
  if (summary.measure == "of-reference")
    return share + "the reference in each file of a group (of-reference)";
  if (summary.measure == "resemblance") return share + "what the two hold together (resemblance)";
  return share + "one file in the other (containment)";
}

// How the shares are known.
std::string MeasuredSharesText(const Summary& summary) {
  if (!summary.measured) return "estimated (~); --verify reads the files";
  if (!summary.verified && summary.unsettled > 0) {
    return fmt::format(
        "measured by reading, in runs of {} or more; {} beyond the budget {} judged by estimates (~), "
        "--verify reads all",
        Counted(summary.run, "byte"), Counted(summary.unsettled, "candidate"),
        summary.unsettled == 1 ? "is" : "are");
  }
  if (!summary.verified)
    return fmt::format("measured by reading, in runs of {} or more; ~ is an estimate, good to 5 points",
                       Counted(summary.run, "byte"));
  std::string dropped = summary.dropped == 0
                            ? "none was dropped"
                            : fmt::format("{} fell below {} and {} dropped", Counted(summary.dropped, "pair"),
                                          Percent(summary.minimum), summary.dropped == 1 ? "was" : "were");
  return fmt::format("exact: both files of every pair were read, runs of {} or more count; {}",
                     Counted(summary.run, "byte"), dropped);
}

std::string SecondsText(double seconds) {
  return seconds < 100 ? fmt::format("{:.2f} s", seconds) : fmt::format("{:.0f} s", seconds);
}

// Characters of a name in the overview: a path of 4 KB would take the screen. The lists have it whole.
constexpr std::size_t kLongName = 160;

std::string DateText(std::int64_t mtime) { return TimeText(mtime).substr(0, 10); }

}  // namespace

void FindText::Begin(const Summary& summary) {
  summary_ = summary;
  layout_.Title("Kindred " + summary.version, options_.command_line);
  if (options_.overview) {
    Overview();
  } else {
    Header();
  }
  // Lists for --show may follow.
  if (summary.identical_sets == 0 && (options_.overview || AskedForAll())) TellIfNothing();
}

void FindText::Overview() {
  std::string inside;
  if (summary_.containers > 0) {
    inside = fmt::format(", {} inside {}", Counted(summary_.parts, "part"), CountText(summary_.containers));
  }
  layout_.WrappedField("files", fmt::format("{}, {}{}; {}", Counted(summary_.files, "file"),
                                            SizeText(summary_.bytes), inside, SecondsText(summary_.seconds)));
  if (summary_.copies > 0 || summary_.folder_sets > 0) {
    layout_.WrappedField("to free", fmt::format("{} in {}", SizeText(summary_.identical_bytes),
                                                Counted(summary_.copies, "copy", "copies")));
  }
  if (OwnFamilies() > 0) {
    layout_.WrappedField("alike", fmt::format("{} in {} of versions, {}; {} or more of one is in another",
                                              Counted(summary_.family_files, "file"),
                                              Counted(OwnFamilies(), "family", "families"),
                                              SizeText(summary_.family_bytes), Percent(summary_.minimum)));
  }
  if (!summary_.filter.empty()) layout_.WrappedField("filter", OneLineText(summary_.filter));
  if (!summary_.filter_command.empty())
    layout_.WrappedField("filter", "by " + OneLineText(summary_.filter_command));
  if (summary_.templates > 0)
    layout_.Field("without", Counted(summary_.templates, "template") + " (--no-templates)");
  if (summary_.pools > 0) {
    layout_.Field(
        "with", fmt::format("{}, {}", Counted(summary_.pools, "pool"), Counted(summary_.pool_files, "file")));
  }
}

void FindText::Header() {
  layout_.Roots(summary_.roots);
  layout_.Field("method", summary_.method.Text());
  layout_.Field("files", fmt::format("{}, {}; {}", Counted(summary_.files, "file"), SizeText(summary_.bytes),
                                     Counted(summary_.contents, "distinct content")));
  if (summary_.containers > 0) {
    layout_.Field("inside", fmt::format("{} of {}, compared like files", Counted(summary_.parts, "part"),
                                        Counted(summary_.containers, "file")));
  }
  layout_.Field("similar", ThresholdText(summary_));
  if (!summary_.filter.empty()) layout_.WrappedField("filter", OneLineText(summary_.filter));
  if (!summary_.filter_command.empty())
    layout_.WrappedField("filter", "by " + OneLineText(summary_.filter_command));
  if (summary_.pairs > 0) layout_.WrappedField("shares", MeasuredSharesText(summary_));
  if (summary_.templates > 0) {
    layout_.Field("without",
                  AppliedTemplatesText(summary_.templates, summary_.template_keys) + " (--no-templates)");
  }
  if (summary_.pools > 0) {
    layout_.Field(
        "with", fmt::format("{}, {}", Counted(summary_.pools, "pool"), Counted(summary_.pool_files, "file")));
  }
  layout_.Time(summary_.seconds);
}

void FindText::Row(const std::string& value, const std::string& what, std::int64_t mtime,
                   const std::string& path) {
  layout_.Line(fmt::format("  {:>9}  {:<15} {}  {}", value, what,
                           layout_.Dim(fmt::format("{:10}", DateText(mtime))),
                           QuotePath(options_.overview ? BriefName(path, kLongName) : path)));
}

void FindText::FewMore(const std::vector<NamedFile>& files, std::uint64_t total, const std::string& label) {
  // "and 1 more" would take the line of the third.
  const std::size_t few = total == 3 ? 3 : 2;
  const std::size_t count = std::min(files.size(), few);
  for (std::size_t i = 1; i < count; ++i) Row("", label, files[i].mtime, files[i].path);
  if (total > count) layout_.Line(fmt::format("  {:9}  and {} more", "", CountText(total - count)));
}

void FindText::Write(const CopiedFolders& set) {
  if (Enter("folders", "sets of folders", summary_.folder_sets)) {
    layout_.Heading("Copied folders",
                    fmt::format("{}, each with what it frees", Counted(summary_.folder_sets, "set")));
  }
  if (!TakeOne()) return;
  const std::string what =
      fmt::format("{} x {}", CountText(set.contained ? 1 : set.folders.size()), Counted(set.files, "file"));
  const std::string in = set.contained ? "all of it in" : "";
  Row(SizeText(set.spare), what, set.folders[0].mtime, set.folders[0].path);
  if (options_.overview) FewMore(set.folders, set.folders.size(), in);
  const std::size_t few = options_.overview ? 0 : Cut(set.folders.size());
  for (std::size_t i = 1; i < few; ++i) Row("", in, set.folders[i].mtime, set.folders[i].path);
  if (!options_.overview) layout_.Shown(few, set.folders.size(), "folders", 4);
  if (set.unseen > 0) {
    layout_.Line(fmt::format("  {:9}  {} skipped (hidden, excluded, links)", "",
                             Counted(set.unseen, "entry", "entries")));
  }
}

void FindText::Write(const IdenticalSet& set) {
  // Skip files already covered by a copied folder.
  if (options_.overview && set.covered) return;
  const bool begins = Enter("identical", "sets", options_.overview ? OwnSets() : summary_.identical_sets);
  const std::uint64_t total = TotalOf(set.total_files, set.files.size()) + set.unnamed;
  const char* here = summary_.pools > 0 ? " here" : "";  // what a pool has takes no space here
  if (!options_.overview) {
    if (begins) {
      layout_.Heading("Identical", fmt::format("{}, {} to free{}", Counted(summary_.identical_sets, "set"),
                                               SizeText(summary_.identical_bytes), here));
    }
    if (!TakeOne()) return;
    const std::string links = set.links == 0 ? "" : fmt::format(", {}", Counted(set.links, "hard link"));
    layout_.Line(fmt::format("  {} x {}{}  {}", CountText(total), SizeText(set.size), links, set.digest));
    const std::size_t count = Cut(set.files.size());
    for (std::size_t i = 0; i < count; ++i)
      layout_.Line(fmt::format("    {}  {}", TimeText(set.files[i].mtime), QuotePath(set.files[i].path)));
    layout_.Shown(count, total - set.unnamed, "files", 4);
    if (set.unnamed > 0) layout_.Line(fmt::format("    and {} without a name", Counted(set.unnamed, "file")));
    return;
  }
  if (begins) {
    layout_.Heading("Copies", fmt::format("{}{}{}", Counted(OwnSets(), "set"),
                                          summary_.folder_sets > 0 ? " besides these folders" : "", here));
  }
  if (!TakeOne()) return;
  const std::uint64_t here_only = total - set.elsewhere;
  const std::uint64_t spare = here_only > set.links + 1 ? (here_only - set.links - 1) * set.size : 0;
  Row(SizeText(spare), fmt::format("{} x {}", CountText(total), SizeText(set.size)), set.files[0].mtime,
      set.files[0].path);
  FewMore(set.files, total, set.links > 0 ? Counted(set.links, "hard link") : "");
}

void FindText::Write(const SameInside& set) {
  if (options_.overview) return;  // one closing line
  if (Enter("inside", "sets", summary_.same_inside)) {
    layout_.Heading("The same inside", fmt::format("{} of equal parts, or of a file and a part",
                                                   Counted(summary_.same_inside, "set")));
  }
  if (!TakeOne()) return;
  const std::uint64_t total = TotalOf(set.total_files, set.files.size());
  layout_.Line(fmt::format("  {} x {}  {}", CountText(total), SizeText(set.size), set.digest));
  const std::size_t count = Cut(set.files.size());
  for (std::size_t i = 0; i < count; ++i)
    layout_.Line(fmt::format("    {}  {}", TimeText(set.files[i].mtime), QuotePath(set.files[i].path)));
  layout_.Shown(count, total, "files", 4);
}

void FindText::OverviewOf(const Family& family) {
  const std::uint64_t total = TotalOf(family.total_files, family.files.size());
  std::vector<const Family::File*> others;
  for (const Family::File& file : family.files) {
    if (file.path != family.newest.path) others.push_back(&file);
  }
  std::ranges::stable_sort(others, std::greater<>(), &Family::File::mtime);
  Row(SizeText(family.redundant),
      fmt::format("{}, {}", Counted(total, "file"), ShareText(family.average, family.measured)),
      family.newest.mtime, family.newest.path);
  // A true pair of it: files of a family may be linked through others only. Files of pools cannot be shown.
  if (first_of_family_.empty() && !family.links.empty()) {
    const Family::File& one = family.files[family.links.front().a];
    const Family::File& two = family.files[family.links.front().b];
    // A command that can be pasted has whole names, so they must not be long.
    const bool brief = std::max(one.path.size(), two.path.size()) <= kLongName;
    if (one.mtime != kNoTime && two.mtime != kNoTime && brief) {
      first_of_family_ = one.path;
      second_of_family_ = two.path;
    }
  }
  if (!others.empty()) Row("", "", others.front()->mtime, others.front()->path);
  if (total > 2) {
    layout_.Line(fmt::format("  {:9}  and {} more, back to {}", "", CountText(total - 2),
                             DateText(family.oldest.mtime)));
  }
}

void FindText::Write(const Family& family) {
  if (options_.overview && family.contained) return;  // listed below
  const bool begins = Enter("families", "families", options_.overview ? OwnFamilies() : summary_.families);
  if (options_.overview) {
    if (begins) {
      layout_.Heading("Versions", fmt::format("{}, newest first; size = content repeated in older versions",
                                              Counted(OwnFamilies(), "family", "families")));
    }
    if (TakeOne()) OverviewOf(family);
    return;
  }
  if (begins) layout_.Heading("Families", CountText(summary_.families));
  if (!TakeOne()) return;
  if (shown_ > 1) layout_.Line("");
  const std::uint64_t total = TotalOf(family.total_files, family.files.size());
  layout_.Line(fmt::format("  {}  {}, {}, {} of it redundant, {} similar on average, weakest {}", family.id,
                           Counted(total, "file"), SizeText(family.bytes), SizeText(family.redundant),
                           ShareText(family.average, family.measured),
                           ShareText(family.weakest, family.measured)));
  if (!family.newest.path.empty()) {
    layout_.Line(
        fmt::format("      newest {}  {}", TimeText(family.newest.mtime), QuotePath(family.newest.path)));
  }
  const std::size_t files = Cut(family.files.size());
  for (std::size_t i = 0; i < files; ++i) {
    const Family::File& file = family.files[i];
    std::string copies = file.copies > 1 ? fmt::format(" ({} copies)", CountText(file.copies)) : "";
    // How similar it is to the centre.
    const std::string share = file.path == family.centre ? "centre"
                              : file.with_centre > 0     ? ShareText(file.with_centre, file.measured)
                                                         : "";
    layout_.Line(fmt::format("    {:>4}  {:>6}  {:>9}  {}  {}{}", i + 1, share, SizeText(file.size),
                             DateText(file.mtime), QuotePath(file.path), copies));
  }
  layout_.Shown(files, total, "files", 4);
  std::size_t links = 0;
  for (const Family::Link& link : family.links) {
    if (links == Cut(family.links.size())) break;
    if (link.a >= files || link.b >= files) continue;
    ++links;
    layout_.Line(fmt::format("    {:>5} of {} in {}, {} of {} in {}; {} shared",
                             ShareText(link.of_a, link.measured), link.a + 1, link.b + 1,
                             ShareText(link.of_b, link.measured), link.b + 1, link.a + 1,
                             SizeText(link.shared_bytes)));
  }
  layout_.Shown(links, TotalOf(family.total_links, family.links.size()),
                family.at_least ? "links or more" : "links", 4);
}

void FindText::Write(const ContainedFile& file) {
  if (Enter("contained", "files", summary_.contained)) {
    layout_.Heading("Contained", fmt::format("{} of which nearly all is in a larger one",
                                             Counted(summary_.contained, "file")));
  }
  if (!TakeOne()) return;
  Row(SizeText(file.size), ShareText(file.share, file.measured) + " of it", file.mtime, file.path);
  Row("", "in " + SizeText(file.size_in), file.mtime_in, file.in);
}

// sif's form (Manber 1993, figure 3), sizes in plain digits as there.
void FindText::Write(const Group& group) {
  if (Enter("groups", "groups", summary_.groups)) layout_.Heading("Groups", CountText(summary_.groups));
  if (!TakeOne()) return;
  if (shown_ > 1) layout_.Line("");
  layout_.Line(fmt::format("R100 {} {}", QuotePath(group.reference), group.size));
  const std::size_t count = Cut(group.files.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Group::File& file = group.files[i];
    layout_.Line(fmt::format("{:>4} {} {}", (file.measured ? "" : "~") + PercentText(file.similarity),
                             QuotePath(file.path), file.size));
  }
  layout_.Shown(count, TotalOf(group.total_files, group.files.size()), "files", 5);
}

void FindText::Write(const FilePair& pair) {
  if (Enter("pairs", "pairs", summary_.pairs)) {
    layout_.Heading("Pairs", CountText(summary_.pairs));
    layout_.Line("   of A   of B       size  modified    A, then B");
  }
  if (!TakeOne()) return;
  layout_.Line(fmt::format("  {:>5}  {:>5}  {:>9}  {:10}  {}", ShareText(pair.of_a, pair.measured),
                           ShareText(pair.of_b, pair.measured), SizeText(pair.size_a), DateText(pair.mtime_a),
                           QuotePath(pair.a)));
  layout_.Line(fmt::format("                {:>9}  {:10}  {}", SizeText(pair.size_b), DateText(pair.mtime_b),
                           QuotePath(pair.b)));
  if (pair.inside && pair.measured && pair.of_a == 1 && pair.of_b == 1)
    layout_.Line("                the same text in another format");
}

void FindText::Write(const DirectoryPair& pair) {
  if (Enter("folders", "pairs of directories", summary_.directories)) {
    layout_.Heading("Directories", Counted(summary_.directories, "pair"));
    layout_.Line("  of A  of B    files       size  newest      A, then B");
  }
  if (!TakeOne()) return;
  layout_.Line(fmt::format("  {:>4}  {:>4}  {:>7}  {:>9}  {:10}  {}", Percent(pair.of_a), Percent(pair.of_b),
                           CountText(pair.files_a), SizeText(pair.size_a), DateText(pair.newest_a),
                           QuotePath(pair.a)));
  layout_.Line(fmt::format("              {:>7}  {:>9}  {:10}  {}", CountText(pair.files_b),
                           SizeText(pair.size_b), DateText(pair.newest_b), QuotePath(pair.b)));
}

void FindText::Write(const InterestingSet& set) {
  if (Enter("sets", "sets", summary_.sets)) {
    layout_.Heading(
        "Interesting sets",
        fmt::format("{}{}, all files of a set share {} or more", CountText(summary_.sets),
                    summary_.sets_complete ? "" : " found", Counted(summary_.set_minimum, "passage")));
  }
  if (!TakeOne()) return;
  const std::uint64_t total = TotalOf(set.total_files, set.files.size());
  layout_.Line(fmt::format("  {} share {}", Counted(total, "file"), Counted(set.shared_marks, "passage")));
  const std::size_t count = Cut(set.files.size());
  for (std::size_t i = 0; i < count; ++i) layout_.Line("    " + QuotePath(set.files[i]));
  layout_.Shown(count, total, "files", 4);
}

// What it is about, then the command that adds the template.
void FindText::Write(const TemplateSuggestion& suggestion) {
  const bool first = !std::exchange(suggested_, true);
  if (!options_.overview) {
    CloseList();
    if (first && !summary_.version.empty()) layout_.Heading("Boilerplate", "what templates could leave out");
    return;
  }
  if (Enter("boilerplate", "suggestions", 0)) {
    layout_.Heading("Boilerplate", fmt::format("{} nothing else with others",
                                               Counted(summary_.boilerplate, "file shares", "files share")));
  }
  if (!TakeOne()) return;
  layout_.Line(fmt::format("  {:>9}  of {}, {}", PercentText(suggestion.part) + "%",
                           Counted(suggestion.having, "file"), OneLineText(suggestion.group)));
  layout_.Line(fmt::format("  {:9}  {}", "", suggestion.command));
}

bool FindText::Enter(const char* name, const char* items, std::uint64_t total) {
  if (list_ == std::string_view(name) && items_ == std::string_view(items)) return false;
  CloseList();
  list_ = name;
  items_ = items;
  total_ = total;
  return true;
}

// The fewer lists there are, the more of each.
std::size_t FindText::ItemsToShow() const {
  if (!options_.overview) return options_.limit == 0 ? ~std::size_t{0} : options_.limit;
  const int lists = (summary_.folder_sets > 0) + (OwnSets() > 0) + (OwnFamilies() > 0) +
                    (summary_.contained > 0) + (summary_.boilerplate > 0) + summary_.with_pairs +
                    summary_.with_sets + summary_.with_directories + summary_.sections.groups;
  constexpr std::size_t kItems[] = {8, 8, 5, 3};
  return lists < 4 ? kItems[lists] : 2;
}

bool FindText::TakeOne() {
  ++seen_;
  if (shown_ >= ItemsToShow()) return false;
  ++shown_;
  return true;
}

std::size_t FindText::Cut(std::size_t count) const {
  return options_.limit == 0 ? count : std::min<std::size_t>(count, options_.limit);
}

void FindText::CloseList() {
  const std::uint64_t all = std::max(total_, seen_);
  if (!options_.overview) {
    layout_.Shown(shown_, all, items_, 2);
  } else if (list_ == std::string_view("boilerplate")) {
    layout_.Line("  there may be more: --show boilerplate");  // the engine stops at the best
  } else if (shown_ < all) {
    layout_.Line(fmt::format("  {} more (--show {})", CountText(all - shown_), list_));
  }
  list_ = "";
  items_ = "";
  total_ = shown_ = seen_ = 0;
}

std::string FindText::RootArguments() const {
  std::string arguments;
  for (const std::string& root : summary_.roots) arguments += " " + QuotePath(root);
  return arguments;
}

void FindText::TellIfNothing() {
  if (summary_.version.empty() || summary_.only_directories) return;
  if (!options_.overview && !AskedForAll()) {
    if (FoundOf(summary_) == 0 && !suggested_ && !std::exchange(told_nothing_, true))
      layout_.Closing("There is nothing to show in these lists.");
    return;
  }
  if (Similar() || std::exchange(told_nothing_, true)) return;
  layout_.Line("");
  if (summary_.files == 0) {
    layout_.Line("There are no files to compare.");
  } else if (summary_.files == 1) {
    layout_.Line("There is one file only, and nothing to compare it with.");
  } else if (summary_.identical_sets > 0) {
    layout_.Line("Nothing else is similar.");
  } else if (summary_.capped_keys > 0) {  // which did not propose every pair: the true number is not known
    layout_.Line("Nothing similar was found.");
  } else {
    layout_.Line(fmt::format("Nothing similar: no two of the {} reach {}.", Counted(summary_.files, "file"),
                             Percent(summary_.minimum)));
  }
}

void FindText::TellOfDirectories() {
  if (summary_.directories == 0) {
    layout_.Closing(fmt::format("No two directories {}reach {}.",
                                summary_.crowded_files == 0 ? "" : "that were looked at ",
                                Percent(summary_.minimum)));
  }
  if (summary_.crowded_files > 0) {
    layout_.Closing(
        fmt::format("{} in many directories: only the nearest of these were compared for {}.",
                    Counted(summary_.crowded_files, "file") +
                        (summary_.crowded_files == 1 ? " has similar files" : " have similar files"),
                    summary_.crowded_files == 1 ? "it" : "them"));
  }
}

void FindText::TellOfBoilerplate() {
  if (summary_.boilerplate == 0 || suggested_) return;
  layout_.Closing(fmt::format(
      "Boilerplate: {} nothing else with others. To see it and leave it out: kindred template suggest{}",
      Counted(summary_.boilerplate, "file shares", "files share"), RootArguments()));
}

// Commands that can be pasted.
void FindText::TellNext() {
  if (!Similar() && summary_.identical_sets == 0) return;
  layout_.Closing("Next:");
  const auto next = [&](const std::string& command, const char* what) {
    layout_.Line("  " + command);
    layout_.Line(std::string("      ") + what);
  };
  if (!first_of_family_.empty()) {
    next(fmt::format("kindred show {} {}", QuotePath(first_of_family_), QuotePath(second_of_family_)),
         "two versions side by side");
  }
  if (summary_.identical_sets > 0)
    next("kindred dedupe" + RootArguments(), "preview how to remove duplicates (changes nothing)");
  const std::string list = summary_.families > 0 ? "families" : "identical";
  const std::string asked =
      options_.command_line.starts_with("find ") ? options_.command_line.substr(4) : RootArguments();
  next("kindred find --show " + list + OneLineText(asked),
       "the full list; also: identical, folders, contained, inside, groups, pairs");
  // Flags of find need not be valid there.
  if (asked == RootArguments()) next("kindred review" + RootArguments(), "decide, in the browser");
}

void FindText::End() {
  if (summary_.version.empty()) return;
  layout_.Skips(summary_.skip_counts, summary_.hidden, summary_.filtered);
  if (options_.overview && summary_.same_inside > 0) {
    layout_.Closing(fmt::format(
        "{} inside archives and documents (--show inside).",
        Counted(summary_.same_inside, "more set of duplicates is", "more sets of duplicates are")));
  }
  if (summary_.with_sets && !summary_.sets_complete) {
    layout_.Closing(
        "The search for interesting sets reached its limit: there may be more. A higher --min-shared "
        "or a --max-degree makes it shorter.");
  }
  if (summary_.with_sets && summary_.sets == 0) {
    layout_.Closing(fmt::format("No two files share {} or more: no interesting sets.",
                                Counted(summary_.set_minimum, "passage")));
  }
  if (summary_.with_directories) TellOfDirectories();
  if (summary_.decided > 0) {
    layout_.Closing(fmt::format("{} hidden (--decided shows {}).",
                                Counted(summary_.decided, "decided item is", "decided items are"),
                                summary_.decided == 1 ? "it" : "them"));
  }
  if (summary_.unrelated > 0) {
    layout_.Closing(fmt::format("{} left out: decided to be unrelated.",
                                Counted(summary_.unrelated, "pair is", "pairs are")));
  }
  if (summary_.filtered_out > 0)
    layout_.Closing(fmt::format("The filter left out {}.", Counted(summary_.filtered_out, "pair")));
  TellOfBoilerplate();
  if (summary_.large_families > 0) {
    layout_.Closing(fmt::format(
        "{} more than {} files: of these each file is compared with its nearest and with the centre, not "
        "with all{}.",
        Counted(summary_.large_families, "family has", "families have"), CountText(summary_.degree_cap),
        options_.overview ? "" : ", and there are more pairs than are counted"));
  }
  if (options_.overview) {
    if (summary_.unsettled > 0 || !summary_.measured)
      layout_.Closing("Shares with ~ are estimates; --verify reads all files that have one.");
    return TellNext();
  }
  if (summary_.links_between > 0) {
    layout_.Closing(fmt::format("{} between files of different families (--families connected joins them).",
                                Counted(summary_.links_between, "pair is", "pairs are")));
  }
  if (summary_.capped_keys > 0) {
    layout_.Closing(fmt::format("{} in more than {} and proposed neighbours only, not every pair.",
                                Counted(summary_.capped_keys, "passage was", "passages were"),
                                Counted(summary_.degree_cap, "file")));
  }
}

}  // namespace kindred::report
