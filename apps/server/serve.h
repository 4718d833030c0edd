// The server of `kindred review` and `kindred serve`, as the command line starts it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "kindred/options.h"

namespace kindred::server {

struct ServeOptions {
  std::string index_directory;
  FindOptions find;  // what is scanned and how it is matched
  int port = 0;      // 0: a free one
  bool page = true;  // false: the API alone
};

class ReviewServer {
 public:
  // Listens from now on. Error(kFailed) if the port is taken.
  explicit ReviewServer(const ServeOptions& options);
  // Ends requests and the run.
  ~ReviewServer();

  // "http://127.0.0.1:PORT/#token=..."
  const std::string& address() const { return address_; }
  // Starts the run; the API reports its state.
  void Scan();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  std::string address_;
};

}  // namespace kindred::server
