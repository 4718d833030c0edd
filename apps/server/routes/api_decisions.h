// The part of the API that changes something: decisions, rules, templates.
#pragma once

#include <nlohmann/json.hpp>

#include "answer/review.h"
#include "http/message.h"
#include "routes/file_view.h"
#include "routes/replies.h"

namespace kindred::server {

Reply DecisionsReply(const View& view, const Parameters& parameters);
Reply ExportReply(const View& view, const Parameters& parameters);
Reply DecideReply(Review& review, const nlohmann::json& body);
Reply UndoReply(Review& review, const nlohmann::json& body);
Reply RuleReply(Review& review, const nlohmann::json& body);
Reply TemplateReply(Review& review, FileView& files, const nlohmann::json& body, bool preview);

}  // namespace kindred::server
