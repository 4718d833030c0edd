// Globs over the names of a path. A sequence of names with ** is matched like a string with *: on a mismatch
// only the last ** has to take one name more, so the cost is at most names x glob names.
#include "walk/filter.h"

#include <fnmatch.h>

#include <algorithm>

namespace kindred::walk {

namespace {

constexpr char kAnyNames[] = "**";

}  // namespace

bool MatchesNames(const std::vector<std::string>& glob, const std::vector<std::string>& path,
                  std::size_t first, const char* last) {
  const std::size_t count = path.size() + 1;
  std::size_t at = first;
  std::size_t g = 0;
  bool seen_any = false;
  std::size_t any_glob = 0;  // the place after the last **, and the first name that it has not taken
  std::size_t any_at = 0;
  while (at < count) {
    if (g < glob.size() && glob[g] == kAnyNames) {
      seen_any = true;
      any_glob = ++g;
      any_at = at;
    } else if (g < glob.size() &&
               ::fnmatch(glob[g].c_str(), at < path.size() ? path[at].c_str() : last, 0) == 0) {
      ++g;
      ++at;
    } else if (seen_any) {
      g = any_glob;
      at = ++any_at;
    } else {
      return false;
    }
  }
  return std::all_of(glob.begin() + static_cast<std::ptrdiff_t>(g), glob.end(),
                     [](const std::string& name) { return name == kAnyNames; });
}

std::vector<std::string> SplitPath(const std::string& path) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (end > begin) names.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

Filter::Filter(const WalkOptions& options)
    : hidden_(options.hidden), min_size_(options.min_size), max_size_(options.max_size) {
  for (const std::string& text : options.include) include_.push_back(Parse(text));
  for (const std::string& text : options.exclude) exclude_.push_back(Parse(text));
  const auto has_path = [](const Glob& glob) { return glob.absolute || glob.names.size() > 1; };
  needs_directory_names_ = !options.exclude_from.empty() ||
                           std::any_of(include_.begin(), include_.end(), has_path) ||
                           std::any_of(exclude_.begin(), exclude_.end(), has_path);
}

bool Filter::Reaches(const std::string& outer, const std::string& path, bool is_directory) const {
  DirectoryNames directory{.names = SplitPath(outer)};
  directory.root_names = directory.names.size();
  std::vector<std::string> names = SplitPath(path);
  for (std::size_t i = directory.root_names; i < names.size(); ++i) {
    if (i + 1 == names.size() && !is_directory) return Takes(directory, names[i].c_str());
    if (!hidden_ && names[i].starts_with('.')) return false;
    if (Excludes(directory, names[i].c_str(), true)) return false;
    directory.names.push_back(std::move(names[i]));
  }
  return true;
}

Filter::Glob Filter::Parse(const std::string& text) {
  Glob glob{
      .names = SplitPath(text), .absolute = text.starts_with('/'), .directories_only = text.ends_with('/')};
  if (!glob.absolute && glob.names.size() > 1) glob.names.insert(glob.names.begin(), kAnyNames);
  return glob;
}

bool Filter::Matches(const Glob& glob, const DirectoryNames& directory, const char* name) {
  if (glob.names.empty()) return false;
  if (glob.absolute) return MatchesNames(glob.names, directory.names, 0, name);
  if (glob.names.size() == 1) return ::fnmatch(glob.names[0].c_str(), name, 0) == 0;
  return MatchesNames(glob.names, directory.names, directory.root_names, name);
}

bool Filter::Excludes(const DirectoryNames& directory, const char* name, bool is_directory) const {
  return std::any_of(exclude_.begin(), exclude_.end(), [&](const Glob& glob) {
    return (is_directory || !glob.directories_only) && Matches(glob, directory, name);
  });
}

bool Filter::LacksInclude(const DirectoryNames& directory, const char* name) const {
  return !include_.empty() && std::none_of(include_.begin(), include_.end(), [&](const Glob& glob) {
    return !glob.directories_only && Matches(glob, directory, name);
  });
}

bool Filter::FitsSize(const struct stat& status) const {
  const auto size = static_cast<std::uint64_t>(status.st_size);
  return size >= min_size_ && size <= max_size_;
}

}  // namespace kindred::walk
