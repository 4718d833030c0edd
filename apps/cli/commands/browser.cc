// See browser.h.
#include "commands/browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdlib>

extern char** environ;  // NOLINT: POSIX has it so

namespace kindred::cli {

namespace {

bool IsSet(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

// Writes a page that leads to the address; returns its name, or nothing if there is no place for it.
std::string WriteLeadingPage(const std::string& address) {
  const char* place = IsSet("XDG_RUNTIME_DIR") ? "XDG_RUNTIME_DIR" : "TMPDIR";
  std::string name = std::string(IsSet(place) ? std::getenv(place) : "/tmp") + "/kindred-review-XXXXXX.html";
  const int file = mkostemps(name.data(), 5, O_CLOEXEC);  // readable by its owner only
  if (file < 0) return "";
  const std::string text =
      "<!doctype html><meta charset=utf-8><title>Kindred</title><meta http-equiv=refresh "
      "content=\"0;url=" +
      address + "\"><a href=\"" + address + "\">Kindred</a>\n";
  const bool whole = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(file);
  if (whole) return name;
  unlink(name.c_str());
  return "";
}

}  // namespace

bool HasDisplay() { return IsSet("DISPLAY") || IsSet("WAYLAND_DISPLAY"); }

OpenedPage::OpenedPage(const std::string& address) {
  if (address.empty()) return;
  file_ = WriteLeadingPage(address);
  if (file_.empty()) return;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int stream : {0, 1, 2}) posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  std::string program = "xdg-open";
  char* arguments[] = {program.data(), file_.data(), nullptr};
  pid_t child = 0;
  // It ends soon by itself; if not, it outlives us as the browser does.
  (void)posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
}

OpenedPage::~OpenedPage() {
  if (!file_.empty()) unlink(file_.c_str());
}

}  // namespace kindred::cli
