// See replies.h.
#include "routes/replies.h"

#include <algorithm>
#include <charconv>

#include "http/gate.h"

namespace kindred::server {

namespace {

constexpr std::uint64_t kMostOfList = 1000;

}  // namespace

Reply ReplyFor(const Error& error) {
  auto reply = [&](int status, const char* kind) {
    return ErrorReply(status, kind, error.message(), error.where(), error.hint());
  };
  switch (error.kind()) {
    case ErrorKind::kUsage:
      return reply(400, "usage");
    case ErrorKind::kNotFound:
      return reply(404, "not-found");
    case ErrorKind::kBusy:
      return reply(409, "busy");
    case ErrorKind::kConflict:
      return reply(409, "conflict");
    case ErrorKind::kNoSpace:
      return reply(507, "no-space");
    case ErrorKind::kDamaged:
      return reply(500, "damaged");
    case ErrorKind::kCancelled:
      return reply(499, "cancelled");
    case ErrorKind::kFailed:
      break;
  }
  return reply(500, "failed");
}

void NotFound(const std::string& what, const std::string& where) {
  throw ReplyError(ErrorReply(404, "not-found", what, where));
}

void Usage(const std::string& name, const std::string& what) {
  throw Error(ErrorKind::kUsage, what, OptionName{name});
}

Reply JsonReply(JsonWriter json, int status) { return {.status = status, .body = json.Take()}; }

Reply TaggedReply(JsonWriter json, std::uint64_t generation) {
  Reply reply = JsonReply(std::move(json));
  reply.headers.emplace_back("ETag", '"' + std::to_string(generation) + '"');
  return reply;
}

PageOfList ParsePage(const Parameters& parameters, std::uint64_t generation) {
  PageOfList page{.offset = NumberOf(parameters, "offset", 0)};
  page.limit = NumberOf(parameters, "limit", page.limit);
  if (page.limit == 0 || page.limit > kMostOfList) Usage("limit", "is not between 1 and 1000");
  if (const std::string* cursor = Given(parameters, "cursor")) {
    std::uint64_t of = 0;
    const char* end = cursor->data() + cursor->size();
    const auto first = std::from_chars(cursor->data(), end, of);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '.') Usage("cursor", "is invalid");
    const auto second = std::from_chars(first.ptr + 1, end, page.offset);
    if (second.ec != std::errc() || second.ptr != end) Usage("cursor", "is invalid");
    if (of != generation) {
      throw ReplyError(
          ErrorReply(410, "generation", "the list has changed since", "cursor", "begin again without it"));
    }
  }
  return page;
}

nlohmann::json ParseBody(const std::string& body) {
  nlohmann::json parsed = nlohmann::json::parse(body, nullptr, false);
  if (!parsed.is_object()) throw Error(ErrorKind::kUsage, "the body is not a JSON object");
  return parsed;
}

std::string TextField(const nlohmann::json& body, const std::string& name) {
  const auto found = body.find(name);
  if (found == body.end() || !found->is_string()) Usage(name, "is missing, or not a text");
  return found->get<std::string>();
}

std::string TextField(const nlohmann::json& body, const std::string& name, const std::string& otherwise) {
  const auto found = body.find(name);
  return found == body.end() || found->is_null() ? otherwise : TextField(body, name);
}

std::uint64_t NumberField(const nlohmann::json& body, const std::string& name) {
  const auto found = body.find(name);
  if (found == body.end() || !found->is_number_unsigned()) Usage(name, "is missing, or not a whole number");
  return found->get<std::uint64_t>();
}

std::vector<std::uint64_t> NumbersField(const nlohmann::json& body, const std::string& name) {
  const auto found = body.find(name);
  if (found == body.end() || !found->is_array()) return {NumberField(body, name)};
  std::vector<std::uint64_t> numbers;
  for (const nlohmann::json& number : *found) {
    if (!number.is_number_unsigned()) Usage(name, "contains something that is not a whole number");
    numbers.push_back(number.get<std::uint64_t>());
  }
  if (numbers.empty()) Usage(name, "is an empty list");
  return numbers;
}

bool FlagField(const nlohmann::json& body, const std::string& name, bool otherwise) {
  const auto found = body.find(name);
  if (found == body.end()) return otherwise;
  if (!found->is_boolean()) Usage(name, "is neither true nor false");
  return found->get<bool>();
}

}  // namespace kindred::server
