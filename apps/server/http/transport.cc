// See transport.h.
#include "http/transport.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <httplib.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "http/gate.h"
#include "kindred/error.h"

namespace kindred::server {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kReadTime = std::chrono::seconds(10);
constexpr auto kWriteTime = std::chrono::seconds(30);
constexpr auto kIdleTime = std::chrono::seconds(5);  // between two requests
constexpr auto kLingerTime = std::chrono::milliseconds(500);
constexpr std::chrono::milliseconds kPollStep(50);
constexpr std::size_t kMostHead = 64 << 10;
constexpr int kRequestsPerConnection = 1000;
// A thread belongs to a connection as long as that lives; a browser has six.
constexpr std::size_t kThreads = 32;

// A connection. Deadlines are for a whole request and a whole answer.
class DeadlineStream : public httplib::Stream {
 public:
  // `ended` asks whether the server is to end, `wanted` whether the thread is wanted elsewhere.
  DeadlineStream(int socket, std::function<bool()> ended, std::function<bool()> wanted)
      : socket_(socket), ended_(std::move(ended)), wanted_(std::move(wanted)) {}

  // Waits for the first byte of a request; false: the connection is over.
  bool Begin() {
    left_ = kMostHead + kMostBody;
    read_by_ = Clock::now() + kIdleTime;
    write_by_ = {};
    if (at_ < filled_) {
      read_by_ = Clock::now() + kReadTime;
      return true;
    }
    idle_ = !first_;
    const bool began = Fill();
    idle_ = first_ = false;
    read_by_ = Clock::now() + kReadTime;
    return began;
  }

  // Takes in what the peer still sends, for a moment: closing at once would make the system throw away the
  // answer that the peer has not read yet.
  void Close() {
    ::shutdown(socket_, SHUT_WR);
    read_by_ = Clock::now() + kLingerTime;
    for (std::size_t pieces = kMostBody / buffer_.size(); pieces > 0 && Fill(); --pieces) {
    }
    ::close(socket_);
  }

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }

  ssize_t read(char* to, std::size_t size) override {
    if (at_ == filled_ && !Fill()) return ended_by_peer_ ? 0 : -1;
    const std::size_t count = std::min({size, filled_ - at_, left_});
    if (count == 0) return -1;  // more than any request has
    std::copy_n(buffer_.data() + at_, count, to);
    at_ += count;
    left_ -= count;
    return static_cast<ssize_t>(count);
  }

  ssize_t write(const char* from, std::size_t size) override {
    if (write_by_ == Clock::time_point()) write_by_ = Clock::now() + kWriteTime;
    while (Await(POLLOUT, write_by_)) {
      const ssize_t count = ::send(socket_, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count >= 0) return count;
      if (errno != EAGAIN && errno != EINTR) return -1;
    }
    return -1;
  }

  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    ip = "127.0.0.1";
    port = 0;
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override {
    ip = "127.0.0.1";
    port = 0;
  }
  // The library asks only whether select() could take it. We poll.
  socket_t socket() const override { return -1; }

 private:
  bool Fill() {
    while (Await(POLLIN, read_by_)) {
      const ssize_t count = ::recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
      if (count > 0) {
        at_ = 0;
        filled_ = static_cast<std::size_t>(count);
        return true;
      }
      if (count == 0) {
        ended_by_peer_ = true;
        return false;
      }
      if (errno != EAGAIN && errno != EINTR) return false;
    }
    return false;
  }

  // Until the socket is ready; false if that is too late, or the server is to end.
  bool Await(short what, Clock::time_point by) const {
    for (;;) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(by - Clock::now());
      if (left.count() <= 0 || ended_() || (idle_ && wanted_())) return false;
      pollfd one{socket_, what, 0};
      const int ready = ::poll(&one, 1, static_cast<int>(std::min(left, kPollStep).count()));
      if (ready > 0) return true;
      if (ready < 0 && errno != EINTR) return false;
    }
  }

  const int socket_;
  const std::function<bool()> ended_;
  const std::function<bool()> wanted_;
  bool first_ = true;  // no request has come yet
  bool idle_ = false;  // between two requests
  std::array<char, 4096> buffer_;
  std::size_t at_ = 0;
  std::size_t filled_ = 0;
  std::size_t left_ = 0;
  bool ended_by_peer_ = false;
  Clock::time_point read_by_;
  Clock::time_point write_by_;
};

// The library's own pool does not report how many connections wait for a thread.
class ConnectionQueue : public httplib::TaskQueue {
 public:
  explicit ConnectionQueue(std::atomic<std::size_t>& waiting) : waiting_(waiting) {
    for (std::size_t i = 0; i < kThreads; ++i) threads_.emplace_back([this] { Work(); });
  }

  void enqueue(std::function<void()> connection) override {
    const std::lock_guard lock(mutex_);
    connections_.push_back(std::move(connection));
    ++waiting_;
    changed_.notify_one();
  }

  void shutdown() override {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  void Work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ended_ || !connections_.empty(); });
      if (connections_.empty()) return;
      const std::function<void()> connection = std::move(connections_.front());
      connections_.pop_front();
      --waiting_;
      lock.unlock();
      connection();
    }
  }

  std::atomic<std::size_t>& waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> connections_;
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

Request RequestOf(const httplib::Request& from) {
  Request request{from.method, from.path, from.params, {}, from.body};
  for (const auto& [key, value] : from.headers) {
    std::string name = key;
    std::ranges::transform(name, name.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    request.headers.emplace_back(std::move(name), value);
  }
  return request;
}

void Send(const Reply& reply, bool close, httplib::Response& to) {
  to.status = reply.status;
  for (const auto& [name, value] : SafetyHeaders()) to.set_header(name, value);
  for (const auto& [name, value] : reply.headers) to.set_header(name, value);
  if (!to.has_header("Cache-Control")) to.set_header("Cache-Control", "no-store");
  if (close) to.set_header("Connection", "close");
  if (reply.status != 304) to.set_content(reply.body, reply.type);
}

}  // namespace

class Transport::Server : public httplib::Server {
 public:
  Server() {
    new_task_queue = [this] { return new ConnectionQueue(waiting_); };  // the library deletes it
    set_keep_alive_max_count(kRequestsPerConnection);
    set_keep_alive_timeout(kIdleTime.count());
    // Without SO_REUSEPORT, which the library would set: another process could then listen at the same port.
    set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
      fcntl(socket, F_SETFD, FD_CLOEXEC);  // worker programs must not inherit it
    });
    set_tcp_nodelay(true);
    set_payload_max_length(kMostBody);
  }

  void Route(Answers answers) {
    answers_ = std::move(answers);
    // Refusals come before any body is read, and before the library matches patterns.
    set_pre_routing_handler([this](const httplib::Request& from, httplib::Response& to) {
      std::optional<Reply> refused = answers_.refuse(RequestOf(from), from.target.size());
      if (refused) {
        Send(*refused, true, to);
        return HandlerResponse::Handled;
      }
      if (from.method == "POST") return HandlerResponse::Unhandled;
      Send(answers_.answer(RequestOf(from)), false, to);
      return HandlerResponse::Handled;
    });
    // Else the library asks for a body that will be refused.
    set_expect_100_continue_handler([this](const httplib::Request& from, httplib::Response& to) {
      const std::optional<Reply> refused = answers_.refuse(RequestOf(from), from.target.size());
      if (!refused) return 100;
      Send(*refused, true, to);
      return refused->status;
    });
    Post(".*", [this](const httplib::Request& from, httplib::Response& to) {
      Send(answers_.answer(RequestOf(from)), false, to);
    });
  }

  // The library lets five connections wait to be accepted, and a browser's or a script's burst is larger:
  // those beyond would be tried again after seconds.
  void WidenQueue() { ::listen(svr_sock_, SOMAXCONN); }

  bool Ended() const { return svr_sock_ == INVALID_SOCKET; }
  std::thread thread;

 private:
  bool process_and_close_socket(socket_t socket) override {
    fcntl(socket, F_SETFD, FD_CLOEXEC);
    // An idle connection gives its thread to one that waits.
    DeadlineStream stream(
        socket, [this] { return Ended(); }, [this] { return waiting_ > 0; });
    bool go_on = true;
    for (int left = kRequestsPerConnection; go_on && left > 0 && stream.Begin(); --left) {
      bool closed = false;
      bool understood = false;
      const bool last = left == 1 || waiting_ > 0;
      go_on = process_request(stream, last, closed, [&](httplib::Request& request) {
        // What the library would do about these costs more than it is worth on a loopback: ranges multiply a
        // body, packing takes time.
        request.ranges.clear();
        request.headers.erase("Range");
        request.headers.erase("Accept-Encoding");
        // A body that was refused is still in the connection.
        understood = !answers_.refuse(RequestOf(request), request.target.size());
      });
      go_on = go_on && understood && !closed && !last;
    }
    stream.Close();
    return go_on;
  }

  Answers answers_;
  std::atomic<std::size_t> waiting_ = 0;  // connections without a thread
};

Transport::Transport() : server_(std::make_unique<Server>()) {}

Transport::~Transport() { Stop(); }

namespace {

// Why a port cannot be used; the library does not report it.
std::string WhyNot(int port) {
  const int probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool bound =
      probe >= 0 && ::bind(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  const int error = bound ? EADDRINUSE : errno;  // free by now
  if (probe >= 0) ::close(probe);
  return error == EADDRINUSE ? "another program has it" : std::generic_category().message(error);
}

}  // namespace

int Transport::Bind(int port) {
  const bool any = port == 0;
  const bool bound =
      any ? (port = server_->bind_to_any_port("127.0.0.1")) > 0 : server_->bind_to_port("127.0.0.1", port);
  if (!bound) {
    throw Error(ErrorKind::kFailed,
                fmt::format("cannot listen at port {} of 127.0.0.1: {}", port, WhyNot(port)),
                OptionName{"port"}, "give another port, or none for a free one");
  }
  server_->WidenQueue();
  return port;
}

void Transport::Start(Answers answers) {
  server_->Route(std::move(answers));
  server_->thread = std::thread([this] { server_->listen_after_bind(); });
  while (!server_->is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void Transport::Stop() {
  if (!server_->thread.joinable()) return;
  server_->stop();
  server_->thread.join();
}

}  // namespace kindred::server
