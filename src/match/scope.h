// The scope of a match: the contents it is about, numbered 0..n-1 in the order of their first path. All of
// src/match names contents by that number ("place"), so that results do not depend on the order in which an
// index met them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "index/segment/segment.h"
#include "model/content.h"
#include "model/media_type.h"

namespace kindred::match {

// Fields are ordered to avoid padding: there may be many millions of these.
struct ScopeContent {
  ContentId id = 0;
  FileType type;
  std::uint64_t size = 0;
  std::uint32_t suffix = 0;  // equal numbers, equal suffixes; of the first path
  float templated = 0;       // the part of its weight that templates take
  // The bytes that they account for.
  std::uint64_t Boilerplate() const {
    const double bytes = static_cast<double>(templated) * static_cast<double>(size);
    return std::min(size, static_cast<std::uint64_t>(std::llround(bytes)));
  }
  std::uint64_t Payload() const { return size - Boilerplate(); }
};
static_assert(sizeof(ScopeContent) == 24);

using Scope = std::vector<ScopeContent>;

}  // namespace kindred::match
