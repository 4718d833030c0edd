// See near_flags.h; in the order of the help.
#include "near_flags.h"

#include "flag_values.h"
#include "kindred/error.h"

namespace kindred::cli {

namespace {

using Text = const std::string&;

const std::vector<std::string> kKeyNames = {"uniform", "uniform+suffix", "skew", "skew+suffix"};

// What stands on a command line is seen by everyone who lists processes, and kept by the shell.
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

}  // namespace

std::vector<Flag> NearFlags() {
  return {
      {.set = kNearFlags,
       .name = "tolerance",
       .letter = 0,
       .value = "SHARE",
       .help =
           "Near are files whose sizes, and the sums of whose tags, differ by this share of the larger size "
           "at most.",
       .default_text = "1%",
       .apply = [](Arguments& to, Text flag, Text value) { to.near.tolerance = ParseShare(flag, value); }},
      {.set = kNearFlags,
       .name = "key",
       .letter = 0,
       .value = "NAME",
       .help =
           "Which key is compared first: uniform, skew, or one of these with +suffix, which keeps files with "
           "different suffixes apart.",
       .default_text = "skew+suffix; skew for one FILE and for find --near",
       .values = kKeyNames,
       .apply = [](Arguments& to, Text flag,
                   Text value) { to.near.key = kKeyNames[ParseChoice(flag, value, kKeyNames)]; }},
      {.set = kNearFlags,
       .name = "key-tolerance",
       .letter = 0,
       .value = "SHARE",
       .help = "Let keys differ by this share of the larger size at most: faster, but some near files are "
               "missed.",
       .default_text = "so much that none is missed",
       .apply = [](Arguments& to, Text flag,
                   Text value) { to.near.key_tolerance = ParseShare(flag, value); }},
      {.set = kNearFlags,
       .name = "per-type",
       .letter = 0,
       .value = "FILE",
       .help = "Tolerances by suffix, one a line: 'ps 0.05%'. Without it ps and eps have 0.05%, pdf 0.2%.",
       .completion = Completion::kFile,
       .apply = [](Arguments& to, Text, Text value) { to.per_type = value; }},
      {.set = kNearFlags,
       .name = "tags",
       .letter = 0,
       .value = "SET",
       .help = "The tags to count: kindred-1, or 16 bytes in hexadecimal with commas between. Tallies of "
               "different "
               "tags lie side by side.",
       .default_text = "kindred-1",
       .apply = [](Arguments& to, Text, Text value) { to.near.tags = value; }},
      {.set = kNearFlags,
       .name = "min-hits",
       .letter = 0,
       .value = "N",
       .help = "Files with fewer tags than this are near none.",
       .default_text = "16",
       .apply = [](Arguments& to, Text flag, Text value) { to.near.min_hits = ParseCount(flag, value); }},
      {.set = kNearFlags,
       .name = "trust-digest",
       .letter = 0,
       .value = nullptr,
       .help = "Call files with equal size and digest identical without comparing their bytes.",
       .apply = [](Arguments& to, Text, Text) { to.near.trust_digest = true; }},
      {.set = kNearFlags,
       .name = "verify-min",
       .letter = 0,
       .value = "SHARE",
       .help = "With --verify, drop near pairs of which neither file has this share in the other.",
       .default_text = "50%",
       .apply = [](Arguments& to, Text flag,
                   Text value) { to.near.verify_minimum = ParseShare(flag, value); }},
      {.set = kNearFlags,
       .name = "database",
       .letter = 0,
       .value = "URL",
       .help = "Keep tallies there: postgresql://USER@HOST/NAME, mysql://USER@HOST/NAME or sqlite:FILE. A "
               "URL with a "
               "password belongs into $KINDRED_DATABASE.",
       .default_text = "$KINDRED_DATABASE, or tallies.sqlite in the index",
       .apply =
           [](Arguments& to, Text flag, Text value) {
             RefusePassword(flag, value);
             to.near.database = value;
           }},
      {.set = kNearFlags,
       .name = "password-file",
       .letter = 0,
       .value = "FILE",
       .help = "The first line of FILE, which nobody else may read, is the database's password.",
       .completion = Completion::kFile,
       .apply = [](Arguments& to, Text, Text value) { to.near.password_file = value; }},
  };
}

}  // namespace kindred::cli
