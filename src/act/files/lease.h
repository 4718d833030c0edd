// A read lease: as long as it is held nobody has the file open for writing, by whatever name, and so its
// bytes are as they were. Whoever opens it for writing, or truncates it, waits in that call until the lease
// is given up, for /proc/sys/fs/lease-break-time seconds at most; from the moment that he comes, Held() is
// false. Only the owner of a file (or CAP_LEASE) may take one.
//
// The kernel tells the holder by a signal. Ours is SIGURG, which does nothing unless a program asks for it,
// so that nobody's signals are disturbed; it is Held() that we ask.
#pragma once

#include <string>

#include "act/files/steps.h"

namespace kindred::act {

class ReadLease {
 public:
  ReadLease() = default;
  ~ReadLease() { Release(); }
  ReadLease(const ReadLease&) = delete;
  ReadLease& operator=(const ReadLease&) = delete;

  // Of a file that is open for reading, and stays open as long as the lease. Returns why it cannot be had;
  // empty: it is held.
  std::string Take(Steps& steps, int descriptor);
  // False from the moment that somebody opens the file for writing, and for ever after.
  bool Held();
  // Lets those go on who wait for it.
  void Release();

 private:
  int descriptor_ = -1;
  bool broken_ = false;
};

}  // namespace kindred::act
