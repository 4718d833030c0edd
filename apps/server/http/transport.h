// HTTP over a loopback socket, by cpp-httplib: one thread reads a connection's requests one after the other.
//
// The library's own loop has a timeout for each byte, so a client that sends one byte now and then keeps a
// thread forever. Ours limits a whole request to kReadSeconds and its answer to kWriteSeconds, and their
// size.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "http/message.h"

namespace kindred::server {

class Transport {
 public:
  struct Answers {
    // A refusal, before the body is read; nothing if the request is to be answered.
    std::function<std::optional<Reply>(const Request&, std::size_t target_size)> refuse;
    std::function<Reply(const Request&)> answer;
  };

  Transport();
  ~Transport();

  // Takes a port of 127.0.0.1, a free one for 0, and returns it. Error(kFailed) if it is taken.
  int Bind(int port);
  // Answers from now on, in separate threads.
  void Start(Answers answers);
  // Ends all connections and waits for their threads.
  void Stop();

 private:
  class Server;
  std::unique_ptr<Server> server_;
};

}  // namespace kindred::server
