// Access control: every check that is made before a request is answered, in the order of
// docs/formats/http.md. Pure: the same request gets the same answer, so that the transport can check before
// it reads a body.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "http/message.h"

namespace kindred::server {

inline constexpr std::size_t kMostBody = 1 << 20;
inline constexpr std::size_t kMostTarget = 2048;

class Gate {
 public:
  explicit Gate(int port);

  const std::string& token() const { return token_; }
  const std::string& csrf() const { return csrf_; }
  const std::string& origin() const { return origin_; }  // "http://127.0.0.1:8000"
  // The Set-Cookie header of a new session.
  std::string Cookie() const;

  // The refusal; nothing if the request may be answered. `target_size` is that of the path with the query.
  std::optional<Reply> Refuse(const Request& request, std::size_t target_size) const;

 private:
  bool HasCookie(const Request& request) const;
  bool HasBearer(const Request& request) const;

  const std::string port_;
  const std::string origin_;
  const std::string token_;
  const std::string session_;
  const std::string csrf_;
};

// The headers that every reply has.
const std::vector<std::pair<std::string, std::string>>& SafetyHeaders();

// {"error":{...}}
Reply ErrorReply(int status, const std::string& kind, const std::string& what, const std::string& where = "",
                 const std::string& hint = "");

}  // namespace kindred::server
