// See root_resolver.h.
#include "walk/root_resolver.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <vector>

#include "model/entry.h"
#include "walk/filter.h"

namespace kindred::walk {

namespace {

constexpr int kMaxLinks = 40;  // as the kernel

// Names to go, the next one at the back. A slash at the end demands a directory, which "." does as well.
void PushNames(const std::string& path, std::vector<std::string>* to_go) {
  std::vector<std::string> names = SplitPath(path);
  if (path.ends_with('/')) names.push_back(".");
  to_go->insert(to_go->end(), std::make_move_iterator(names.rbegin()), std::make_move_iterator(names.rend()));
}

}  // namespace

std::string WorkingDirectory() {
  const std::unique_ptr<char, decltype(&std::free)> path(::getcwd(nullptr, 0), &std::free);
  // The kernel returns "(unreachable)/..." for a directory outside the process's root.
  return path == nullptr || path.get()[0] != '/' ? std::string() : std::string(path.get());
}

int RootResolver::Start(bool at_top, Step* step) {
  step->descriptor = Descriptor(::open(at_top ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!step->descriptor.is_open()) return errno;
  step->path = at_top ? "/" : WorkingDirectory();
  if (step->path.empty()) return ENOENT;
  return ::fstat(step->descriptor.get(), &step->status) == 0 ? 0 : errno;
}

// Goes from *step along `path`. What is reached need not be a directory; going on from a file is ENOTDIR.
int RootResolver::Follow(const std::string& path, Step* step) {
  std::vector<std::string> to_go;
  PushNames(path, &to_go);
  int links = 0;
  while (!to_go.empty()) {
    const std::string name = std::move(to_go.back());
    to_go.pop_back();
    Descriptor next(::openat(step->descriptor.get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat status;
    if (!next.is_open() || ::fstat(next.get(), &status) != 0) return errno;
    if (S_ISLNK(status.st_mode)) {
      char target[PATH_MAX];
      const ssize_t size = ::readlinkat(next.get(), "", target, sizeof(target));
      if (size < 0) return errno;
      if (++links > kMaxLinks) return ELOOP;
      if (target[0] == '/') {
        if (const int error = Start(true, step)) return error;
      }
      PushNames(std::string(target, static_cast<std::size_t>(size)), &to_go);
      continue;
    }
    if (name == "..") {
      step->path = ParentPath(step->path);
    } else if (name != ".") {
      step->path = JoinPath(step->path, name);
    }
    step->descriptor = std::move(next);
    step->status = status;
  }
  return 0;
}

int RootResolver::Resolve(const std::string& typed, std::string* absolute, struct stat* status) {
  if (typed.empty()) return ENOENT;
  // "a/b/c" is "c" in "a/b/"; ".", ".." and "c/" are directories and rare, and go the whole way.
  const std::size_t name_begin = typed.rfind('/') + 1;  // npos + 1 is 0
  std::string parent = typed.substr(0, name_begin);
  std::string name = typed.substr(name_begin);
  if (name.empty() || name == "." || name == "..") {
    parent = typed;
    name.clear();
  }
  if (!parent_.descriptor.is_open() || parent != parent_typed_) {
    Step step;
    if (const int error = Start(typed.starts_with('/'), &step)) return error;
    if (const int error = Follow(parent, &step)) return error;
    parent_ = std::move(step);
    parent_typed_ = parent;
  }
  if (name.empty()) {
    *absolute = parent_.path;
    *status = parent_.status;
    return 0;
  }
  if (::fstatat(parent_.descriptor.get(), name.c_str(), status, AT_SYMLINK_NOFOLLOW) != 0) return errno;
  if (!S_ISLNK(status->st_mode)) {
    *absolute = JoinPath(parent_.path, name);
    return 0;
  }
  Step step;
  step.descriptor = Descriptor(::fcntl(parent_.descriptor.get(), F_DUPFD_CLOEXEC, 0));
  step.path = parent_.path;
  if (!step.descriptor.is_open()) return errno;
  if (const int error = Follow(name, &step)) return error;
  *absolute = step.path;
  *status = step.status;
  return 0;
}

std::string AbsoluteThoughMissing(const std::string& typed) {
  // The longest parent that resolves, then the rest by its text.
  std::string rest;
  std::string parent = typed;
  while (!parent.empty() && parent != "/") {
    std::string absolute;
    struct stat status;
    if (RootResolver().Resolve(parent, &absolute, &status) == 0) break;
    const std::size_t end = parent.find_last_not_of('/');
    const std::size_t slash = end == std::string::npos ? std::string::npos : parent.rfind('/', end);
    const std::string name = slash == std::string::npos ? parent : parent.substr(slash + 1);
    rest = rest.empty() ? name : name + '/' + rest;
    parent = slash == std::string::npos ? "" : parent.substr(0, slash + 1);
  }
  std::string absolute;
  struct stat status;
  if (RootResolver().Resolve(parent.empty() ? "." : parent, &absolute, &status) != 0) absolute = "/";
  if (rest.empty()) return absolute;
  std::string path = std::filesystem::path(JoinPath(absolute, rest)).lexically_normal().string();
  if (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace kindred::walk
