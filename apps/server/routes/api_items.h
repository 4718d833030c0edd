// The part of the API that returns what was found: items and their members, histogram, facets.
#pragma once

#include "answer/view.h"
#include "http/message.h"
#include "routes/replies.h"

namespace kindred::server {

Reply ItemsReply(const View& view, const Parameters& parameters);
Reply ItemReply(const View& view, const Item& item, const Parameters& parameters);
Reply HistogramReply(const View& view, const Parameters& parameters);
Reply FacetsReply(const View& view, const Parameters& parameters);

// Throws ReplyError(404) if there is no such item.
const Item& ItemNamed(const View& view, const std::string& id);
// Throws Error(kUsage) that names the parameter if the item has no such member.
std::size_t MemberNumber(const Item& item, std::uint64_t number, const std::string& name);

}  // namespace kindred::server
