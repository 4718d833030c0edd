// The API of docs/formats/http.md: makes the reply to a request that passed the gate. No sockets here.
#pragma once

#include <string>

#include "answer/review.h"
#include "http/gate.h"
#include "http/message.h"
#include "routes/file_view.h"

namespace kindred::server {

class Api {
 public:
  // All must outlive this. Without `page` only /api/ is answered.
  Api(Review& review, const Gate& gate, bool page);

  // Never throws: errors become replies, too.
  Reply Answer(const Request& request);
  // Cancels running requests, before the program ends.
  void Stop() { files_.Stop(); }

 private:
  Reply Route(const Request& request);
  Reply Session(const Request& request) const;
  Reply Get(const Request& request, const View& view);
  Reply Post(const Request& request);

  Review& review_;
  const Gate& gate_;
  const bool page_;
  FileView files_;
};

}  // namespace kindred::server
