// A loop over numbers on several threads. Plain threads, not a task library: loops here are few and long, and
// the thread sanitizer sees everything, which it does not inside a library that was built without it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace kindred::base {

// Calls act(i, thread) for every i below `count`, each on one of `threads` threads (numbered from 0), and
// returns when all are done. If the system has not that many, fewer do it. An exception ends the loop and is
// thrown again here.
template <typename Act>
void ParallelFor(unsigned threads, std::size_t count, Act act) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> errors(threads);
  auto work = [&](unsigned thread) {
    try {
      for (std::size_t i; (i = next++) < count;) act(i, thread);
    } catch (...) {
      errors[thread] = std::current_exception();
      next = count;  // the others stop, too
    }
  };
  {
    std::vector<std::jthread> running;
    const auto helpers =
        static_cast<unsigned>(std::min<std::size_t>(threads, std::max<std::size_t>(count, 1)) - 1);
    for (unsigned thread = 1; thread <= helpers; ++thread) {
      try {
        running.emplace_back(work, thread);
      } catch (const std::system_error&) {
        break;  // no more threads available: the running ones do all the work
      }
    }
    work(0);
  }
  for (const auto& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace kindred::base
