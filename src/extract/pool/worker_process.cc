// See worker_process.h.
#include "extract/pool/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace kindred::extract {

namespace {

constexpr int kSocketBytes = 1 << 20;  // what waits in the socket, if the system allows as much

// Frees the arguments of posix_spawn.
class SpawnPlan {
 public:
  SpawnPlan() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  // Never fork: other threads may hold locks. A separate group, so that Ctrl-C reaches the main program
  // alone, which then decides; no descriptors but the socket; signals as in a new program.
  int Spawn(const std::string& path, int socket, const char* mode, pid_t& pid) {
    for (const int standard : {0, 1, 2})
      ::posix_spawn_file_actions_addopen(&actions_, standard, "/dev/null", O_RDWR, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, socket, kWorkerSocket);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, kWorkerSocket + 1);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    std::string program = path;
    std::string how = mode;
    std::array<char*, 3> arguments = {program.data(), how.data(), nullptr};
    // Nothing of the user's environment changes what is derived; no time zone is looked up.
    std::string zone = "TZ=UTC0";
    std::array<char*, 2> environment = {zone.data(), nullptr};
    return ::posix_spawn(&pid, path.c_str(), &actions_, &attributes_, arguments.data(), environment.data());
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// The two ends of a conversation.
class Sockets {
 public:
  Sockets() = default;
  ~Sockets() {
    for (const int end : ends_) {
      if (end >= 0) ::close(end);
    }
  }
  Sockets(const Sockets&) = delete;
  Sockets& operator=(const Sockets&) = delete;

  bool Open(std::string& reason) {
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends_.data()) != 0) {
      ends_ = {-1, -1};
      reason = std::string("cannot make a socket: ") + std::strerror(errno);
      return false;
    }
    ::setsockopt(ends_[1], SOL_SOCKET, SO_SNDBUF, &kSocketBytes, sizeof kSocketBytes);
    return true;
  }
  int theirs() const { return ends_[1]; }
  int TakeOurs() { return std::exchange(ends_[0], -1); }

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

}  // namespace

std::unique_ptr<WorkerProcess> WorkerProcess::Start(const std::string& path, const char* mode,
                                                    std::string& reason) {
  Sockets sockets;
  if (!sockets.Open(reason)) return nullptr;
  pid_t pid = -1;
  if (const int error = SpawnPlan().Spawn(path, sockets.theirs(), mode, pid); error != 0) {
    reason = path + " cannot be started: " + std::strerror(error);
    return nullptr;
  }
  return std::unique_ptr<WorkerProcess>(new WorkerProcess(pid, sockets.TakeOurs()));
}

std::unique_ptr<WorkerProcess> WorkerProcess::StartFrom(WorkerProcess& nursery, std::string& reason) {
  Sockets sockets;
  if (!sockets.Open(reason)) return nullptr;
  std::string_view message;
  Wait wait = Wait::kGone;
  if (nursery.Send(EncodeMakeWorker(), sockets.theirs())) wait = nursery.Receive(kStartTime, message);
  const auto process = wait == Wait::kMessage ? DecodeMade(message) : std::nullopt;
  if (!process) {
    reason = wait == Wait::kGone ? nursery.Farewell() : "it does not answer";
    return nullptr;
  }
  return std::unique_ptr<WorkerProcess>(new WorkerProcess(*process, sockets.TakeOurs()));
}

WorkerProcess::~WorkerProcess() {
  ::close(socket_);
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool WorkerProcess::Send(std::string_view message, int fd) const {
  iovec piece = {.iov_base = const_cast<char*>(message.data()), .iov_len = message.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control = {};
  msghdr packet = {};
  packet.msg_iov = &piece;
  packet.msg_iovlen = 1;
  packet.msg_control = control.data();
  packet.msg_controllen = control.size();
  cmsghdr* header = CMSG_FIRSTHDR(&packet);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &fd, sizeof fd);
  for (;;) {
    if (::sendmsg(socket_, &packet, MSG_NOSIGNAL) >= 0) return true;
    if (errno != EINTR) return false;
  }
}

WorkerProcess::Wait WorkerProcess::Receive(std::chrono::milliseconds at_most, std::string_view& message) {
  // Most messages are there already.
  for (int round = 0; round < 2; ++round) {
    iovec piece = {.iov_base = buffer_.data(), .iov_len = buffer_.size()};
    msghdr packet = {};
    packet.msg_iov = &piece;
    packet.msg_iovlen = 1;
    const ssize_t got = ::recvmsg(socket_, &packet, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (got > 0 && (packet.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) {
      message = {};  // longer than any message, or with a descriptor: no worker of ours
      return Wait::kMessage;
    }
    if (got > 0) {
      message = {buffer_.data(), static_cast<std::size_t>(got)};
      return Wait::kMessage;
    }
    if (got == 0 || (errno != EAGAIN && errno != EINTR)) return Wait::kGone;
    if (round == 1) break;
    pollfd waiting = {.fd = socket_, .events = POLLIN, .revents = 0};
    if (::poll(&waiting, 1, static_cast<int>(at_most.count())) <= 0) break;
  }
  return Wait::kNothingYet;
}

std::string WorkerProcess::Farewell() {
  // It has closed its socket; only a hostile worker would not have ended as well.
  ::kill(pid_, SIGKILL);
  int status = 0;
  pid_t ended = 0;
  do {
    ended = ::waitpid(pid_, &status, 0);
  } while (ended < 0 && errno == EINTR);
  const pid_t known = std::exchange(pid_, -1);
  if (ended != known) return "it ended";
  if (WIFEXITED(status)) return "it ended with code " + std::to_string(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  if (signal == SIGSYS) return "it tried an act that the sandbox forbids";
  if (signal == SIGXCPU) return "it used too much processor time";
  const char* name = ::sigdescr_np(signal);
  return std::string("it crashed: ") + (name == nullptr ? "unknown signal" : name);
}

}  // namespace kindred::extract
