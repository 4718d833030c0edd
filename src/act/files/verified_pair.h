// The file that stays and its copy, both open, as planned, with equal bytes, and under read leases, so that
// no process writes to either.
#pragma once

#include <string>

#include "act/files/beneath.h"
#include "act/files/file_facts.h"
#include "act/files/job.h"
#include "act/files/lease.h"
#include "act/files/workshop.h"
#include "base/descriptor.h"
#include "base/hashing.h"

namespace kindred::act {

// Why one of two files may not replace the other, by their attributes; empty if it may.
std::string DifferenceOf(const FileFacts& a, const FileFacts& b, const Rules& rules);

class VerifiedPair {
 public:
  // Opens both and checks that they are as planned. Returns the reason if not, else an empty string.
  std::string Open(Workshop& shop, const Job& job);
  // Takes the leases, and then compares owners, permissions, attributes and all bytes.
  std::string Verify(Workshop& shop, const Job& job);

  // Neither was opened for writing since Verify began.
  bool Quiet() { return copy_lease.Held() && keep_lease.Held(); }
  // The name of the keeper is still that of the file that was compared.
  bool KeeperInPlace() const;
  void Release() {
    keep_lease.Release();
    copy_lease.Release();
  }

  const base::Descriptor* keep_directory = nullptr;
  const base::Descriptor* copy_directory = nullptr;
  base::Descriptor keep;
  base::Descriptor copy;
  ReadLease keep_lease;  // after the descriptors: destroyed first
  ReadLease copy_lease;
  std::string keep_name;
  FileFacts keep_facts;
  FileFacts copy_facts;
  Attributes copy_attributes;
  base::Hash128 digest;
};

}  // namespace kindred::act
