// A read lease: as long as it is held no process has the file open for writing, by whatever name, so its
// bytes do not change. A process that opens it for writing, or truncates it, waits in that call until the
// lease is given up, for /proc/sys/fs/lease-break-time seconds at most; from that moment on, Held() is false.
// Only the owner of a file (or CAP_LEASE) may take one.
//
// The kernel notifies the holder by a signal. Ours is SIGURG, which is ignored by default, so that no other
// use of signals is disturbed; we poll Held() instead.
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
  // False from the moment that the file is opened for writing, and for ever after.
  bool Held();
  // Lets waiting writers continue.
  void Release();

 private:
  int descriptor_ = -1;
  bool broken_ = false;
};

}  // namespace kindred::act
