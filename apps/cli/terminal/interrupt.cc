// The handler does nothing but remember: all else is not safe in a signal handler.
#include "terminal/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace kindred::cli {

namespace {

std::atomic<int> interrupt_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void Install(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  // SA_RESETHAND: the default comes back, so a second Ctrl-C kills. SA_RESTART: reads and writes go on.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (int number : {SIGINT, SIGTERM}) {
    struct sigaction before = {};
    sigaction(number, nullptr, &before);
    // A background job of a shell script, or one under nohup, ignores the signal already.
    if (before.sa_handler != SIG_IGN) sigaction(number, &action, nullptr);
  }
}

}  // namespace

void CatchEarlyInterrupts() {
  Install([](int number) {
    constexpr char kText[] = "kindred: interrupted\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kText, sizeof kText - 1);
    _exit(128 + number);
  });
}

void CatchInterrupts() {
  Install([](int number) { interrupt_signal.store(number); });
}

int InterruptSignal() { return interrupt_signal.load(); }

}  // namespace kindred::cli
