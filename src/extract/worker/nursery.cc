// See nursery.h.
#include "extract/worker/nursery.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

#include "extract/protocol.h"
#include "extract/worker/main_program.h"

namespace kindred::extract {

namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool kCanCopy = false;
#else
constexpr bool kCanCopy = true;
#endif

// As fork(), but a sibling: the C library has no call for it.
long CopyAsSibling() {
  return ::syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
}

}  // namespace

int Nurse(const WorkerProgram& program, Locking locking) {
  if (!kCanCopy) return Serve(program, locking);
  try {
    SendMessage(EncodePrepared());
    for (;;) {
      OwnDescriptor socket;
      const auto message = ReceiveMessage(socket);
      if (!message) return 0;
      if (!IsMakeWorker(*message) || socket.get() < 0) return 2;
      const long copy = CopyAsSibling();
      if (copy < 0) return 3;
      if (copy == 0) {
        if (::dup2(socket.get(), kWorkerSocket) < 0) return 3;
        ::close(socket.get());
        socket.Reset(-1);
        return Serve(program, locking);
      }
      SendMessage(EncodeMade(static_cast<std::int32_t>(copy)));
    }
  } catch (const Unheard&) {
    return 0;
  }
}

}  // namespace kindred::extract
