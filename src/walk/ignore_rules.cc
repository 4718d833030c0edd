// See ignore_rules.h.
#include "walk/ignore_rules.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/descriptor.h"
#include "base/errno_text.h"
#include "walk/filter.h"

namespace kindred::walk {

namespace {

constexpr std::size_t kLargestFile = 1 << 20;

// Without the line's end, and without blanks there that no backslash protects.
std::string_view Trimmed(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
  return line;
}

}  // namespace

IgnoreRules::IgnoreRules(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = Trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    // fnmatch ends at a NUL, which no name holds.
    if (line.empty() || line.front() == '#' || line.find('\0') != std::string_view::npos) continue;
    Rule rule;
    rule.takes = line.front() == '!';
    if (rule.takes) line.remove_prefix(1);
    rule.directories_only = line.ends_with('/');
    if (rule.directories_only) line.remove_suffix(1);
    rule.anchored = line.find('/') != std::string_view::npos;
    rule.names = SplitPath(std::string(line));
    if (rule.names.empty()) continue;
    // "a/**" is all that is in a, not a itself.
    if (rule.names.size() > 1 && rule.names.back() == "**") rule.names.push_back("*");
    rules_.push_back(std::move(rule));
  }
}

IgnoreRules::Verdict IgnoreRules::Of(const std::vector<std::string>& names, std::size_t own, const char* name,
                                     bool is_directory) const {
  for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
    if (rule->directories_only && !is_directory) continue;
    const bool matches = rule->anchored ? MatchesNames(rule->names, names, own, name)
                                        : ::fnmatch(rule->names[0].c_str(), name, 0) == 0;
    if (matches) return rule->takes ? Verdict::kTaken : Verdict::kLeftOut;
  }
  return Verdict::kNone;
}

bool LeavesOut(const IgnoreScope* scope, const std::vector<std::string>& names, const char* name,
               bool is_directory) {
  for (; scope != nullptr; scope = scope->above.get()) {
    const IgnoreRules::Verdict verdict = scope->rules.Of(names, scope->own, name, is_directory);
    if (verdict != IgnoreRules::Verdict::kNone) return verdict == IgnoreRules::Verdict::kLeftOut;
  }
  return false;
}

IgnoreFile ReadIgnoreFile(int directory, const std::string& name) {
  const base::Descriptor file(
      ::openat(directory, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open()) {
    const bool none = errno == ENOENT || errno == ELOOP || errno == ENXIO || errno == ENAMETOOLONG;
    return {.text = "", .error = none ? "" : base::ErrnoText(errno)};
  }
  struct stat status;
  if (::fstat(file.get(), &status) != 0) return {.text = "", .error = base::ErrnoText(errno)};
  if (!S_ISREG(status.st_mode)) return {};
  IgnoreFile read;
  char piece[16 * 1024];
  while (true) {
    const ssize_t count = ::read(file.get(), piece, sizeof(piece));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {.text = "", .error = base::ErrnoText(errno)};
    if (count == 0) return read;
    read.text.append(piece, static_cast<std::size_t>(count));
    if (read.text.size() > kLargestFile) return {.text = "", .error = "larger than 1 MB"};
  }
}

}  // namespace kindred::walk
