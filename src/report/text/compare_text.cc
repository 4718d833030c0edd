// See compare_text.h.
#include "report/text/compare_text.h"

#include <fmt/format.h>

#include "report/text/template_text.h"
#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

struct Words {
  const char* name;
  const char* label;    // in the table of counts
  const char* meaning;  // there, too
  const char* heading;
};

constexpr Words kWords[kRelations] = {
    {"identical", "identical", "the same bytes at the same place", "Identical"},
    {"moved", "moved", "the same bytes at another place", "Moved"},
    {"changed", "changed", "similar", "Changed"},
    {"contains", "contains", "a file of A holds nearly all of a smaller file of B", "A's file contains B's"},
    {"contained", "contained", "a larger file of B holds nearly all of a file of A",
     "A's file is contained in B's"},
    {"only_a", "only in A", "nothing like it in B", "Only in A"},
    {"only_b", "only in B", "nothing like it in A", "Only in B"},
};

const Words& WordsOf(Relation relation) { return kWords[static_cast<std::size_t>(relation)]; }

std::string Unread(const TreeComparison::Side& side, const char* name) {
  return fmt::format("{} of {} could not be read", Counted(side.errors, "item"), name);
}

// "left out of A: symbolic link (1), filtered (2)"
std::string LeftOut(const TreeComparison::Side& side, const char* name) {
  std::string text = fmt::format("left out of {}: ", name);
  for (const SkipCount& count : side.left_out) {
    if (&count != &side.left_out.front()) text += ", ";
    text += fmt::format("{} ({})", OneLineText(count.reason), CountText(count.files));
  }
  return text;
}

// Why not everything is known: what could not be read, or else what was left out.
std::string Unknown(const TreeComparison::Side& side, const char* name) {
  return side.errors > 0 ? Unread(side, name) : LeftOut(side, name);
}

// "3 of 8 files (2 KB) have"
std::string WithoutCopy(const TreeComparison::Side& side) {
  return fmt::format("{} of {} ({}) {}", CountText(side.without_copy), Counted(side.files, "file"),
                     side.bytes_without == 0 ? "empty" : SizeText(side.bytes_without),
                     side.without_copy == 1 ? "has" : "have");
}

// `own` and `other` are "A" and "B".
std::string CannotTell(const TreeComparison::Side& side, const TreeComparison::Side& other_side,
                       const char* own, const char* other) {
  if (side.files == 0 && side.errors == 0) return "nothing was compared; " + LeftOut(side, own);
  if (side.without_copy > 0)
    return fmt::format("{}, and {} no copy in the rest", Unknown(other_side, other), WithoutCopy(side));
  if (side.errors + side.unknown > 0) return Unknown(side, own);
  return fmt::format("{} of {} {} in {} only as the same file, behind a mount or a link",
                     Counted(side.same_names, "file"), own, side.same_names == 1 ? "is" : "are", other);
}

// What a filter left out is similar all the same.
std::string Meaning(const TreeComparison& comparison, std::size_t relation) {
  const bool one_sided = static_cast<Relation>(relation) >= Relation::kOnlyA;
  return kWords[relation].meaning +
         std::string(one_sided && comparison.filtered_out > 0 ? " that the filter lets through" : "");
}

std::string RootLine(const TreeComparison::Side& side) {
  return fmt::format("{}: {}, {}", QuotePath(side.root), Counted(side.files, "file"), SizeText(side.bytes));
}

// "src/a.c" of "old/src/a.c" below "old"; a root that is a file stays as it is.
std::string Below(const std::string& root, const std::string& path) {
  const std::string prefix = root.ends_with('/') ? root : root + '/';
  return path.starts_with(prefix) && path.size() > prefix.size() ? path.substr(prefix.size()) : path;
}

std::string Names(const TreeComparison& comparison, const FileRelation& relation) {
  if (relation.b.empty()) return QuotePath(Below(comparison.a.root, relation.a));
  if (relation.a.empty()) return QuotePath(Below(comparison.b.root, relation.b));
  const std::string a = Below(comparison.a.root, relation.a);
  const std::string b = Below(comparison.b.root, relation.b);
  return a == b ? QuotePath(a) : fmt::format("{} -> {}", QuotePath(a), QuotePath(b));
}

bool IsSimilar(Relation relation) {
  return relation == Relation::kChanged || relation == Relation::kContains ||
         relation == Relation::kContained;
}

}  // namespace

const char* RelationName(Relation relation) { return WordsOf(relation).name; }
const char* RelationLabel(Relation relation) { return WordsOf(relation).label; }
const char* RelationHeading(Relation relation) { return WordsOf(relation).heading; }

std::string CompareAnswer(const TreeComparison::Side& side, const TreeComparison::Side& other_side,
                          const char* own, const char* other) {
  if (side.cannot_tell) return fmt::format("Unknown: {}.", CannotTell(side, other_side, own, other));
  if (!side.all_there) {
    return fmt::format("No: {} no copy in {}{}.", WithoutCopy(side), other,
                       side.errors == 0 ? "" : ", and " + Unread(side, own));
  }
  if (side.files == 0) return fmt::format("Yes: {} has no files.", own);
  const std::string each =
      side.files == 1 ? "its file has" : fmt::format("each of its {} has", Counted(side.files, "file"));
  if (side.left_out.empty()) return fmt::format("Yes: {} a copy in {}.", each, other);
  return fmt::format("Yes, of what was compared: {} a copy in {}; {}.", each, other, LeftOut(side, own));
}

void WriteCompared(const TreeComparison& comparison, const ReportOptions& options, TextLayout* layout) {
  layout->Title("Kindred " + comparison.version, options.command_line);
  layout->Field("A", RootLine(comparison.a));
  layout->Field("B", RootLine(comparison.b));
  layout->Field("method", comparison.method.Text());
  layout->Field("similar", Percent(comparison.minimum) + " or more of one file in the other");
  if (!comparison.filter.empty()) layout->WrappedField("filter", OneLineText(comparison.filter));
  if (!comparison.filter_command.empty())
    layout->WrappedField("filter", "by " + OneLineText(comparison.filter_command));
  if (comparison.verified) {
    layout->WrappedField("shares", fmt::format("exact: similar files were read, runs of {} or more count",
                                               Counted(comparison.run, "byte")));
  }
  layout->Time(comparison.seconds);
  if (comparison.a_inside_b) layout->Field("note", "A lies inside B: B is what lies outside A");
  if (comparison.b_inside_a) layout->Field("note", "B lies inside A: A is what lies outside B");
  layout->Line("");
  if (comparison.pools > 0) {
    layout->Line("Is all of A in the pool?  " + CompareAnswer(comparison.a, comparison.b, "A", "the pool"));
    layout->Line(fmt::format("{} of A's bytes are in the pool's files.", Percent(comparison.a.share)));
  } else {
    layout->Line("Is all of A in B?  " + CompareAnswer(comparison.a, comparison.b, "A", "B"));
    layout->Line("Is all of B in A?  " + CompareAnswer(comparison.b, comparison.a, "B", "A"));
    layout->Line(fmt::format("{} of A's bytes are in B, {} of B's bytes in A.", Percent(comparison.a.share),
                             Percent(comparison.b.share)));
  }
  layout->Line("");
  for (std::size_t i = 0; i < kRelations; ++i) {
    if (comparison.relations[i] == 0) continue;
    layout->Line(fmt::format("  {:>7}  {:<9}  {}", CountText(comparison.relations[i]), kWords[i].label,
                             Meaning(comparison, i)));
  }
  if (comparison.further > 0) {
    layout->Line(fmt::format("  {:>7}  {:<9}  {}", CountText(comparison.further), "further",
                             "a copy or version of a file that is counted above"));
  }
}

void WriteTransfer(const TransferPlan& plan, TextLayout* layout) {
  auto row = [&](const char* what, std::uint64_t files, std::uint64_t bytes, const std::string& how) {
    layout->Line(fmt::format("  {:<8}  {:>7}  {:>9}  {}", what, CountText(files), SizeText(bytes), how));
  };
  layout->Heading("To send", SizeText(plan.delta_new_bytes + plan.whole_bytes) + ", as estimated");
  row("not", plan.there_files, plan.there_bytes, "the same bytes are there");
  if (plan.delta_files > 0 || !plan.anonymous) {
    row("as delta", plan.delta_files, plan.delta_bytes,
        fmt::format("about {} of it is new", SizeText(plan.delta_new_bytes)));
  }
  row("whole", plan.whole_files, plan.whole_bytes,
      plan.anonymous ? "the pool has no names, so no base for a delta can be named"
                     : "nothing like it is there");
}

void WriteRelationHeading(const TreeComparison& comparison, const FileRelation& first, TextLayout* layout) {
  const std::string what = first.further
                               ? first.relation == Relation::kMoved ? "Further copies" : "Further versions"
                               : WordsOf(first.relation).heading;
  const std::uint64_t total = RelationTotal(comparison, first);
  layout->Heading(what, total == 0 ? "of files listed above" : CountText(total));
  if (IsSimilar(first.relation)) layout->Line("   of A   of B  path below A and B");
}

void WriteRelation(const TreeComparison& comparison, const FileRelation& relation, TextLayout* layout) {
  const std::string names = Names(comparison, relation);
  if (IsSimilar(relation.relation)) {
    layout->Line(fmt::format("  {:>5}  {:>5}  {}", ShareText(relation.of_a, relation.measured),
                             ShareText(relation.of_b, relation.measured), names));
  } else {
    layout->Line("  " + names + (relation.replaced ? "  (another file is at that place)" : ""));
  }
}

std::uint64_t RelationTotal(const TreeComparison& comparison, const FileRelation& relation) {
  // Further copies and versions are counted together only.
  return relation.further ? 0 : comparison.relations[static_cast<std::size_t>(relation.relation)];
}

void WriteCompareNotes(const TreeComparison& comparison, TextLayout* layout) {
  if (comparison.links > 0) {
    layout->Closing(fmt::format("{} of A {} in B only as another name of the same file (link).",
                                Counted(comparison.links, "file"), comparison.links == 1 ? "is" : "are"));
  }
  if (comparison.templates > 0) {
    layout->Closing(fmt::format("Without {} (--no-templates).",
                                AppliedTemplatesText(comparison.templates, comparison.template_keys)));
  }
  if (comparison.filtered_out > 0)
    layout->Closing(fmt::format("The filter left out {}.", Counted(comparison.filtered_out, "pair")));
  if (comparison.capped_keys > 0) {
    layout->Closing(fmt::format("Ignored: {} in too many files; --max-degree sets the limit.",
                                Counted(comparison.capped_keys, "key")));
  }
  layout->Skips(comparison.skip_counts, comparison.hidden, comparison.filtered);
}

}  // namespace kindred::report
