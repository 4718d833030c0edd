// See gate.h.
#include "http/gate.h"

#include <fmt/format.h>

#include <charconv>

#include "http/json_writer.h"
#include "http/random_text.h"

namespace kindred::server {

namespace {

constexpr std::string_view kBearer = "Bearer ";

bool IsOneOf(const std::string& text, std::initializer_list<std::string> choices) {
  for (const std::string& choice : choices) {
    if (text == choice) return true;
  }
  return false;
}

// Of "application/json; charset=utf-8" the part before the semicolon.
std::string MediaTypeOf(const std::string& header) {
  std::string type = header.substr(0, header.find(';'));
  while (type.ends_with(' ')) type.pop_back();
  return type;
}

// A body must have a Content-Length: the library reads a body without one, or one in chunks, without any
// limit (cpp-httplib 0.11.4; CVE-2025-46728), and decompresses without limit, too.
std::optional<Reply> RefuseBody(const Request& request) {
  if (request.HasHeader("transfer-encoding") || request.HasHeader("content-encoding"))
    return ErrorReply(411, "length", "the body must be sent uncompressed, in one piece, with its length");
  const std::size_t lengths = request.CountHeader("content-length");
  const bool post = request.method == "POST";
  if (lengths == 0) {
    if (post) return ErrorReply(411, "length", "the length of the body is missing");
    return std::nullopt;
  }
  const std::string& text = request.Header("content-length");
  std::uint64_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (lengths > 1 || text.empty() || error == std::errc::invalid_argument || end != text.data() + text.size())
    return ErrorReply(400, "usage", "the length of the body is not a number");
  if (error != std::errc() || length > kMostBody)
    return ErrorReply(413, "too-large", "the body is larger than 1 MiB");
  if (!post && length > 0) return ErrorReply(400, "usage", "only a POST has a body");
  return std::nullopt;
}

}  // namespace

Reply ErrorReply(int status, const std::string& kind, const std::string& what, const std::string& where,
                 const std::string& hint) {
  JsonWriter json;
  json.Open('{').Key("error").Open('{');
  json.Key("kind").Text(kind).Key("what").Text(what).Key("where").Text(where).Key("hint").Text(hint);
  json.Close('}').Close('}');
  return {.status = status, .body = json.Take()};
}

const std::vector<std::pair<std::string, std::string>>& SafetyHeaders() {
  static const std::vector<std::pair<std::string, std::string>> headers = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
       "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
       "trusted-types 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"}};
  return headers;
}

Gate::Gate(int port)
    : port_(std::to_string(port)),
      origin_("http://127.0.0.1:" + port_),
      token_(RandomToken()),
      session_(RandomToken()),
      csrf_(RandomToken()) {}

std::string Gate::Cookie() const {
  return fmt::format("kindred_session_{}={}; Path=/; HttpOnly; SameSite=Strict", port_, session_);
}

bool Gate::HasCookie(const Request& request) const {
  const std::string name = "kindred_session_" + port_ + "=";
  for (const auto& [key, value] : request.headers) {
    if (key != "cookie") continue;
    for (std::size_t at = 0; at < value.size();) {
      const std::size_t end = std::min(value.find(';', at), value.size());
      std::string_view one = std::string_view(value).substr(at, end - at);
      while (one.starts_with(' ')) one.remove_prefix(1);
      if (one.starts_with(name) && SameSecret(one.substr(name.size()), session_)) return true;
      at = end + 1;
    }
  }
  return false;
}

bool Gate::HasBearer(const Request& request) const {
  const std::string_view header = request.Header("authorization");
  return header.starts_with(kBearer) && SameSecret(header.substr(kBearer.size()), token_);
}

std::optional<Reply> Gate::Refuse(const Request& request, std::size_t target_size) const {
  const std::string& host = request.Header("host");
  if (request.CountHeader("host") != 1 || !IsOneOf(host, {"127.0.0.1:" + port_, "localhost:" + port_}))
    return ErrorReply(421, "misdirected", "this server has a different name", host);
  if (std::optional<Reply> refused = RefuseBody(request)) return refused;
  if (target_size > kMostTarget) return ErrorReply(414, "too-large", "the address is too long");
  // A person may follow a link to the page from anywhere: it holds no data.
  const bool follows_link = request.path == "/" && request.Header("sec-fetch-mode") == "navigate" &&
                            request.Header("sec-fetch-dest") == "document";
  const std::string& site = request.Header("sec-fetch-site");
  if ((request.HasHeader("origin") &&
       !IsOneOf(request.Header("origin"), {origin_, "http://localhost:" + port_})) ||
      (request.HasHeader("sec-fetch-site") && !follows_link && !IsOneOf(site, {"same-origin", "none"}))) {
    return ErrorReply(403, "forbidden", "the request comes from another site");
  }
  const bool post = request.method == "POST";
  if (!post && request.method != "GET" && request.method != "HEAD")
    return ErrorReply(405, "method", "only GET, HEAD and POST are answered");
  if (!request.path.starts_with("/api/"))
    return post ? std::optional(ErrorReply(405, "method", "only GET and HEAD are answered here"))
                : std::nullopt;
  const bool opens_session = post && request.path == "/api/session";
  const bool bearer = HasBearer(request);
  if (!opens_session && !bearer && !HasCookie(request)) {
    return ErrorReply(401, "unauthorized", "the token is missing or wrong", "",
                      "open the address that the program printed");
  }
  if (post && !opens_session && !bearer && !SameSecret(request.Header("x-kindred-csrf"), csrf_))
    return ErrorReply(403, "forbidden", "the header X-Kindred-CSRF is missing or wrong");
  if (post && MediaTypeOf(request.Header("content-type")) != "application/json")
    return ErrorReply(415, "type", "the body must be application/json");
  return std::nullopt;
}

}  // namespace kindred::server
