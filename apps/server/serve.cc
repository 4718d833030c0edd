// See serve.h.
#include "serve.h"

#include "answer/review.h"
#include "http/gate.h"
#include "http/transport.h"
#include "routes/api.h"

namespace kindred::server {

// In the order of their making: each needs those before it.
struct ReviewServer::Parts {
  explicit Parts(const ServeOptions& options)
      : review(options.index_directory, options.find),
        gate(transport.Bind(options.port)),
        api(review, gate, options.page) {}

  Transport transport;
  Review review;
  Gate gate;
  Api api;
};

ReviewServer::ReviewServer(const ServeOptions& options) : parts_(std::make_unique<Parts>(options)) {
  Parts& parts = *parts_;
  parts.transport.Start(
      {.refuse = [&parts](const Request& request,
                          std::size_t target_size) { return parts.gate.Refuse(request, target_size); },
       .answer = [&parts](const Request& request) { return parts.api.Answer(request); }});
  address_ = parts.gate.origin() + "/#token=" + parts.gate.token();
}

void ReviewServer::Scan() { parts_->review.Start(); }

ReviewServer::~ReviewServer() {
  parts_->review.Stop();
  parts_->api.Stop();
  parts_->transport.Stop();
}

}  // namespace kindred::server
