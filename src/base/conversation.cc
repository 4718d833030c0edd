// Two pipes and poll. See conversation.h.
#include "base/conversation.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "kindred/error.h"

extern char** environ;

namespace kindred::base {

namespace {

constexpr std::size_t kLongestAnswer = 64 * 1024;
constexpr int kPatience = 100;  // ms between calls of `stop`
constexpr int kGrace = 1000;    // ms between SIGTERM and SIGKILL

[[noreturn]] void Fail(const std::string& command, int error) {
  throw Error(ErrorKind::kFailed, std::string("cannot be started: ") + std::strerror(error), command);
}

struct Pipe {
  explicit Pipe(const std::string& command) {
    if (pipe2(ends, O_CLOEXEC) != 0) Fail(command, errno);
  }
  ~Pipe() { Close(0), Close(1); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void Close(int end) {
    if (ends[end] >= 0) close(ends[end]);
    ends[end] = -1;
  }
  int ends[2] = {-1, -1};
};

// Blocks SIGPIPE in this thread: a program that stops reading must not end this process.
class NoBrokenPipeSignal {
 public:
  NoBrokenPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoBrokenPipeSignal() {
    const timespec at_once{};
    if (sigismember(&before_, SIGPIPE) == 0) {
      while (sigtimedwait(&pipe_, nullptr, &at_once) == SIGPIPE) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_;
  sigset_t before_;
};

// In a new process group, so that the shell and what it starts end together. Takes its ends of the pipes away
// from this process; the others are closed before the program is asked to end.
class Child {
 public:
  Child(const std::string& command, Pipe* to, Pipe* from) : to_(*to), from_(*from) {
    Start(command, to->ends[0], from->ends[1]);
    to->Close(0);
    from->Close(1);
  }
  ~Child() {
    if (process_ > 0) End();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Its status as waitpid gives it; none if `stop` returns true first, or `end` comes.
  std::optional<int> Wait(const std::function<bool()>& stop, std::chrono::steady_clock::time_point end) {
    for (int pause = 1;; pause = std::min(2 * pause, kPatience)) {
      int status = 0;
      const pid_t ended = waitpid(process_, &status, WNOHANG);
      if (ended == process_ || (ended < 0 && errno != EINTR)) {
        process_ = 0;
        return status;
      }
      if (stop() || std::chrono::steady_clock::now() > end) return std::nullopt;
      Sleep(pause);
    }
  }

 private:
  static void Sleep(int milliseconds) { poll(nullptr, 0, milliseconds); }

  // SIGTERM first, then SIGKILL.
  void End() {
    to_.Close(1);
    from_.Close(0);
    kill(-process_, SIGTERM);
    for (int waited = 0, pause = 1; waited < kGrace && !HasEnded(); waited += pause, pause = 10) Sleep(pause);
    kill(-process_, SIGKILL);  // also what the shell left behind; its number is not free before waitpid
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
  }

  bool HasEnded() const {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid == process_;
  }

  void Start(const std::string& command, int input, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const char* words[] = {"sh", "-c", command.c_str(), nullptr};
    const int error =
        posix_spawn(&process_, "/bin/sh", &actions, &attributes, const_cast<char**>(words), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) Fail(command, error);
  }

  Pipe& to_;
  Pipe& from_;
  pid_t process_ = 0;
};

}  // namespace

ConversationEnd Exchange(const std::string& command, const std::function<bool(std::string*)>& next,
                         const std::function<void(std::string_view)>& take, const std::function<bool()>& stop,
                         std::chrono::milliseconds silence) {
  const NoBrokenPipeSignal no_signal;
  Pipe to(command), from(command);
  Child child(command, &to, &from);
  fcntl(to.ends[1], F_SETFL, O_NONBLOCK);
  std::string line;
  std::size_t written = 0;
  auto last_act = std::chrono::steady_clock::now();
  for (;;) {
    if (stop()) return {.stopped = true};
    if (std::chrono::steady_clock::now() - last_act > silence) return {.silent = true};
    if (to.ends[1] >= 0 && written == line.size()) {
      line.clear();
      written = 0;
      if (!next(&line)) to.Close(1);
    }
    pollfd waits[2] = {{from.ends[0], POLLIN, 0}, {to.ends[1], POLLOUT, 0}};
    if (poll(waits, 2, kPatience) < 0 && errno != EINTR) Fail(command, errno);
    if (to.ends[1] >= 0 && waits[1].revents != 0) {
      const ssize_t count = write(to.ends[1], line.data() + written, line.size() - written);
      if (count >= 0) written += static_cast<std::size_t>(count);
      if (count > 0) last_act = std::chrono::steady_clock::now();
      // It reads no more; what it answered until now, and how it ends, is still of interest.
      if (count < 0 && errno != EAGAIN && errno != EINTR) to.Close(1);
    }
    if (waits[0].revents == 0) continue;
    char buffer[16 * 1024];
    const ssize_t count = read(from.ends[0], buffer, sizeof buffer);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) break;
    last_act = std::chrono::steady_clock::now();
    take(std::string_view(buffer, static_cast<std::size_t>(count)));
  }
  take({});
  to.Close(1);
  const std::optional<int> status = child.Wait(stop, std::chrono::steady_clock::now() + silence);
  if (!status && !stop()) return {.silent = true};
  if (!status) return {.stopped = true};
  return {.exit_code = WIFEXITED(*status) ? WEXITSTATUS(*status) : 0,
          .signal = WIFSIGNALED(*status) ? WTERMSIG(*status) : 0};
}

ConversationEnd Converse(const std::string& command, const std::function<bool(std::string*)>& next,
                         const std::function<void(std::string_view)>& answer,
                         const std::function<bool()>& stop, std::chrono::milliseconds silence) {
  std::string answers;
  auto take = [&](std::string_view piece) {
    if (piece.empty() && !answers.empty()) answer(answers);
    answers += piece;
    std::size_t start = 0;
    for (std::size_t end; (end = answers.find('\n', start)) != std::string::npos; start = end + 1)
      answer(std::string_view(answers).substr(start, end - start));
    answers.erase(0, start);
    if (answers.size() > kLongestAnswer) answer(answers);
  };
  return Exchange(command, next, take, stop, silence);
}

}  // namespace kindred::base
