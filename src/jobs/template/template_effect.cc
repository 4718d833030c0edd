// See template_effect.h.
#include "jobs/template/template_effect.h"

#include <algorithm>
#include <map>
#include <set>

#include "index/store/manifest.h"
#include "jobs/match/shown/group_presenter.h"
#include "jobs/template/template_source.h"
#include "kindred/error.h"
#include "match/keys/template_keys.h"
#include "match/places.h"
#include "run/run_limits.h"
#include "tree/marks/derived_keys.h"
#include "tree/methods/make_method.h"

namespace kindred::jobs {

namespace {

// Which family each place is in; kNotInScope: none.
std::vector<std::uint32_t> FamilyOfPlace(const TreeFamilies& families, std::size_t places) {
  std::vector<std::uint32_t> of(places, match::kNotInScope);
  for (std::uint32_t number = 0; number < families.families.size(); ++number) {
    for (std::uint32_t place : families.families[number].members) of[place] = number;
  }
  return of;
}

void TellChanges(const TreeFamilies& before, const TreeFamilies& after, const tree::TreeScope& tree,
                 std::uint64_t limit, TemplateEffect* effect) {
  effect->pairs_before = before.pairs;
  effect->pairs_after = after.pairs;
  effect->families_before = before.families.size();
  effect->families_after = after.families.size();
  const std::vector<std::uint32_t> family_of = FamilyOfPlace(after, tree.scope().size());
  for (const match::FamilyOfPlaces& family : before.families) {
    std::set<std::uint32_t> parts;
    TemplateEffect::Change change{"", family.members.size(), 0, 0, ""};
    for (std::uint32_t place : family.members) {
      if (family_of[place] == match::kNotInScope) continue;
      ++change.left;
      parts.insert(family_of[place]);
    }
    change.parts = parts.size();
    if (change.left == change.files && change.parts == 1) continue;
    ++(change.left == 0 ? effect->dissolved : effect->shrunk);
    if (limit != 0 && effect->changes.size() == limit) continue;
    change.id = IdOfFamily(family, TreeNames(tree, {}));
    change.example = tree.PathOf(family.members.front());
    effect->changes.push_back(std::move(change));
  }
}

TemplateInfo NamesOf(const index::StoredTemplate& stored) {
  TemplateInfo info{stored.name, TypedMethod(stored.method), stored.source, stored.keys.size(), 0, 0};
  for (const std::string& piece : stored.pieces) info.text += piece.size();
  return info;
}

// The template's own method if the index has marks of it, else the first one that it has marks of and that
// the template has keys for.
std::vector<std::uint64_t> KeysInIndex(const index::StoredTemplate& stored, index::Snapshot* snapshot,
                                       std::string* method_line) {
  std::set<std::string> lines;
  for (const auto& segment : snapshot->segments()) lines.insert(index::MethodLine(segment->method()));
  *method_line = stored.method;
  if (lines.contains(stored.method) || stored.pieces.empty()) return stored.keys;
  for (const std::string& line : lines) {
    try {
      std::vector<std::uint64_t> keys = tree::KeysFor(stored, *tree::MethodFrom(TypedMethod(line)));
      if (keys.empty()) continue;
      *method_line = line;
      return keys;
    } catch (const Error&) {
      // A method of another version, or one whose anchor set is not here: it is ignored.
    }
  }
  return stored.keys;
}

// Every content of the index is the scope.
void CountInIndex(const index::StoredTemplate& stored, index::Snapshot* snapshot, TemplateInfo* info) {
  std::string method;
  const std::vector<std::uint64_t> keys = KeysInIndex(stored, snapshot, &method);
  std::map<ContentId, std::uint64_t> marks;
  for (const auto& segment : snapshot->segments()) {
    if (index::MethodLine(segment->method()) != method) continue;
    segment->Lookup(keys, [&](const index::Segment::Key& key) {
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
std::vector<ContentId> MostOf(std::span<const std::uint64_t> keys, const std::string& method,
                              const index::Snapshot& snapshot) {
  std::map<ContentId, std::uint64_t> counts;
  for (const auto& segment : snapshot.segments()) {
    if (index::MethodLine(segment->method()) != method) continue;
    segment->Lookup(keys, [&](const index::Segment::Key& key) {
      for (const index::Segment::Occurrence& occurrence : key.occurrences) ++counts[occurrence.content];
    });
  }
  std::vector<ContentId> contents;
  for (const auto& [content, count] : counts) contents.push_back(content);
  std::ranges::stable_sort(contents, std::greater<>(), [&](ContentId id) { return counts[id]; });
  return contents;
}

}  // namespace

std::string TypedMethod(std::string line) {
  line.resize(std::min(line.size(), line.find(';')));
  const std::size_t slash = std::min(line.size(), line.find('/'));
  return line.erase(slash, std::min(line.size(), line.find(':', slash)) - slash);
}

TemplateInfo InfoOf(const index::StoredTemplate& stored, index::Snapshot* snapshot) {
  TemplateInfo info = NamesOf(stored);
  CountInIndex(stored, snapshot, &info);
  return info;
}

std::optional<TemplateSuggestion> ExampleOf(const index::StoredTemplate& stored, index::Snapshot* snapshot) {
  constexpr int kTries = 10;  // files may be gone or have changed
  constexpr std::size_t kTextShown = 200;
  TemplateSuggestion found{.keys = stored.keys.size()};
  std::string line;
  const std::vector<std::uint64_t> keys = KeysInIndex(stored, snapshot, &line);
  int tries = 0;
  for (ContentId content : MostOf(keys, line, *snapshot)) {
    for (const std::string& path : snapshot->catalog().PathsOf(content)) {
      if (tries++ == kTries) break;
      const auto example = FindExample(path, *tree::MethodFrom(TypedMethod(line)), keys);
      if (!example) continue;
      found.example = path;
      found.offset = example->offset;
      found.length = example->length;
      found.text = example->text;
      return found;
    }
  }
  const auto longest = std::ranges::max_element(stored.pieces, {}, &std::string::size);
  if (longest == stored.pieces.end()) return std::nullopt;
  found.length = longest->size();
  found.text = longest->substr(0, kTextShown);
  return found;
}

TemplateEffect ApplyTo(const index::StoredTemplate& made, std::uint64_t limit, MatchedTree* matched,
                       TreeFamilies* families) {
  TemplateEffect effect;
  tree::TreeScope& tree = matched->tree();
  const std::vector<std::uint64_t> counts =
      match::KeysPerContent(matched->marks().segments, made.keys, tree.scope());
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
    effect.files_in_scope += tree.FilesOf(place).size();
    if (counts[place] > 0) effect.files_touched += tree.FilesOf(place).size();
  }
  tree::IgnoreAlso(made.keys, &matched->marks());
  tree::WeighTree(&tree, &matched->marks(), run::ThreadsOf(matched->scan().run));
  TreeFamilies after = matched->Family();
  TellChanges(*families, after, tree, limit, &effect);
  *families = std::move(after);
  effect.info = InfoOf(made, matched->scanned().snapshot.get());
  return effect;
}

}  // namespace kindred::jobs
