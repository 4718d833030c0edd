// See trash.h.
#include "act/files/trash.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

#include "base/errno_text.h"
#include "model/entry.h"

namespace kindred::act {

namespace {

bool StatusOf(const std::string& path, struct stat* status) { return ::lstat(path.c_str(), status) == 0; }

std::string HomeTrash() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && data[0] == '/') return std::string(data) + "/Trash";
  const char* home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? std::string(home) + "/.local/share/Trash" : "";
}

// The device that a path would be on, made or not.
bool DeviceOf(std::string path, std::uint64_t* device) {
  struct stat status;
  while (!StatusOf(path, &status)) {
    if (path == "/") return false;
    path = ParentPath(path);
  }
  *device = status.st_dev;
  return true;
}

std::string TopOf(std::string directory, std::uint64_t device) {
  struct stat status;
  while (directory != "/") {
    const std::string parent = ParentPath(directory);
    if (!StatusOf(parent, &status) || status.st_dev != device) break;
    directory = parent;
  }
  return directory;
}

// A trash that another user could have made is not used.
bool IsOwnDirectory(const std::string& path) {
  struct stat status;
  return StatusOf(path, &status) && S_ISDIR(status.st_mode) && status.st_uid == ::geteuid();
}

bool MakeOwn(const std::string& path) {
  return (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) && IsOwnDirectory(path);
}

}  // namespace

TrashPlace TrashFor(const std::string& directory, std::uint64_t device) {
  std::uint64_t home_device = 0;
  const std::string home = HomeTrash();
  if (!home.empty() && DeviceOf(home, &home_device) && home_device == device) return {home, "", ""};
  const std::string top = TopOf(directory, device);
  const std::string user = std::to_string(::getuid());
  // A common trash counts only if users cannot remove each other's files: a directory with the sticky bit.
  const std::string shared = JoinPath(top, ".Trash");
  struct stat status;
  if (StatusOf(shared, &status) && S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0)
    return {JoinPath(shared, user), top, ""};
  return {JoinPath(top, ".Trash-" + user), top, ""};
}

std::string MakeTrash(const TrashPlace& place) {
  if (place.directory.empty()) return place.reason;
  // The home's data directory may be missing, too.
  for (std::size_t slash = place.directory.find('/', 1); slash != std::string::npos;
       slash = place.directory.find('/', slash + 1)) {
    if (place.top.empty()) ::mkdir(place.directory.substr(0, slash).c_str(), 0700);
  }
  for (const std::string& path : {place.directory, place.directory + "/files", place.directory + "/info"}) {
    if (!MakeOwn(path)) return "there is no trash for it: " + base::ErrnoText(errno == 0 ? EPERM : errno);
  }
  return "";
}

std::string NotePath(const TrashPlace& place, const std::string& path) {
  return fmt::format("{}/info/{}.trashinfo", place.directory, BaseName(path));
}

std::string FreePathIn(const TrashPlace& place, const std::string& name, const std::set<std::string>& taken) {
  struct stat status;
  std::string path = place.directory + "/files/" + name;
  for (unsigned number = 2;
       taken.contains(path) || StatusOf(path, &status) || StatusOf(NotePath(place, path), &status);
       ++number) {
    path = fmt::format("{}/files/{}.{}", place.directory, name, number);
  }
  return path;
}

std::string TrashNote(const TrashPlace& place, const std::string& path, std::int64_t seconds) {
  const std::string named = place.top.empty()  ? path
                            : place.top == "/" ? path.substr(1)
                                               : path.substr(place.top.size() + 1);
  std::string escaped;
  for (const char c : named) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                       (byte >= 'a' && byte <= 'z') ||
                       std::string_view("/-_.~").find(c) != std::string_view::npos;
    escaped += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  const std::time_t time = seconds;
  std::tm local{};
  ::localtime_r(&time, &local);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &local);
  return fmt::format("[Trash Info]\nPath={}\nDeletionDate={}\n", escaped, text);
}

}  // namespace kindred::act
