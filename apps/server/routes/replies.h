// What the parts of the API share: replies as exceptions, pages of lists, bodies.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "answer/item_query.h"
#include "http/json_writer.h"
#include "http/message.h"
#include "kindred/error.h"

namespace kindred::server {

// Ends a request with this reply.
class ReplyError : public std::exception {
 public:
  explicit ReplyError(Reply reply) : reply_(std::move(reply)) {}
  const Reply& reply() const { return reply_; }

 private:
  Reply reply_;
};

Reply ReplyFor(const Error& error);
[[noreturn]] void NotFound(const std::string& what, const std::string& where);
[[noreturn]] void Usage(const std::string& name, const std::string& what);

// `json` must be whole.
Reply JsonReply(JsonWriter json, int status = 200);
// With the generation as its ETag.
Reply TaggedReply(JsonWriter json, std::uint64_t generation);

// Which part of a list a request wants: limit, offset, cursor.
struct PageOfList {
  std::uint64_t offset = 0;
  std::uint64_t limit = 100;
};
// Throws ReplyError(410) for a cursor of another generation.
PageOfList ParsePage(const Parameters& parameters, std::uint64_t generation);

// {"generation":..,"total":..,"offset":..,"items":[...],"next":..}; `write(i)` writes element i.
template <typename Write>
Reply ListReply(std::uint64_t generation, const PageOfList& page, std::uint64_t total, const Write& write) {
  JsonWriter json;
  json.Open('{').Key("generation").Number(generation).Key("total").Number(total);
  json.Key("offset").Number(page.offset).Key("items").Open('[');
  const std::uint64_t begin = std::min(page.offset, total);
  const std::uint64_t end = begin + std::min(page.limit, total - begin);
  for (std::uint64_t i = begin; i < end; ++i) write(json, i);
  json.Close(']').Key("next");
  if (end < total) {
    json.Text(std::to_string(generation) + "." + std::to_string(end));
  } else {
    json.Null();
  }
  json.Close('}');
  return TaggedReply(std::move(json), generation);
}

// The body as an object. Throws Error(kUsage).
nlohmann::json ParseBody(const std::string& body);
// A field of it; throws Error(kUsage) with its name if it is missing or of another type.
std::string TextField(const nlohmann::json& body, const std::string& name);
std::string TextField(const nlohmann::json& body, const std::string& name, const std::string& otherwise);
std::uint64_t NumberField(const nlohmann::json& body, const std::string& name);
// One number, or a list of at least one.
std::vector<std::uint64_t> NumbersField(const nlohmann::json& body, const std::string& name);
bool FlagField(const nlohmann::json& body, const std::string& name, bool otherwise);

}  // namespace kindred::server
