// See item_query.h.
#include "answer/item_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "http/times.h"
#include "kindred/error.h"

namespace kindred::server {

namespace {

constexpr std::size_t kMostWords = 16;

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

[[noreturn]] void Refuse(const std::string& name, const std::string& what, const std::string& hint) {
  throw Error(ErrorKind::kUsage, what, OptionName{name}, hint);
}

std::vector<std::string> Split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(at, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

double ShareOf(const Parameters& parameters, const std::string& name, double otherwise) {
  const std::string* text = Given(parameters, name);
  if (text == nullptr) return otherwise;
  double share = 0;
  const auto end = text->data() + text->size();
  const auto [stopped, error] = std::from_chars(text->data(), end, share, std::chars_format::fixed);
  if (error != std::errc() || stopped != end || !(share >= 0 && share <= 100))
    Refuse(name, "is not a share", "give a number from 0 to 1");
  return share;
}

std::optional<std::int64_t> MomentOf(const Parameters& parameters, const std::string& name) {
  const std::string* text = Given(parameters, name);
  if (text == nullptr) return std::nullopt;
  const std::optional<std::int64_t> time = ParseTime(*text);
  if (!time) Refuse(name, "is not a date", "give one like 2026-01-31 or 2026-01-31T10:00:00Z");
  return time;
}

template <typename Choice>
Choice ChoiceOf(const Parameters& parameters, const std::string& name,
                const std::vector<std::pair<std::string, Choice>>& choices, Choice otherwise) {
  const std::string* text = Given(parameters, name);
  if (text == nullptr) return otherwise;
  std::string names;
  for (const auto& [key, choice] : choices) {
    if (key == *text) return choice;
    names += (names.empty() ? "" : ", ") + key;
  }
  Refuse(name, "has an invalid value", "give one of " + names);
}

std::array<bool, kItemKinds> KindsOf(const Parameters& parameters) {
  std::array<bool, kItemKinds> kinds = {};
  const std::string* text = Given(parameters, "kind");
  if (text == nullptr) {
    kinds.fill(true);
    return kinds;
  }
  for (const std::string& name : Split(*text, ',')) {
    const auto* found = std::ranges::find(kItemKindNames, name);
    if (found == std::end(kItemKindNames))
      Refuse("kind", "there is no such kind", "give identical, folders, family, contained or inside");
    kinds[static_cast<std::size_t>(found - kItemKindNames)] = true;
  }
  return kinds;
}

// `word` is in lower case.
bool Contains(std::string_view text, std::string_view word) {
  return !std::ranges::search(text, word, [](char a, char b) { return Lower(a) == b; }).empty();
}

bool HasType(const Item& item, const std::vector<std::string>& types) {
  return std::ranges::any_of(item.members, [&](const Member& member) {
    const std::string type = TypeOfName(member.path);
    return std::ranges::find(types, type.empty() ? "none" : type) != types.end();
  });
}

bool HasWords(const Item& item, const std::vector<std::string>& words) {
  return std::ranges::any_of(item.members, [&](const Member& member) {
    return std::ranges::all_of(words, [&](const std::string& word) { return Contains(member.path, word); });
  });
}

}  // namespace

bool IsBelow(std::string_view path, std::string_view folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
  if (!path.starts_with(folder)) return false;
  return path.size() == folder.size() || folder.ends_with('/') || path[folder.size()] == '/';
}

const std::string* Given(const Parameters& parameters, const std::string& name) {
  const auto found = parameters.find(name);
  return found == parameters.end() || found->second.empty() ? nullptr : &found->second;
}

std::uint64_t NumberOf(const Parameters& parameters, const std::string& name, std::uint64_t otherwise) {
  const std::string* text = Given(parameters, name);
  if (text == nullptr) return otherwise;
  std::uint64_t number = 0;
  const auto end = text->data() + text->size();
  const auto [stopped, error] = std::from_chars(text->data(), end, number);
  if (error != std::errc() || stopped != end) Refuse(name, "is no whole number", "give one without a sign");
  return number;
}

ItemQuery ParseItemQuery(const Parameters& parameters) {
  ItemQuery query;
  query.kinds = KindsOf(parameters);
  if (const std::string* folder = Given(parameters, "folder")) query.folder = *folder;
  if (const std::string* types = Given(parameters, "type")) query.types = Split(*types, ',');
  query.after = MomentOf(parameters, "after");
  query.before = MomentOf(parameters, "before");
  query.min_size = NumberOf(parameters, "min_size", query.min_size);
  query.max_size = NumberOf(parameters, "max_size", query.max_size);
  query.min = ShareOf(parameters, "min", query.min);
  query.max = ShareOf(parameters, "max", query.max);
  if (const std::string* words = Given(parameters, "q")) {
    std::string lower = *words;
    std::ranges::transform(lower, lower.begin(), Lower);
    query.words = Split(lower, ' ');
    if (query.words.size() > kMostWords) Refuse("q", "has too many words", "give 16 at most");
  }
  query.decided = ChoiceOf<DecidedItems>(
      parameters, "decided",
      {{"hide", DecidedItems::kHide}, {"show", DecidedItems::kShow}, {"only", DecidedItems::kOnly}},
      query.decided);
  query.covered = ChoiceOf<bool>(parameters, "covered", {{"hide", false}, {"show", true}}, query.covered);
  query.order = ChoiceOf<ItemOrder>(parameters, "sort",
                                    {{"value", ItemOrder::kValue},
                                     {"size", ItemOrder::kSize},
                                     {"newest", ItemOrder::kNewest},
                                     {"files", ItemOrder::kFiles},
                                     {"similarity", ItemOrder::kSimilarity}},
                                    query.order);
  return query;
}

bool ItemQuery::Accepts(const Item& item) const {
  if (!kinds[static_cast<std::size_t>(item.kind)]) return false;
  if (item.size < min_size || item.size > max_size) return false;
  if (item.similarity < min || item.similarity > max) return false;
  const std::int64_t newest = item.members[item.newest].mtime;
  // An unknown time is the smallest number: it matches neither "after" nor "before".
  if (after && newest < *after) return false;
  if (before && (newest >= *before || newest == kNoTime)) return false;
  if (!folder.empty() && std::ranges::none_of(item.members, [&](const Member& member) {
        return IsBelow(member.path, folder);
      })) {
    return false;
  }
  if (!types.empty() && !HasType(item, types)) return false;
  return words.empty() || HasWords(item, words);
}

std::string ItemQuery::Text() const {
  std::string text;
  for (bool kind : kinds) text += kind ? '1' : '0';
  text +=
      fmt::format(" {} {} {} {} {} {} {} {} {}", after.value_or(kNoTime), before.value_or(kNoTime), min_size,
                  max_size, min, max, static_cast<int>(decided), static_cast<int>(order), covered);
  for (const std::string& part :
       {folder, fmt::format("{}", fmt::join(types, ",")), fmt::format("{}", fmt::join(words, " "))})
    text += fmt::format(" {}:{}", part.size(), part);
  return text;
}

}  // namespace kindred::server
