// See page.h.
#include "http/page.h"

#include "http/gate.h"

namespace kindred::server {

namespace {

std::string TypeOf(std::string_view path) {
  const std::string_view suffix = path.substr(path.rfind('.') + 1);
  if (suffix == "html") return "text/html; charset=utf-8";
  if (suffix == "js") return "text/javascript; charset=utf-8";
  if (suffix == "css") return "text/css; charset=utf-8";
  return "image/svg+xml";
}

}  // namespace

Reply PageReply(const std::string& path) {
  const std::string_view name = path == "/" ? "index.html" : std::string_view(path).substr(1);
  for (const PageFile& file : PageFiles()) {
    if (file.path != name) continue;
    return {
        .type = TypeOf(name), .body = std::string(file.bytes), .headers = {{"Cache-Control", "no-cache"}}};
  }
  return ErrorReply(404, "not-found", "there is no such page", path);
}

}  // namespace kindred::server
