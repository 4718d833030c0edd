// See templates.h; suggestions are in suggest_templates.cc.
#include "engine/template/templates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "engine/find/clustered_tree.h"
#include "engine/run_limits.h"
#include "engine/stop.h"
#include "engine/template/template_source.h"
#include "index/store/manifest.h"
#include "index/store/templates.h"
#include "kindred/error.h"
#include "kindred/template_values.h"
#include "match/places.h"
#include "match/template/template_keys.h"

namespace kindred::engine {

namespace {

Error NameTaken(const std::string& name) {
  return Error(ErrorKind::kUsage, fmt::format("there is a template '{}' already", name), OptionName{"name"},
               "choose another name, or remove it first with `Index::RemoveTemplate`");
}

Error NoSuchTemplate(const std::string& name, std::span<const index::StoredTemplate> templates) {
  std::string known;
  for (const index::StoredTemplate& stored : templates) known += (known.empty() ? "" : ", ") + stored.name;
  return Error(
      ErrorKind::kNotFound, fmt::format("there is no template '{}'", name), OptionName{},
      known.empty() ? "there are none; add one with `Index::AddTemplate`" : "these are there: " + known);
}

bool Has(std::span<const index::StoredTemplate> templates, const std::string& name) {
  return std::ranges::find(templates, name, &index::StoredTemplate::name) != templates.end();
}

void CheckOptions(const TemplateOptions& options) {
  if (!index::IsTemplateName(options.name)) {
    throw Error(ErrorKind::kUsage, fmt::format("cannot use '{}' as the name of a template", options.name),
                OptionName{"name"}, "use letters, digits, - _ and ., not more than 100");
  }
  const int sources =
      !options.cluster.empty() + !options.file.empty() + !options.spans.empty() + options.common;
  if (sources != 1) {
    throw Error(ErrorKind::kUsage,
                sources == 0 ? "nothing to make a template of" : "a template comes from one thing only", "",
                "give one of `cluster`, `file`, `spans`, or `common` with `share`");
  }
}

// The templates as they are under the lock, changed and stored.
void ChangeTemplates(base::FileSystem& files, const std::string& index_directory,
                     const std::function<void(std::vector<index::StoredTemplate>*)>& change) {
  const auto lock = index::IndexWriter::Open(files, index_directory);
  std::vector<index::StoredTemplate> templates = index::ReadTemplates(files, index_directory);
  change(&templates);
  std::ranges::sort(templates, {}, &index::StoredTemplate::name);
  index::WriteTemplates(files, index_directory, templates);
}

// "fingerprints/1:window=50;marks;48" as people type it: "fingerprints:window=50".
std::string TypedMethod(std::string line) {
  line.resize(std::min(line.size(), line.find(';')));
  const std::size_t slash = std::min(line.size(), line.find('/'));
  return line.erase(slash, std::min(line.size(), line.find(':', slash)) - slash);
}

std::vector<std::uint32_t> MembersOf(const std::string& id, const TreeClusters& before,
                                     const TreeScope& tree) {
  for (const match::ClusterOfPlaces& cluster : before.clusters) {
    if (IdOfCluster(cluster, tree) == id) return {cluster.members.begin(), cluster.members.end()};
  }
  throw Error(
      ErrorKind::kNotFound, fmt::format("there is no cluster {}", id), OptionName{"cluster"},
      "give the roots and options of the find that reported it; a file that has changed since changes "
      "the id");
}

std::vector<std::uint64_t> CommonTo(const std::vector<std::uint32_t>& members, double share,
                                    ClusteredTree* clustered) {
  const std::vector<std::vector<std::uint32_t>> groups = {members};
  const TreeMarks& marks = clustered->marks();
  std::vector<std::uint64_t> keys =
      match::CommonKeys(marks.segments, clustered->tree().scope(), marks.weights, groups,
                        {.share = share, .least = 2}, marks.ignored)[0];
  if (keys.empty()) {
    throw Error(ErrorKind::kUsage,
                fmt::format("no mark stands in {:.0f}% of the {} files", 100 * share, members.size()), "",
                "give a smaller `share`");
  }
  return keys;
}

index::StoredTemplate Make(const TemplateOptions& options, const TreeClusters& before,
                           ClusteredTree* clustered) {
  index::StoredTemplate made;
  made.name = options.name;
  made.method = index::MethodLine(clustered->marks().method);
  const std::string& method = options.find.scan.methods.at(0);
  const std::string of = options.share < 1 ? fmt::format(", {:.0f}% of its files", 100 * options.share) : "";
  if (!options.file.empty()) {
    made.source = "file " + options.file;
    made.keys = KeysOfFile(options.file, method);
  } else if (!options.spans.empty()) {
    made.source = "span";
    for (const TemplateOptions::Span& span : options.spans)
      made.source += fmt::format(" {}:{}+{}", span.file, span.offset, span.length);
    made.keys = KeysOfSpans(options.spans, method);
  } else if (!options.cluster.empty()) {
    made.source = "cluster " + options.cluster + of;
    made.keys = CommonTo(MembersOf(options.cluster, before, clustered->tree()), options.share, clustered);
  } else {
    made.source = "files of " + fmt::format("{}", fmt::join(options.find.scan.walk.roots, " ")) + of;
    std::vector<std::uint32_t> all(clustered->tree().scope().size());
    std::iota(all.begin(), all.end(), 0u);
    made.keys = CommonTo(all, options.share, clustered);
  }
  constexpr std::size_t kLongestSource = 4000;
  if (made.source.size() > kLongestSource) made.source.resize(kLongestSource);
  return made;
}

TemplateInfo InfoOf(const index::StoredTemplate& stored) {
  return {stored.name, TypedMethod(stored.method), stored.source, stored.keys.size(), 0, 0};
}

// Which cluster each place is in; kNotInScope: none.
std::vector<std::uint32_t> ClusterOfPlace(const TreeClusters& clusters, std::size_t places) {
  std::vector<std::uint32_t> of(places, match::kNotInScope);
  for (std::uint32_t number = 0; number < clusters.clusters.size(); ++number) {
    for (std::uint32_t place : clusters.clusters[number].members) of[place] = number;
  }
  return of;
}

void TellChanges(const TreeClusters& before, const TreeClusters& after, const TreeScope& tree,
                 std::uint64_t limit, TemplateEffect* effect) {
  effect->pairs_before = before.pairs;
  effect->pairs_after = after.pairs;
  effect->clusters_before = before.clusters.size();
  effect->clusters_after = after.clusters.size();
  const std::vector<std::uint32_t> cluster_of = ClusterOfPlace(after, tree.scope().size());
  for (const match::ClusterOfPlaces& cluster : before.clusters) {
    std::set<std::uint32_t> parts;
    TemplateEffect::Change change{"", cluster.members.size(), 0, 0, ""};
    for (std::uint32_t place : cluster.members) {
      if (cluster_of[place] == match::kNotInScope) continue;
      ++change.left;
      parts.insert(cluster_of[place]);
    }
    change.parts = parts.size();
    if (change.left == change.files && change.parts == 1) continue;
    ++(change.left == 0 ? effect->dissolved : effect->shrunk);
    if (limit != 0 && effect->changes.size() == limit) continue;
    change.id = IdOfCluster(cluster, tree);
    change.example = tree.PathOf(cluster.members.front());
    effect->changes.push_back(std::move(change));
  }
}

// Those of the method that the index still has marks of; every content of the index is the scope.
void CountInIndex(const index::StoredTemplate& stored, index::Snapshot* snapshot, TemplateInfo* info) {
  std::map<ContentId, std::uint64_t> marks;
  for (const auto& segment : snapshot->segments()) {
    if (index::MethodLine(segment->method()) != stored.method) continue;
    segment->Lookup(stored.keys, [&](const index::Segment::Key& key) {
      for (const index::Segment::Occurrence& occurrence : key.occurrences)
        marks[occurrence.content] += occurrence.count;
    });
  }
  for (const auto& [content, count] : marks) {
    const std::size_t files = snapshot->catalog().PathsOf(content).size();
    info->files += files;
    if (files > 0) info->marks += count;  // else it is gone, and its marks go with the next merge
  }
}

// The contents with the most keys first.
std::vector<ContentId> MostOf(const index::StoredTemplate& stored, const index::Snapshot& snapshot) {
  std::map<ContentId, std::uint64_t> counts;
  for (const auto& segment : snapshot.segments()) {
    if (index::MethodLine(segment->method()) != stored.method) continue;
    segment->Lookup(stored.keys, [&](const index::Segment::Key& key) {
      for (const index::Segment::Occurrence& occurrence : key.occurrences) ++counts[occurrence.content];
    });
  }
  std::vector<ContentId> contents;
  for (const auto& [content, count] : counts) contents.push_back(content);
  std::ranges::stable_sort(contents, std::greater<>(), [&](ContentId id) { return counts[id]; });
  return contents;
}

}  // namespace

void AddTemplateTo(base::FileSystem& files, const std::string& index_directory,
                   const TemplateOptions& options, ResultSink& sink, Observer& observer) {
  CheckOptions(options);
  if (Has(index::ReadTemplates(files, index_directory), options.name)) throw NameTaken(options.name);
  ClusteredTree clustered(files, index_directory, options.find, observer);
  const TreeClusters before = clustered.Cluster();
  StopIfAsked(observer, kIndexIsComplete);
  const index::StoredTemplate made = Make(options, before, &clustered);

  TemplateEffect effect;
  effect.info = InfoOf(made);
  TreeScope& tree = clustered.tree();
  const std::vector<std::uint64_t> counts =
      match::KeysPerContent(clustered.marks().segments, made.keys, tree.scope());
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
    effect.files_in_scope += tree.FilesOf(place).size();
    if (counts[place] > 0) effect.files_touched += tree.FilesOf(place).size();
  }
  IgnoreAlso(made.keys, &clustered.marks());
  WeighTree(&tree, &clustered.marks(), ThreadsOf(clustered.options().scan.run));
  TellChanges(before, clustered.Cluster(), tree, options.find.limit, &effect);
  CountInIndex(made, clustered.scanned().snapshot.get(), &effect.info);

  StopIfAsked(observer, kIndexIsComplete);
  if (!options.preview) {
    ChangeTemplates(files, index_directory, [&](std::vector<index::StoredTemplate>* templates) {
      if (Has(*templates, made.name)) throw NameTaken(made.name);
      templates->push_back(made);
    });
    effect.stored = true;
  }
  sink.On(effect);
}

void ListTemplatesOf(base::FileSystem& files, const std::string& index_directory, ResultSink& sink) {
  const std::vector<index::StoredTemplate> templates = index::ReadTemplates(files, index_directory);
  auto snapshot = index::OpenSnapshot(files, index_directory);
  for (const index::StoredTemplate& stored : templates) {
    TemplateInfo info = InfoOf(stored);
    CountInIndex(stored, snapshot.get(), &info);
    sink.On(info);
  }
}

void ShowTemplateOf(base::FileSystem& files, const std::string& index_directory, const std::string& name,
                    ResultSink& sink) {
  const std::vector<index::StoredTemplate> templates = index::ReadTemplates(files, index_directory);
  const auto stored = std::ranges::find(templates, name, &index::StoredTemplate::name);
  if (stored == templates.end()) throw NoSuchTemplate(name, templates);
  auto snapshot = index::OpenSnapshot(files, index_directory);
  TemplateInfo info = InfoOf(*stored);
  CountInIndex(*stored, snapshot.get(), &info);
  sink.On(info);
  constexpr int kTries = 10;  // files may be gone or have changed
  int tries = 0;
  for (ContentId content : MostOf(*stored, *snapshot)) {
    for (const std::string& path : snapshot->catalog().PathsOf(content)) {
      if (tries++ == kTries) return;
      const auto example = FindExample(path, info.method, stored->keys);
      if (!example) continue;
      sink.On(TemplateSuggestion{.group = "",
                                 .keys = info.keys,
                                 .example = path,
                                 .offset = example->offset,
                                 .length = example->length,
                                 .text = example->text});
      return;
    }
  }
}

void RemoveTemplateFrom(base::FileSystem& files, const std::string& index_directory,
                        const std::string& name) {
  const std::vector<index::StoredTemplate> seen = index::ReadTemplates(files, index_directory);
  if (!Has(seen, name)) throw NoSuchTemplate(name, seen);
  ChangeTemplates(files, index_directory, [&](std::vector<index::StoredTemplate>* templates) {
    if (std::erase_if(*templates, [&](const index::StoredTemplate& stored) { return stored.name == name; }) ==
        0)
      throw NoSuchTemplate(name, *templates);
  });
}

}  // namespace kindred::engine
