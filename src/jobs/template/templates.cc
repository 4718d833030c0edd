// See templates.h; suggestions are in suggest_templates.cc.
#include "jobs/template/templates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "index/store/manifest.h"
#include "index/store/templates.h"
#include "jobs/match/shown/group_presenter.h"
#include "jobs/template/matched_tree.h"
#include "jobs/template/shared_text.h"
#include "jobs/template/template_effect.h"
#include "jobs/template/template_source.h"
#include "kindred/error.h"
#include "kindred/template_values.h"
#include "match/keys/template_keys.h"
#include "run/stop.h"

namespace kindred::jobs {

namespace {

Error NameTaken(const std::string& name) {
  return Error(ErrorKind::kUsage, fmt::format("there is a template '{}' already", name), OptionName{"name"},
               "choose another name, or remove it first with `Index::RemoveTemplate`");
}

Error NoSuchTemplate(const std::string& name, std::span<const index::StoredTemplate> templates) {
  std::string known;
  for (const index::StoredTemplate& stored : templates) known += (known.empty() ? "" : ", ") + stored.name;
  return Error(ErrorKind::kNotFound, fmt::format("there is no template '{}'", name), OptionName{},
               known.empty() ? "the index has no templates; add one with `Index::AddTemplate`"
                             : "these are there: " + known);
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
      !options.family.empty() + !options.file.empty() + !options.spans.empty() + options.common;
  if (sources != 1) {
    throw Error(ErrorKind::kUsage,
                sources == 0 ? "nothing to make a template of" : "a template comes from one thing only", "",
                "give one of `family`, `file`, `spans`, or `common` with `share`");
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

std::vector<std::uint32_t> MembersOf(const std::string& id, const TreeFamilies& before,
                                     const tree::TreeScope& tree) {
  for (const match::FamilyOfPlaces& family : before.families) {
    if (IdOfFamily(family, TreeNames(tree, {})) == id) return {family.members.begin(), family.members.end()};
  }
  throw Error(
      ErrorKind::kNotFound, fmt::format("there is no family {}", id), OptionName{"family"},
      "give the roots and options of the find that reported it; a file that has changed since changes "
      "the id");
}

std::vector<std::uint64_t> CommonTo(const std::vector<std::uint32_t>& members, double share,
                                    MatchedTree* matched) {
  const std::vector<std::vector<std::uint32_t>> groups = {members};
  const tree::TreeMarks& marks = matched->marks();
  std::vector<std::uint64_t> keys = match::CommonKeys(marks.segments, matched->tree().scope(), marks.weights,
                                                      groups, {.share = share, .least = 2}, marks.ignored)[0];
  if (keys.empty()) {
    throw Error(ErrorKind::kUsage,
                fmt::format("no mark occurs in {:.0f}% of the {} files", 100 * share, members.size()), "",
                "give a smaller `share`");
  }
  return keys;
}

void Take(TemplateSource source, index::StoredTemplate* made) {
  made->keys = std::move(source.keys);
  made->pieces = std::move(source.pieces);
}

// The method is that of the scope; `options` names one source only.
index::StoredTemplate Make(const TemplateOptions& options, const std::string& index_directory,
                           const TreeFamilies& before, MatchedTree* matched, Observer& observer) {
  index::StoredTemplate made;
  made.name = options.name;
  made.method = index::MethodLine(matched->marks().method);
  const std::string of = options.share < 1 ? fmt::format(", {:.0f}% of its files", 100 * options.share) : "";
  const TemplateReading reading{matched->method(), options.find.scan.inside, observer};
  std::vector<std::uint32_t> members;
  if (!options.file.empty()) {
    made.source = "file " + options.file;
    Take(SourceFromFile(options.file, reading), &made);
  } else if (!options.spans.empty()) {
    made.source = "span";
    for (const TemplateOptions::Span& span : options.spans)
      made.source += fmt::format(" {}:{}+{}", span.file.name(), span.offset, span.length);
    Take(SourceFromSpans(options.spans, reading), &made);
  } else if (!options.family.empty()) {
    made.source = "family " + options.family + of;
    members = MembersOf(options.family, before, matched->tree());
  } else {
    made.source = "files of " + fmt::format("{}", fmt::join(options.find.scan.walk.roots, " ")) + of;
    members.resize(matched->tree().scope().size());
    std::iota(members.begin(), members.end(), 0u);
  }
  if (!members.empty()) {
    made.keys = CommonTo(members, options.share, matched);
    made.pieces = SharedText(made.keys, members, index_directory, matched, observer);
  }
  CutSource(&made);
  return made;
}

}  // namespace

void StoreTemplates(base::FileSystem& files, const std::string& index_directory,
                    std::span<const index::StoredTemplate> made) {
  ChangeTemplates(files, index_directory, [&](std::vector<index::StoredTemplate>* templates) {
    for (const index::StoredTemplate& one : made) {
      if (Has(*templates, one.name)) throw NameTaken(one.name);
      templates->push_back(one);
    }
  });
}

void CutSource(index::StoredTemplate* made) {
  constexpr std::size_t kLongestSource = 4000;
  if (made->source.size() > kLongestSource) made->source.resize(kLongestSource);
}

void AddTemplateTo(base::FileSystem& files, const std::string& index_directory,
                   const TemplateOptions& options, ResultSink& sink, Observer& observer) {
  CheckOptions(options);
  if (Has(index::ReadTemplates(files, index_directory), options.name)) throw NameTaken(options.name);
  MatchedTree matched(files, index_directory, options.find, observer);
  TreeFamilies families = matched.Family();
  run::StopIfAsked(observer, run::kIndexIsComplete);
  const index::StoredTemplate made = Make(options, index_directory, families, &matched, observer);
  TemplateEffect effect = ApplyTo(made, options.find.limit, &matched, &families);
  run::StopIfAsked(observer, run::kIndexIsComplete);
  if (!options.preview) {
    StoreTemplates(files, index_directory, {&made, 1});
    effect.stored = true;
  }
  sink.On(effect);
}

void ListTemplatesOf(base::FileSystem& files, const std::string& index_directory, ResultSink& sink) {
  const std::vector<index::StoredTemplate> templates = index::ReadTemplates(files, index_directory);
  auto snapshot = index::OpenSnapshot(files, index_directory);
  for (const index::StoredTemplate& stored : templates) sink.On(InfoOf(stored, snapshot.get()));
}

void ShowTemplateOf(base::FileSystem& files, const std::string& index_directory, const std::string& name,
                    ResultSink& sink) {
  const std::vector<index::StoredTemplate> templates = index::ReadTemplates(files, index_directory);
  const auto stored = std::ranges::find(templates, name, &index::StoredTemplate::name);
  if (stored == templates.end()) throw NoSuchTemplate(name, templates);
  auto snapshot = index::OpenSnapshot(files, index_directory);
  const TemplateInfo info = InfoOf(*stored, snapshot.get());
  sink.On(info);
  if (const auto example = ExampleOf(*stored, snapshot.get())) sink.On(*example);
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

}  // namespace kindred::jobs
