// See search_flags.h.
#include "flags/matching/search_flags.h"

#include "flags/flag_values.h"
#include "kindred/error.h"

namespace kindred::cli {

FlagTable<SearchFlags> SearchFlags::Table() {
  return InSection<SearchFlags>(
      {.title = "What spans does", .in_help = 90, .in_completions = 70},
      {{.name = "every-run",
        .value = "SIZE",
        .help = "List every shared run of SIZE bytes or more, even if it occurs at only some of the places "
                "of a run that is hardly shorter.",
        .apply = [](SearchFlags& to, Text flag, Text value) { to.every_run = ParseSize(flag, value); }},
       {.name = "bits",
        .help = "Also find runs that are shifted by bits, not whole bytes. Offsets and lengths are then in "
                "bits.",
        .apply = [](SearchFlags& to, Text, Text) { to.bits = true; }},
       {.name = "bit-order",
        .value = "ORDER",
        .help = "Which bit of a byte is the first one: the least significant (lsb) or the most "
                "significant (msb).",
        .default_text = "lsb",
        .values = {"lsb", "msb"},
        .apply =
            [](SearchFlags& to, Text flag, Text value) {
              to.msb_first = ParseChoice(flag, value, {"lsb", "msb"}) == 1;
            }},
       {.name = "order",
        .value = "ORDER",
        .help = "Which runs come first: the longest (length), those in most places (places), or the longest, "
                "but those in more than 32 files, such as licences, last (rare).",
        .default_text = "rare",
        .values = {"rare", "length", "places"},
        .apply = [](SearchFlags& to, Text flag, Text value) {
          to.order = static_cast<SpanOrder>(ParseChoice(flag, value, {"rare", "length", "places"}));
        }}});
}

RunSearch SearchOf(const SearchFlags& flags, std::optional<std::uint64_t> min_length) {
  if (flags.every_run && min_length) {
    throw Error(ErrorKind::kUsage, "cannot be combined with --min-length", "--every-run", "give one of them");
  }
  if (flags.msb_first && !flags.bits) {
    throw Error(ErrorKind::kUsage, "has no effect without --bits", "--bit-order", "give both, or neither");
  }
  RunSearch search;
  search.min_length = flags.every_run.value_or(min_length.value_or(search.min_length));
  search.every_run = flags.every_run.has_value();
  search.bits = flags.bits;
  search.msb_first = flags.msb_first.value_or(false);
  return search;
}

}  // namespace kindred::cli
