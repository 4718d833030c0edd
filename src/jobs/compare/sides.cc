// See sides.h.
#include "jobs/compare/sides.h"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <set>

#include "jobs/compare/same_name.h"
#include "kindred/error.h"
#include "tree/entries/tree_walk.h"
#include "walk/root_resolver.h"

namespace kindred::jobs {

namespace {

bool Examine(const std::string& path, struct stat* status) {
  std::string resolved;
  return walk::RootResolver().Resolve(path, &resolved, status) == 0;
}

}  // namespace

Sides::Sides(const std::string& a, const std::string& b)
    : roots_{tree::ResolveRoot(a), tree::ResolveRoot(b)} {
  if (roots_[0].absolute == roots_[1].absolute)
    throw Error(ErrorKind::kUsage, "A and B are the same", b, "name two different directories or files");
  // Behind a bind mount, or a file system that is mounted twice. Two names of one file are hard links.
  struct stat in_a, in_b;
  if (Examine(Absolute(0), &in_a) && Examine(Absolute(1), &in_b) && S_ISDIR(in_a.st_mode) &&
      in_a.st_dev == in_b.st_dev && in_a.st_ino == in_b.st_ino) {
    throw Error(ErrorKind::kUsage, "A and B are the same directory, mounted at two places", b,
                "name two different directories or files");
  }
}

std::array<Side, 2> Divide(const tree::TreeScope& tree, const Sides& sides) {
  std::array<Side, 2> divided;
  for (Side& side : divided) side.first.assign(tree.scope().size(), match::kNoFile);
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
    for (tree::FileNumber file : tree.CopiesOf(place)) {
      const std::string path = JoinPath(tree.DirectoryOf(file), tree.EntryOf(file).name);
      const int number = sides.Of(path);
      if (number < 0) continue;
      Side& side = divided[static_cast<std::size_t>(number)];
      const std::string below = sides.Below(number, path);
      if (!side.Holds(place)) side.first[place] = static_cast<std::uint32_t>(side.files.size());
      side.files.push_back({place, below});
      side.entries.push_back(&tree.EntryOf(file));
      side.shown.push_back(sides.Shown(number, below));
      side.below.push_back(below);
    }
  }
  // Two files are compared as if they had the same name; a file and a directory by the file's name.
  const bool both_files = divided[0].files.size() == 1 && divided[0].files[0].path.empty() &&
                          divided[1].files.size() == 1 && divided[1].files[0].path.empty();
  for (Side& side : divided) {
    if (!both_files && side.files.size() == 1 && side.files[0].path.empty())
      side.files[0].path = side.entries[0]->name;
  }
  return divided;
}

OneInode CountOneInode(const Side& own, const Side& other, const Sides& sides, int number) {
  using Inode = std::pair<std::uint64_t, std::uint64_t>;
  const auto inode = [](const Entry& entry) { return Inode(entry.device, entry.inode); };
  std::vector<std::set<Inode>> inodes(other.first.size());
  for (std::size_t i = 0; i < other.files.size(); ++i)
    inodes[other.files[i].place].insert(inode(*other.entries[i]));
  const auto absolute = [&](const Side& side, int of, std::size_t file) {
    const std::string& root = sides.Absolute(of);
    return side.below[file].empty() ? root : JoinPath(root, side.below[file]);
  };

  std::vector<std::size_t> alone;  // files of `own`
  std::map<std::uint32_t, std::vector<std::size_t>> theirs;
  for (std::size_t i = 0; i < own.files.size(); ++i) {
    const std::set<Inode>& there = inodes[own.files[i].place];
    if (there.size() != 1 || !there.contains(inode(*own.entries[i]))) continue;
    alone.push_back(i);
    theirs.try_emplace(own.files[i].place);
  }
  for (std::size_t i = 0; i < other.files.size(); ++i) {
    if (const auto found = theirs.find(other.files[i].place); found != theirs.end())
      found->second.push_back(i);
  }
  SameName same;
  OneInode count;
  for (std::size_t i : alone) {
    const std::string path = absolute(own, number, i);
    const bool has_other_name = std::ranges::any_of(theirs[own.files[i].place], [&](std::size_t j) {
      return !same.Is(path, absolute(other, 1 - number, j));
    });
    ++(has_other_name ? count.links : count.same_names);
  }
  return count;
}

}  // namespace kindred::jobs
