// One worker, or the fork server of workers, as a child process with a socket to it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "extract/protocol.h"

namespace kindred::extract {

inline constexpr std::chrono::seconds kStartTime(20);  // of a machine that is very busy

class WorkerProcess {
 public:
  // Starts the program in a mode (worker/command_line.h); its first message is still to come. Null with
  // `reason`.
  static std::unique_ptr<WorkerProcess> Start(const std::string& path, const char* mode, std::string& reason);
  // The same by a copy of a program that is prepared (worker/nursery.h).
  static std::unique_ptr<WorkerProcess> StartFrom(WorkerProcess& nursery, std::string& reason);
  ~WorkerProcess();  // ends it, whatever it does
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  // False if it has gone.
  bool Send(std::string_view message, int fd) const;

  enum class Wait { kMessage, kNothingYet, kGone };
  // The next message, if one comes in time; `message` is good until the next call.
  Wait Receive(std::chrono::milliseconds at_most, std::string_view& message);

  // After kGone: how it ended, in words.
  std::string Farewell();

  int files = 0;  // that it was given
  std::chrono::steady_clock::duration busy{};

 private:
  WorkerProcess(pid_t pid, int socket) : pid_(pid), socket_(socket), buffer_(kMessageBytes) {}

  pid_t pid_;
  int socket_;
  std::vector<char> buffer_;
};

}  // namespace kindred::extract
