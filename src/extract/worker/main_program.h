// The worker's end of the socket to the main program (protocol.h).
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "extract/protocol.h"

namespace kindred::extract {

// The main program has gone: stop working.
class Unheard : public std::runtime_error {
 public:
  Unheard() : std::runtime_error("the main program has gone") {}
};

// Throws Unheard.
void SendMessage(std::string_view message);

class OwnDescriptor {
 public:
  explicit OwnDescriptor(int fd = -1) : fd_(fd) {}
  ~OwnDescriptor();
  OwnDescriptor(const OwnDescriptor&) = delete;
  OwnDescriptor& operator=(const OwnDescriptor&) = delete;
  void Reset(int fd) { fd_ = fd; }
  int get() const { return fd_; }

 private:
  int fd_;
};

// The next message with its descriptor; empty at the end of the conversation.
std::optional<std::string> ReceiveMessage(OwnDescriptor& file);

}  // namespace kindred::extract
