// Which templates a tree may have: keys that many files of one directory, suffix, type or family have in
// common.
//
// Files that are versions of each other have nearly everything in common, and pages of one frame only the
// frame. So a suggestion is ranked by the bytes it would take out of the files, times the part of them that
// it would leave: many pages with a frame come first, versions of one text last. A suggestion that mostly
// repeats a better one is left out. A group that flags cannot describe is left out: its command would select
// other files. Cost: one pass over the marks, and one over the keys of at most kMostGroups groups.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include "index/store/manifest.h"
#include "index/store/templates.h"
#include "jobs/match/shown/group_presenter.h"
#include "jobs/template/matched_tree.h"
#include "jobs/template/shared_text.h"
#include "jobs/template/template_effect.h"
#include "jobs/template/template_source.h"
#include "jobs/template/templates.h"
#include "kindred/error.h"
#include "kindred/report.h"
#include "kindred/template_values.h"
#include "match/keys/template_keys.h"
#include "match/pairs/pairs.h"
#include "model/entry.h"
#include "model/media_type.h"
#include "run/stage_timer.h"
#include "tree/entries/scanned_tree.h"

namespace kindred::jobs {

namespace {

constexpr std::size_t kMostGroups = 100;
constexpr int kFilesTried = 5;  // for an example; they may be gone

struct FileGroup {
  std::string shown;    // "directory docs/api"
  std::string name;     // for the command
  std::string operand;  // what the command takes the keys from
  std::vector<std::uint32_t> places;
};

struct Proposal {
  const FileGroup* group = nullptr;
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> having;
  double part = 0;
  double score = 0;
};

// "api docs" to "api-docs"
std::string NameFrom(std::string text) {
  for (char& c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!plain) c = '-';
  }
  const std::size_t first = text.find_first_not_of('-');
  return first == std::string::npos ? "root" : text.substr(first, 60);
}

// One that no template and no other suggestion has.
std::string FreeName(const std::string& wanted, std::set<std::string>* names) {
  std::string name = wanted;
  for (int number = 2; !names->insert(name).second; ++number) name = fmt::format("{}-{}", wanted, number);
  return name;
}

// No flag, whatever the path begins with.
std::string Operand(const std::string& path) { return QuotePath(path.starts_with('-') ? "./" + path : path); }

std::string Roots(const WalkOptions& walk) {
  std::string roots;
  for (const std::string& root : walk.roots) roots += (roots.empty() ? "" : " ") + Operand(root);
  return roots;
}

// Whether a glob means other files when a directory below a root becomes the root.
bool DependsOnRoot(std::string_view glob) {
  if (glob.starts_with('/')) return false;
  if (glob.ends_with('/')) glob.remove_suffix(1);
  return glob.find('/') != std::string_view::npos;
}

bool DependsOnRoot(const WalkOptions& walk) {
  auto depends = [](const std::string& glob) { return DependsOnRoot(glob); };
  return std::ranges::any_of(walk.include, depends) || std::ranges::any_of(walk.exclude, depends);
}

// All files at or below each directory, each content once. Directories above the roots do not count, for
// instance one of whose files only some were named.
void AddDirectories(const MatchedTree& matched, const tree::TreeScope& tree, std::vector<FileGroup>* groups) {
  std::map<std::string, std::set<std::uint32_t>> below;
  std::set<std::string> roots;
  for (const walk::Root& root : matched.scanned().roots) roots.insert(root.absolute);
  auto in_a_root = [&](const std::string& directory) {
    return std::ranges::any_of(roots, [&](const auto& root) { return IsAtOrBelow(directory, root); });
  };
  const bool only_roots = DependsOnRoot(matched.scan().walk);
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
    for (tree::FileNumber file : tree.FilesOf(place)) {
      std::string directory = tree.DirectoryOf(file);
      while (in_a_root(directory) && below[directory].insert(place).second) {
        if (roots.contains(directory) || directory.size() <= 1) break;
        directory.resize(std::max<std::size_t>(1, directory.rfind('/')));
      }
    }
  }
  const tree::ShownPaths shown(matched.scanned().roots);
  const std::set<std::uint32_t>* last = nullptr;
  for (const auto& [directory, places] : below) {
    if (only_roots && !roots.contains(directory)) continue;
    if (last != nullptr && *last == places) continue;  // a directory with nothing but the next one
    last = &places;
    const std::string path = shown.Of(directory);
    groups->push_back({"directory " + path,
                       NameFrom(directory.substr(directory.rfind('/') + 1)),
                       Operand(path),
                       {places.begin(), places.end()}});
  }
}

// A glob for names with this suffix, whatever it is made of.
std::string GlobOf(const std::string& suffix) {
  std::string glob = "*.";
  for (char c : suffix) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) glob += '\\';
    glob += c;
  }
  return glob;
}

void AddSuffixes(const tree::TreeScope& tree, const WalkOptions& walk, std::vector<FileGroup>* groups) {
  std::map<std::string, std::vector<std::uint32_t>> by_suffix;
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
    std::set<std::string> suffixes;  // of all names, as --include takes them
    for (tree::FileNumber file : tree.FilesOf(place)) suffixes.emplace(SuffixOf(tree.EntryOf(file).name));
    suffixes.erase("");
    for (const std::string& suffix : suffixes) by_suffix[suffix].push_back(place);
  }
  for (auto& [suffix, places] : by_suffix) {
    // Two --include take what either lets through, not what both do.
    const bool all = places.size() == tree.scope().size();
    if (!all && !walk.include.empty()) continue;
    groups->push_back({"suffix " + suffix, "suffix-" + NameFrom(suffix),
                       (all ? "" : "--include " + QuotePath(GlobOf(suffix)) + " ") + Roots(walk),
                       std::move(places)});
  }
}

void AddTypes(const tree::TreeScope& tree, const WalkOptions& walk, const std::vector<std::string>& types,
              std::vector<FileGroup>* groups) {
  std::map<std::string, std::vector<std::uint32_t>> by_type;
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place)
    by_type[std::string(MediaName(tree.scope()[place].type.media))].push_back(place);
  for (auto& [type, places] : by_type) {
    const bool all = places.size() == tree.scope().size();
    if (!all && !types.empty()) continue;  // as with --include
    groups->push_back({"type " + type, "type-" + type, (all ? "" : "--type " + type + " ") + Roots(walk),
                       std::move(places)});
  }
}

void AddFamilies(const TreeFamilies& families, const tree::TreeScope& tree, const WalkOptions& walk,
                 std::vector<FileGroup>* groups) {
  const std::string roots = " " + Roots(walk);
  for (const match::FamilyOfPlaces& family : families.families) {
    const std::string id = IdOfFamily(family, TreeNames(tree, {}));
    groups->push_back({"family " + id,
                       "family-" + id,
                       "--family " + id + roots,
                       {family.members.begin(), family.members.end()}});
  }
}

// The groups with most bytes to take out, by an estimate; an exact count costs a pass over the scope each.
std::vector<Proposal> MostPromising(std::span<const FileGroup> groups,
                                    std::vector<std::vector<std::uint64_t>> common, std::uint64_t fewest) {
  std::vector<Proposal> candidates;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (common[i].size() < fewest) continue;
    const double guess = static_cast<double>(common[i].size()) * static_cast<double>(groups[i].places.size());
    candidates.push_back({&groups[i], std::move(common[i]), {}, 0, guess});
  }
  std::ranges::stable_sort(candidates, std::greater<>(), &Proposal::score);
  if (candidates.size() > kMostGroups) candidates.resize(kMostGroups);
  return candidates;
}

void Weigh(const tree::TreeScope& tree, const tree::TreeMarks& marks, Proposal* candidate) {
  match::Scope scope;
  match::ScopeWeights weights;
  for (std::uint32_t place : candidate->group->places) {
    scope.push_back(tree.scope()[place]);
    scope.back().templated = 0;
    weights.Append(marks.weights.Of(place));
  }
  weights.Finish();
  match::LeaveOutKeys(marks.segments, candidate->keys, &scope, &weights);
  double bytes = 0, taken = 0;
  for (std::size_t i = 0; i < scope.size(); ++i) {
    if (scope[i].Boilerplate() == 0) continue;
    candidate->having.push_back(candidate->group->places[i]);
    bytes += static_cast<double>(scope[i].size);
    taken += static_cast<double>(scope[i].Boilerplate());
  }
  candidate->part = bytes == 0 ? 0 : taken / bytes;
  candidate->score = taken * (1 - candidate->part);
}

// Best first, without those of which most keys are in better ones.
std::vector<Proposal> Choose(std::vector<Proposal> candidates, std::uint64_t limit) {
  std::ranges::stable_sort(candidates, std::greater<>(), &Proposal::score);
  std::vector<Proposal> chosen;
  std::unordered_set<std::uint64_t> told;
  for (Proposal& candidate : candidates) {
    if (limit != 0 && chosen.size() == limit) break;
    const auto known = static_cast<std::size_t>(
        std::ranges::count_if(candidate.keys, [&](std::uint64_t key) { return told.contains(key); }));
    if (2 * known >= candidate.keys.size() || candidate.score <= 0) continue;
    told.insert(candidate.keys.begin(), candidate.keys.end());
    chosen.push_back(std::move(candidate));
  }
  return chosen;
}

TemplateSuggestion ShownSuggestion(const Proposal& candidate, const std::string& name,
                                   const tree::TreeScope& tree, const mark::Method& method,
                                   const SuggestOptions& options) {
  TemplateSuggestion shown;
  shown.group = candidate.group->shown;
  shown.files = candidate.group->places.size();
  shown.having = candidate.having.size();
  shown.keys = candidate.keys.size();
  shown.part = candidate.part;
  std::string flags = options.flags.empty() ? "" : " " + options.flags;
  shown.command = fmt::format("kindred template add{} --name {} --share {:g}% {}", flags, name,
                              100 * options.share, candidate.group->operand);
  int tried = 0;
  for (std::uint32_t place : candidate.having) {
    if (tried++ == kFilesTried) break;
    const tree::FileNumber file = tree.FilesOf(place).front();
    const auto example =
        FindExample(JoinPath(tree.DirectoryOf(file), tree.EntryOf(file).name), method, candidate.keys);
    if (!example) continue;
    shown.example = tree.PathOf(place);
    shown.offset = example->offset;
    shown.length = example->length;
    shown.text = example->text;
    break;
  }
  return shown;
}

// Stores them in one step, and reports what each changes on top of those before it.
void Apply(base::FileSystem& files, const std::string& index_directory,
           std::span<const index::StoredTemplate> made, std::uint64_t limit, MatchedTree* matched,
           TreeFamilies* families, ResultSink& sink, Observer& observer) {
  std::vector<TemplateEffect> effects;
  for (const index::StoredTemplate& one : made) {
    StopMatchIfAsked(observer);
    effects.push_back(ApplyTo(one, limit, matched, families));
    effects.back().stored = true;
  }
  if (!made.empty()) StoreTemplates(files, index_directory, made);
  for (const TemplateEffect& effect : effects) sink.On(effect);
}

}  // namespace

void SuggestTemplatesFor(base::FileSystem& files, const std::string& index_directory,
                         const SuggestOptions& options, ResultSink& sink, Observer& observer) {
  MatchedTree matched(files, index_directory, options.find, observer);
  const tree::TreeScope& tree = matched.tree();
  const tree::TreeMarks& marks = matched.marks();
  std::vector<FileGroup> groups;
  AddDirectories(matched, tree, &groups);
  AddSuffixes(tree, matched.scan().walk, &groups);
  AddTypes(tree, matched.scan().walk, options.find.types, &groups);
  TreeFamilies families = matched.Family();
  AddFamilies(families, tree, matched.scan().walk, &groups);
  const std::uint64_t least = std::max<std::uint64_t>(2, options.least);
  std::erase_if(groups, [&](const FileGroup& group) { return group.places.size() < least; });

  run::StageTimer common(observer, "common");
  std::vector<std::vector<std::uint32_t>> places;
  for (const FileGroup& group : groups) places.push_back(group.places);
  std::vector<Proposal> candidates =
      MostPromising(groups,
                    match::CommonKeys(marks.segments, tree.scope(), marks.weights, places,
                                      {.share = options.share, .least = least}, marks.ignored),
                    match::MinShared(options.find.match, marks.method.weight));
  common.Done(candidates.size(), "groups");
  for (Proposal& candidate : candidates) {
    StopMatchIfAsked(observer);
    Weigh(tree, marks, &candidate);
  }
  std::set<std::string> names;
  for (const index::StoredTemplate& stored : index::ReadTemplates(files, index_directory))
    names.insert(stored.name);
  const std::vector<Proposal> chosen = Choose(std::move(candidates), options.limit);
  std::vector<index::StoredTemplate> made;
  for (const Proposal& candidate : chosen) {
    const std::string name = FreeName(candidate.group->name, &names);
    const TemplateSuggestion shown = ShownSuggestion(candidate, name, tree, matched.method(), options);
    if (!options.apply) {
      sink.On(shown);
      continue;
    }
    made.push_back({name, index::MethodLine(marks.method), "suggested: " + shown.group, candidate.keys,
                    SharedText(candidate.keys, candidate.having, index_directory, &matched, observer)});
    CutSource(&made.back());
  }
  if (options.apply)
    Apply(files, index_directory, made, options.find.limit, &matched, &families, sink, observer);
}

}  // namespace kindred::jobs
