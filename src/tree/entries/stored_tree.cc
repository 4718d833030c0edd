// See stored_tree.h.
#include "tree/entries/stored_tree.h"

#include <sys/stat.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "inside/look_inside.h"
#include "kindred/error.h"
#include "model/entry.h"
#include "read/files/file_reader.h"
#include "run/run_limits.h"
#include "tree/entries/shown_paths.h"
#include "tree/entries/skips.h"
#include "tree/entries/tree_parts.h"
#include "tree/entries/tree_walk.h"
#include "tree/methods/stored_method.h"
#include "walk/filter.h"

namespace kindred::tree {

namespace {

// Removes what a walk with these options would have left out; returns how many files.
std::uint64_t LeaveOutFiltered(const WalkOptions& options, const std::vector<walk::Root>& roots,
                               std::vector<index::StoredDirectory>* stored) {
  if (!options.exclude_from.empty()) {
    throw Error(ErrorKind::kUsage, "files that exclude are read during a walk only",
                OptionName{"exclude_from"}, "leave it out, or let the tree be scanned");
  }
  const walk::Filter filter(options);
  const ShownPaths nearest(roots);
  std::unordered_set<std::string> is_root;
  std::unordered_set<std::string> has_root;  // directories
  for (const walk::Root& root : roots) {
    is_root.insert(root.absolute);
    has_root.insert(ParentPath(root.absolute));
  }
  std::uint64_t filtered = 0;
  for (index::StoredDirectory& found : *stored) {
    const ShownPaths::Root root = nearest.RootOf(found.path);
    const std::string path = found.path;
    const std::string outer = path.substr(0, std::max<std::size_t>(1, root.below - 1));
    const bool reached = root.typed != nullptr && filter.Reaches(outer, path, true);
    walk::DirectoryNames directory;
    if (reached && filter.needs_directory_names())
      directory = {.names = walk::SplitPath(path), .root_names = walk::SplitPath(outer).size()};
    const bool with_roots = has_root.contains(path);
    filtered += std::erase_if(found.entries, [&](const index::StoredEntry& stored_entry) {
      struct stat status = {};
      status.st_size = static_cast<off_t>(stored_entry.entry.size);
      if (!filter.FitsSize(status)) return true;
      const std::string& name = stored_entry.entry.name;
      if (with_roots && is_root.contains(JoinPath(path, name))) return false;  // named itself
      return !reached || !filter.Takes(directory, name.c_str());
    });
  }
  return filtered;
}

// Files that are not to be marked. The index may have them among its skips, too.
void SetAsideTooLarge(std::uint64_t most, std::vector<index::StoredDirectory>* stored, ScannedTree* tree) {
  std::unordered_set<std::string> known;
  for (const Skip& skip : tree->skips) {
    if (skip.stage == "mark") known.insert(skip.path);
  }
  for (index::StoredDirectory& directory : *stored) {
    Directory large{directory.path, {}};
    std::erase_if(directory.entries, [&](const index::StoredEntry& file) {
      if (file.entry.size <= most) return false;
      Skip skip = TooLargeToMark(directory.path, file.entry);
      if (!known.contains(skip.path)) tree->skips.push_back(std::move(skip));
      large.entries.push_back(file.entry);
      return true;
    });
    if (!large.entries.empty()) tree->too_large.push_back(std::move(large));
  }
}

// By content id.
std::vector<bool> MarkedContents(const index::Snapshot& snapshot, const mark::Method& method) {
  std::vector<bool> marked;
  for (const auto& segment : snapshot.SegmentsOf(ToStored(method))) {
    segment->ForEachContent([&](const index::ContentMarks& content) {
      if (content.content >= marked.size()) marked.resize(content.content + 1);
      marked[content.content] = true;
    });
  }
  return marked;
}

}  // namespace

ScannedTree TreeFromIndex(base::FileSystem& files, const std::string& directory, const ScanOptions& options,
                          const mark::Method& method) {
  ScannedTree tree;
  std::vector<std::string> roots;
  for (const std::string& typed : options.walk.roots) {
    tree.roots.push_back(ResolveRoot(typed));
    tree.summary.roots.push_back(typed);
    roots.push_back(tree.roots.back().absolute);
  }
  tree.snapshot = index::OpenSnapshot(files, directory);
  if (tree.snapshot->SegmentsOf(ToStored(method)).empty())
    ThrowNoMarks(directory, *tree.snapshot, method.info());
  tree.skips = tree.snapshot->catalog().SkipsUnder(roots);
  std::vector<index::StoredDirectory> stored = tree.snapshot->catalog().DirectoriesUnder(roots);
  tree.summary.filtered = LeaveOutFiltered(options.walk, tree.roots, &stored);
  SetAsideTooLarge(options.mark_up_to, &stored, &tree);

  const std::vector<bool> marked = MarkedContents(*tree.snapshot, method);
  for (index::StoredDirectory& found : stored) {
    std::erase_if(found.entries, [&](const index::StoredEntry& entry) {
      if (entry.content < marked.size() && marked[entry.content]) return false;
      tree.skips.push_back(
          {JoinPath(found.path, entry.entry.name), "match", "not marked by this method yet", true});
      return true;
    });
  }
  SortSkips(&tree.skips);
  AddFilesWithContent(std::move(stored), &tree);
  tree.look = std::make_shared<inside::LookInside>(options.inside, run::ThreadsOf(options.run));
  FindParts(&tree);
  for (index::StoredDirectory& parts : tree.parts) {
    const std::size_t all = parts.entries.size();
    std::erase_if(parts.entries, [&](const index::StoredEntry& part) {
      return part.content >= marked.size() || !marked[part.content];
    });
    if (parts.entries.size() < all) {
      const std::string path = parts.path;
      tree.skips.push_back(
          {path.substr(0, path.size() - 2), kInsideStage, "not marked by this method yet", false});
    }
  }
  std::erase_if(tree.parts, [](const index::StoredDirectory& parts) { return parts.entries.empty(); });
  SortSkips(&tree.skips);
  tree.summary.skip_counts = CountSkips(tree.skips);
  return tree;
}

void LeaveOutChanged(bool follow_links, ScannedTree* tree) {
  read::OpenAncestors ancestors;
  for (index::StoredDirectory& directory : tree->files) {
    const read::OpenDirectory opened(directory.path, follow_links, ancestors);
    std::erase_if(directory.entries, [&](const index::StoredEntry& stored) {
      if (opened.descriptor() >= 0 &&
          read::FileReader::IsAsSeen(opened.descriptor(), stored.entry, follow_links))
        return false;
      --tree->summary.files;
      tree->summary.bytes -= stored.entry.size;
      tree->skips.push_back(
          {JoinPath(directory.path, stored.entry.name), "open", "changed since it was scanned", true});
      return true;
    });
  }
  std::erase_if(tree->files,
                [](const index::StoredDirectory& directory) { return directory.entries.empty(); });
  // Parts are those of the files that are left.
  tree->parts.clear();
  std::erase_if(tree->skips, [](const Skip& skip) { return skip.stage == kInsideStage; });
  FindParts(tree);
  tree->summary.skip_counts = CountSkips(tree->skips);
}

WalkOptions OrWholeIndex(WalkOptions walk) {
  if (!walk.roots.empty()) return walk;
  walk.roots = {"/"};
  walk.hidden = true;  // what is hidden below "/" may not be hidden below the root it was scanned by
  return walk;
}

}  // namespace kindred::tree
