// See main_program.h.
#include "extract/worker/main_program.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace kindred::extract {

void SendMessage(std::string_view message) {
  while (::send(kWorkerSocket, message.data(), message.size(), MSG_NOSIGNAL) < 0) {
    if (errno != EINTR) throw Unheard();
  }
}

OwnDescriptor::~OwnDescriptor() {
  if (fd_ >= 0) ::close(fd_);
}

std::optional<std::string> ReceiveMessage(OwnDescriptor& file) {
  std::array<char, 256> bytes;
  iovec piece = {.iov_base = bytes.data(), .iov_len = bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control;
  msghdr message = {};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  ssize_t got = 0;
  do {
    got = ::recvmsg(kWorkerSocket, &message, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return std::nullopt;
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header != nullptr && header->cmsg_type == SCM_RIGHTS && header->cmsg_len == CMSG_LEN(sizeof(int))) {
    int fd = -1;
    std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
    file.Reset(fd);
  }
  return std::string(bytes.data(), static_cast<std::size_t>(got));
}

}  // namespace kindred::extract
