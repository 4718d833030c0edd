// See api_items.h.
#include "routes/api_items.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "kindred/report.h"
#include "routes/member_json.h"

namespace kindred::server {

namespace {

constexpr std::size_t kPathsOfItem = 3;
constexpr std::size_t kTypesOfItem = 10;
constexpr std::size_t kMembersForTypes = 200;  // that are looked at for these
constexpr std::uint64_t kMostMembers = 1000;
constexpr std::size_t kFacets = 50;

void WriteMoment(const char* key, const Item& item, std::uint32_t number, JsonWriter& json) {
  const Member& member = item.members[number];
  json.Key(key);
  if (member.mtime == kNoTime) {
    json.Null();
    return;
  }
  json.Open('{').Key("n").Number(number).Key("path").Text(member.path).Key("mtime").Time(member.mtime);
  json.Close('}');
}

void WriteState(const View& view, const Item& item, JsonWriter& json) {
  const DecidedState state = view.StateOf(item);
  json.Key("decision");
  if (state.decided == 0 && !state.wholly) {
    json.Null();
    return;
  }
  std::set<std::string_view> verdicts;
  for (const Decision* decision : view.DecisionsOn(item)) {
    if (decision != nullptr) verdicts.insert(VerdictName(decision->verdict));
  }
  if (verdicts.empty()) verdicts.insert(VerdictName(Verdict::kUnrelated));
  json.Open('{').Key("decided").Number(state.decided).Key("of").Number(item.members.size());
  json.Key("wholly").Flag(state.wholly).Key("verdicts").Open('[');
  for (std::string_view verdict : verdicts) json.Text(verdict);
  json.Close(']').Close('}');
}

// The fields that an item has in lists, without its brackets.
void WriteItem(const View& view, const Item& item, JsonWriter& json) {
  json.Key("id").Text(item.id).Key("kind").Text(kItemKindNames[static_cast<std::size_t>(item.kind)]);
  json.Key("sentence").Text(Sentence(item)).Key("value").Number(item.value).Key("files").Number(item.files);
  json.Key("size").Number(item.size).Key("similarity").Share(item.similarity);
  json.Key("measured").Flag(item.measured).Key("elsewhere").Number(item.elsewhere);
  WriteMoment("newest", item, item.newest, json);
  WriteMoment("oldest", item, item.oldest, json);
  json.Key("paths").Open('[');
  for (std::size_t n = 0; n < std::min(kPathsOfItem, item.members.size()); ++n)
    json.Text(item.members[n].path);
  json.Close(']').Key("types").Open('[');
  std::set<std::string> types;
  for (std::size_t n = 0; n < std::min(kMembersForTypes, item.members.size()); ++n) {
    std::string type = item.kind == ItemKind::kFolders ? "" : TypeOfName(item.members[n].path);
    if (!type.empty() && types.size() < kTypesOfItem) types.insert(std::move(type));
  }
  for (const std::string& type : types) json.Text(type);
  json.Close(']');
  WriteState(view, item, json);
  const Item* folders = view.CoveredBy(item);
  json.Key("covered_by");
  if (folders == nullptr) {
    json.Null();
  } else {
    json.Text(folders->id);
  }
}

void WriteLinks(const View& view, const Item& item, JsonWriter& json) {
  json.Key("centre").Number(item.centre).Key("suggested").Number(item.newest);
  json.Key("at_least").Flag(item.at_least).Key("links").Open('[');
  for (const Family::Link& link : item.links) {
    if (view.Unrelated(item, link)) continue;
    json.Open('{').Key("a").Number(link.a).Key("b").Number(link.b);
    json.Key("of_a").Share(link.of_a).Key("of_b").Share(link.of_b).Key("similarity").Share(link.similarity);
    json.Key("shared_bytes").Number(link.shared_bytes).Key("measured").Flag(link.measured).Close('}');
  }
  // Subgroups of a family cannot be derived from these: a threshold goes by what members share with the
  // centre.
  const bool limited = item.at_least || item.links.size() < item.total_links;
  json.Close(']').Key("links_total").Number(item.total_links).Key("links_limited").Flag(limited);
}

void WriteFolders(const Item& item, JsonWriter& json) {
  const DirectoryPair& pair = item.folders;
  auto folder = [&](const char* key, const std::string& path, std::uint64_t files, std::uint64_t size,
                    double of, std::int64_t newest) {
    json.Key(key).Open('{').Key("path").Text(path).Key("files").Number(files).Key("size").Number(size);
    json.Key("of").Share(of).Key("mtime").Time(newest).Close('}');
  };
  folder("a", pair.a, pair.files_a, pair.size_a, pair.of_a, pair.newest_a);
  folder("b", pair.b, pair.files_b, pair.size_b, pair.of_b, pair.newest_b);
  std::string record = JsonLines(pair);
  while (record.ends_with('\n')) record.pop_back();
  json.Key("record").Raw(record);
}

// The most frequent ones first.
template <typename Map>
std::vector<std::pair<std::string, std::uint64_t>> MostFrequent(const Map& counts) {
  std::vector<std::pair<std::string, std::uint64_t>> list(counts.begin(), counts.end());
  const std::size_t kept = std::min(kFacets, list.size());
  std::ranges::partial_sort(list, list.begin() + static_cast<std::ptrdiff_t>(kept),
                            [](const auto& a, const auto& b) {
                              return a.second != b.second ? a.second > b.second : a.first < b.first;
                            });
  list.resize(kept);
  return list;
}

}  // namespace

const Item& ItemNamed(const View& view, const std::string& id) {
  const Item* item = view.answer().Find(id);
  if (item == nullptr) NotFound("there is no such item, or it no longer exists", id);
  return *item;
}

std::size_t MemberNumber(const Item& item, std::uint64_t number, const std::string& name) {
  if (number >= item.members.size()) Usage(name, "is not a member of the item");
  return static_cast<std::size_t>(number);
}

Reply ItemsReply(const View& view, const Parameters& parameters) {
  const PageOfList page = ParsePage(parameters, view.generation());
  const auto numbers = view.Select(ParseItemQuery(parameters));
  return ListReply(view.generation(), page, numbers->size(), [&](JsonWriter& json, std::uint64_t i) {
    json.Open('{');
    WriteItem(view, view.answer().items[(*numbers)[i]], json);
    json.Close('}');
  });
}

Reply ItemReply(const View& view, const Item& item, const Parameters& parameters) {
  const std::uint64_t offset =
      std::min<std::uint64_t>(NumberOf(parameters, "offset", 0), item.members.size());
  const std::uint64_t limit = std::min(kMostMembers, NumberOf(parameters, "limit", kMostMembers));
  JsonWriter json;
  json.Open('{').Key("generation").Number(view.generation());
  WriteItem(view, item, json);
  json.Key("members").Open('[');
  const MemberWriter members(view, item);
  for (std::uint64_t n = offset; n < std::min<std::uint64_t>(item.members.size(), offset + limit); ++n)
    members.Write(n, json);
  json.Close(']').Key("members_total").Number(item.members.size()).Key("members_offset").Number(offset);
  if (item.kind == ItemKind::kFamily || item.kind == ItemKind::kContained) WriteLinks(view, item, json);
  if (item.kind == ItemKind::kFolders) WriteFolders(item, json);
  json.Close('}');
  return TaggedReply(std::move(json), view.generation());
}

Reply HistogramReply(const View& view, const Parameters& parameters) {
  ItemQuery query = ParseItemQuery(parameters);
  query.kinds = {};
  query.kinds[static_cast<std::size_t>(ItemKind::kFamily)] = true;
  std::array<std::uint64_t, kBins> bins = {};
  std::uint64_t links = 0;
  const auto numbers = view.Select(query);
  for (std::uint32_t number : *numbers) {
    const Item& item = view.answer().items[number];
    links += item.total_links;
    if (item.histogram.empty()) {
      for (const Family::Link& link : item.links) ++bins[BinOf(link.similarity)];
    } else {
      for (std::size_t bin = 0; bin < kBins; ++bin) bins[bin] += item.histogram[bin];
    }
  }
  JsonWriter json;
  json.Open('{').Key("generation").Number(view.generation()).Key("bins").Open('[');
  for (std::uint64_t count : bins) json.Number(count);
  json.Close(']').Key("families").Number(numbers->size()).Key("links").Number(links).Close('}');
  return TaggedReply(std::move(json), view.generation());
}

Reply FacetsReply(const View& view, const Parameters& parameters) {
  std::unordered_map<std::string, std::uint64_t> types;
  std::unordered_map<std::string, std::uint64_t> folders;
  for (std::uint32_t number : *view.Select(ParseItemQuery(parameters))) {
    const Item& item = view.answer().items[number];
    std::set<std::string> item_types;
    std::set<std::string_view> item_folders;
    for (const Member& member : item.members) {
      if (item.kind != ItemKind::kFolders) {
        std::string type = TypeOfName(member.path);
        item_types.insert(type.empty() ? "none" : std::move(type));
      }
      item_folders.insert(FolderOf(member.path));
    }
    for (const std::string& type : item_types) ++types[type];
    for (std::string_view folder : item_folders) {
      if (!folder.empty()) ++folders[std::string(folder)];
    }
  }
  JsonWriter json;
  json.Open('{').Key("generation").Number(view.generation());
  auto write = [&](const char* list, const char* name, const auto& counts) {
    json.Key(list).Open('[');
    for (const auto& [key, count] : MostFrequent(counts))
      json.Open('{').Key(name).Text(key).Key("items").Number(count).Close('}');
    json.Close(']');
  };
  write("types", "type", types);
  write("folders", "folder", folders);
  json.Close('}');
  return TaggedReply(std::move(json), view.generation());
}

}  // namespace kindred::server
