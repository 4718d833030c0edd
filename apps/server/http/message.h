// A request and its reply as the API sees them, without the transport: what the fuzz target and the tests
// make up.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kindred::server {

struct Request {
  std::string method;                                        // "GET"
  std::string path;                                          // without the query, decoded
  std::multimap<std::string, std::string> parameters;        // decoded
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;

  // The first header of this name; empty if there is no such header.
  const std::string& Header(const std::string& name) const {
    static const std::string none;
    for (const auto& [key, value] : headers) {
      if (key == name) return value;
    }
    return none;
  }
  bool HasHeader(const std::string& name) const { return CountHeader(name) > 0; }
  std::size_t CountHeader(const std::string& name) const {
    std::size_t count = 0;
    for (const auto& header : headers) count += header.first == name;
    return count;
  }
};

struct Reply {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};  // besides those that every reply has
};

}  // namespace kindred::server
