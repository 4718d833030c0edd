// See api_decisions.h.
#include "routes/api_decisions.h"

#include <algorithm>
#include <utility>

#include "answer/rules.h"
#include "http/gate.h"
#include "kindred/kindred.h"
#include "kindred/report.h"
#include "routes/api_items.h"
#include "routes/decision_export.h"

namespace kindred::server {

namespace {

constexpr std::size_t kMostDecisions = 100'000;
constexpr std::size_t kMostOfRule = 1'000'000;
constexpr std::size_t kShownOfRule = 20;
constexpr std::size_t kMostNote = 4096;

// A body may state the generation that its numbers belong to.
void CheckGeneration(const View& view, const nlohmann::json& body) {
  if (body.contains("generation") && NumberField(body, "generation") != view.generation()) {
    throw ReplyError(ErrorReply(410, "generation", "the items have changed since", "generation",
                                "look at the item again"));
  }
}

std::string NoteOf(const nlohmann::json& body) {
  std::string note = TextField(body, "note", "");
  if (note.size() > kMostNote) Usage("note", "is longer than 4096 bytes");
  return note;
}

// The member that a wish names, if it is on this machine.
std::size_t OwnMember(const Item& item, std::uint64_t named, const char* name) {
  const std::size_t number = MemberNumber(item, named, name);
  if (item.members[number].elsewhere)
    Usage(name, "is a file of a pool: decisions are about files of this machine");
  return number;
}

// A wish is one decision, or the same one on several members: then `a` is a list.
void AddDecisions(const View& view, const nlohmann::json& wish, std::vector<Decision>* decisions) {
  if (!wish.is_object()) Usage("decisions", "contains something that is not an object");
  const std::optional<Verdict> verdict = VerdictNamed(TextField(wish, "verdict"));
  if (!verdict) Usage("verdict", "must be keep, superseded, copy, unrelated or boilerplate");
  const Item& item = ItemNamed(view, TextField(wish, "item"));
  Decision decision{.verdict = *verdict, .about = AboutOf(item.kind), .note = NoteOf(wish)};
  if (item.kind == ItemKind::kInside && *verdict != Verdict::kKeep)
    Usage("verdict", "cannot be given to parts inside files: only whole files can be removed");
  std::optional<std::size_t> b;
  if (HasSecond(*verdict)) {
    b = OwnMember(item, NumberField(wish, "b"), "b");
    decision.b = DecidedMember(view.answer(), item, *b);
  } else if (wish.contains("b") && !wish["b"].is_null()) {
    Usage("b", "has no meaning for this verdict");
  }
  for (const std::uint64_t named : NumbersField(wish, "a")) {
    const std::size_t a = OwnMember(item, named, "a");
    if (a == b) Usage("b", "is the same as a");
    if (decisions->size() == kMostDecisions) Usage("decisions", "has more than 100,000 entries");
    decision.a = DecidedMember(view.answer(), item, a);
    decisions->push_back(decision);
  }
}

Reply BatchReply(const Review& review, const Decisions::Batch& batch, const char* count) {
  const std::uint64_t generation = review.Now()->generation();
  JsonWriter json;
  json.Open('{').Key("generation").Number(generation).Key("batch").Number(batch.number);
  json.Key(count).Number(batch.decisions.size()).Close('}');
  return JsonReply(std::move(json));
}

// The filters of a rule, as the parameters of /api/items.
Parameters FiltersOf(const nlohmann::json& body) {
  Parameters parameters;
  const auto filters = body.find("filters");
  if (filters == body.end() || filters->is_null()) return parameters;
  if (!filters->is_object()) Usage("filters", "is not an object");
  for (const auto& [name, value] : filters->items()) {
    if (value.is_string()) {
      parameters.emplace(name, value.get<std::string>());
    } else if (value.is_number()) {
      parameters.emplace(name, value.dump());
    } else if (!value.is_null()) {
      Usage(name, "is neither a text nor a number");
    }
  }
  return parameters;
}

}  // namespace

Reply DecisionsReply(const View& view, const Parameters& parameters) {
  const std::uint64_t since = NumberOf(parameters, "since", 0);
  const std::vector<Decision>& all = view.decisions();
  // By id, so those since are the last ones.
  const auto first = std::ranges::upper_bound(all, since, {}, &Decision::id);
  const auto count = static_cast<std::uint64_t>(all.end() - first);
  return ListReply(view.generation(), ParsePage(parameters, view.generation()), count,
                   [&](JsonWriter& json, std::uint64_t i) {
                     WriteDecision(*(all.end() - 1 - static_cast<std::ptrdiff_t>(i)), json);
                   });
}

Reply ExportReply(const View& view, const Parameters& parameters) {
  const std::string* format = Given(parameters, "format");
  if (format != nullptr && *format != "csv" && *format != "json") Usage("format", "is neither csv nor json");
  const bool csv = format != nullptr && *format == "csv";
  Reply reply{.type = csv ? "text/csv; charset=utf-8" : "application/json"};
  reply.body = csv ? DecisionsAsCsv(view.decisions()) : DecisionsAsJson(view.decisions());
  reply.headers.emplace_back("Content-Disposition", std::string("attachment; filename=\"kindred-decisions.") +
                                                        (csv ? "csv\"" : "json\""));
  return reply;
}

Reply DecideReply(Review& review, const nlohmann::json& body) {
  const std::shared_ptr<const View> view = review.Now();
  CheckGeneration(*view, body);
  const auto wishes = body.find("decisions");
  if (wishes == body.end() || !wishes->is_array() || wishes->empty())
    Usage("decisions", "must be a list with at least one decision");
  std::vector<Decision> decisions;
  for (const nlohmann::json& wish : *wishes) AddDecisions(*view, wish, &decisions);
  return BatchReply(review, review.Decide(std::move(decisions)), "decided");
}

Reply UndoReply(Review& review, const nlohmann::json& body) {
  const std::shared_ptr<const View> view = review.Now();
  // The client states the last batch that it has seen; without one, it is the last that this server has seen.
  const std::uint64_t seen = body.contains("batch") ? NumberField(body, "batch") : view->newest_batch();
  if (view->newest_batch() == 0) return ErrorReply(404, "not-found", "there is nothing to undo");
  const Decisions::Batch batch = review.Undo(seen);
  // The last search left out unrelated pairs and boilerplate: only another search finds them again.
  const bool lost = std::ranges::any_of(batch.decisions, [](const Decision& decision) {
    return decision.verdict == Verdict::kUnrelated || decision.verdict == Verdict::kBoilerplate;
  });
  if (lost && review.Status().state != RunState::kRunning) review.Start(false);
  return BatchReply(review, batch, "undone");
}

Reply RuleReply(Review& review, const nlohmann::json& body) {
  const std::shared_ptr<const View> view = review.Now();
  CheckGeneration(*view, body);
  const std::optional<RuleKind> rule = RuleNamed(TextField(body, "rule"));
  if (!rule) Usage("rule", "must be keep-newest, protect or prefer");
  const std::string folder = TextField(body, "folder", "");
  if (*rule != RuleKind::kKeepNewest && folder.empty()) Usage("folder", "is missing");
  const bool preview = FlagField(body, "preview", true);
  RuleOutcome outcome = ApplyRule(*view, *rule, folder, ParseItemQuery(FiltersOf(body)));
  if (outcome.decisions.size() > kMostOfRule)
    Usage("filters", "match more than a million files: choose fewer");
  JsonWriter first;
  first.Open('[');
  const std::size_t shown = std::min(kShownOfRule, outcome.decisions.size());
  for (std::size_t i = 0; i < shown; ++i) WriteDecision(outcome.decisions[i], first);
  first.Close(']');
  const std::uint64_t count = outcome.decisions.size();
  std::uint64_t batch = 0;
  if (!preview && count > 0) {
    const std::string note = NoteOf(body);
    for (Decision& decision : outcome.decisions) decision.note = note;
    batch = review.Decide(std::move(outcome.decisions)).number;
  }
  JsonWriter json;
  json.Open('{').Key("generation").Number(review.Now()->generation()).Key("preview").Flag(preview);
  json.Key("items").Number(outcome.items).Key("decisions").Number(count).Key("bytes").Number(outcome.bytes);
  json.Key("first").Raw(first.Take()).Key("batch");
  if (batch == 0) {
    json.Null();
  } else {
    json.Number(batch);
  }
  json.Close('}');
  return JsonReply(std::move(json));
}

Reply TemplateReply(Review& review, FileView& files, const nlohmann::json& body, bool preview) {
  const std::shared_ptr<const View> view = review.Now();
  CheckGeneration(*view, body);
  const Item& item = ItemNamed(*view, TextField(body, "item"));
  if (item.kind == ItemKind::kFolders) Usage("item", "has folders, not files");
  const std::size_t number = MemberNumber(item, NumberField(body, "file"), "file");
  const Member& member = item.members[number];
  if (review.Status().state == RunState::kRunning)
    throw Error(ErrorKind::kBusy, "a run is under way", "", "wait for it, or stop it");
  // The bytes that were shown, not those that the file may have by now.
  if (const std::string digest = TextField(body, "digest", member.digest); digest != member.digest)
    throw ReplyError(ErrorReply(409, "changed", "the file has changed since it was shown", member.path,
                                "look at it again"));
  const FileView::Text text = files.TextOf(member);
  const std::uint64_t offset = NumberField(body, "offset");
  const std::uint64_t length = NumberField(body, "length");
  if (offset > text->bytes.size() || length == 0 || length > text->bytes.size() - offset)
    Usage("length", "goes beyond the end of the file");
  TemplateOptions options;
  options.name = TextField(body, "name");
  options.spans = {{Input::Memory(member.path, text->bytes), offset, length}};
  options.preview = preview;
  options.find = review.options();
  options.find.limit = 100;
  JsonWriter json;
  auto sink = Receive([&](const TemplateEffect& effect) {
    std::string record = JsonLines(effect);
    // Changes are separate lines; the effect is the first.
    record.resize(record.find('\n'));
    json.Raw(record);
  });
  auto observer = files.Observing();
  Index(review.index_directory()).AddTemplate(options, sink, *observer);
  if (!preview) {
    // The note is how undo finds the template.
    review.Decide({{.verdict = Verdict::kBoilerplate,
                    .a = DecidedMember(view->answer(), item, number),
                    .note = options.name}});
    review.Start(false);
  }
  return JsonReply(std::move(json));
}

}  // namespace kindred::server
