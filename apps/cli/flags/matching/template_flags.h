// Flags of templates: where one comes from, what is common to files, and what is suggested.
#pragma once

#include <cstdint>
#include <optional>

#include "flags/flag.h"
#include "kindred/templates.h"

namespace kindred::cli {

struct SourceFlags {
  TemplateOptions options;  // but for name and scope

  static FlagTable<SourceFlags> Table();
};

struct CommonFlags {
  std::optional<double> share;

  static FlagTable<CommonFlags> Table();
};

struct SuggestionFlags {
  std::optional<std::uint64_t> least;

  static FlagTable<SuggestionFlags> Table();
};

}  // namespace kindred::cli
