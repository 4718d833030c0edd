// The query for a list of items: filters and the order. docs/formats/http.md has the parameters.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "answer/answer.h"

namespace kindred::server {

enum class DecidedItems { kHide, kShow, kOnly };
enum class ItemOrder { kValue, kSize, kNewest, kFiles, kSimilarity };

struct ItemQuery {
  std::array<bool, kItemKinds> kinds = {true, true, true, true, true};
  std::string folder = {};
  std::vector<std::string> types = {};  // empty: all. "none" is an empty suffix
  std::optional<std::int64_t> after = {};
  std::optional<std::int64_t> before = {};
  std::uint64_t min_size = 0;
  std::uint64_t max_size = ~std::uint64_t{0};
  double min = 0;
  double max = 1e9;                     // shares may exceed 1 if they are counted as sif does
  std::vector<std::string> words = {};  // in lower case
  DecidedItems decided = DecidedItems::kHide;
  bool covered = false;  // also copies within copied folders; a search for words always includes them
  ItemOrder order = ItemOrder::kValue;

  // Everything but whether it is decided.
  bool Accepts(const Item& item) const;
  // The same for equal queries: the key of a cache.
  std::string Text() const;
};

using Parameters = std::multimap<std::string, std::string>;

// Throws Error(kUsage) that names the parameter. Others than these are ignored.
ItemQuery ParseItemQuery(const Parameters& parameters);

// A parameter; nullptr if it is not given.
const std::string* Given(const Parameters& parameters, const std::string& name);
// A whole number; `otherwise` if it is not given. Throws Error(kUsage).
std::uint64_t NumberOf(const Parameters& parameters, const std::string& name, std::uint64_t otherwise);

// Whether `path` is `folder` or below it. Both are names as results have them.
bool IsBelow(std::string_view path, std::string_view folder);

}  // namespace kindred::server
