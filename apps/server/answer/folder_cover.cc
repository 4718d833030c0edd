// See folder_cover.h.
#include "answer/folder_cover.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "answer/answer.h"

namespace kindred::server {

namespace {

// One of the two folders of an item.
struct FolderSide {
  std::uint32_t folders = 0;
  bool is_a = false;
};
using Sides = std::unordered_multimap<std::string_view, FolderSide>;

Sides SidesOf(const Answer& answer) {
  Sides sides;
  for (std::uint32_t number = 0; number < answer.items.size(); ++number) {
    const Item& item = answer.items[number];
    const DirectoryPair& pair = item.folders;
    // A file that is only similar to one of the other folder has something to decide about.
    if (item.kind != ItemKind::kFolders || std::max(pair.of_a, pair.of_b) < 1 || pair.similar_files > 0)
      continue;
    sides.emplace(item.folders.a, FolderSide{number, true});
    sides.emplace(item.folders.b, FolderSide{number, false});
  }
  return sides;
}

// The members that an item of folders has in each of them.
struct Held {
  std::vector<std::uint32_t> in_a;
  std::vector<std::uint32_t> in_b;
};

std::unordered_map<std::uint32_t, Held> HeldBy(const Sides& sides, const Item& copies) {
  std::unordered_map<std::uint32_t, Held> held;
  for (std::uint32_t n = 0; n < copies.members.size(); ++n) {
    for (std::string_view folder = FolderOf(copies.members[n].path); !folder.empty();) {
      const auto [first, last] = sides.equal_range(folder);
      for (auto at = first; at != last; ++at) {
        Held& by = held[at->second.folders];
        (at->second.is_a ? by.in_a : by.in_b).push_back(n);
      }
      const std::string_view above = FolderOf(folder);
      if (above.size() >= folder.size()) break;
      folder = above;
    }
  }
  return held;
}

// Empty if they do not join all members.
std::vector<FolderCover> CoversOf(const Sides& sides, const Item& copies) {
  std::vector<FolderCover> covers;
  for (const auto& [folders, held] : HeldBy(sides, copies)) {
    if (held.in_a.size() == 1 && held.in_b.size() == 1)
      covers.push_back({folders, held.in_a.front(), held.in_b.front()});
  }
  std::ranges::sort(covers, {}, &FolderCover::folders);
  std::vector<std::uint32_t> parent(copies.members.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t n) {
    while (parent[n] != n) n = parent[n] = parent[parent[n]];
    return n;
  };
  std::size_t groups = parent.size();
  for (const FolderCover& cover : covers) {
    const std::uint32_t a = root(cover.a), b = root(cover.b);
    groups -= a != b;
    parent[a] = b;
  }
  return groups == 1 ? covers : std::vector<FolderCover>();
}

}  // namespace

void NoteCovers(Answer* answer) {
  const Sides sides = SidesOf(*answer);
  if (sides.empty()) return;
  for (Item& item : answer->items) {
    // Copies that are not here, or not named, are in no folder.
    if (item.kind == ItemKind::kIdentical && item.elsewhere == 0 && item.files == item.members.size())
      item.covers = CoversOf(sides, item);
  }
}

}  // namespace kindred::server
