// Members of an item as JSON for the API, each with the decision on it.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "answer/view.h"
#include "http/json_writer.h"

namespace kindred::server {

class MemberWriter {
 public:
  // Both must outlive it. Cost: a lookup per member of the item if there are decisions.
  MemberWriter(const View& view, const Item& item);

  void Write(std::size_t number, JsonWriter& json) const;

 private:
  void WriteDecision(std::size_t number, JsonWriter& json) const;
  // The key that distinguishes this member, or a file of a decision, from the others of the item.
  std::string KeyOf(const std::string& digest, std::uint64_t size, const std::string& path) const;

  const View& view_;
  const Item& item_;
  const bool versions_;
  const Verdicts::Found decisions_;
  std::unordered_map<std::string, std::size_t> numbers_;  // by key; empty if nothing is decided
};

}  // namespace kindred::server
