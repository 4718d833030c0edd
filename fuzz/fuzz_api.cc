// The HTTP API: a request in any words is refused or answered, never more. Input: "METHOD PATH?QUERY", header
// lines, an empty line, the body. Requests that the gate refuses are passed to the API, too: its safety must
// not depend on the gate.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "apps/server/answer/made_answer.h"
#include "apps/server/routes/api.h"

namespace {

using kindred::server::Request;

std::string_view Until(std::string_view* text, char end) {
  const std::size_t at = std::min(text->find(end), text->size());
  const std::string_view part = text->substr(0, at);
  text->remove_prefix(std::min(at + 1, text->size()));
  return part;
}

Request RequestFrom(std::string_view text) {
  Request request;
  std::string_view line = Until(&text, '\n');
  request.method = Until(&line, ' ');
  request.path = Until(&line, '?');
  while (!line.empty()) {
    std::string_view parameter = Until(&line, '&');
    const std::string name(Until(&parameter, '='));
    request.parameters.emplace(name, parameter);
  }
  for (line = Until(&text, '\n'); !line.empty(); line = Until(&text, '\n')) {
    const std::string name(Until(&line, ':'));
    request.headers.emplace_back(name, line);
  }
  request.body = text;
  return request;
}

// A directory that cannot be written.
constexpr char kNoDirectory[] = "/proc/kindred-fuzz";

kindred::FindOptions Options() {
  kindred::FindOptions options;
  options.scan.walk.roots = {"/proc/kindred-fuzz/roots"};
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kindred::server;
  static Review review(kNoDirectory, Options());
  static const Gate gate(4321);
  static Api api(review, gate, true);
  static const bool published = (review.Publish(MadeAnswer(20)), true);
  (void)published;
  const Request request = RequestFrom({reinterpret_cast<const char*>(data), size});
  (void)gate.Refuse(request, request.path.size());
  const Reply reply = api.Answer(request);
  if (reply.status < 200 || reply.status > 599) std::abort();
  // Bytes that are not UTF-8 are lone surrogates, which this parser does not take.
  const bool odd_names = reply.body.find("\\udc") != std::string::npos;
  if (reply.type == "application/json" && reply.status != 304 && !odd_names &&
      !nlohmann::json::accept(reply.body))
    std::abort();
  return 0;
}
