// See export_tables.h. The stages are those of find (find.cc) up to the sharing sets, which are needed for
// the degree cap and for what is linked in spite of it; then everything is pushed. Rows are made one at a
// time: nothing is held but what find holds, too.
#include "jobs/tables/export_tables.h"

#include "inside/named_part.h"
#include "jobs/match/corpus.h"
#include "jobs/match/pairs/matched_pairs.h"
#include "jobs/tables/mark_documents.h"
#include "kindred/error.h"
#include "match/keys/key_stream.h"
#include "match/pairs/collate.h"
#include "match/pairs/pairs.h"
#include "model/media_type.h"
#include "run/run_limits.h"
#include "run/stage_timer.h"
#include "tree/entries/skips.h"
#include "tree/entries/stored_tree.h"
#include "tree/entries/summary_facts.h"
#include "tree/entries/tree_scope.h"
#include "tree/marks/tree_marks.h"
#include "tree/methods/make_method.h"
#include "tree/methods/measure_name.h"

namespace kindred::jobs {

namespace {

match::Collated Collate(base::FileSystem& files, const std::string& index_directory,
                        const tree::TreeScope& tree, const tree::TreeMarks& marks,
                        const MatchOptions& options, const RunOptions& limits, Observer& observer) {
  run::StageTimer timer(observer, "collate");
  const match::KeySource source{marks.segments,         tree.scope(),  marks.weights,
                                options.types_together, marks.ignored, [&] { StopMatchIfAsked(observer); }};
  match::Collated collated = match::CollateKeys(
      source, match::MaxDegree(options, tree.scope().size()),
      {run::MemoryOf(limits), &files, run::SpillDirectory(index_directory)}, run::ThreadsOf(limits));
  timer.Done(collated.marks, "marks");
  return collated;
}

TableSummary Summarise(const tree::ScannedTree& scanned, const tree::TreeScope& tree,
                       const tree::TreeMarks& marks, const match::Collated& collated,
                       const MatchOptions& options, double seconds) {
  TableSummary summary;
  static_cast<RunFacts&>(summary) = tree::RunFactsOf(scanned, {}, seconds);
  summary.method = marks.method.info;
  summary.roots = scanned.summary.roots;
  summary.contents = tree.scope().size();
  summary.files = scanned.summary.files;
  summary.bytes = scanned.summary.bytes;
  summary.marks = collated.marks;
  summary.templates = marks.templates;
  summary.template_keys = marks.ignored.size();
  summary.max_degree = match::MaxDegree(options, tree.scope().size());
  summary.degree_cap = collated.degree_cap;
  summary.capped_keys = collated.capped_keys;
  const match::ShareRules rules = match::ShareRulesOf(options, marks.method.info);
  summary.minimum = options.minimum;
  summary.margin = rules.margin;
  summary.measure = tree::MeasureName(rules.measure);
  summary.count = rules.count == Count::kMultiset ? "multiset" : "once";
  summary.run = rules.run;
  summary.window = rules.window;
  summary.by_bytes = marks.method.weight == Weight::kBytes;
  summary.all_bytes = rules.all_bytes;
  summary.min_shared = match::MinShared(options, marks.method.weight);
  summary.types_together = options.types_together;
  summary.same_suffix = options.same_suffix;
  summary.size_ratio = options.size_ratio;
  return summary;
}

class Rows {
 public:
  Rows(const tree::TreeScope& tree, const tree::TreeMarks& marks, ResultSink& sink, Observer& observer)
      : tree_(tree), marks_(marks), sink_(sink), observer_(observer) {}

  void PushContents(std::span<const LargeFamilyMember> large_families) {
    auto family = large_families.begin();
    for (std::uint32_t place = 0; place < tree_.scope().size(); ++place) {
      while (family != large_families.end() && family->place < place) ++family;
      const bool member = family != large_families.end() && family->place == place;
      PushContent(place, member ? family->centre : place);
    }
  }

  void PushFiles() {
    for (std::uint32_t place = 0; place < tree_.scope().size(); ++place) {
      for (const tree::FileNumber file : tree_.FilesOf(place)) PushFile(place, file);
    }
  }

  // All keys of the scope, those of one content and of templates, too.
  void PushMarks(const match::KeySource& source) {
    const match::KeyStream stream(source, 1);
    const bool by_length = marks_.method.weight == Weight::kBytes;
    match::SortedKeys ignored(marks_.ignored);
    for (std::size_t part = 0; part < stream.parts(); ++part) {
      stream.ReadKeys(part, [&](index::MergedCursor& cursor) {
        index::Segment::Key key;
        for (std::uint64_t keys = 0; cursor.Next(&key); ++keys) {
          if (keys % match::kKeysPerPoll == 0) StopMatchIfAsked(observer_);
          const bool templated = ignored.Has(key.key);
          for (const index::Segment::Occurrence& found : key.occurrences) {
            const std::uint32_t place = stream.places().Of(found.content);
            if (place == match::kNotInScope) continue;
            sink_.On(TableMark{.content = place,
                               .key = key.key,
                               .level = static_cast<std::uint64_t>(KeyLevel(key.key)),
                               .count = found.count,
                               .weight = std::uint64_t{found.count} * (by_length ? key.length : 1),
                               .templated = templated});
          }
        }
      });
    }
  }

 private:
  void PushContent(std::uint32_t place, std::uint32_t centre) {
    const match::ScopeContent& content = tree_.scope()[place];
    const Digest& digest = tree_.DigestOf(place);
    const index::ContentMarks marks = marks_.weights.Of(place);
    TableContent row;
    row.content = place;
    row.path = tree_.PathOf(place);
    row.size = content.size;
    row.digest = digest.Hex();
    row.text = content.type.type == ContentType::kText;
    row.type = MediaName(content.type.media);
    row.level = marks.level;
    row.weights = WeightsFrom(marks.level, marks.weight_at);
    row.compared = content.Payload() / static_cast<std::uint64_t>(UnitBytes(content.type.media));
    row.suffix = SuffixOf(tree_.EntryOf(tree_.FilesOf(place).front()).name);
    row.payload = content.Payload();
    row.files = tree_.CopiesOf(place).size();
    row.family = centre;
    sink_.On(row);
  }

  void PushFile(std::uint32_t place, tree::FileNumber file) {
    const Entry& entry = tree_.EntryOf(file);
    TableFile row{.path = tree_.PathOf(file),
                  .content = place,
                  .device = entry.device,
                  .inode = entry.inode,
                  .mtime = tree_.TimeOf(file),
                  .kind = "file"};
    if (tree_.InsideOf(file) != nullptr) {
      row.kind = inside::PartKindName(static_cast<extract::PartKind>(tree_.PartKindOf(file)));
      row.holds_more = tree_.HoldsMore(file);
      if (const auto container = tree_.ContainerOf(file)) row.container = *container;
    }
    sink_.On(row);
  }

  const tree::TreeScope& tree_;
  const tree::TreeMarks& marks_;
  ResultSink& sink_;
  Observer& observer_;
};

}  // namespace

void ExportTablesOf(base::FileSystem& files, const std::string& index_directory, const TableOptions& options,
                    ResultSink& sink, Observer& observer) {
  run::StageTimer whole(observer, "export");
  const auto& find = options.find;
  if (!find.pools.files.empty())
    throw Error(ErrorKind::kUsage, "tables are of an index, not of pools", OptionName{"pools"},
                "leave it out");
  ScanOptions scan = find.scan;
  if (!find.rescan) scan.walk = tree::OrWholeIndex(scan.walk);
  const auto method = tree::MethodFrom(scan.methods.at(0));
  const Pools no_pools;
  const Corpus corpus(
      files, index_directory,
      {.scan = scan, .rescan = find.rescan, .types = find.types, .templates = find.match.templates}, *method,
      no_pools, observer);
  const tree::TreeScope& tree = corpus.tree;
  const tree::TreeMarks& marks = corpus.marks;
  const tree::ScannedTree& scanned = corpus.scanned;
  const match::Collated collated =
      Collate(files, index_directory, tree, marks, find.match, scan.run, observer);

  sink.On(Summarise(scanned, tree, marks, collated, find.match, whole.Seconds()));
  Rows rows(tree, marks, sink, observer);
  rows.PushContents(collated.crowds.large_families);
  rows.PushFiles();
  for (const PairSums& pair : collated.crowds.pairs) sink.On(TableCrowd{pair.a, pair.b});
  if (options.marks && !marks.segments.empty()) rows.PushMarks({marks.segments, tree.scope(), marks.weights});
  tree::PushSkips(scanned.roots, scanned.skips, sink);
  whole.Done(tree.scope().size(), "contents");
}

}  // namespace kindred::jobs
