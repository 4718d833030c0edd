// The API without sockets, for tests: a review of a temporary tree, and requests to it.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "answer/made_answer.h"
#include "kindred/kindred.h"
#include "routes/api.h"
#include "tests/temp_tree.h"

namespace kindred::server {

using Json = nlohmann::json;

inline constexpr int kPort = 4321;
// Items of MadeAnswer.
inline const std::string kCopies = "i-" + MadeDigest(1) + "-1000";
inline const std::string kFolders = [] {
  const auto answer = MadeAnswer();
  return std::ranges::find(answer->items, ItemKind::kFolders, &Item::kind)->id;
}();

class ApiTest : public testing::Test {
 protected:
  FindOptions Options() {
    FindOptions options;
    options.scan.walk.roots = {tree_.root()};
    return options;
  }
  Request MakeRequest(const std::string& method, const std::string& path, const Parameters& parameters = {},
                      const std::string& body = "") {
    Request request{method, path, parameters, {{"host", "127.0.0.1:4321"}}, body};
    request.headers.emplace_back("authorization", "Bearer " + gate_.token());
    if (method == "POST") {
      request.headers.emplace_back("content-length", std::to_string(body.size()));
      request.headers.emplace_back("content-type", "application/json");
    }
    return request;
  }
  Reply Send(const Request& request) {
    if (auto refused = gate_.Refuse(request, request.path.size())) return *refused;
    return api_.Answer(request);
  }
  Reply Get(const std::string& path, const Parameters& parameters = {}) {
    return Send(MakeRequest("GET", path, parameters));
  }
  Reply Post(const std::string& path, const Json& body) {
    return Send(MakeRequest("POST", path, {}, body.dump()));
  }
  static Json Of(const Reply& reply) { return Json::parse(reply.body); }

  testing_support::TempTree tree_;
  Review review_{tree_.index(), Options()};
  Gate gate_{kPort};
  Api api_{review_, gate_, true};
};

}  // namespace kindred::server
