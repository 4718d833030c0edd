// See api.h.
#include "routes/api.h"

#include <utility>

#include "http/page.h"
#include "http/random_text.h"
#include "kindred/kindred.h"
#include "routes/api_decisions.h"
#include "routes/api_items.h"
#include "routes/replies.h"

namespace kindred::server {

namespace {

constexpr std::string_view kStateNames[] = {"running", "ready", "stopped", "failed"};

Reply SummaryReply(const Review& review) {
  const RunStatus status = review.Status();
  const std::shared_ptr<const View> view = review.Now();
  const bool running = status.state == RunState::kRunning;
  JsonWriter json;
  json.Open('{').Key("generation").Number(view->generation());
  json.Key("state").Text(kStateNames[static_cast<std::size_t>(status.state)]).Key("progress");
  if (running) {
    json.Open('{').Key("stage").Text(status.stage).Key("files").Number(status.progress.files);
    json.Key("total_files").Number(status.progress.total_files).Key("bytes").Number(status.progress.bytes);
    json.Key("total_bytes").Number(status.progress.total_bytes).Key("seconds").Share(status.seconds);
    json.Close('}');
  } else {
    json.Null();
  }
  json.Key("error");
  if (status.error) {
    const std::string body = ReplyFor(*status.error).body;  // {"error":{...}}
    json.Raw(std::string_view(body).substr(9, body.size() - 10));
  } else {
    json.Null();
  }
  json.Key("version").Text(Version()).Key("roots").Open('[');
  for (const std::string& root : review.options().scan.walk.roots) json.Text(root);
  json.Close(']').Key("answer").Flag(review.HasAnswer()).Key("summary");
  if (review.HasAnswer() && !view->answer().summary_json.empty()) {
    json.Raw(view->answer().summary_json);
  } else {
    json.Null();
  }
  json.Key("value").Open('{').Key("free").Number(view->free());
  for (std::size_t kind = 0; kind < kItemKinds; ++kind) {
    const KindTotals& totals = view->Totals(static_cast<ItemKind>(kind));
    json.Key(kItemKindNames[kind]).Open('{').Key("items").Number(totals.items).Key("bytes");
    json.Number(totals.bytes).Close('}');
  }
  json.Close('}').Key("decided").Number(view->hidden()).Key("batch").Number(view->newest_batch());
  json.Key("skips").Number(view->answer().skips.size()).Close('}');
  return running ? JsonReply(std::move(json)) : TaggedReply(std::move(json), view->generation());
}

Reply SkipsReply(const View& view, const Parameters& parameters) {
  const std::vector<Skip>& skips = view.answer().skips;
  return ListReply(view.generation(), ParsePage(parameters, view.generation()), skips.size(),
                   [&](JsonWriter& json, std::uint64_t i) {
                     json.Open('{').Key("path").Text(skips[i].path).Key("stage").Text(skips[i].stage);
                     json.Key("reason").Text(skips[i].reason).Key("error").Flag(skips[i].error).Close('}');
                   });
}

}  // namespace

Api::Api(Review& review, const Gate& gate, bool page)
    : review_(review), gate_(gate), page_(page), files_(review.index_directory(), review.options()) {}

Reply Api::Answer(const Request& request) {
  try {
    Reply reply = Route(request);
    for (const auto& [name, value] : reply.headers) {
      if (name == "ETag" && request.Header("if-none-match") == value)
        return {.status = 304, .headers = reply.headers};
    }
    return reply;
  } catch (const ReplyError& error) {
    return error.reply();
  } catch (const Error& error) {
    return ReplyFor(error);
  } catch (const std::bad_alloc&) {
    return ErrorReply(507, "no-space", "out of memory");
  } catch (const std::exception& error) {
    return ErrorReply(500, "failed", error.what());
  }
}

Reply Api::Route(const Request& request) {
  if (!request.path.starts_with("/api/")) {
    return page_ ? PageReply(request.path) : ErrorReply(404, "not-found", "there is no page here");
  }
  if (request.path == "/api/session") return Session(request);
  review_.Refresh();
  if (request.method == "POST") return Post(request);
  if (request.path == "/api/summary") return SummaryReply(review_);
  const std::shared_ptr<const View> view = review_.Now();
  return Get(request, *view);
}

Reply Api::Session(const Request& request) const {
  JsonWriter json;
  json.Open('{').Key("csrf").Text(gate_.csrf()).Close('}');
  if (request.method != "POST") return JsonReply(std::move(json));
  if (!SameSecret(TextField(ParseBody(request.body), "token"), gate_.token()))
    return ErrorReply(401, "unauthorized", "the token is wrong", "",
                      "open the address that the program printed");
  Reply reply = JsonReply(std::move(json));
  reply.headers.emplace_back("Set-Cookie", gate_.Cookie());
  return reply;
}

Reply Api::Get(const Request& request, const View& view) {
  const Parameters& parameters = request.parameters;
  const std::string& path = request.path;
  if (path == "/api/items") return ItemsReply(view, parameters);
  if (path == "/api/histogram") return HistogramReply(view, parameters);
  if (path == "/api/facets") return FacetsReply(view, parameters);
  if (path == "/api/skips") return SkipsReply(view, parameters);
  if (path == "/api/compare") return files_.Compare(view, parameters);
  if (path == "/api/content") return files_.Content(view, parameters);
  if (path == "/api/image") return files_.Image(view, parameters);
  if (path == "/api/decisions") return DecisionsReply(view, parameters);
  if (path == "/api/decisions/export") return ExportReply(view, parameters);
  constexpr std::string_view kItems = "/api/items/";
  if (path.starts_with(kItems)) {
    const std::string rest = path.substr(kItems.size());
    const std::size_t slash = rest.find('/');
    const Item& item = ItemNamed(view, rest.substr(0, slash));
    if (slash == std::string::npos) return ItemReply(view, item, parameters);
    if (rest.substr(slash) == "/relations") return files_.Relations(view, item, parameters);
    if (rest.substr(slash) == "/shared") return files_.Shared(view, item);
  }
  NotFound("there is nothing at this address", path);
}

Reply Api::Post(const Request& request) {
  const nlohmann::json body = ParseBody(request.body);
  const std::string& path = request.path;
  if (path == "/api/scan") {
    review_.Start();
    return SummaryReply(review_);
  }
  if (path == "/api/stop") {
    review_.Stop();
    return SummaryReply(review_);
  }
  if (path == "/api/decisions") return DecideReply(review_, body);
  if (path == "/api/decisions/undo") return UndoReply(review_, body);
  if (path == "/api/rules") return RuleReply(review_, body);
  if (path == "/api/templates/preview") return TemplateReply(review_, files_, body, true);
  if (path == "/api/templates") return TemplateReply(review_, files_, body, false);
  NotFound("there is nothing at this address", path);
}

}  // namespace kindred::server
