// See answer.h.
#include "answer/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "http/random_text.h"
#include "kindred/report.h"

namespace kindred::server {

namespace {

constexpr double kNearlyAllOfFolder = 0.9;
constexpr std::uint64_t kLeastOfFolder = 2;  // files; a single one is listed as a file
// Characters of names in sentences; members have them whole.
constexpr std::size_t kNameInSentence = 60;
constexpr std::size_t kPathInSentence = 80;

std::uint64_t PartOf(std::uint64_t bytes, double share) {
  return static_cast<std::uint64_t>(std::llround(static_cast<double>(bytes) * std::min(share, 1.0)));
}

void NoteTimes(Item* item) {
  auto known = [](const Member& member) { return member.mtime != kNoTime; };
  for (std::uint32_t n = 0; n < item->members.size(); ++n) {
    if (!known(item->members[n])) continue;
    const Member& newest = item->members[item->newest];
    const Member& oldest = item->members[item->oldest];
    if (!known(newest) || item->members[n].mtime > newest.mtime) item->newest = n;
    if (!known(oldest) || item->members[n].mtime < oldest.mtime) item->oldest = n;
  }
}

// Notes which members are files of pools, and how many files that are.
void NoteElsewhere(const TypedPaths& paths, Item* item) {
  for (Member& member : item->members) {
    member.elsewhere = !paths.Absolute(member.path);
    if (item->kind != ItemKind::kIdentical) item->elsewhere += member.elsewhere ? member.copies : 0;
  }
}

// Of two folders the one that has more of itself in the other.
const std::string& ContainedFolder(const DirectoryPair& pair) {
  return pair.of_a >= pair.of_b ? pair.a : pair.b;
}

}  // namespace

const Item* Answer::Find(const std::string& id) const {
  const auto found = by_id.find(id);
  return found == by_id.end() ? nullptr : &items[found->second];
}

const Item* Answer::CopiesOf(const std::string& digest, std::uint64_t size) const {
  return digest.empty() ? nullptr : Find(fmt::format("i-{}-{}", digest, size));
}

bool AnswerBuilder::On(const Record& record) {
  if (const auto* set = record.As<IdenticalSet>()) Add(*set);
  if (const auto* family = record.As<Family>()) Add(*family);
  if (const auto* contained = record.As<ContainedFile>()) Add(*contained);
  if (const auto* pair = record.As<DirectoryPair>()) Add(*pair);
  if (const auto* same = record.As<SameInside>()) Add(*same);
  if (const auto* skip = record.As<Skip>()) answer_->skips.push_back(*skip);
  if (const auto* summary = record.As<Summary>()) {
    answer_->summary = *summary;
    answer_->summary_json = JsonLines(record);
    while (answer_->summary_json.ends_with('\n')) answer_->summary_json.pop_back();
  }
  return true;
}

void AnswerBuilder::Add(const IdenticalSet& set) {
  Item item{.kind = ItemKind::kIdentical, .id = fmt::format("i-{}-{}", set.digest, set.size)};
  for (const NamedFile& file : set.files) {
    item.members.push_back(
        {.path = file.path, .size = set.size, .mtime = file.mtime, .digest = set.digest, .measured = true});
  }
  item.files = set.total_files;
  item.size = set.size * set.total_files;
  const std::uint64_t here = set.total_files - std::min(set.total_files, set.links + set.elsewhere);
  item.value = here > 1 ? (here - 1) * set.size : 0;
  item.elsewhere = set.elsewhere;
  answer_->items.push_back(std::move(item));
}

void AnswerBuilder::Add(const Family& family) {
  if (family.contained) return;
  Item item{.kind = ItemKind::kFamily, .id = "f-" + family.id};
  for (const Family::File& file : family.files) {
    if (file.path == family.centre) item.centre = static_cast<std::uint32_t>(item.members.size());
    item.members.push_back({.path = file.path,
                            .size = file.size,
                            .mtime = file.mtime,
                            .digest = file.digest,
                            .copies = file.copies,
                            .with_centre = file.with_centre,
                            .measured = file.measured});
    item.files += file.copies;
    item.size += file.size;
  }
  const std::size_t kept = std::min(kMostLinks, family.links.size());
  item.links.assign(family.links.begin(), family.links.begin() + static_cast<std::ptrdiff_t>(kept));
  item.total_links = family.total_links;
  if (kept < family.links.size()) {
    item.histogram.resize(kBins);
    for (const Family::Link& link : family.links) ++item.histogram[BinOf(link.similarity)];
  }
  item.value = family.redundant;
  item.similarity = family.average;
  item.measured = family.measured;
  item.at_least = family.at_least;
  answer_->items.push_back(std::move(item));
}

void AnswerBuilder::Add(const ContainedFile& contained) {
  Item item{.kind = ItemKind::kContained,
            .id = fmt::format("c-{:.16}-{:.16}", contained.digest, contained.digest_in)};
  item.members = {{.path = contained.path,
                   .size = contained.size,
                   .mtime = contained.mtime,
                   .digest = contained.digest,
                   .with_centre = contained.share,
                   .measured = contained.measured},
                  {.path = contained.in,
                   .size = contained.size_in,
                   .mtime = contained.mtime_in,
                   .digest = contained.digest_in,
                   .with_centre = 1,
                   .measured = true}};
  const double shared = contained.share * static_cast<double>(contained.size);
  item.links = {{.a = 0,
                 .b = 1,
                 .of_a = contained.share,
                 .of_b = contained.size_in == 0 ? 0 : shared / static_cast<double>(contained.size_in),
                 .similarity = contained.share,
                 .shared_bytes = PartOf(contained.size, contained.share),
                 .measured = contained.measured}};
  item.total_links = 1;
  item.centre = 1;
  item.files = 2;
  item.size = contained.size + contained.size_in;
  item.value = contained.size;
  item.similarity = contained.share;
  item.measured = contained.measured;
  answer_->items.push_back(std::move(item));
}

// Many folders of a tree have something in common. Only those that lie nearly whole in another one are of
// interest, each once; TakeFolders chooses them.
void AnswerBuilder::Add(const DirectoryPair& pair) {
  const bool of_a = pair.of_a >= pair.of_b;
  if (std::max(pair.of_a, pair.of_b) >= kNearlyAllOfFolder &&
      (of_a ? pair.files_a : pair.files_b) >= kLeastOfFolder)
    folders_.push_back(pair);
}

void AnswerBuilder::TakeFolders() {
  std::ranges::stable_sort(folders_, [](const DirectoryPair& a, const DirectoryPair& b) {
    return std::max(a.of_a, a.of_b) > std::max(b.of_a, b.of_b);
  });
  std::unordered_set<std::string> told;
  for (const DirectoryPair& pair : folders_) {
    if (told.insert(ContainedFolder(pair)).second) AddFolders(pair);
  }
  folders_.clear();
}

void AnswerBuilder::AddFolders(const DirectoryPair& pair) {
  Item item{.kind = ItemKind::kFolders, .id = "d-" + ShortDigest(pair.a + '\0' + pair.b)};
  item.members = {{.path = pair.a, .size = pair.size_a, .mtime = pair.newest_a},
                  {.path = pair.b, .size = pair.size_b, .mtime = pair.newest_b}};
  item.files = pair.files_a + pair.files_b;
  item.size = pair.size_a + pair.size_b;
  item.similarity = pair.similarity;
  item.measured = pair.similar_files == 0;  // equal files are known by their digests
  item.value = pair.of_a >= pair.of_b ? PartOf(pair.size_a, pair.of_a) : PartOf(pair.size_b, pair.of_b);
  item.folders = pair;
  answer_->items.push_back(std::move(item));
}

void AnswerBuilder::Add(const SameInside& same) {
  Item item{.kind = ItemKind::kInside, .id = fmt::format("s-{}-{}", same.digest, same.size)};
  for (const NamedFile& file : same.files) {
    item.members.push_back(
        {.path = file.path, .size = same.size, .mtime = file.mtime, .digest = same.digest, .measured = true});
  }
  item.files = same.total_files;
  item.size = same.size * same.total_files;
  answer_->items.push_back(std::move(item));
}

std::shared_ptr<const Answer> AnswerBuilder::Take() {
  TakeFolders();
  std::vector<Item>& items = answer_->items;
  for (Item& item : items) {
    NoteTimes(&item);
    NoteElsewhere(answer_->paths, &item);
    if (item.kind == ItemKind::kContained && item.elsewhere > 0) item.value = 0;
  }
  std::ranges::stable_sort(items, [](const Item& a, const Item& b) {
    return a.value != b.value ? a.value > b.value : std::pair(a.kind, a.size) < std::pair(b.kind, b.size);
  });
  for (std::uint32_t number = 0; number < items.size(); ++number) {
    Item& item = items[number];
    // The ids of families have 32 bits: in a large tree, two may be equal.
    const std::string id = item.id;
    for (int more = 2; !answer_->by_id.emplace(item.id, number).second; ++more)
      item.id = fmt::format("{}-{}", id, more);
  }
  NoteCovers(answer_.get());
  return std::exchange(answer_, nullptr);
}

std::string_view NameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view FolderOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return "";
  return path.substr(0, slash == 0 ? 1 : slash);
}

std::string TypeOfName(std::string_view path) {
  const std::string_view name = NameOf(path);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size() || name.size() - dot > 16)
    return "";
  std::string type(name.substr(dot + 1));
  for (char& c : type) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return type;
}

std::size_t BinOf(double similarity) {
  const double bin = similarity * static_cast<double>(kBins);
  return bin < 1 ? 0 : std::min(kBins - 1, static_cast<std::size_t>(bin));
}

std::string Sentence(const Item& item) {
  const auto percent = [](double share) { return fmt::format("{:.0f} %", std::floor(share * 100)); };
  const auto name = [&](std::size_t n) { return BriefName(NameOf(item.members[n].path), kNameInSentence); };
  const auto where = [&](std::size_t n) { return item.members[n].elsewhere ? " (in a pool)" : ""; };
  const Member& first = item.members.front();
  const std::string in_pools =
      item.elsewhere == 0 ? "" : fmt::format("; {} of them in pools", CountText(item.elsewhere));
  switch (item.kind) {
    case ItemKind::kIdentical: {
      // Named by a file that is here, if there is one.
      const auto here = std::ranges::find(item.members, false, &Member::elsewhere);
      const std::size_t n =
          here == item.members.end() ? 0 : static_cast<std::size_t>(here - item.members.begin());
      return fmt::format("{} copies of {}, {} each", CountText(item.files), name(n), SizeText(first.size)) +
             in_pools;
    }
    case ItemKind::kFolders: {
      const DirectoryPair& pair = item.folders;
      const bool of_a = pair.of_a >= pair.of_b;
      std::string text = fmt::format("{} of {} is in {}", percent(of_a ? pair.of_a : pair.of_b),
                                     BriefName(of_a ? pair.a : pair.b, kPathInSentence),
                                     BriefName(of_a ? pair.b : pair.a, kPathInSentence));
      text += fmt::format("; {} identical {}", CountText(pair.identical_files),
                          pair.identical_files == 1 ? "file" : "files");
      if (pair.similar_files > 0) text += fmt::format(", {} similar", CountText(pair.similar_files));
      return text;
    }
    case ItemKind::kFamily: {
      std::string text = fmt::format("{} versions of {}", CountText(item.members.size()), name(item.centre));
      if (item.members[item.newest].mtime != kNoTime)
        text += item.newest == item.centre ? ", which is the newest" : ", the newest is " + name(item.newest);
      return text + fmt::format("; {} similar on average", percent(item.similarity)) + in_pools;
    }
    case ItemKind::kContained:
      return fmt::format("{} of {}{} is in {}{}", percent(item.similarity), name(0), where(0), name(1),
                         where(1));
    case ItemKind::kInside:
      return fmt::format("the same {} are inside {} files", SizeText(first.size), CountText(item.files)) +
             in_pools;
  }
  return "";
}

}  // namespace kindred::server
