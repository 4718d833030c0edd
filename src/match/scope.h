// The scope of a match: the contents it is about, numbered 0..n-1 in the order of their first path.
// Everything in this room speaks of contents by that number ("place"), so that results do not depend on the
// order in which an index met them.
#pragma once

#include <cstdint>
#include <vector>

#include "index/segment.h"
#include "model/content.h"
#include "model/media_type.h"

namespace kindred {

struct ScopeContent {
  ContentId id = 0;
  std::uint64_t size = 0;
  FileType type;
  std::uint32_t suffix = 0;       // equal numbers, equal suffixes; of the first path
  std::uint64_t boilerplate = 0;  // bytes that the templates account for
  std::uint64_t Payload() const { return size - boilerplate; }
};

using Scope = std::vector<ScopeContent>;

}  // namespace kindred
