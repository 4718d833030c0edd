// See near_flags.h.
#include "flags/matching/near_flags.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "flags/flag_values.h"
#include "kindred/error.h"

namespace kindred::cli {

namespace {

std::vector<std::string> KeyNames() { return {"uniform", "uniform+suffix", "skew", "skew+suffix"}; }

// A command line is visible to everyone who lists processes, and the shell stores it.
void RefusePassword(Text flag, Text url) {
  const std::size_t start = url.find("://");
  if (start == std::string::npos) return;
  const std::string authority = url.substr(start + 3, url.find_first_of("/?", start + 3) - start - 3);
  const std::size_t at = authority.rfind('@');
  const bool in_account = at != std::string::npos && authority.find(':') < at;
  if (!in_account && url.find("password=") == std::string::npos) return;
  throw Error(ErrorKind::kUsage, "a password on the command line can be seen by everyone", flag,
              "put the URL into $KINDRED_DATABASE, or the password into --password-file or PGPASSFILE");
}

// Lines of "suffix tolerance"; # begins a comment.
std::vector<SuffixTolerance> ReadPerType(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw Error(ErrorKind::kFailed, "cannot read the tolerances", path);
  std::vector<SuffixTolerance> tolerances;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    std::string suffix;
    std::string tolerance;
    std::string more;
    if (!(words >> suffix)) continue;
    if (!(words >> tolerance) || words >> more) {
      throw Error(ErrorKind::kUsage, fmt::format("line {} is not a suffix and a tolerance", number), path,
                  "write lines such as 'ps 0.05%'");
    }
    if (suffix.starts_with('.')) suffix.erase(0, 1);
    tolerances.push_back({suffix, ParseShare(fmt::format("{} line {}", path, number), tolerance)});
  }
  // A directory can be opened, but not read.
  if (file.bad()) throw Error(ErrorKind::kFailed, "cannot read the tolerances", path);
  return tolerances;
}

}  // namespace

FlagTable<NearFlags> NearFlags::Table() {
  return InSection<NearFlags>(
      kNearSection,
      {{.name = "tolerance",
        .value = "SHARE",
        .help =
            "Files are near if their sizes and the sums of their tags differ by at most this share of the "
            "larger size.",
        .default_text = "1%",
        .apply = [](NearFlags& to, Text flag,
                    Text value) { to.options.tolerance = ParseShare(flag, value); }},
       {.name = "key",
        .value = "NAME",
        .help = "Which key is compared first: uniform, skew, or one of these with +suffix, which keeps files "
                "with different suffixes apart.",
        .default_text = "skew+suffix; skew for one FILE and for find --near",
        .values = KeyNames(),
        .apply = [](NearFlags& to, Text flag,
                    Text value) { to.options.key = KeyNames()[ParseChoice(flag, value, KeyNames())]; }},
       {.name = "key-tolerance",
        .value = "SHARE",
        .help = "Let keys differ by at most this share of the larger size: faster, but some near files are "
                "missed.",
        .default_text = "enough to miss no near file",
        .apply = [](NearFlags& to, Text flag,
                    Text value) { to.options.key_tolerance = ParseShare(flag, value); }},
       {.name = "per-type",
        .value = "FILE",
        .help = "Tolerances by suffix, one per line: 'ps 1%'. Types that are not listed keep their defaults: "
                "ps and eps 0.05%, pdf 0.2%.",
        .completion = Completion::kFile,
        .apply = [](NearFlags& to, Text, Text value) { to.per_type = value; }},
       {.name = "tags",
        .value = "SET",
        .help = "The tags to count: kindred-1, or 16 bytes in hexadecimal, separated by commas. The database "
                "can hold tallies of different tags at once.",
        .default_text = "kindred-1",
        .apply = [](NearFlags& to, Text, Text value) { to.options.tags = value; }},
       {.name = "min-hits",
        .value = "N",
        .help = "Do not compare files with fewer tags than this.",
        .default_text = "16",
        .apply = [](NearFlags& to, Text flag, Text value) { to.options.min_hits = ParseCount(flag, value); }},
       {.name = "trust-digest",
        .help = "Treat files with equal size and digest as identical without comparing their bytes.",
        .apply = [](NearFlags& to, Text, Text) { to.options.trust_digest = true; }},
       {.name = "verify-min",
        .value = "SHARE",
        .help =
            "With --verify, drop near pairs in which neither file has this share in common with the other.",
        .default_text = "50%",
        .apply = [](NearFlags& to, Text flag,
                    Text value) { to.options.verify_minimum = ParseShare(flag, value); }},
       {.name = "database",
        .value = "URL",
        .help =
            "Where tallies are stored: postgresql://USER@HOST/NAME, mysql://USER@HOST/NAME or sqlite:FILE. "
            "Put a URL with a password into $KINDRED_DATABASE.",
        .default_text = "$KINDRED_DATABASE, or tallies.sqlite in the index",
        .apply =
            [](NearFlags& to, Text flag, Text value) {
              RefusePassword(flag, value);
              to.options.database = value;
            }},
       {.name = "password-file",
        .value = "FILE",
        .help =
            "Read the database's password from the first line of FILE, which must be readable by you only.",
        .completion = Completion::kFile,
        .apply = [](NearFlags& to, Text flag, Text value) {
          if (value.empty()) throw Error(ErrorKind::kUsage, "needs the name of a file", flag);
          to.options.password_file = value;
        }}});
}

NearOptions NearOptionsOf(const NearFlags& flags) {
  NearOptions options = flags.options;
  if (!flags.per_type.empty()) {
    // After the built-in ones: the last one that matches is used.
    for (SuffixTolerance& type : ReadPerType(flags.per_type)) options.per_type.push_back(std::move(type));
  }
  if (options.database.empty()) {
    const char* url = std::getenv("KINDRED_DATABASE");
    options.database = url == nullptr ? "" : url;
  }
  return options;
}

}  // namespace kindred::cli
